package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertClosed;
import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.RangeOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What searches of balls and windows, and joins by them, must do on every device. */
public abstract class KdRangeContract extends EngineContract {

    /** Sizes around the 8 or 16 slots of a leaf, and of several levels. */
    private static final int[] SIZES = {0, 1, 7, 8, 9, 15, 16, 17, 33, 400};

    private static final int[] DIMENSIONS = {1, 2, 3, 16};
    private static final int QUERIES = 12;

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    /** Metrics that accept any points unchanged. */
    static final List<Metric> METRICS = List.of(
            Metric.EUCLIDEAN,
            Metric.MANHATTAN,
            Metric.CHEBYSHEV,
            Metric.lp(3),
            Metric.SQUARED_EUCLIDEAN,
            Metric.lp(1.1));

    private static Metric planar(Sample sample) {
        return METRICS.get((int) (sample.seed() % METRICS.size()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindBallsAsTheOracleUpToTheVeryDistance(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Points queries = rows(sample, random);
        Metric metric = planar(sample);
        try (KdTree tree = engine().kdTree(points, KdTreeOptions.DEFAULT.withMetric(metric))) {
            for (double radius : radii(queries, points, metric, random)) {
                Matches matches = tree.within(queries, radius);
                String name = sample + ", " + metric + ", radius=" + radius;
                assertNone(RangeOracle.within(queries, points, false, metric, radius, matches), name);
                int[] counts = IntStream.range(0, QUERIES).map(matches::count).toArray();
                assertArrayEquals(counts, tree.countWithin(queries, radius), name);
            }
        }
    }

    /** Draws radii: 0, infinity, the distance of a pair, and the next smaller number. */
    static double[] radii(Points queries, Points points, Metric metric, Random random) {
        if (points.size() == 0) {
            return new double[] {0, Double.POSITIVE_INFINITY};
        }
        double attained = metric.distance(
                queries.key(random.nextInt(QUERIES), points, random.nextInt(points.size()), metric.norm()));
        return new double[] {0, Double.POSITIVE_INFINITY, attained, Math.max(0, Math.nextDown(attained))};
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindWindowsAsTheOracleSidesIncluded(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Points[] corners = corners(sample, points, random);
        try (KdTree tree = engine().kdTree(points)) {
            Matches matches = tree.inBox(corners[0], corners[1]);
            assertNone(RangeOracle.inBox(corners[0], corners[1], points, matches), sample::toString);
            int[] counts = IntStream.range(0, QUERIES).map(matches::count).toArray();
            assertArrayEquals(counts, tree.countInBox(corners[0], corners[1]), sample::toString);
            assertFalse(matches.hasDistances());
        }
    }

    /** Draws corners of the sample's shape; most coordinates are those of points, so that sides touch points. */
    private static Points[] corners(Sample sample, Points points, Random random) {
        double[] low = rows(sample, random).toRowMajor();
        double[] high = rows(sample, random).toRowMajor();
        for (int i = 0; i < low.length; i++) {
            if (points.size() > 0 && random.nextInt(4) > 0) {
                low[i] = points.coordinate(random.nextInt(points.size()), i % sample.dims());
                high[i] = points.coordinate(random.nextInt(points.size()), i % sample.dims());
            }
            double lower = Math.min(low[i], high[i]);
            high[i] = Math.max(low[i], high[i]);
            low[i] = lower;
        }
        return new Points[] {Points.of(low, sample.dims()), Points.of(high, sample.dims())};
    }

    @ParameterizedTest
    @EnumSource
    void shouldJoinAsTheOracleByEitherMethod(Shape shape) {
        Sample sample = new Sample(shape, 130, 2, 5);
        Points points = Points.of(sample.rows(sample.random()), 2);
        Points left = rows(sample, new Random(6));
        Metric metric = METRICS.get(shape.ordinal() % METRICS.size());
        double radius = metric.distance(points.key(1, points, 2, metric.norm()));
        for (JoinMethod method : JoinOptions.METHODS) {
            if (method == JoinMethod.HYBRID_GRID) {
                continue;
            }
            JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withMethod(method);
            assertNone(
                    RangeOracle.within(
                            points, points, true, metric, radius, engine().radiusSelfJoin(points, radius, options)),
                    () -> shape + ", self, " + options);
            assertNone(
                    RangeOracle.within(
                            left, points, false, metric, radius, engine().distanceJoin(left, points, radius, options)),
                    () -> shape + ", " + options);
        }
    }

    static List<Metric> metricsWithRadius() {
        return MetricCases.all().stream()
                .filter(metric -> metric != Metric.INNER_PRODUCT)
                .toList();
    }

    /** The radius is a distance that an answer contains, of the nearest pairs and of others. */
    @ParameterizedTest
    @MethodSource("metricsWithRadius")
    void shouldTakeADistanceAsARadiusThatIncludesItsPair(Metric metric) {
        long seed = 23;
        Points points = MetricCases.in(
                metric, Points.of(new Random(seed).doubles(120, -40, 40).toArray(), 2));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        boolean hasTree = metric.norm().isOfDifferences();
        Neighbors near = engine().knnSelfJoin(points, 59, options);
        try (KdTree tree = hasTree ? engine().kdTree(points, KdTreeOptions.DEFAULT.withMetric(metric)) : null) {
            for (int query = 0; query < points.size(); query += 7 * thinning()) {
                for (int rank : new int[] {0, 1, 30, 58}) {
                    double distance = near.distance(query, rank);
                    String name = "seed=" + seed + ", query=" + query + ", rank=" + rank + ", distance=" + distance;
                    for (JoinMethod method : hasTree ? METHODS_WITH_TREE : List.of(JoinMethod.BRUTE_FORCE)) {
                        JoinOptions by = options.withMethod(method);
                        assertEndsAt(
                                near, query, radius -> engine().radiusSelfJoin(points, radius, by), distance, name);
                    }
                    if (hasTree) {
                        assertTreeEndsAt(tree, near, query, distance, name);
                    }
                }
            }
        }
    }

    private static final List<JoinMethod> METHODS_WITH_TREE = List.of(JoinMethod.KD_TREE, JoinMethod.BRUTE_FORCE);

    private static void assertEndsAt(
            Neighbors near, int query, DoubleFunction<Matches> within, double distance, String name) {
        assertEquals(nearer(near, query, distance, true), within.apply(distance).count(query), name);
        if (distance > 0) {
            int less = within.apply(Math.nextDown(distance)).count(query);
            assertEquals(nearer(near, query, distance, false), less, name);
        }
    }

    private static void assertTreeEndsAt(KdTree tree, Neighbors near, int query, double distance, String name) {
        Points one = Points.of(tree.points().point(query), 2);
        int expected = 1 + nearer(near, query, distance, true);
        assertEquals(expected, tree.within(one, distance).count(0), name);
        assertEquals(expected, tree.countWithin(one, distance)[0], name);
        assertEquals(expected, tree.nearest(one, 60, distance, Monitor.NONE).count(0), name);
        if (distance > 0) {
            double below = Math.nextDown(distance);
            int fewer = 1 + nearer(near, query, distance, false);
            assertEquals(fewer, tree.within(one, below).count(0), name);
            assertEquals(fewer, tree.countWithin(one, below)[0], name);
            assertEquals(fewer, tree.nearest(one, 60, below, Monitor.NONE).count(0), name);
        }
    }

    private static int nearer(Neighbors near, int query, double distance, boolean included) {
        return (int) IntStream.range(0, near.k())
                .mapToDouble(rank -> near.distance(query, rank))
                .filter(other -> other < distance || (included && other == distance))
                .count();
    }

    @ParameterizedTest
    @EnumSource
    void shouldJoinWordsOfBitsByAllDistances(Shape shape) {
        Sample sample = new Sample(shape, 90, 3, 7);
        Points points = MetricCases.in(Metric.HAMMING, Points.of(sample.rows(sample.random()), 3));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(Metric.HAMMING);
        for (double radius : new double[] {0, 20, 33.5}) {
            Matches matches = engine().radiusSelfJoin(points, radius, options);
            assertNone(
                    RangeOracle.within(points, points, true, Metric.HAMMING, radius, matches),
                    () -> shape + ", radius=" + radius);
            assertEquals(JoinMethod.BRUTE_FORCE, matches.report().method());
        }
        assertRefused(
                "a kd-tree needs a metric of differences between coordinates: metric=hamming; brute force accepts it",
                () -> engine().radiusSelfJoin(points, 1, options.withMethod(JoinMethod.KD_TREE)));
        assertRefused(
                "an inner product has no radius: distance=1.0",
                () -> engine().radiusSelfJoin(points, 1, options.withMetric(Metric.INNER_PRODUCT)));
    }

    /** Few matches per query, then more than a program on a device has room for before it counts them, then few again. */
    @Test
    void shouldFindMoreAndFewerMatchesForTheSamePoints() {
        Points points = Points.of(Shape.UNIFORM.rows(600, 2, new Random(11)), 2);
        for (double radius : new double[] {0.02, 1.2, 0.02, 0.5}) {
            assertNone(
                    RangeOracle.within(
                            points, points, true, Metric.EUCLIDEAN, radius, engine().radiusSelfJoin(points, radius)),
                    "radius=" + radius);
            Points copy = Points.of(points.toRowMajor(), 2);
            assertNone(
                    RangeOracle.within(
                            copy, points, false, Metric.EUCLIDEAN, radius, engine().distanceJoin(copy, points, radius)),
                    "two sets, radius=" + radius);
        }
    }

    @Test
    void shouldMeasureKilometresOnTheSphere() {
        double[] rows = new Sample(Shape.UNIFORM, 200, 2, 1).rows(new Random(1));
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (rows[i] - 0.5) * (i % 2 == 0 ? 360 : 180);
        }
        Points points = Points.of(rows, 2);
        for (double radius : new double[] {0, 700, 30_000}) {
            Matches matches = engine().radiusSelfJoin(points, radius, JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE));
            assertNone(RangeOracle.within(points, points, true, Metric.HAVERSINE, radius, matches), "radius=" + radius);
        }
    }

    @Test
    void shouldRefuseWindowsInASpaceOfTheMetric() {
        Points points = Points.of(new double[] {1, 2}, 2);
        try (KdTree tree = engine().kdTree(points, KdTreeOptions.DEFAULT.withMetric(Metric.COSINE))) {
            assertRefused(
                    "windows are of coordinates, which a tree of points in a space of the metric's own does not have: "
                            + "metric=cosine",
                    () -> tree.inBox(points, points));
        }
    }

    /** Beyond 2^20 extents, float32 cannot decide for a query: all points, some points or none are in the ball. */
    @Test
    void shouldFindPointsOfQueriesFarOutside() {
        Points points = Points.of(new double[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, 1);
        double far = 0x1p30;
        Points queries = Points.of(new double[] {far, -far, 0x1p400, -Points.MAX_MAGNITUDE, 8}, 1);
        try (KdTree tree = engine().kdTree(points)) {
            for (double radius : new double[] {0, 5, far - 9, far, far + 3, far + 100, 0x1p401, 0x1p502}) {
                Matches matches = tree.within(queries, radius);
                assertNone(
                        RangeOracle.within(queries, points, false, Metric.EUCLIDEAN, radius, matches),
                        "radius=" + radius);
            }
            assertEquals(0, tree.within(queries, far - 9).report().exactFallbacks());
            assertEquals(0, tree.within(queries, 5).report().exactFallbacks());
            assertArrayEquals(
                    new int[] {18},
                    tree.countInBox(
                            Points.of(new double[] {-0x1p499}, 1), Points.of(new double[] {Points.MAX_MAGNITUDE}, 1)));
        }
    }

    /** The query is so far from points so close to each other that all distances are equal, and their scaled squares are infinite. */
    @Test
    void shouldSettleTiesOfQueriesWhoseScaledSquaresAreInfinite() {
        double[] rows =
                new Random(1).ints(400, 0, 1000).mapToDouble(i -> i * 0x1p-140).toArray();
        Points far = Points.of(new double[] {0x1p450}, 1);
        try (KdTree tree = engine().kdTree(Points.of(rows, 1))) {
            assertArrayEquals(new int[] {0, 1, 2, 3, 4}, tree.nearest(far, 5).ids(0));
            assertArrayEquals(
                    IntStream.range(0, 400).toArray(), tree.within(far, 0x1p450).ids(0));
            assertEquals(0, tree.within(far, Math.nextDown(0x1p450)).size());
        }
    }

    @Test
    void shouldTellApartPointsOfOneImage() {
        double[] rows = new double[40];
        for (int i = 0; i < 39; i++) {
            rows[i] = 1 + i * 0x1p-50;
        }
        rows[39] = 1000;
        Points points = Points.of(rows, 1);
        try (KdTree tree = engine().kdTree(points)) {
            Points first = Points.of(new double[] {1}, 1);
            assertArrayEquals(
                    IntStream.range(0, 11).toArray(),
                    tree.within(first, 10 * 0x1p-50).ids(0));
            Points lower = Points.of(new double[] {rows[7]}, 1);
            Points upper = Points.of(new double[] {rows[9]}, 1);
            assertArrayEquals(new int[] {7, 8, 9}, tree.inBox(lower, upper).ids(0));
        }
    }

    @Test
    void shouldLeaveOutDroppedDuplicates() {
        Points points = Points.of(new double[] {5, 1, 5, 5, 2}, 1);
        Points query = Points.of(new double[] {5}, 1);
        try (KdTree all = engine().kdTree(points);
                KdTree some = engine().kdTree(points, KdTreeOptions.DEFAULT.withDuplicates(Duplicates.DROP))) {
            assertArrayEquals(new int[] {0, 2, 3, 4}, all.within(query, 3).ids(0));
            assertArrayEquals(new int[] {0, 4}, some.within(query, 3).ids(0));
            Points far = Points.of(new double[] {0x1p40}, 1);
            assertArrayEquals(new int[] {0, 4, 1}, some.within(far, 0x1p40).ids(0));
            assertArrayEquals(
                    new int[] {0, 4},
                    some.inBox(Points.of(new double[] {2}, 1), query).ids(0));
        }
    }

    @Test
    void shouldGiveEmptyAnswersToNoQueriesAndNoPoints() {
        Points none = Points.of(new double[0], 2);
        Points some = Points.of(new double[] {1, 2, 3, 4}, 2);
        try (KdTree tree = engine().kdTree(some);
                KdTree empty = engine().kdTree(none)) {
            assertEquals(0, tree.within(none, 1).queries());
            assertTrue(tree.within(none, 1).hasDistances());
            assertFalse(tree.inBox(none, none).hasDistances());
            assertEquals(2, empty.within(some, Double.POSITIVE_INFINITY).queries());
            assertEquals(0, empty.within(some, Double.POSITIVE_INFINITY).size());
            assertEquals(0, empty.inBox(some, some).count(1));
        }
        assertEquals(0, engine().radiusSelfJoin(none, 3).size());
        assertEquals(2, engine().distanceJoin(some, none, 3).queries());
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY})
    void shouldRefuseRadiusBelowZero(double radius) {
        Points points = Points.of(new double[] {1, 2}, 1);
        String message = "distance must be 0 or more: distance=" + radius;
        try (KdTree tree = engine().kdTree(points)) {
            assertRefused(message, () -> tree.within(points, radius));
            assertRefused(message, () -> tree.countWithin(points, radius));
        }
        assertRefused(message, () -> engine().radiusSelfJoin(points, radius));
        assertRefused(message, () -> engine().distanceJoin(points, points, radius));
    }

    @Test
    void shouldNameRowAndColumnOfInvertedWindow() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        Points lower = Points.of(new double[] {0, 0, 0, 5}, 2);
        Points upper = Points.of(new double[] {0, 0, 7, 4}, 2);
        try (KdTree tree = engine().kdTree(points)) {
            assertRefused(
                    "a window's lower corner must not be above its upper one: row=1, column=1, lower=5.0, upper=4.0",
                    () -> tree.inBox(lower, upper));
        }
    }

    @Test
    void shouldRefuseSetsThatDoNotFitEachOther() {
        Points two = Points.of(new double[] {1, 2, 3, 4}, 2);
        Points one = Points.of(new double[] {1, 2, 3, 4}, 1);
        Points single = Points.of(new double[] {1, 2}, 2);
        try (KdTree tree = engine().kdTree(two)) {
            assertRefused(
                    "queries and points must have the same dimensions: queries=1, points=2", () -> tree.within(one, 1));
            assertRefused(
                    "windows and points must have the same dimensions: windows=1, points=2",
                    () -> tree.inBox(one, one));
            assertRefused(
                    "lower and upper corners must be equally many, of the same dimensions: lower=2 x 2, upper=1 x 2",
                    () -> tree.inBox(two, single));
        }
        assertRefused(
                "left and right points must have the same dimensions: left=1, right=2",
                () -> engine().distanceJoin(one, two, 1));
    }

    @Test
    void shouldJoinInManyDimensionsOnTheHostAndSaySo() {
        Points points = Points.of(new Sample(Shape.UNIFORM, 90, 20, 1).rows(new Random(1)), 20);
        Matches matches = engine().radiusSelfJoin(points, 1.5);
        assertNone(RangeOracle.within(points, points, true, Metric.EUCLIDEAN, 1.5, matches));
        assertEquals(JoinMethod.BRUTE_FORCE, matches.report().method());
        assertEquals("jvm", matches.report().device().id());
        String explanation = engine().explainRadiusJoin(points, JoinOptions.DEFAULT);
        assertTrue(explanation.startsWith("BRUTE_FORCE on the threads of the host among 90 points"), explanation);
        Points few = Points.of(new double[] {1, 2, 3}, 1);
        assertEquals(
                JoinMethod.KD_TREE, engine().radiusSelfJoin(few, 1).report().method());
        assertTrue(engine().explainRadiusJoin(few, JoinOptions.DEFAULT).startsWith("KD_TREE on " + engine().device()));
    }

    /** Two million candidates, with memory for the tree and some hundred thousand candidates. */
    @Test
    void shouldGiveTheSameAnswerInBatches() {
        Points points = Points.of(new Sample(Shape.UNIFORM, 3000, 2, 8).rows(new Random(8)), 2);
        Settings limit = settings().withMemoryLimit(KdTree.buildBytes(3000, 2, engine().device()));
        try (KdTree tree = engine().kdTree(points);
                Engine limited = open(limit);
                KdTree small = limited.kdTree(points)) {
            Matches expected = tree.within(points, 0.3);
            assertTrue(4L * expected.size() > 4 * limit.memoryLimit(), () -> "matches=" + expected.size());
            assertSame(expected, small.within(points, 0.3), "batches");
        }
    }

    @Test
    void shouldHandOutPartsOfAllQueriesInOrder() {
        double[] rows = new double[2500];
        Points points = Points.of(rows, 1);
        Collected parts = new Collected();
        List<Long> reports = new ArrayList<>();
        try (KdTree tree = engine().kdTree(points)) {
            Monitor monitor = (done, total) -> {
                assertEquals(2500, total);
                reports.add(done);
                return true;
            };
            tree.within(points, 0, monitor, parts);
        }
        assertTrue(parts.parts() > 3, () -> "parts=" + parts.parts());
        parts.shouldBeAllPairs(2500);
        assertEverMore(2500, reports);
    }

    @Test
    void shouldStopWhenTheMonitorSaysSo() {
        Points points = Points.of(new Sample(Shape.UNIFORM, 3000, 2, 8).rows(new Random(8)), 2);
        try (KdTree tree = engine().kdTree(points)) {
            List<Integer> parts = new ArrayList<>();
            assertThrows(
                    CancellationException.class,
                    () -> tree.within(points, 0.1, (done, total) -> false, (first, part) -> parts.add(first)));
            assertEquals(List.of(), parts);
            IllegalStateException thrown = new IllegalStateException("from the consumer");
            assertEquals(
                    thrown,
                    assertThrows(
                            IllegalStateException.class,
                            () -> tree.within(points, 0.1, Monitor.NONE, (first, part) -> {
                                throw thrown;
                            })));
            assertEquals(3000, tree.countWithin(points, 2)[17]);
        }
    }

    @Test
    void shouldRefuseWorkWhenClosed() {
        Points points = Points.of(new double[] {1, 2}, 1);
        KdTree tree = engine().kdTree(points);
        tree.close();
        assertClosed(
                "the tree is closed",
                () -> tree.within(points, 1),
                () -> tree.countWithin(points, 1),
                () -> tree.selfWithin(1, Monitor.NONE),
                () -> tree.inBox(points, points),
                () -> tree.countInBox(points, points));
    }

    private static Points rows(Sample sample, Random random) {
        return Points.of(sample.shape().rows(QUERIES, sample.dims(), random), sample.dims());
    }
}
