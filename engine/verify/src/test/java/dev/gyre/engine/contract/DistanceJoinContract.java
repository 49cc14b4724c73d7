package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.RangeOracle;
import dev.gyre.engine.verify.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What joins whose results may have any size must do on every device, by one tree, by several, and by all distances. */
public abstract class DistanceJoinContract extends EngineContract {

    private static final int EQUAL = 200_000;

    /** With fewer points, there is at most one tree. */
    private static final int SEVERAL_TREES = 9000;

    private static void assertHandsOut(DistanceJoin join, Matches expected, boolean self, String name) {
        assertEquals(expected.size(), join.size(), name);
        int[] counts =
                IntStream.range(0, expected.queries()).map(expected::count).toArray();
        assertArrayEquals(counts, join.counts(), name);
        Collected all = new Collected();
        join.forEachMatch(Monitor.NONE, all);
        all.shouldEqual(expected, Integer.MAX_VALUE, false, name);
        for (int max : new int[] {1, 3, 200}) {
            Collected nearest = new Collected();
            join.forEachNearest(max, Monitor.NONE, nearest);
            nearest.shouldEqual(expected, max, false, name + ", most=" + max);
        }
        if (self) {
            Collected pairs = new Collected();
            join.forEachPair(Monitor.NONE, pairs);
            pairs.shouldEqual(expected, Integer.MAX_VALUE, true, name + ", pairs");
            assertEquals(2 * pairs.size(), join.size(), name);
        } else {
            assertThrows(IllegalStateException.class, () -> join.forEachPair(Monitor.NONE, all));
        }
        if (expected.queries() > 5) {
            Matches some = join.matches(2, 5);
            assertArrayEquals(expected.ids(4), some.ids(2), name);
            assertEquals(3, some.queries(), name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandOutWhatTheOracleFinds(Shape shape) {
        List<Metric> metrics = MetricCases.all();
        int step = 5 * thinning();
        for (int at = shape.ordinal() % step; at < metrics.size(); at += step) {
            Metric metric = metrics.get(at);
            if (metric == Metric.INNER_PRODUCT) {
                continue;
            }
            long seed = 100 * shape.ordinal() + at;
            Points points = MetricCases.in(metric, Points.of(shape.rows(150, 2, new Random(seed)), 2));
            Points queries = MetricCases.in(metric, Points.of(shape.rows(40, 2, new Random(seed + 1)), 2));
            Points space = metric.toSpace(points);
            double radius = metric.distance(space.key(1, space, 2, metric.norm()));
            for (JoinMethod method : List.of(JoinMethod.AUTOMATIC, JoinMethod.BRUTE_FORCE)) {
                JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withMethod(method);
                String name = shape + ", " + metric + ", " + method + ", seed=" + seed;
                try (DistanceJoin self = engine().openRadiusSelfJoin(points, radius, options);
                        DistanceJoin two = engine().openDistanceJoin(queries, points, radius, options)) {
                    Matches ofSelf = self.matches(0, 150);
                    assertNone(RangeOracle.within(points, points, true, metric, radius, ofSelf), name);
                    assertHandsOut(self, ofSelf, true, name);
                    Matches ofTwo = two.matches(0, 40);
                    assertNone(RangeOracle.within(queries, points, false, metric, radius, ofTwo), name);
                    assertHandsOut(two, ofTwo, false, name);
                }
            }
        }
    }

    @Test
    void shouldGiveNothingForNothing() {
        Points none = Points.of(new double[0], 2);
        Points some = Points.of(new double[] {1, 2, 3, 4}, 2);
        for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.BRUTE_FORCE)) {
            JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
            try (DistanceJoin self = engine().openRadiusSelfJoin(none, 1, options);
                    DistanceJoin noQueries = engine().openDistanceJoin(none, some, 1, options);
                    DistanceJoin noPoints = engine().openDistanceJoin(some, none, 1, options)) {
                assertEquals(0, self.size());
                assertEquals(0, noQueries.size());
                noQueries.forEachMatch(Monitor.NONE, (first, part) -> {
                    throw new AssertionError("a part without queries");
                });
                assertEquals(0, noPoints.size());
                assertEquals(2, noPoints.matches(0, 2).queries());
            }
        }
    }

    // With little memory

    private Engine withMemoryForTreesOf(int points, int dims) {
        // Besides the build the numbers of the slots, and for 8,192 queries their coordinates, a count, and 16 matches
        // of each; on a device also their keys, and the order of the queries.
        Layout order = Layout.measured(engine().device());
        if (engine().device().type() != Device.Type.JVM) {
            order.doubles(8192, 16);
            new RadixSort(8192, order).order(new KeyColumns(order.ints(8192), 8192, 1, 0, 1));
        }
        long search = 4L * points + 8192 * (8L * dims + 4 + 4 * 16) + order.bytes() + 1000;
        long bytes = KdTree.buildBytes(points, dims, engine().device()) + search;
        return open(settings().withMemoryLimit(bytes));
    }

    /** Returns all shapes, or every third one if cases are thinned, and fewer in a plain build. */
    Stream<Shape> shapesOfSeveralTrees() {
        int every = thinning() == 1 ? 1 : isThorough() ? 3 : 5;
        return Arrays.stream(Shape.values()).filter(shape -> shape.ordinal() % every == 0);
    }

    @ParameterizedTest
    @MethodSource("shapesOfSeveralTrees")
    void shouldGiveTheSameAnswerBySeveralTrees(Shape shape) {
        long seed = 77 + shape.ordinal();
        Metric metric = shape.ordinal() % 2 == 0 ? Metric.EUCLIDEAN : Metric.HAVERSINE;
        Points points = MetricCases.in(metric, Points.of(shape.rows(SEVERAL_TREES, 2, new Random(seed)), 2));
        Points queries = MetricCases.in(metric, Points.of(shape.rows(60, 2, new Random(seed + 1)), 2));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        double radius = nearRadius(points, metric);
        String name = shape + ", seed=" + seed + ", radius=" + radius;
        try (Engine little = withMemoryForTreesOf(2300, metric.spaceDims(2))) {
            String explained = little.explainRadiusJoin(points, options);
            assertTrue(explained.startsWith("KD_TREE on "), explained);
            assertTrue(explained.contains("in parts of 2250 points, as a tree of 9000 points does not fit"), explained);
            Matches two = engine().distanceJoin(queries, points, radius, options);
            assertSame(two, little.distanceJoin(queries, points, radius, options), name);
            try (DistanceJoin join = little.openDistanceJoin(queries, points, radius, options)) {
                assertHandsOut(join, two, false, name);
            }
            try (DistanceJoin join = little.openRadiusSelfJoin(points, radius, options)) {
                if (join.size() < 1 << 18) {
                    Matches self = engine().radiusSelfJoin(points, radius, options);
                    assertHandsOut(join, self, true, name);
                    Matches inParts = little.radiusSelfJoin(points, radius, options);
                    assertEquals(JoinMethod.KD_TREE, inParts.report().method(), name);
                    assertSame(self, inParts, name);
                }
            }
        }
    }

    /** Returns a radius with some matches for many points, or with equal points only. */
    private static double nearRadius(Points points, Metric metric) {
        Points space = metric.toSpace(points);
        double[] distances = IntStream.range(1, 2000)
                .mapToDouble(row -> metric.distance(space.key(0, space, row, metric.norm())))
                .sorted()
                .toArray();
        return distances[2] == distances[1998] ? 0 : distances[2] / 2;
    }

    @Test
    void shouldCompareAllPairsWhereEvenASmallTreeDoesNotFitAndSayTheReason() {
        Points points = Points.of(new Random(5).doubles(200).toArray(), 2);
        try (Engine little = open(settings().withMemoryLimit(100_000))) {
            String explained = little.explainRadiusJoin(points, JoinOptions.DEFAULT);
            assertTrue(explained.startsWith("BRUTE_FORCE on the threads of the host among 100 points"), explained);
            assertTrue(explained.contains("a tree of 100 points does not fit the memory: needed="), explained);
            assertTrue(explained.contains("bytes, limit=100000"), explained);
            assertSame(engine().radiusSelfJoin(points, 0.2), little.radiusSelfJoin(points, 0.2), "by all distances");
        }
    }

    // Results beyond any array

    private static Points equalPoints(int size) {
        double[] rows = new double[2 * size];
        Arrays.fill(rows, 1.1);
        return Points.of(rows, 2);
    }

    @Test
    void shouldCountFortyThousandMillionMatchesAtOnceAndRefuseThemInOneResult() {
        Points points = equalPoints(EQUAL);
        long all = (long) EQUAL * (EQUAL - 1);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try (DistanceJoin join = engine().openRadiusSelfJoin(points, 3, JoinOptions.DEFAULT)) {
                assertEquals(all, join.size());
                assertEquals(EQUAL - 1, join.counts()[EQUAL / 2]);
                assertArrayEquals(new int[] {1, 2, 3}, nearest(join, 3).ids(0));
            }
            String message = assertThrows(IllegalArgumentException.class, () -> engine().radiusSelfJoin(points, 3))
                    .getMessage();
            assertTrue(message.startsWith("the result does not fit the memory: matches=" + all + ", bytes"), message);
        });
    }

    /** All points are within the radius of each other, and all differ: the search counts whole subtrees. */
    @Test
    void shouldCountDifferentPointsByWholeSubtrees() {
        Points points = Points.of(new Random(6).doubles(2 * EQUAL).toArray(), 2);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try (DistanceJoin join = engine().openRadiusSelfJoin(points, 2, JoinOptions.DEFAULT)) {
                assertEquals((long) EQUAL * (EQUAL - 1), join.size());
            }
        });
    }

    private static Matches nearest(DistanceJoin join, int max) {
        List<Matches> parts = new ArrayList<>();
        join.forEachNearest(max, Monitor.NONE, (first, part) -> parts.add(part));
        return parts.get(0);
    }

    /** The consumer keeps no parts, so that memory for a few parts is enough; it stops after three parts. */
    @Test
    void shouldHandOutPartsOfAResultThatNoMemoryHolds() {
        Points points = equalPoints(EQUAL);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try (DistanceJoin join = engine().openRadiusSelfJoin(points, 0, JoinOptions.DEFAULT);
                    KdTree tree = engine().kdTree(points)) {
                assertStopsAfterThreeParts(consumer -> join.forEachMatch(Monitor.NONE, consumer));
                assertStopsAfterThreeParts(consumer -> tree.within(points, 0, Monitor.NONE, consumer));
            }
        });
    }

    private static void assertStopsAfterThreeParts(Consumer<Matches.Consumer> search) {
        IllegalStateException enough = new IllegalStateException("enough");
        int[] parts = new int[1];
        Matches.Consumer consumer = (first, part) -> {
            assertTrue(part.size() <= 1 << 20 && part.size() >= EQUAL - 1, () -> "matches=" + part.size());
            if (++parts[0] == 3) {
                throw enough;
            }
        };
        assertEquals(enough, assertThrows(IllegalStateException.class, () -> search.accept(consumer)));
    }

    // Ends before the end

    @Test
    void shouldStopWhenTheMonitorSaysSo() {
        Points points = Points.of(new Random(8).doubles(2400).toArray(), 2);
        for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.BRUTE_FORCE)) {
            JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
            Monitor stop = (done, total) -> false;
            try (DistanceJoin join = engine().openRadiusSelfJoin(points, 0.3, options)) {
                assertThrows(CancellationException.class, () -> join.forEachMatch(stop, (first, part) -> {}));
                assertThrows(CancellationException.class, () -> join.forEachNearest(2, stop, (first, part) -> {}));
                List<Long> reports = new ArrayList<>();
                Monitor watching = (done, total) -> {
                    assertEquals(1200, total);
                    return reports.add(done);
                };
                join.forEachMatch(watching, (first, part) -> {});
                assertEverMore(1200, reports);
            }
            assertThrows(CancellationException.class, () -> {
                try (DistanceJoin join = engine().openRadiusSelfJoin(points, 0.3, options.withMonitor(stop))) {
                    join.size();
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"KD_TREE", "BRUTE_FORCE"})
    void shouldEndSoonAfterAnInterrupt(JoinMethod method) throws InterruptedException {
        Points points = equalPoints(50_000);
        try (DistanceJoin join = engine().openRadiusSelfJoin(points, 0, JoinOptions.DEFAULT.withMethod(method))) {
            boolean[] cancelled = new boolean[1];
            CountDownLatch started = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                try {
                    join.forEachMatch(Monitor.NONE, (first, part) -> started.countDown());
                } catch (CancellationException e) {
                    cancelled[0] = Thread.currentThread().isInterrupted();
                }
            });
            thread.start();
            started.await();
            long start = System.nanoTime();
            thread.interrupt();
            thread.join(20_000);
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertTrue(cancelled[0] && millis < 5000, () -> "milliseconds=" + millis);
        }
    }

    @Test
    void shouldRefuseWorkWhenClosed() {
        DistanceJoin join = engine().openRadiusSelfJoin(Points.of(new double[] {1, 2}, 1), 1, JoinOptions.DEFAULT);
        join.close();
        assertEquals(
                "the join is closed",
                assertThrows(IllegalStateException.class, join::size).getMessage());
        assertThrows(IllegalStateException.class, () -> join.matches(0, 1));
        assertThrows(IllegalStateException.class, () -> join.forEachMatch(Monitor.NONE, (first, part) -> {}));
    }

    @Test
    void shouldRefuseNumbersBelowOneAndRadiiBelowZero() {
        Points points = Points.of(new double[] {1, 2}, 1);
        try (DistanceJoin join = engine().openRadiusSelfJoin(points, 1, JoinOptions.DEFAULT)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> join.forEachNearest(0, Monitor.NONE, (first, part) -> {}));
            assertEquals("most matches must be 1 or more: most=0", refused.getMessage());
        }
        assertThrows(
                IllegalArgumentException.class, () -> engine().openRadiusSelfJoin(points, -1, JoinOptions.DEFAULT));
    }
}
