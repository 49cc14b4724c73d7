package dev.gyre.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.HdbscanOptions.Selection;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Hierarchy.CondensedTree;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.HierarchyOracle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Dendrograms, condensed trees and clusters, made of trees by Prim's method, compared with {@link HierarchyOracle}. */
class HierarchyTest {

    private static final Workers WORKERS = new Workers(2);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    private static final Comparator<HierarchyOracle.Edge> ORDER = HierarchyOracle.Edge.ORDER;
    private static final Device JVM = new Device("jvm", 0, "JVM", Device.Type.JVM, 1L << 30, 1L << 30);

    /** What the rows of a case are drawn from. */
    private enum Rows {
        UNIFORM,
        BLOBS,
        LATTICE,
        COPIES,
        LINE,
        EQUAL,
        TINY
    }

    private static Points draw(Rows rows, int n, Random random) {
        double[] points = new double[2 * n];
        for (int i = 0; i < n; i++) {
            for (int dim = 0; dim < 2; dim++) {
                points[2 * i + dim] = switch (rows) {
                    case UNIFORM -> random.nextDouble();
                    case BLOBS -> random.nextGaussian() * (i % 3 + 1) + 12 * (i % 3 == dim ? 1 : 0);
                    case LATTICE -> random.nextInt(4);
                    case COPIES -> dim == 0 ? i % 5 * (i % 5) : 0;
                    case LINE -> dim == 0 ? Math.scalb(1.0, i % 20) : 0;
                    case EQUAL -> 3;
                    case TINY -> random.nextInt(6) * 1e-170;
                };
            }
        }
        return Points.of(points, 2);
    }

