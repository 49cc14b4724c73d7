package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertClosed;
import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kd-tree must do on every device. A backend extends this class and sets the device. */
public abstract class KdTreeContract extends EngineContract {

    /** Sizes around those of one and two leaves of 8 or 16 slots, small ones, and larger ones. */
    private static final int[] SIZES = {0, 1, 2, 7, 8, 9, 15, 16, 17, 33, 150, 513};

    private static final int[] DIMENSIONS = {1, 2, 3, 6, 16};
    private static final int QUERIES = 24;
    private static final int LARGE = 20_000;

    /** Returns sizes around those of the windows that are ordered in one launch. */
    private int[] windowSizes() {
        return compiles() ? new int[] {2047, 2048, 2049, 4097} : new int[] {8191, 8192, 8193, 16_384, 16_385};
    }

    /** Returns the number of values of k in each case. */
    private int severalK() {
        return compiles() ? 1 : 4;
    }

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    /** Returns each size with several shapes, or with one if cases are thinned. */
    Stream<Sample> windows() {
        List<Shape> shapes = List.of(Shape.UNIFORM, Shape.CLUSTERED, Shape.GRID, Shape.EXTREMES);
        List<Sample> samples = new ArrayList<>();
        for (int size : windowSizes()) {
            for (int i = 0; i < (thinning() == 1 ? shapes.size() : 1); i++) {
                Shape shape = shapes.get((samples.size() + size) % shapes.size());
                samples.add(new Sample(shape, size, 1 + samples.size() % 4, size + shape.ordinal()));
            }
        }
        return samples.stream();
    }

    /** Returns shapes with all metrics, or a few shapes with one metric where few cases are run. */
    Stream<Arguments> shapesWithMetrics() {
        return thinning() < 7
                ? thinned(List.of(Shape.values())).map(shape -> Arguments.of(shape, METRICS))
                : Stream.of(
                        Arguments.of(Shape.EXPONENTIAL, List.of(Metric.EUCLIDEAN)),
                        Arguments.of(Shape.DUPLICATES, List.of(Metric.HAVERSINE)),
                        Arguments.of(Shape.EXTREMES, List.of(Metric.CHEBYSHEV)));
    }

    /** All metrics that a tree supports. */
    private static final List<Metric> METRICS = MetricCases.ofTrees();

    /** Returns the metrics in turn; that of the sphere only for two dimensions. */
    private static Metric metric(Sample sample) {
        Metric metric = METRICS.get((int) (sample.seed() % METRICS.size()));
        return metric == Metric.HAVERSINE && sample.dims() != 2 ? Metric.EUCLIDEAN : metric;
    }

    private static KdTreeOptions options(Metric metric) {
        return KdTreeOptions.DEFAULT.withMetric(metric);
    }

    private static Points points(Sample sample) {
        return MetricCases.in(metric(sample), Points.of(sample.rows(sample.random()), sample.dims()));
    }

