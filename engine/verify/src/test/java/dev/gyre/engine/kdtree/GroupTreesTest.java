package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares joins in groups, each by a tree or a join of its own, with those by all distances. */
class GroupTreesTest {

    private static final int THREADS = 3;

    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(THREADS));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static void check(Points points, int[] groups, int k, Metric metric, String name) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withGroups(groups);
        Neighbors expected = engine.knnSelfJoin(points, k, options.withMethod(JoinMethod.BRUTE_FORCE));
        Neighbors found = engine.knnSelfJoin(points, k, options);
        assertEquals(JoinMethod.KD_TREE, found.report().method(), name);
        assertEquals(metric, found.metric(), name);
        assertArrayEquals(expected.toIdArray(), found.toIdArray(), name);
        assertArrayEquals(expected.toKeyArray(), found.toKeyArray(), name);
        // Every other row as a query among all, some of them in groups without points.
        double[] others = new double[(points.size() + 1) / 2 * points.dims()];
        int[] asked = new int[others.length / points.dims()];
        for (int query = 0; query < asked.length; query++) {
            System.arraycopy(points.point(2 * query), 0, others, query * points.dims(), points.dims());
            asked[query] = groups[query] + (query % 50 == 0 ? 1 : 0);
        }
        Points queries = Points.of(others, points.dims());
        options = JoinOptions.DEFAULT.withMetric(metric).withGroups(asked, groups);
        expected = engine.knnJoin(queries, points, k, options.withMethod(JoinMethod.BRUTE_FORCE));
        found = engine.knnJoin(queries, points, k, options);
        assertEquals(JoinMethod.KD_TREE, found.report().method(), name);
        assertArrayEquals(expected.toIdArray(), found.toIdArray(), name);
        assertArrayEquals(expected.toKeyArray(), found.toKeyArray(), name);
    }

    /** Of skewed sizes, so that trees have from one leaf to some levels; on a grid, so that many distances are equal. */
    @ParameterizedTest
    @CsvSource({"1, 3, 1", "2, 8, 9", "2, 40, 1000", "3, 5, 9", "5, 2, 4", "8, 33, 3"})
    void shouldFindNeighborsInGroups(int dims, int k, int steps) {
        for (long seed = 1; seed <= (EngineContract.isThorough() ? 3 : 1); seed++) {
            Random random = new Random(seed);
            int size = EngineContract.isThorough() ? 3_000 : 2_000;
            int[] groups = IntStream.range(0, size)
                    .map(row -> (int) (90 * Math.pow(random.nextDouble(), 1.3)) * 7 - 40)
                    .toArray();
            double[] coordinates = random.doubles((long) size * dims)
                    .map(value -> Math.floor(steps * value) / steps - 0.5)
                    .toArray();
            List<Metric> metrics = List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV);
            // A plain build has one metric with each row, in turn.
            int inTurn = (dims + k) % metrics.size();
            for (Metric metric : EngineContract.isThorough() ? metrics : metrics.subList(inTurn, inTurn + 1)) {
                check(
                        Points.of(coordinates, dims),
                        groups,
                        k,
                        metric,
                        "seed=" + seed + ", dims=" + dims + ", k=" + k + ", metric=" + metric);
            }
        }
    }

    @Test
    void shouldFindNeighborsOnTheSphereAndAtExtremes() {
        long seed = 4;
        Random random = new Random(seed);
        int size = 600;
        int[] groups = IntStream.range(0, size)
                .map(row -> row % 30 == 0 ? Integer.MIN_VALUE + row : Integer.MAX_VALUE - row % 29)
                .toArray();
        double[] places =
                random.doubles(2L * size).map(value -> 160 * value - 80).toArray();
        check(Points.of(places, 2), groups, 4, Metric.HAVERSINE, "seed=" + seed);
        double[] extreme = random.doubles(2L * size)
                .map(value -> Math.scalb(value - 0.5, random.nextInt(900) - 450))
                .toArray();
        check(Points.of(extreme, 2), groups, 4, Metric.CHEBYSHEV, "seed=" + seed);
        double[] tiny = random.doubles(2L * size)
                .map(value -> Math.floor(5 * value) * Double.MIN_VALUE)
                .toArray();
        check(Points.of(tiny, 2), groups, 4, Metric.CHEBYSHEV, "seed=" + seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 20})
    void shouldFindTheRowsOfEachGroup(int step) {
        int[] numbers = {5, -3, 5, 5, 0, -3};
        GroupTrees.Rows rows = GroupTrees.Rows.of(
                Arrays.stream(numbers).map(group -> step * group).toArray());
        assertArrayEquals(new int[] {1, 5, 4, 0, 2, 3}, rows.rows());
        assertArrayEquals(new int[] {0, 2, 3, 6}, rows.starts());
        assertArrayEquals(new int[] {-3 * step, 0, 5 * step}, rows.numbers());
        GroupTrees.Rows two = rows.only(group -> group != 0);
        assertArrayEquals(new int[] {1, 5, 0, 2, 3}, two.rows());
        assertArrayEquals(new int[] {0, 2, 5}, two.starts());
        assertArrayEquals(new int[] {-3 * step, 5 * step}, two.numbers());
        assertEquals(0, GroupTrees.Rows.of().groups());
    }

    /** On one thread only groups that need much memory are large; of few rows none is. */
    @Test
    void shouldTellLargeGroups() {
        GroupTrees.Rows even =
                GroupTrees.Rows.of(IntStream.range(0, 9_000).map(row -> row % 9).toArray());
        GroupTrees.Rows uneven = GroupTrees.Rows.of(
                IntStream.range(0, 9_000).map(row -> Math.min(row / 100, 70)).toArray());
        assertArrayEquals(new int[0], GroupTrees.large(even, even, 2));
        assertArrayEquals(new int[] {70}, GroupTrees.large(even, uneven, 2));
        assertArrayEquals(new int[] {70}, GroupTrees.large(uneven, even, 2));
        assertArrayEquals(new int[0], GroupTrees.large(uneven, uneven, 1));
        GroupTrees.Rows one = GroupTrees.Rows.of(new int[(1 << 17) + 1]);
        assertArrayEquals(new int[] {0}, GroupTrees.large(one, even, 1));
    }

    /** Two large groups, the second of few points or none among the queries, and small ones. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldJoinLargeGroups(int dims) {
        long seed = dims;
        Random random = new Random(seed);
        int size = 4_000;
        int[] groups = IntStream.range(0, size)
                .map(row -> random.nextInt(3) == 0 ? random.nextInt(20) : 50 + random.nextInt(2))
                .toArray();
        double[] coordinates = random.doubles((long) size * dims)
                .map(value -> Math.floor(40 * value) / 40)
                .toArray();
        GroupTrees.Rows rows = GroupTrees.Rows.of(groups);
        assertArrayEquals(new int[] {50, 51}, GroupTrees.large(rows, rows, THREADS));
        check(Points.of(coordinates, dims), groups, 5, Metric.EUCLIDEAN, "seed=" + seed);
        check(Points.of(coordinates, dims), new int[size], 5, Metric.MANHATTAN, "seed=" + seed);
    }

    @Test
    void shouldTellProgressAndStop() {
        for (int largest : new int[] {0, 9_000}) {
            tellsProgressAndStops(largest);
        }
    }

    /** Joins small groups, and one of so many rows besides. */
    private static void tellsProgressAndStops(int largest) {
        int size = 20_000;
        Points points = Points.of(new Random(1).doubles(2L * size).toArray(), 2);
        int[] groups = IntStream.range(0, size)
                .map(row -> row < largest ? -7 : row % 100)
                .toArray();
        AtomicLong last = new AtomicLong();
        JoinOptions options = JoinOptions.DEFAULT.withGroups(groups);
        engine.knnSelfJoin(points, 3, options.withMonitor((done, total) -> {
            assertEquals(size, total);
            assertTrue(done >= last.get());
            last.set(done);
            return true;
        }));
        assertEquals(size, last.get());
        assertThrows(
                CancellationException.class,
                () -> engine.knnSelfJoin(points, 3, options.withMonitor((done, total) -> false)));
    }

    @Test
    void shouldRefuseWhatAJoinRefuses() {
        Points points = Points.of(new double[200], 2);
        int[] groups = IntStream.range(0, 100).toArray();
        for (int k : new int[] {0, -1}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> engine.knnSelfJoin(points, k, JoinOptions.DEFAULT.withGroups(groups)));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> engine.knnSelfJoin(
                        Points.of(new double[] {0, 91, 0, 1}, 2),
                        1,
                        JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE).withGroups(new int[] {1, 2})));
        Neighbors none = engine.knnSelfJoin(Points.of(new double[0], 2), 1, JoinOptions.DEFAULT.withGroups(new int[0]));
        assertEquals(0, none.queries());
    }
}
