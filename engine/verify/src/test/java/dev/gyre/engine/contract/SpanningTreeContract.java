package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.SpanningOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What spanning trees must be on every device: the same edges as those of all pairs, in the same order. */
public abstract class SpanningTreeContract extends EngineContract {

    /** Sizes around the 8 or 16 slots of a leaf, and of several levels. */
    private static final int[] SIZES = {0, 1, 2, 7, 8, 9, 16, 17, 33, 400};

    private static final int[] DIMENSIONS = {1, 2, 3, 16};
    private static final List<Metric> METRICS = MetricCases.exactOfTrees();
    private static final int LARGE = 30_000;

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldHaveTheEdgesOfTheOracle(Sample sample) {
        Random random = sample.random();
        Metric metric = MetricCases.draw(METRICS, sample.dims(), random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), sample.dims()));
        int n = points.size();
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        assertRight(points, 1, metric, engine().spanningTree(points, options), sample + ", " + metric);
        // Lists of a few neighbors, heaps of many, and all rows.
        for (int minPoints : new int[] {2, 5, 40, n}) {
            if (minPoints >= 1 && minPoints <= n) {
                SpanningTree tree = engine().spanningTree(points, minPoints, options);
                assertRight(points, minPoints, metric, tree, sample + ", " + metric);
            }
        }
    }

    private void assertRight(Points points, int minPoints, Metric metric, SpanningTree tree, String what) {
        String name = what + ", minPoints=" + minPoints;
        List<SpanningOracle.Edge> expected = once(name, () -> SpanningOracle.edges(points, minPoints, metric));
        assertNone(SpanningOracle.difference(expected, metric, tree), name);
    }

    /** Small lattices: nearly all distances tie, and many rows are equal. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6})
    void shouldDecideTies(int side) {
        for (long seed = 0; seed < (compiles() ? 3 : isThorough() ? 20 : 8); seed++) {
            Random random = new Random(1000L * side + seed);
            int dims = 1 + random.nextInt(3);
            int n = 2 + random.nextInt(500);
            Points points = Points.of(
                    random.ints((long) n * dims, 0, side).asDoubleStream().toArray(), dims);
            int minPoints = 1 + random.nextInt(Math.min(n, 12));
            String name = "seed=" + seed + ", side=" + side + ", n=" + n + ", dims=" + dims;
            assertRight(points, 1, Metric.EUCLIDEAN, engine().spanningTree(points), name);
            assertRight(points, minPoints, Metric.EUCLIDEAN, engine().spanningTree(points, minPoints), name);
        }
    }

    @Test
    void shouldHangEqualRowsAtTheLeastOne() {
        SpanningTree tree = engine().spanningTree(Points.of(new double[] {1, 0, 1, 0.0, 1, -0.0}, 1));
        assertArrayEquals(new int[] {0, 0, 1, 1, 0}, tree.toFromArray());
        assertArrayEquals(new int[] {2, 4, 3, 5, 1}, tree.toToArray());
        assertArrayEquals(new double[] {0, 0, 0, 0, 1}, tree.toDistanceArray());
        assertEquals(1, tree.weight());
    }

    /** In O(n log n): pair by pair it would not end in the time of a test. */
    @ParameterizedTest
    @ValueSource(strings = {"equal", "half", "outlier", "lattice"})
    void shouldStayFastWhateverTheShape(String shape) {
        int n = compiles() || !isThorough() ? LARGE : 4 * LARGE;
        Random random = new Random(5);
        double[] rows = new double[2 * n];
        Arrays.setAll(rows, i -> switch (shape) {
            case "equal" -> 7;
            case "half" -> i / 2 % 2 == 0 ? 0.5 : random.nextDouble();
            case "outlier" -> i < 2 ? 1e150 : random.nextDouble();
            default -> random.nextInt(250);
        });
        Points points = Points.of(rows, 2);
        SpanningTree tree = engine().spanningTree(points);
        assertEquals(n - 1, tree.edges());
        assertEquals(n - 1, engine().spanningTree(points, 5).edges());
        if (shape.equals("equal")) {
            assertEquals(0, tree.weight());
        }
    }

    @Test
    void shouldBeTheSameForLargeSetsAsOnOneThread() {
        Points points = Points.of(new Random(8).doubles(3L * LARGE).toArray(), 3);
        try (var jvm = open(settings().withDevice("jvm").withThreads(1))) {
            for (int minPoints : new int[] {1, 4}) {
                SpanningTree expected =
                        once("large, minPoints=" + minPoints, () -> jvm.spanningTree(points, minPoints));
                SpanningTree actual = engine().spanningTree(points, minPoints);
                assertArrayEquals(expected.toFromArray(), actual.toFromArray());
                assertArrayEquals(expected.toToArray(), actual.toToArray());
                assertArrayEquals(expected.toKeyArray(), actual.toKeyArray());
            }
        }
    }

    @Test
    void shouldServeCallsOfMixedSizes() {
        reuse(61, (n, random, what) -> {
            int dims = 1 + random.nextInt(3);
            int few = Math.min(n, 700);
            Points points = Points.of(random.doubles((long) few * dims).toArray(), dims);
            int minPoints = few < 2 || random.nextBoolean() ? 1 : 1 + random.nextInt(Math.min(few, 6));
            assertRight(points, minPoints, Metric.EUCLIDEAN, engine().spanningTree(points, minPoints), what);
        });
    }

    @Test
    void shouldExplainWhereItRuns() {
        Points points = Points.of(new Random(3).doubles(600).toArray(), 3);
        String explained = engine().explainSpanningTree(points, 2, JoinOptions.DEFAULT);
        SpanningTree tree = engine().spanningTree(points, 2);
        assertEquals(
                "KD_TREE for the spanning tree of 200 points of 3 dimensions, minPoints=2, on " + engine().device()
                        + ": the only possible strategy",
                explained.lines().findFirst().orElseThrow());
        assertTrue(explained.contains("\n  " + tree.report().device().id() + " KD_TREE"), explained);
        assertTrue(explained.lines().count() >= 4, explained);
    }

    @Test
    void shouldRefuseWhatItCannotDo() {
        Points points = Points.of(new double[] {0, 1, 3}, 1);
        assertRefused("minPoints must be in 1..n: minPoints=0, n=3", () -> engine().spanningTree(points, 0));
        assertRefused("minPoints must be in 1..n: minPoints=4, n=3", () -> engine().spanningTree(points, 4));
        assertRefusedWith("haversine", () -> engine().spanningTree(points, options(Metric.lp(3))));
        assertRefusedWith("kd-tree", () -> engine().spanningTree(points, options(Metric.HAMMING)));
        JoinOptions grid = JoinOptions.DEFAULT.withMethod(JoinMethod.GRID);
        assertRefusedWith("method=GRID", () -> engine().spanningTree(points, grid));
        Points wide = Points.of(new double[34], 17);
        assertThrows(IllegalArgumentException.class, () -> engine().spanningTree(wide));
    }

    private static JoinOptions options(Metric metric) {
        return JoinOptions.DEFAULT.withMetric(metric);
    }

    @Test
    void shouldReportItsProgressAndStopWhenAsked() {
        Points points = Points.of(new Random(9).doubles(2L * LARGE).toArray(), 2);
        List<Long> reports = new ArrayList<>();
        JoinOptions watched = JoinOptions.DEFAULT.withMonitor((done, total) -> {
            assertEquals(LARGE, total);
            return reports.add(done);
        });
        engine().spanningTree(points, 3, watched);
        assertEverMore(LARGE, reports);
        JoinOptions stopped = JoinOptions.DEFAULT.withMonitor((done, total) -> done == 0);
        assertThrows(CancellationException.class, () -> engine().spanningTree(points, 3, stopped));
        assertEquals(LARGE - 1, engine().spanningTree(points).edges());
    }
}