    /** Draws points of the tree, others of the same shape, and some farther and farther outside, up to the largest legal magnitude. */
    private static Points queries(Sample sample, Points points) {
        Random random = new Random(sample.seed() + 1);
        int dims = sample.dims();
        double[] rows = sample.shape().rows(QUERIES, dims, random);
        double[] factors = {-0.0, 3, 1e4, 0x1p19, 0x1p21, 1e30, 1e150};
        for (int query = 0; query < QUERIES; query++) {
            for (int dim = 0; dim < dims; dim++) {
                int at = query * dims + dim;
                if (query % 3 == 0 && points.size() > 0) {
                    rows[at] = points.coordinate(query % points.size(), dim);
                } else if (query % 3 == 1) {
                    double far = rows[at] * factors[query / 3 % factors.length];
                    rows[at] = Math.max(-Points.MAX_MAGNITUDE, Math.min(Points.MAX_MAGNITUDE, far));
                }
            }
        }
        return MetricCases.in(metric(sample), Points.of(rows, dims));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindTheNearestAsTheOracleForEveryK(Sample sample) {
        Points points = points(sample);
        Points queries = queries(sample, points);
        int n = sample.size();
        try (KdTree tree = engine().kdTree(points, options(metric(sample)))) {
            Neighbors all = tree.nearest(queries, n + 2);
            assertRight(queries, points, all, sample);
            int[] several = IntStream.of(31, 1, n, 32, 2, 33, 64, 65, n + 1, 8)
                    .filter(k -> k > 0 && k < n + 2)
                    .distinct()
                    .toArray();
            for (int i = 0; i < Math.min(several.length, severalK()); i++) {
                int k = several[(i + (int) (sample.seed() % 7)) % several.length];
                assertPrefix(
                        tree.nearest(queries, k), all, Metric.EUCLIDEAN, Double.POSITIVE_INFINITY, sample + ", k=" + k);
            }
            assertEquals(n, tree.points().size());
            assertEquals(metric(sample), tree.metric());
        }
    }

    @ParameterizedTest
    @MethodSource("windows")
    void shouldFindTheNearestAmongMoreThanAWindowHolds(Sample sample) {
        Points points = points(sample);
        Points queries = queries(sample, points);
        try (KdTree tree = engine().kdTree(points, options(metric(sample)))) {
            assertTrue(tree.levels() <= 1 + floorLog2(sample.size()), () -> sample + ": " + tree.levels());
            Neighbors nearest = tree.nearest(queries, 40);
            Points space = metric(sample).toSpace(points);
            Points querySpace = metric(sample).toSpace(queries);
            Optional<String> difference = IntStream.range(0, QUERIES / 2)
                    .parallel()
                    .mapToObj(query -> KnnOracle.difference(
                            querySpace, space, false, metric(sample).norm(), query, nearest))
                    .flatMap(Optional::stream)
                    .findAny();
            assertNone(difference, sample::toString);
            assertPrefix(
                    tree.nearest(queries, 5), nearest, Metric.EUCLIDEAN, Double.POSITIVE_INFINITY, sample + ", k=5");
        }
    }

    private static int floorLog2(int n) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(n);
    }

    /** Radii are distances of neighbors, the next smaller numbers, and slightly larger ones. */
    @ParameterizedTest
    @MethodSource("shapesWithMetrics")
    void shouldLeaveOutWhatIsBeyondTheRadius(Shape shape, List<Metric> metrics) {
        for (Metric metric : metrics) {
            int size = 120;
            int at = METRICS.indexOf(metric);
            int dims = metric == Metric.HAVERSINE ? 2 : 1 + (shape.ordinal() + at) % 3;
            Sample sample = new Sample(shape, size, dims, METRICS.size() * shape.ordinal() + at);
            Points points = points(sample);
            Points queries = queries(sample, points);
            assertEquals(metric, metric(sample));
            try (KdTree tree = engine().kdTree(points, options(metric))) {
                Neighbors all = tree.nearest(queries, size);
                for (int rank = 0; rank < size; rank += thinning() == 1 ? 17 : 60) {
                    double attained = all.distance(rank % QUERIES, rank);
                    for (double radius : new double[] {attained, Math.nextDown(attained), attained * 1.001}) {
                        if (radius >= 0) {
                            Neighbors within = tree.nearest(queries, size, radius, Monitor.NONE);
                            assertPrefix(within, all, metric, radius, sample + ", radius=" + radius);
                            Neighbors few = tree.nearest(queries, 3, radius, Monitor.NONE);
                            assertPrefix(few, all, metric, radius, sample + ", k=3, radius=" + radius);
                        }
                    }
                }
            }
        }
    }

