package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Hierarchy.CondensedTree;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterPeersTest {

    private static final int N = 1_500;
    private static final int CASES = 12;
    private static final int LEAST = 20;

    @ParameterizedTest
    @EnumSource(ClusterPeer.class)
    void shouldGiveTheLabelsOfDbscan(ClusterPeer peer) {
        try (Engine engine = Backends.open(Backends.JVM_1)) {
            for (int seed = 0; seed < CASES; seed++) {
                Points points = groups(seed, 2);
                int[] expected =
                        ClusterWork.numbered(engine.dbscan(points, 0.4, 5).toLabelArray());
                assertArrayEquals(
                        expected,
                        ClusterWork.numbered(peer.library().dbscan(KnnPeer.rows(points), 0.4, 5)),
                        peer + ", seed=" + seed);
            }
        }
    }

    /**
     * With core distances to the nearest other row, no two lengths of edges are equal in random data but those of a pair of nearest rows.
     * ELKI's clusters are then those of the same condensed tree, selected by ELKI's stability: a cluster counts from where its last row
     * leaves, and not from where it appears.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveTheClustersOfHdbscanWithoutTies(boolean haversine) {
        int same = 0;
        try (Engine engine = Backends.open(Backends.JVM_1)) {
            for (int seed = 0; seed < CASES; seed++) {
                Points points = groups(seed, 2);
                HdbscanOptions options = HdbscanOptions.of(LEAST)
                        .withMinPoints(2)
                        .withMetric(haversine ? Metric.HAVERSINE : Metric.EUCLIDEAN);
                Hierarchy expected = engine.hdbscan(points, options);
                int[] found = ClusterWork.numbered(
                        ClusterPeer.ELKI.library().hdbscan(KnnPeer.rows(points), haversine, LEAST, 2));
                assertArrayEquals(selectedByElki(expected.condensedTree()), found, "seed=" + seed);
                same += Arrays.equals(ClusterWork.numbered(expected.toLabelArray()), found) ? 1 : 0;
            }
        }
        assertTrue(same >= CASES - 2, "the same labels in " + same + " cases");
    }

    /** Labels by the excess of mass of a tree in which clusters begin where their last row leaves. */
    private static int[] selectedByElki(CondensedTree tree) {
        int rows = tree.rows();
        int nodes = rows + tree.clusters();
        double[] mass = new double[nodes];
        double[] first = new double[nodes];
        Arrays.fill(first, Double.POSITIVE_INFINITY);
        for (int node = 0; node < nodes; node++) {
            if (node != rows) {
                int parent = tree.parent(node);
                mass[parent] += tree.size(node) * tree.lambda(node);
                first[parent] = Math.min(first[parent], tree.lambda(node));
            }
        }
        double[] within = new double[nodes];
        boolean[] selected = new boolean[nodes];
        for (int cluster = nodes - 1; cluster > rows; cluster--) {
            double own = mass[cluster] - tree.size(cluster) * first[cluster];
            selected[cluster] = own > within[cluster] || within[cluster] == 0;
            within[tree.parent(cluster)] += selected[cluster] ? own : within[cluster];
        }
        int[] owners = new int[nodes];
        owners[rows] = ClusterPeer.Library.NOISE;
        for (int cluster = rows + 1; cluster < nodes; cluster++) {
            int outer = owners[tree.parent(cluster)];
            owners[cluster] = outer >= 0 || !selected[cluster] ? outer : cluster;
        }
        return ClusterWork.numbered(
                IntStream.range(0, rows).map(row -> owners[tree.parent(row)]).toArray());
    }

    /** Groups of different widths, and noise; no two rows are equal. */
    private static Points groups(int seed, int dims) {
        Random random = new Random(seed);
        double[] rows = new double[N * dims];
        for (int row = 0; row < N; row++) {
            int group = random.nextInt(7);
            for (int dim = 0; dim < dims; dim++) {
                double center = 10 * new Random(31L * group + dim).nextDouble();
                rows[row * dims + dim] =
                        group == 0 ? 12 * random.nextDouble() : center + (0.1 + 0.1 * group) * random.nextGaussian();
            }
        }
        return Points.wrap(rows, dims);
    }
}
