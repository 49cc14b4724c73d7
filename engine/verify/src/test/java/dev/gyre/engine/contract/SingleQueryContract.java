package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.engine.verify.SingleQueries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What searches for one query on the calling thread must do for a tree of every device. */
public abstract class SingleQueryContract extends EngineContract {

    /** Around a leaf of 16, and of several levels. */
    private static final int[] SIZES = {0, 1, 2, 15, 16, 17, 33, 400};

    private static final int[] DIMENSIONS = {1, 2, 3, 5, 16};
    private static final int QUERIES = 12;

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldAnswerAsABatch(Sample sample) {
        Random random = sample.random();
        int dims = sample.dims();
        for (int round = 0; round < (isThorough() ? 3 : 1); round++) {
            Metric metric = MetricCases.draw(MetricCases.ofTrees(), dims, random);
            Points points = MetricCases.in(metric, Points.of(sample.shape().rows(sample.size(), dims, random), dims));
            Points queries = MetricCases.in(metric, Points.of(sample.shape().rows(QUERIES, dims, random), dims));
            KdTreeOptions options = KdTreeOptions.DEFAULT
                    .withMetric(metric)
                    .withDuplicates(random.nextInt(4) == 0 ? Duplicates.DROP : Duplicates.KEEP);
            try (KdTree tree = engine().kdTree(points, options)) {
                Neighbors near = tree.nearest(queries, 7);
                double radius = near.count(3) == 0 ? 1 : near.distance(3, near.count(3) - 1);
                for (int k : new int[] {1, 7, 40, sample.size() + 1}) {
                    String what = sample + ", " + metric + ", k=" + k;
                    assertNone(SingleQueries.difference(tree, queries, k, radius), () -> what);
                }
                assertNone(SingleQueries.difference(tree, points, 3, 0), () -> sample + ", " + metric);
            }
        }
    }