    /** On a lattice, distances are whole numbers and their keys are exact. */
    @ParameterizedTest
    @CsvSource({
        "euclidean, 5, 81",
        "euclidean, 0, 1",
        "manhattan, 3, 25",
        "chebyshev, 3, 49",
        "euclidean, 4.999999999999999, 69",
        "chebyshev, 2.9999999999999996, 25",
        "euclidean, 5e-324, 1",
        "manhattan, Infinity, 225",
        "euclidean, 1e300, 225"
    })
    void shouldTakeInWhatIsAtTheRadius(Metric metric, double radius, int expected) {
        try (KdTree tree = engine().kdTree(lattice(), options(metric))) {
            Points center = Points.of(new double[] {7, 7}, 2);
            assertEquals(
                    expected, tree.nearest(center, 300, radius, Monitor.NONE).count(0));
        }
    }

    private static Points lattice() {
        double[] rows = new double[2 * 15 * 15];
        for (int row = 0; row < 15 * 15; row++) {
            rows[2 * row] = row / 15;
            rows[2 * row + 1] = row % 15;
        }
        return Points.of(rows, 2);
    }

    @Test
    void shouldSettleTiesForTheSmallerIds() {
        try (KdTree tree = engine().kdTree(lattice())) {
            Points queries = Points.of(new double[] {7, 7, 0.5, 0.5, -3, 20}, 2);
            Neighbors nearest = tree.nearest(queries, 4);
            assertArrayEquals(new int[] {112, 97, 111, 113}, nearest.ids(0));
            assertArrayEquals(new int[] {0, 1, 15, 16}, nearest.ids(1));
            assertEquals(14, nearest.id(2, 0));
            assertArrayEquals(new int[] {112, 0, 14}, tree.closest(queries).toIdArray());
            assertEquals(1, tree.closest(queries).k());
        }
    }