    /** The merges along the spanning tree by Prim's method. */
    private static Chains chains(Points points, HdbscanOptions options) {
        int n = points.size();
        boolean[] in = new boolean[n];
        HierarchyOracle.Edge[] tree = new HierarchyOracle.Edge[Math.max(0, n - 1)];
        HierarchyOracle.Edge[][] edges = new HierarchyOracle.Edge[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                edges[i][j] = HierarchyOracle.edge(points, options, i, j);
                edges[j][i] = edges[i][j];
            }
        }
        if (n > 0) {
            in[0] = true;
        }
        for (int made = 0; made < tree.length; made++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    boolean joins = in[i] && !in[j];
                    if (joins && (tree[made] == null || ORDER.compare(edges[i][j], tree[made]) < 0)) {
                        tree[made] = edges[i][j];
                    }
                }
            }
            in[tree[made].low()] = true;
            in[tree[made].high()] = true;
        }
        Arrays.sort(tree, ORDER);
        return chains(
                n,
                Arrays.stream(tree).mapToInt(HierarchyOracle.Edge::low).toArray(),
                Arrays.stream(tree).mapToInt(HierarchyOracle.Edge::high).toArray(),
                Arrays.stream(tree).mapToDouble(HierarchyOracle.Edge::distance).toArray(),
                new Random(n));
    }

    /** The merges along ascending edges between rows, given in a random order between random places; the dendrogram must be that of the edges. */
    private static Chains chains(int n, int[] a, int[] b, double[] distances, Random random) {
        int[] rows = shuffled(n, random);
        int[] places = inverse(rows);
        int[] order = shuffled(a.length, random);
        int[] one = new int[a.length];
        int[] other = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            boolean swaps = random.nextBoolean();
            one[order[i]] = places[swaps ? b[i] : a[i]];
            other[order[i]] = places[swaps ? a[i] : b[i]];
        }
        Chains byOne = Joining.of(rows, one, other, order, distances.clone());
        Chains byAll = Linkage.of(rows, one, other, order, distances.clone(), WORKERS);
        Dendrogram expected = Dendrogram.of(n, a, b, distances);
        assertMerges(expected, byOne.dendrogram());
        assertMerges(expected, byAll.dendrogram());
        return random.nextBoolean() ? byOne : byAll;
    }

    private static void assertMerges(Dendrogram expected, Dendrogram found) {
        assertEquals(expected.rows(), found.rows());
        assertArrayEquals(expected.toLeftArray(), found.toLeftArray());
        assertArrayEquals(expected.toRightArray(), found.toRightArray());
        assertArrayEquals(expected.toSizeArray(), found.toSizeArray());
        assertArrayEquals(expected.toDistanceArray(), found.toDistanceArray());
    }

    private static int[] shuffled(int n, Random random) {
        int[] numbers = IntStream.range(0, n).toArray();
        for (int i = n - 1; i > 0; i--) {
            int at = random.nextInt(i + 1);
            int number = numbers[at];
            numbers[at] = numbers[i];
            numbers[i] = number;
        }
        return numbers;
    }

    private static int[] inverse(int[] numbers) {
        int[] inverse = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            inverse[numbers[i]] = i;
        }
        return inverse;
    }

    private static Hierarchy select(Chains chains, HdbscanOptions options) {
        CondensedTree tree = Condensing.condense(chains, options.minClusterSize(), WORKERS);
        return new ClusterSelection(tree, options, WORKERS)
                .select(chains.dendrogram(), ExecutionReport.noTime(JVM, JoinMethod.KD_TREE));
    }

    private static HdbscanOptions options(Random random, Points points) {
        int n = points.size();
        double epsilon = 0;
        if (n > 1 && random.nextInt(3) == 0) {
            // Often exactly a distance at which something happens.
            epsilon = Math.sqrt(points.key(random.nextInt(n), points, random.nextInt(n), Norm.EUCLIDEAN));
        }
        return HdbscanOptions.of(2 + random.nextInt(random.nextBoolean() ? 3 : 9))
                .withMinPoints(1 + random.nextInt(6))
                .withSelection(Selection.values()[random.nextInt(2)])
                .withAllowSingleCluster(random.nextBoolean())
                .withEpsilon(random.nextInt(40) == 0 ? Double.POSITIVE_INFINITY : epsilon);
    }

    @Test
    void shouldBeAsDefined() {
        int clusters = 0;
        for (long seed = 0; seed < 1400; seed++) {
            Random random = new Random(seed);
            Rows rows = Rows.values()[random.nextInt(Rows.values().length)];
            int n = random.nextInt(random.nextInt(8) == 0 ? 4 : 34);
            Points points = draw(rows, n, random);
            HdbscanOptions options = options(random, points);
            clusters += check(points, options, "seed=" + seed + ", " + rows + ", n=" + n + ", " + options);
        }
        assertTrue(clusters > 1000, "cases must have clusters: " + clusters);
    }

    private static int check(Points points, HdbscanOptions options, String name) {
        HierarchyOracle oracle = new HierarchyOracle(points, options);
        Hierarchy found = select(chains(points, options), options);
        CondensedTree tree = found.condensedTree();
        int n = points.size();
        assertEquals(oracle.clusters.size(), tree.clusters(), name);
        for (int row = 0; row < n; row++) {
            HierarchyOracle.Cluster left = oracle.left[row];
            int parent = tree.parent(row);
            assertEquals(oracle.leaving[row], tree.distance(row), name + ", row=" + row);
            assertEquals(left.birth, tree.distance(parent), name + ", row=" + row);
            assertEquals(left.size, tree.size(parent), name + ", row=" + row);
            assertEquals(left.stability(), tree.stability(parent), name + ", row=" + row);
        }
        assertArrayEquals(
                oracle.clusters.stream()
                        .mapToDouble(HierarchyOracle.Cluster::stability)
                        .sorted()
                        .toArray(),
                IntStream.range(n, n + tree.clusters())
                        .mapToDouble(tree::stability)
                        .sorted()
                        .toArray(),
                name);
        assertArrayEquals(oracle.labels, found.toLabelArray(), name);
        assertArrayEquals(oracle.probabilities, found.toProbabilityArray(), name);
        assertArrayEquals(oracle.scores, found.toOutlierScoreArray(), name);
        assertEquals(Arrays.stream(oracle.labels).max().orElse(-1) + 1, found.clusters(), name);
        return found.clusters();
    }

    @Test
    void shouldFindBlobsAndNoise() {
        Random random = new Random(3);
        double[] rows = new double[2 * 141];
        for (int i = 0; i < 140; i++) {
            rows[2 * i] = random.nextGaussian() + (i < 70 ? 0 : 40);
            rows[2 * i + 1] = random.nextGaussian();
        }
        rows[2 * 140] = 20;
        rows[2 * 140 + 1] = 30;
        HdbscanOptions options = HdbscanOptions.of(20).withMinPoints(5);
        Hierarchy found = select(chains(Points.of(rows, 2), options), options);
        assertEquals(2, found.clusters());
        assertEquals(0, found.label(0));
        assertEquals(1, found.label(139));
        assertEquals(Hierarchy.NOISE, found.label(140));
        assertEquals(0, found.probability(140));
        assertTrue(found.outlierScore(140) > 0.9, "score=" + found.outlierScore(140));
        for (int cluster = 0; cluster < 2; cluster++) {
            int own = cluster;
            int node = found.node(cluster);
            assertTrue(found.condensedTree().size(node) >= 20);
            assertEquals(
                    1,
                    IntStream.range(0, 140)
                            .filter(row -> found.label(row) == own)
                            .mapToDouble(found::probability)
                            .max()
                            .orElse(0));
        }
    }

    @Test
    void shouldMergeClustersUpToEpsilon() {
        // Two pairs of groups: 1 apart within a pair, 10 between pairs.
        double[] rows = new double[40];
        for (int i = 0; i < 40; i++) {
            rows[i] = i / 10 % 2 + i / 20 * 11 + i % 10 * 1e-3;
        }
        HdbscanOptions leaves = HdbscanOptions.of(5).withMinPoints(1).withSelection(Selection.LEAF);
        Chains chains = chains(Points.of(rows, 1), leaves);
        assertEquals(4, select(chains, leaves).clusters());
        assertEquals(4, select(chains, leaves.withEpsilon(0.5)).clusters());
        assertEquals(2, select(chains, leaves.withEpsilon(2)).clusters());
        assertEquals(2, select(chains, leaves.withEpsilon(200)).clusters());
        assertEquals(
                1,
                select(chains, leaves.withEpsilon(200).withAllowSingleCluster(true))
                        .clusters());
    }

    @Test
    void shouldCutADendrogram() {
        Dendrogram dendrogram =
                Dendrogram.of(6, new int[] {3, 5, 0, 2, 1}, new int[] {4, 2, 1, 3, 5}, new double[] {1, 1, 2, 3, 3});
        assertArrayEquals(new int[] {3, 2, 0, 7, 8}, dendrogram.toLeftArray());
        assertArrayEquals(new int[] {4, 5, 1, 6, 9}, dendrogram.toRightArray());
        assertArrayEquals(new int[] {2, 2, 2, 4, 6}, dendrogram.toSizeArray());
        assertArrayEquals(new double[] {1, 1, 2, 3, 3}, dendrogram.toDistanceArray());
        assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5}, dendrogram.groupsAt(0.5));
        assertArrayEquals(new int[] {0, 1, 2, 3, 3, 2}, dendrogram.groupsAt(1));
        assertArrayEquals(new int[] {0, 0, 1, 2, 2, 1}, dendrogram.groupsAt(2));
        assertArrayEquals(new int[6], dendrogram.groupsAt(3));
        assertEquals(1, dendrogram.size(2));
        assertEquals(4, dendrogram.size(9));
        assertArrayEquals(
                new int[] {0},
                Dendrogram.of(1, new int[0], new int[0], new double[0]).groupsAt(0));
        assertEquals(0, Dendrogram.of(0, new int[0], new int[0], new double[0]).groupsAt(0).length);
    }

    @Test
    void shouldRefuseEdgesThatAreNoTree() {
        int[] a = {0, 1};
        double[] one = {1, 2};
        assertRefused("a spanning tree has rows - 1 edges", () -> Dendrogram.of(4, a, new int[] {1, 2}, one));
        assertRefused("edge=1, rows=1 and 0", () -> Dendrogram.of(3, a, new int[] {1, 0}, one));
        assertRefused("distance=1.0, before=2.0", () -> Dendrogram.of(3, a, new int[] {1, 2}, new double[] {2, 1}));
        assertRefused("distance=NaN", () -> Dendrogram.of(3, a, new int[] {1, 2}, new double[] {2, Double.NaN}));
    }

    @Test
    void shouldRefuseWrongOptions() {
        assertRefused("minClusterSize must be 2 or more: minClusterSize=1", () -> HdbscanOptions.of(1));
        assertRefused(
                "minPoints must be 1 or more: minPoints=0",
                () -> HdbscanOptions.of(2).withMinPoints(0));
        assertRefused(
                "epsilon must be 0 or more: epsilon=-1.0",
                () -> HdbscanOptions.of(2).withEpsilon(-1));
        assertRefused(
                "epsilon must be 0 or more: epsilon=NaN",
                () -> HdbscanOptions.of(2).withEpsilon(Double.NaN));
    }

    private static void assertRefused(String message, Runnable call) {
        String actual = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(actual.contains(message), actual);
    }

    /** Trees of all shapes, more than a thread takes at once: stars, paths, random ones, and stars of paths. */
    @Test
    void shouldMergeAsGroupsDo() {
        Random random = new Random(5);
        for (int n : new int[] {0, 1, 2, 3, 1000, 30_000}) {
            for (int shape = 0; shape < 5; shape++) {
                int[] rows = shuffled(n, random);
                int[] a = new int[Math.max(0, n - 1)];
                int[] b = new int[a.length];
                double[] distances = new double[a.length];
                int[] order = shape == 1 ? IntStream.range(0, a.length).toArray() : shuffled(a.length, random);
                for (int i = 0; i < a.length; i++) {
                    int other = switch (shape) {
                        case 0 -> 0;
                        case 1, 2 -> i;
                        case 3 -> random.nextInt(i + 1);
                        default -> i % 100 == 0 ? 0 : i;
                    };
                    a[order[i]] = rows[i + 1];
                    b[order[i]] = rows[other];
                    distances[i] = i / 3;
                }
                Dendrogram found = chains(n, a, b, distances, random).dendrogram();
                assertEquals(n < 2 ? 1 : n, n < 2 ? 1 : found.size(2 * n - 2), "n=" + n + ", shape=" + shape);
            }
        }
    }

    /** A chain as deep as it is long: no recursion, and no time that grows with the square. */
    @Test
    void shouldTakeDeepTrees() {
        int n = 2_000_000;
        int[] a = new int[n - 1];
        int[] b = new int[n - 1];
        double[] distances = new double[n - 1];
        for (int i = 0; i < n - 1; i++) {
            a[i] = n - 1 - i;
            b[i] = n - 2 - i;
            distances[i] = i + 1;
        }
        Hierarchy found = select(
                chains(n, a, b, distances, new Random(1)), HdbscanOptions.of(2).withAllowSingleCluster(true));
        assertEquals(1, found.condensedTree().clusters());
        assertEquals(1, found.clusters());
        assertEquals(Hierarchy.NOISE, found.label(0));
        assertEquals(0, found.label(n - 1));
        assertEquals(1.0 - 1.0 / (n - 1), found.outlierScore(0));
    }
}