    @Test
    void shouldOrderTiesByRow() {
        double[] rows = new double[2 * 3000];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (i * 7919 % 12_007) % 5;
        }
        Points points = Points.of(rows, 2);
        Points queries = Points.of(new double[] {2, 2, 2.5, 2.5, 0, 2, -9, -9}, 2);
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.lp(3))) {
            try (KdTree tree = engine().kdTree(points, KdTreeOptions.DEFAULT.withMetric(metric))) {
                for (int k : new int[] {1, 100, 600, 2999, 3000, 3001}) {
                    assertNone(SingleQueries.difference(tree, queries, k, 1), () -> metric + ", k=" + k);
                }
            }
        }
    }

    /** Keys of powers have no relative error bound among subnormals. */
    @Test
    void shouldFindWhatIsASubnormalAway() {
        double min = Double.MIN_VALUE;
        Random random = new Random(5);
        double[] rows =
                random.doubles(600, 0, 9).map(value -> Math.rint(value) * min).toArray();
        Points points = Points.of(rows, 2);
        try (KdTree tree = engine().kdTree(points, KdTreeOptions.DEFAULT.withMetric(Metric.lp(3)))) {
            for (int query = 0; query < points.size(); query += 7) {
                int one = query;
                Integer[] expected = new Integer[points.size()];
                Arrays.setAll(expected, i -> i);
                double[] keys = new double[expected.length];
                Arrays.setAll(keys, i -> points.key(one, points, i, Metric.lp(3).norm()));
                Arrays.sort(
                        expected,
                        Comparator.<Integer>comparingDouble(i -> keys[i]).thenComparing(i -> i));
                List<Integer> found = new ArrayList<>();
                tree.forEachNearest(points.point(query), (id, distance) -> found.add(id));
                assertEquals(List.of(expected), found, () -> "query=" + one);
            }
        }
    }

    @Test
    void shouldVisitUntilTheVisitorHasEnough() {
        Points points = Points.of(new double[] {0, 0, 3, 4, 1, 0, 3, 4}, 2);
        try (KdTree tree = engine().kdTree(points)) {
            List<String> visited = new ArrayList<>();
            tree.forEachNearest(new double[] {0, 0}, (id, distance) -> visited.add(id + " " + distance));
            assertEquals(List.of("0 0.0", "2 1.0", "1 5.0", "3 5.0"), visited);
            visited.clear();
            tree.forEachNearest(new double[] {0, 0}, (id, distance) -> visited.add(id + "") && id != 2);
            assertEquals(List.of("0", "2"), visited);
            assertArrayEquals(
                    new int[] {0, 2, 1, 3, -1}, tree.nearest(new double[2], 5).ids(0));
            assertEquals(
                    Device.Type.JVM,
                    tree.nearest(new double[2], 5).report().device().type());
            assertArrayEquals(
                    new int[] {0, 2, 1, 3}, tree.within(new double[2], 5).toIdArray());
            assertEquals(
                    Integer.MAX_VALUE,
                    tree.nearest(new double[2], Integer.MAX_VALUE).k());
        }
    }

    @Test
    void shouldAnswerManyThreadsAtATime() throws Exception {
        Sample sample = new Sample(Shape.CLUSTERED, 20_000, 3, 11);
        Points points = Points.of(sample.rows(sample.random()), 3);
        Points queries = Points.of(Shape.UNIFORM.rows(200, 3, new Random(12)), 3);
        try (KdTree tree = engine().kdTree(points);
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Neighbors expected = tree.nearest(queries, 9);
            List<Future<?>> calls = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                calls.add(threads.submit(() -> {
                    for (int query = 0; query < queries.size(); query++) {
                        assertArrayEquals(
                                expected.ids(query),
                                tree.nearest(queries.point(query), 9).ids(0));
                    }
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
    }

    /** A query takes microseconds: the bound only tells it from one that wakes threads or looks at all points. */
    @Test
    void shouldTakeMicroseconds() {
        Points points = Points.of(Shape.UNIFORM.rows(200_000, 2, new Random(1)), 2);
        Points queries = Points.of(Shape.UNIFORM.rows(20_000, 2, new Random(2)), 2);
        try (KdTree tree = engine().kdTree(points)) {
            tree.nearest(queries.point(0), 8);
            assertTimeout(Duration.ofSeconds(10), () -> {
                for (int query = 0; query < queries.size(); query++) {
                    tree.nearest(queries.point(query), 8);
                }
            });
        }
    }

    @Test
    void shouldAnswerForAnIndexWithAndWithoutATree() {
        Points points = Points.of(Shape.DUPLICATES.rows(500, 3, new Random(3)), 3);
        Points queries = Points.of(Shape.UNIFORM.rows(20, 3, new Random(4)), 3);
        for (NeighborIndexOptions.Strategy strategy :
                List.of(NeighborIndexOptions.Strategy.JVM_KD_TREE, NeighborIndexOptions.Strategy.JVM_BRUTE_FORCE)) {
            for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.COSINE)) {
                NeighborIndexOptions options =
                        NeighborIndexOptions.DEFAULT.withMetric(metric).withCandidates(Set.of(strategy));
                Points in = MetricCases.in(metric, points);
                Points of = MetricCases.in(metric, queries);
                try (NeighborIndex index = engine().neighborIndex(in, options)) {
                    for (int k : new int[] {1, 12, 501}) {
                        Neighbors batch = index.nearest(of, k);
                        for (int query = 0; query < of.size(); query++) {
                            Neighbors one = index.nearest(of.point(query), k);
                            assertArrayEquals(batch.ids(query), one.ids(0), strategy + ", " + metric + ", k=" + k);
                            assertEquals(batch.key(query, k - 1), one.key(0, k - 1));
                        }
                    }
                    assertRefused("k must be 1 or more: k=0, n=500", () -> index.nearest(of.point(0), 0));
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatABatchRefuses() {
        KdTree tree = engine().kdTree(Points.of(new double[] {1, 2, 3, 4}, 2));
        assertRefused("k must be 1 or more: k=0, n=2", () -> tree.nearest(new double[2], 0));
        assertRefused(
                "queries and points must have the same dimensions: queries=3, points=2",
                () -> tree.nearest(new double[3], 1));
        assertRefusedWith("dims must be in 1..4096: dims=0", () -> tree.nearest(new double[0], 1));
        assertRefusedWith("row=0, column=1, value=NaN", () -> tree.within(new double[] {0, Double.NaN}, 1));
        assertRefused("distance must be 0 or more: distance=-1.0", () -> tree.within(new double[2], -1));
        assertRefused("distance must be 0 or more: distance=NaN", () -> tree.nearest(new double[2], 1, Double.NaN));
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.nearest(new double[2], 1));
        assertThrows(IllegalStateException.class, () -> tree.forEachNearest(new double[2], (id, distance) -> true));
        RTree boxes = engine().rTree(Boxes.of(new double[] {0, 0, 1, 1}, 2));
        double[] box = new double[4];
        assertRefused("k must be 1 or more: k=0, n=1", () -> boxes.nearest(box, 0, 1, Metric.EUCLIDEAN));
        assertRefusedWith("2 x dims bounds: bounds=3", () -> boxes.nearest(new double[3], 1, 1, Metric.EUCLIDEAN));
        assertRefusedWith("metric=cosine", () -> boxes.forEachNearest(box, Metric.COSINE, (id, distance) -> true));
        boxes.close();
        assertThrows(IllegalStateException.class, () -> boxes.nearest(box, 1, 1, Metric.EUCLIDEAN));
    }
}