    @Test
    void shouldAnswerQueriesSoFarThatTheirSquaresOverflowInTheFrame() {
        double[] rows = new double[600];
        Random random = new Random(5);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextInt(7) * 1e-130;
        }
        Points points = Points.of(rows, 2);
        Points queries = Points.of(new double[] {Points.MAX_MAGNITUDE, -1e100, 1e25, 1e26, 1e-130, 0}, 2);
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV)) {
            try (KdTree tree = engine().kdTree(points, options(metric))) {
                for (int k : new int[] {1, 40, 300}) {
                    assertNone(
                            KnnOracle.difference(queries, points, false, metric, tree.nearest(queries, k)),
                            () -> metric + ", k=" + k);
                }
            }
        }
    }

    @Test
    void shouldTakeZerosOfBothSignsForTheSamePlace() {
        Points points = Points.of(new double[] {0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1, -0.0, -0.0, -0.0}, 2);
        try (KdTree tree = engine().kdTree(points)) {
            assertEquals(2, tree.places());
            Neighbors nearest = tree.nearest(Points.of(new double[] {-0.0, 0.0, 0.0, -0.0}, 2), 5);
            for (int query = 0; query < 2; query++) {
                assertArrayEquals(new int[] {0, 1, 2, 4, 3}, nearest.ids(query));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapesWithMetrics")
    void shouldAnswerAsATreeOfDifferentPointsWhenDuplicatesAreDropped(Shape shape, List<Metric> metrics) {
        for (Metric metric : metrics) {
            Sample sample = new Sample(shape, 200, 2, 2 * METRICS.size() + METRICS.indexOf(metric));
            assertEquals(metric, metric(sample));
            Points points = points(sample);
            Points queries = queries(sample, points);
            int[] kept = different(metric.toSpace(points));
            double[] rows = new double[2 * kept.length];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = points.coordinate(kept[i / 2], i % 2);
            }
            try (KdTree tree = engine().kdTree(points, options(metric).withDuplicates(Duplicates.DROP))) {
                Neighbors nearest = tree.nearest(queries, 60);
                Neighbors renumbered = new Neighbors(
                        QUERIES,
                        60,
                        Arrays.stream(nearest.toIdArray())
                                .map(id -> id < 0 ? id : Arrays.binarySearch(kept, id))
                                .toArray(),
                        nearest.toKeyArray(),
                        metric,
                        nearest.report());
                assertRight(queries, Points.of(rows, 2), renumbered, sample);
            }
        }
    }

    /** Returns the first row of each place, ascending. */
    private static int[] different(Points space) {
        Map<List<Double>, Integer> first = new HashMap<>();
        return IntStream.range(0, space.size())
                .filter(row -> first.putIfAbsent(place(space, row), row) == null)
                .toArray();
    }

    private static List<Double> place(Points space, int row) {
        return DoubleStream.of(space.point(row)).map(x -> x + 0.0).boxed().toList();
    }

    @Test
    void shouldNameTheRowsOfDuplicatesThatAreRefused() {
        KdTreeOptions refuse = KdTreeOptions.DEFAULT.withDuplicates(Duplicates.REFUSE);
        Points equal = Points.of(new double[] {3, 4, 0.0, 1, 2, 2, -0.0, 1, 5, 5}, 2);
        assertRefused("points must differ: rows 1 and 3 are equal", () -> engine().kdTree(equal, refuse));
        Points around = Points.of(new double[] {10, 20, -170, 5, -530, 5}, 2);
        assertRefused(
                "points must differ: rows 1 and 2 are equal",
                () -> engine().kdTree(around, refuse.withMetric(Metric.HAVERSINE)));
        // The squared difference of two of these points is far below that of the others.
        Points different = Points.of(new double[] {0, 1e-30, 1, 2}, 1);
        try (KdTree tree = engine().kdTree(different, refuse)) {
            assertEquals(4, tree.places());
            assertArrayEquals(
                    new int[] {1, 0},
                    tree.nearest(Points.of(new double[] {1e-30}, 1), 2).ids(0));
        }
    }

    @Test
    void shouldAnswerEmptyInput() {
        Points none = Points.of(new double[0], 3);
        Points some = Points.of(new double[] {1, 2, 3, 4, 5, 6}, 3);
        try (KdTree empty = engine().kdTree(none);
                KdTree tree = engine().kdTree(some)) {
            assertEquals(0, empty.places());
            assertEquals(0, empty.levels());
            Neighbors nothing = empty.nearest(some, 2);
            assertArrayEquals(new int[] {-1, -1, -1, -1}, nothing.toIdArray());
            assertEquals(Double.POSITIVE_INFINITY, nothing.distance(1, 1));
            assertEquals(JoinMethod.KD_TREE, nothing.report().method());
            assertEquals(0, tree.nearest(none, Integer.MAX_VALUE).queries());
            assertEquals(0, empty.nearest(none, 1).queries());
            assertEquals(2, tree.nearest(some, 1000).count(0));
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotTake() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        try (KdTree tree = engine().kdTree(points)) {
            for (int k : new int[] {0, -1, Integer.MIN_VALUE}) {
                assertRefused("k must be 1 or more: k=" + k + ", n=2", () -> tree.nearest(points, k));
            }
            assertRefused(
                    "queries and points must have the same dimensions: queries=1, points=2",
                    () -> tree.nearest(Points.of(new double[] {1, 2}, 1), 1));
            for (double radius : new double[] {-1, -Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.NaN}) {
                assertRefused(
                        "distance must be 0 or more: distance=" + radius,
                        () -> tree.nearest(points, 1, radius, Monitor.NONE));
            }
        }
        Points many = Points.of(new double[2 * 70_000], 2);
        try (KdTree tree = engine().kdTree(many)) {
            assertRefused(
                    "queries x k must be below 2^31 - 8: queries=70000, k=40000", () -> tree.nearest(many, 40_000));
        }
        for (int rows : new int[] {0, 3}) {
            assertRefused(
                    "a kd-tree can have up to 1073741824 points of up to 16 dimensions: n=" + rows + ", dims=17",
                    () -> engine().kdTree(Points.of(new double[17 * rows], 17)));
        }
        Points poles = Points.of(new double[] {0, 90, 0, 91}, 2);
        KdTreeOptions onSphere = options(Metric.HAVERSINE);
        assertRefused(
                "latitude must be in -90..90: row=1, column=1, value=91.0", () -> engine().kdTree(poles, onSphere));
        try (KdTree tree = engine().kdTree(points, onSphere)) {
            assertRefused("latitude must be in -90..90: row=1, column=1, value=91.0", () -> tree.nearest(poles, 1));
        }
    }

    @Test
    void shouldRefuseWorkWhenClosed() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        KdTree tree = engine().kdTree(points);
        tree.close();
        tree.close();
        assertClosed("the tree is closed", () -> tree.nearest(points, 1), () -> tree.closest(points));
        Engine closed = open(settings());
        KdTree orphan = closed.kdTree(points);
        closed.close();
        assertClosed("the engine is closed", () -> orphan.nearest(points, 1), () -> closed.kdTree(points));
    }

    @Test
    void shouldNameTheSizesWhenTheMemoryLimitIsTooSmall() {
        Points points = points(new Sample(Shape.UNIFORM, 3000, 3, 4));
        long needed = KdTree.buildBytes(3000, 3, engine().device());
        try (Engine limited = open(settings().withMemoryLimit(needed - 1))) {
            String message = assertThrows(IllegalArgumentException.class, () -> limited.kdTree(points))
                    .getMessage();
            assertTrue(
                    message.startsWith("the tree does not fit the memory of " + limited.device() + ": needed=" + needed
                            + " bytes, limit=" + (needed - 1) + ", "),
                    message);
            assertTrue(message.endsWith(", n=3000, dims=3"), message);
        }
        try (Engine limited = open(settings().withMemoryLimit(needed));
                KdTree tree = limited.kdTree(points);
                KdTree other = engine().kdTree(points)) {
            assertSame(other.nearest(points, 4), tree.nearest(points, 4), "just enough memory");
        }
    }

    @Test
    void shouldTellItsMonitorEverMoreUpToTheTotal() {
        Points points = points(new Sample(Shape.DUPLICATES, 3000, 2, 6));
        List<Long> reports = new ArrayList<>();
        Thread caller = Thread.currentThread();
        Monitor monitor = (done, total) -> {
            assertEquals(3000, total);
            assertEquals(caller, Thread.currentThread());
            reports.add(done);
            return true;
        };
        try (KdTree tree = engine().kdTree(points, KdTreeOptions.DEFAULT.withMonitor(monitor))) {
            assertEverMore(3000, reports);
            reports.clear();
            tree.nearest(points, 3, Double.POSITIVE_INFINITY, monitor);
            assertEverMore(3000, reports);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldStopWhenTheMonitorSaysSo(int calls) {
        Points points = points(new Sample(Shape.CLUSTERED, 3000, 2, 6));
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMonitor(stopsAt(calls));
        assertThrows(CancellationException.class, () -> engine().kdTree(points, options));
        try (KdTree tree = engine().kdTree(points)) {
            assertThrows(
                    CancellationException.class,
                    () -> tree.nearest(points, 3, Double.POSITIVE_INFINITY, stopsAt(calls)));
            Points some = Points.of(Arrays.copyOf(points.toRowMajor(), 20), 2);
            assertNone(KnnOracle.difference(some, points, false, Metric.EUCLIDEAN, tree.nearest(some, 3)));
        }
    }

    /** Returns a monitor that cancels at one of its calls. */
    private static Monitor stopsAt(int call) {
        int[] calls = new int[1];
        return (done, total) -> ++calls[0] != call;
    }

    /** The monitor cancels in its last call, for the last rows. */
    @Test
    void shouldStopWhenTheMonitorSaysSoAtTheEnd() {
        Points points = points(new Sample(Shape.CLUSTERED, 3000, 2, 6));
        int[] calls = new int[1];
        try (KdTree tree = engine().kdTree(points)) {
            tree.nearest(points, 3, Double.POSITIVE_INFINITY, (done, total) -> ++calls[0] > 0);
            Monitor atTheEnd = (done, total) -> --calls[0] > 0;
            assertThrows(
                    CancellationException.class, () -> tree.nearest(points, 3, Double.POSITIVE_INFINITY, atTheEnd));
        }
    }

    @Test
    void shouldThrowWhatItsMonitorThrowsAndGoOnWorking() {
        Points points = points(new Sample(Shape.UNIFORM, 100, 2, 8));
        IllegalStateException thrown = new IllegalStateException("from the monitor");
        Monitor monitor = (done, total) -> {
            throw thrown;
        };
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMonitor(monitor);
        assertEquals(thrown, assertThrows(IllegalStateException.class, () -> engine().kdTree(points, options)));
        try (KdTree tree = engine().kdTree(points)) {
            assertEquals(thrown, assertThrows(IllegalStateException.class, () -> tree.nearest(points, 3, 9, monitor)));
            assertNone(KnnOracle.difference(points, points, false, Metric.EUCLIDEAN, tree.nearest(points, 3)));
        }
    }

    @Test
    void shouldServeSeveralThreadsAtOnce() {
        Points points = points(new Sample(Shape.UNIFORM, 2000, 3, 13));
        try (KdTree tree = engine().kdTree(points)) {
            Map<Integer, Neighbors> expected = new HashMap<>();
            for (int k : new int[] {1, 4, 40}) {
                expected.put(k, tree.nearest(points, k));
            }
            IntStream.range(0, 12).parallel().forEach(i -> {
                int k = new int[] {1, 4, 40}[i % 3];
                assertSame(expected.get(k), tree.nearest(points, k), "parallel callers");
            });
        }
    }

    @Test
    void shouldGiveTheSameAnswerForEachQueryAsForAll() {
        Sample sample = new Sample(Shape.EXPONENTIAL, 1000, 2, 14);
        Points points = points(sample);
        Points queries = queries(sample, points);
        try (KdTree tree = engine().kdTree(points)) {
            Neighbors all = tree.nearest(queries, 6);
            for (int query = 0; query < QUERIES; query += thinning() < 7 ? 1 : 8) {
                Neighbors one = tree.nearest(Points.of(queries.point(query), 2), 6);
                assertArrayEquals(all.ids(query), one.ids(0));
            }
        }
    }

    /** Data that could make a tree unbalanced or a sort slow. */
    @ParameterizedTest
    @EnumSource(names = {"ALL_EQUAL", "SORTED", "COLLINEAR", "DUPLICATES", "SIGNED_ZEROS"})
    void shouldStayFlatAndFastOnDegenerateData(Shape shape) {
        Sample sample = new Sample(shape, LARGE, 3, 15);
        Points points = points(sample);
        assertTimeout(Duration.ofSeconds(20), () -> {
            try (KdTree tree = engine().kdTree(points)) {
                assertTrue(tree.levels() <= 1 + floorLog2(LARGE), () -> sample + ": " + tree.levels());
                assertTrue(tree.places() <= (long) tree.leafSize() << (tree.levels() - 1));
                Neighbors nearest = tree.nearest(points, 5);
                for (int query = 0; query < LARGE; query += 1999) {
                    assertNone(
                            KnnOracle.difference(
                                    points, points, false, tree.metric().norm(), query, nearest),
                            sample::toString);
                }
            }
        });
    }

    @Test
    void shouldReportWhereItWasBuiltAndSearched() {
        Points points = points(new Sample(Shape.UNIFORM, 600, 3, 12));
        try (KdTree tree = engine().kdTree(points)) {
            assertEquals(engine().device(), tree.report().device());
            assertTrue(tree.report().prepareNanos() > 0);
            assertTrue(tree.report().sortNanos() > 0);
            assertTrue(tree.report().arrangeNanos() > 0);
            assertTrue(tree.report().deviceTiming().computeNanos() > 0);
            Neighbors nearest = tree.nearest(points, 4);
            assertEquals(engine().device(), nearest.report().device());
            assertEquals(JoinMethod.KD_TREE, nearest.report().method());
            assertTrue(nearest.report().deviceTiming().computeNanos() > 0);
            assertTrue(nearest.report().refineNanos() > 0);
            assertEquals(600, tree.places());
            assertTrue(tree.leafSize() << (tree.levels() - 1) >= 600);
        }
    }

    @Test
    void shouldNotChangeItsInput() {
        Sample sample = new Sample(Shape.CLUSTERED, 300, 3, 4);
        Points points = Points.of(sample.rows(sample.random()), 3);
        double[] kept = points.toRowMajor();
        try (KdTree tree = engine().kdTree(points)) {
            tree.nearest(points, 5);
        }
        assertArrayEquals(kept, points.toRowMajor());
    }

    private static void assertRight(Points queries, Points points, Neighbors actual, Sample sample) {
        assertNone(
                KnnOracle.difference(queries, points, false, metric(sample), actual),
                () -> sample + ", " + metric(sample) + ", k=" + actual.k());
    }

    /** Asserts that the answer for a smaller k is the beginning of that for all points, and empty beyond the radius. */
    private static void assertPrefix(Neighbors some, Neighbors all, Metric metric, double radius, String name) {
        assertEquals(all.queries(), some.queries(), name);
        for (int query = 0; query < all.queries(); query++) {
            for (int rank = 0; rank < some.k(); rank++) {
                boolean within = metric.distance(all.key(query, rank)) <= radius;
                int id = within ? all.id(query, rank) : Neighbors.NONE;
                double key = within ? all.key(query, rank) : Double.POSITIVE_INFINITY;
                if (some.id(query, rank) != id || some.key(query, rank) != key) {
                    throw new AssertionError(name + ", query=" + query + ", rank=" + rank + ": expected=(" + id + ", "
                            + key + "), actual=(" + some.id(query, rank) + ", " + some.key(query, rank) + ")");
                }
            }
        }
    }

    @Test
    void shouldJoinItsOwnPointsAgainAndAgain() {
        Random random = new Random(91);
        Points points = Points.of(Shape.DUPLICATES.rows(700, 3, random), 3);
        Points queries = Points.of(Shape.UNIFORM.rows(5, 3, random), 3);
        try (KdTree tree = engine().kdTree(points)) {
            for (int k : new int[] {4, 4, 40, 4}) {
                Neighbors others = tree.nearestOthers(k, Monitor.NONE);
                assertNone(KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, others), "k=" + k);
                assertNone(
                        KnnOracle.difference(queries, points, false, Metric.EUCLIDEAN, tree.nearest(queries, k)),
                        "k=" + k);
            }
        }
    }

    @Test
    void shouldLeaveTheRowsOfDroppedPointsWithoutNeighbors() {
        Points points = Points.of(new double[] {1, 5, 1, 2}, 1);
        KdTreeOptions options = KdTreeOptions.DEFAULT.withDuplicates(Duplicates.DROP);
        try (KdTree tree = engine().kdTree(points, options)) {
            Neighbors others = tree.nearestOthers(2, Monitor.NONE);
            assertArrayEquals(new int[] {3, 1}, others.ids(0));
            assertEquals(0, others.count(2));
            assertArrayEquals(new int[] {0, 1}, others.ids(3));
        }
    }

    @Test
    void shouldRefuseJoinsOfItsOwnPointsThatMakeNoSense() {
        Points points = Points.of(new double[] {1, 2}, 1);
        KdTree tree = engine().kdTree(points);
        assertThrows(IllegalArgumentException.class, () -> tree.nearestOthers(0, Monitor.NONE));
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.nearestOthers(1, Monitor.NONE));
    }
}
