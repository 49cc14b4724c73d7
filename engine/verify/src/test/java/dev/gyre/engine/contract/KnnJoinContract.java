package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertClosed;
import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.OneCard;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.tasks.distance.KnnParameters;
import dev.gyre.tasks.tree.TreeAnswers;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the k-nearest-neighbor join must do on every device. A backend extends this class and sets the device. */
public abstract class KnnJoinContract extends EngineContract {

    private static final int[] SIZES = {0, 1, 2, 33, 513};
    private static final int[] DIMENSIONS = {1, 2, 3, 5, 16};
    private static final int LARGE_K = 10;
    private static final int LARGE_DIMS = 3;

    /** Queries of the largest joins that are compared with the oracle. */
    private static final int SAMPLED_QUERIES = 40;

    /** The answers of the oracle, for all methods and settings. */
    private static final Map<String, KnnOracle.Answer> EXPECTED = new ConcurrentHashMap<>();

    private static final int BATCHED_SIZE = 1500;
    private static final int BATCHED_K = 3;

    /** Returns the method under test. */
    protected JoinMethod method() {
        return JoinMethod.FUSED;
    }

    private JoinOptions options() {
        return JoinOptions.DEFAULT.withMethod(method());
    }

    /** Returns the number of points in the largest joins: so many that a matrix of all keys is too large, on the JVM too. */
    private int largeSize() {
        return compiles() || method() != JoinMethod.KD_TREE ? 5000 : 9000;
    }

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    /** Returns a metric for any number of dimensions: Euclidean for half of the cases, and each other one for a quarter. */
    private static Metric planar(Sample sample) {
        return switch ((int) (sample.seed() % 4)) {
            case 0 -> Metric.MANHATTAN;
            case 1 -> Metric.CHEBYSHEV;
            default -> Metric.EUCLIDEAN;
        };
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldAnswerSelfJoinsAsTheOracleForEveryK(Sample sample) {
        Points points = points(sample);
        JoinOptions options = options().withMetric(planar(sample));
        Neighbors all = engine().knnSelfJoin(points, sample.size() + 3, options);
        assertRight(points, points, true, options.metric(), all, sample);
        for (int k : severalK(sample.size())) {
            assertPrefix(engine().knnSelfJoin(points, k, options), all, sample + ", k=" + k);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldAnswerTwoSetJoinsAsTheOracleForEveryK(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        int queryCount = SIZES[random.nextInt(SIZES.length)];
        Points queries = Points.of(sample.shape().rows(queryCount, sample.dims(), random), sample.dims());
        JoinOptions options = options().withMetric(planar(sample));
        Neighbors all = engine().knnJoin(queries, points, sample.size() + 3, options);
        assertRight(queries, points, false, options.metric(), all, sample);
        for (int k : severalK(sample.size())) {
            assertPrefix(
                    engine().knnJoin(queries, points, k, options),
                    all,
                    sample + ", queries=" + queryCount + ", k=" + k);
        }
    }

    private static int[] severalK(int n) {
        return IntStream.of(1, 2, 8, n - 1, n)
                .filter(k -> k > 0 && k < n + 3)
                .distinct()
                .toArray();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerHaversineJoinsAsTheOracle(Shape shape) {
        Sample sample = new Sample(shape, 257, 2, 77);
        Points points = onSphere(points(sample));
        Points queries = onSphere(points(new Sample(shape, 50, 2, 78)));
        JoinOptions options = options().withMetric(Metric.HAVERSINE);
        assertRight(points, points, true, Metric.HAVERSINE, engine().knnSelfJoin(points, 7, options), sample);
        assertRight(queries, points, false, Metric.HAVERSINE, engine().knnJoin(queries, points, 7, options), sample);
    }

    /** Returns all metrics that the method supports, and one that is added. */
    Stream<Metric> metrics() {
        List<Metric> metrics =
                new ArrayList<>(method() == JoinMethod.KD_TREE ? MetricCases.ofTrees() : MetricCases.all());
        metrics.add(new Hellinger());
        return metrics.stream();
    }

    /** Tests every metric, including one that is added, on all shapes, or on some of them if cases are thinned. */
    @ParameterizedTest
    @MethodSource("metrics")
    void shouldAnswerJoinsOfEveryMetricAsTheOracle(Metric metric) {
        Shape[] shapes = Shape.values();
        int stride = thinning() == 1 ? 1 : thinning() < 12 ? 4 : isThorough() ? 7 : shapes.length;
        for (int i = 0; i < shapes.length; i += stride) {
            Shape shape = shapes[(i + metric.name().length()) % shapes.length];
            int dims = metric == Metric.HAVERSINE ? 2 : 2 + 3 * (shape.ordinal() % 3);
            Sample sample = new Sample(shape, 257, dims, 79);
            Points points = in(metric, points(sample));
            Points queries = in(metric, points(new Sample(shape, 50, dims, 80)));
            JoinOptions options = options().withMetric(metric);
            assertRight(points, points, true, metric, engine().knnSelfJoin(points, 7, options), sample);
            assertRight(queries, points, false, metric, engine().knnJoin(queries, points, 7, options), sample);
        }
    }

    private static Points in(Metric metric, Points points) {
        return metric instanceof Hellinger ? Hellinger.histograms(points) : MetricCases.in(metric, points);
    }

    @Test
    void shouldFindTheLargestInnerProductsFirst() {
        Points queries = Points.of(new double[] {1, 2, -1, 0}, 2);
        Points points = Points.of(new double[] {1, 1, 3, 3, -5, 0, 0, 4.5, 0, 0}, 2);
        JoinOptions options = options().withMetric(Metric.INNER_PRODUCT);
        if (method() == JoinMethod.KD_TREE) {
            assertRefused(
                    "a kd-tree needs a metric of differences between coordinates: metric=inner-product; brute "
                            + "force accepts it",
                    () -> engine().knnJoin(queries, points, 1, options));
            return;
        }
        Neighbors neighbors = engine().knnJoin(queries, points, 5, options);
        assertArrayEquals(new int[] {1, 3, 0, 4, 2}, neighbors.ids(0));
        assertArrayEquals(new int[] {2, 3, 4, 0, 1}, neighbors.ids(1));
        assertEquals(-9, neighbors.distance(0, 0));
        assertEquals(5, neighbors.distance(0, 4));
        Neighbors others = engine().knnSelfJoin(points, 2, options);
        assertArrayEquals(new int[] {1, 3}, others.ids(0));
        assertArrayEquals(new int[] {3, 0}, others.ids(1));
    }

    @Test
    void shouldCountTheBitsThatDiffer() {
        assumeTrue(method() != JoinMethod.KD_TREE, "a tree takes no Hamming distances");
        Points points = Points.ofBits(new long[] {0, 0, -1, 1, 7, 0, -1, 0, 0, 1}, 65);
        Neighbors neighbors = engine().knnSelfJoin(points, 4, options().withMetric(Metric.HAMMING));
        assertArrayEquals(new int[] {4, 2, 3, 1}, neighbors.ids(0));
        assertEquals(1, neighbors.distance(0, 0));
        assertEquals(64, neighbors.distance(0, 2));
        assertEquals(65, neighbors.distance(0, 3));
    }

    /** In a square lattice, 4 m points are at the Manhattan distance m, and 8 m points at the Chebyshev distance m. */
    @ParameterizedTest
    @CsvSource({"manhattan, 12, 2", "chebyshev, 24, 2"})
    void shouldSettleMassesOfTiesForTheSmallerIds(Metric metric, int within, double radius) {
        int side = 15;
        double[] rows = new double[side * side * 2];
        for (int row = 0; row < side * side; row++) {
            rows[2 * row] = row / side;
            rows[2 * row + 1] = row % side;
        }
        Points points = Points.of(rows, 2);
        int center = side * side / 2;
        Neighbors neighbors = engine().knnSelfJoin(points, within + 1, options().withMetric(metric));
        for (int rank = 1; rank < within; rank++) {
            boolean farther = neighbors.distance(center, rank) > neighbors.distance(center, rank - 1);
            assertTrue(farther || neighbors.id(center, rank) > neighbors.id(center, rank - 1), "rank " + rank);
        }
        assertEquals(1, neighbors.distance(center, 0));
        assertEquals(radius, neighbors.distance(center, within - 1));
        assertEquals(radius + 1, neighbors.distance(center, within));
    }

    @Test
    void shouldMeasureManhattanDistancesWhoseSquaresAreInfinite() {
        double far = Points.MAX_MAGNITUDE;
        int dims = method() == JoinMethod.KD_TREE ? KdTree.MAX_DIMENSIONS : 4096;
        double[] corners = new double[2 * dims];
        Arrays.fill(corners, 0, dims, far);
        Arrays.fill(corners, dims, 2 * dims, -far);
        Points points = Points.of(corners, dims);
        Neighbors manhattan = engine().knnSelfJoin(points, 1, options().withMetric(Metric.MANHATTAN));
        assertEquals(dims * 2 * far, manhattan.distance(0, 0));
        assertEquals(dims * 2 * far * (dims * 2 * far), manhattan.distanceSq(0, 0));
        Neighbors chebyshev = engine().knnSelfJoin(points, 1, options().withMetric(Metric.CHEBYSHEV));
        assertEquals(2 * far, chebyshev.distance(1, 0));
    }

    private static Points onSphere(Points points) {
        double[] rows = points.toRowMajor();
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i % 2 == 0 ? rows[i] : Math.IEEEremainder(rows[i], 180);
        }
        return Points.of(rows, 2);
    }

    /** Real devices get all shapes. */
    @Test
    void shouldAnswerLargeJoinsAsTheOracle() {
        List<Shape> shapes = List.of(Shape.values());
        String device = settings().device();
        boolean onHost = device.equals(Settings.JVM) || device.equals(OneCard.ID);
        (onHost ? thinned(shapes) : shapes.stream()).forEach(this::answerALargeJoin);
    }

    @Test
    @Tag("thorough")
    void shouldAnswerLargeJoinsOfAllShapesAsTheOracle() {
        Stream.of(Shape.values()).forEach(this::answerALargeJoin);
    }

    private void answerALargeJoin(Shape shape) {
        Sample sample = new Sample(shape, largeSize(), LARGE_DIMS, 99);
        Points points = points(sample);
        Neighbors neighbors = engine().knnSelfJoin(points, LARGE_K, options());
        int[] queries = sample.random().ints(SAMPLED_QUERIES, 0, largeSize()).toArray();
        Optional<String> difference = Arrays.stream(queries)
                .parallel()
                .mapToObj(query -> KnnOracle.difference(points, points, true, Norm.EUCLIDEAN, query, neighbors))
                .flatMap(Optional::stream)
                .findAny();
        assertNone(difference, () -> sample + ", k=" + LARGE_K);
    }

    @Test
    void shouldCountDuplicatesAsNeighborsAtDistanceZero() {
        Points points = Points.of(new double[] {5, 5, 1, 1, 5, 5, 5, 5}, 2);
        Neighbors neighbors = engine().knnSelfJoin(points, BATCHED_K, options());
        assertArrayEquals(new int[] {2, 3, 1}, neighbors.ids(0));
        assertArrayEquals(new int[] {0, 2, 3}, neighbors.ids(1));
        assertArrayEquals(new int[] {0, 3, 1}, neighbors.ids(2));
        assertArrayEquals(new int[] {0, 2, 1}, neighbors.ids(3));
        assertEquals(0, neighbors.distance(0, 0));
        assertEquals(0, neighbors.distance(0, 1));
        assertEquals(Math.sqrt(32), neighbors.distance(0, 2));
    }

    @Test
    void shouldKeepPointsThatAreTheirOwnNearestInATwoSetJoin() {
        Points points = points(new Sample(Shape.UNIFORM, 100, 3, 1));
        Neighbors neighbors = engine().knnJoin(points, points, 2, options());
        for (int query = 0; query < 100; query++) {
            assertEquals(query, neighbors.id(query, 0));
            assertEquals(0, neighbors.distance(query, 0));
        }
    }

    @Test
    void shouldReturnAllNeighborsWhenKExceedsSize() {
        Points points = Points.of(new double[] {3, 1, 2}, 1);
        Neighbors neighbors = engine().knnSelfJoin(points, 5, options());
        assertArrayEquals(new int[] {2, 1, -1, -1, -1}, neighbors.ids(0));
        assertEquals(2, neighbors.count(0));
        assertEquals(Double.POSITIVE_INFINITY, neighbors.distance(0, 2));
        assertEquals(3, engine().knnJoin(points, points, 100_000, options()).count(2));
    }

    @Test
    void shouldGiveEmptyAnswersToEmptyInput() {
        Points none = Points.of(new double[0], 3);
        Points some = points(new Sample(Shape.UNIFORM, 5, 3, 1));
        assertEquals(0, engine().knnSelfJoin(none, 4, options()).queries());
        assertEquals(0, engine().knnJoin(none, some, 4, options()).queries());
        assertEquals(4, engine().knnJoin(none, some, 4, options()).k());
        assertEquals(
                Integer.MAX_VALUE,
                engine().knnJoin(none, some, Integer.MAX_VALUE, options()).k());
        Neighbors withoutPoints = engine().knnJoin(some, none, 2, options());
        assertEquals(5, withoutPoints.queries());
        for (int query = 0; query < 5; query++) {
            assertEquals(0, withoutPoints.count(query));
            assertArrayEquals(new int[] {-1, -1}, withoutPoints.ids(query));
        }
    }

    @Test
    void shouldNotChangeItsInput() {
        Sample sample = new Sample(Shape.CLUSTERED, 300, 3, 4);
        double[] rows = sample.rows(sample.random());
        double[] kept = rows.clone();
        Points points = Points.of(rows, 3);
        engine().knnSelfJoin(points, 5, options());
        engine().knnJoin(points, points, 5, options());
        assertArrayEquals(kept, rows);
        assertArrayEquals(kept, points.toRowMajor());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRefuseKBelowOne(int k) {
        Points points = points(new Sample(Shape.UNIFORM, 9, 2, 1));
        String message = "k must be 1 or more: k=" + k + ", n=9";
        assertRefused(message, () -> engine().knnSelfJoin(points, k, options()));
        assertRefused(message, () -> engine().knnJoin(points, points, k, options()));
    }

    @Test
    void shouldRefuseSetsOfDifferentDimensions() {
        Points two = points(new Sample(Shape.UNIFORM, 9, 2, 1));
        Points three = points(new Sample(Shape.UNIFORM, 9, 3, 1));
        assertRefused(
                "queries and points must have the same dimensions: queries=2, points=3",
                () -> engine().knnJoin(two, three, 1, options()));
    }

    @Test
    void shouldNameBothSidesWhenTheResultOverflows() {
        Points points = points(new Sample(Shape.UNIFORM, 70_000, 1, 1));
        assertRefused(
                "queries x k must be below 2^31 - 8: queries=70000, k=40000",
                () -> engine().knnSelfJoin(points, 40_000, options()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 500, 1499, 1500})
    void shouldGiveTheSameAnswerInBatches(int batch) {
        Points points = points(new Sample(Shape.CLUSTERED, BATCHED_SIZE, 2, 8));
        // A batch of one query runs the device once per query: fewer of them are enough.
        int queryCount = Math.min(BATCHED_SIZE, 100 * batch);
        Points queries = Points.of(Arrays.copyOf(points.toRowMajor(), 2 * queryCount), 2);
        try (Engine limited = open(settings().withMemoryLimit(memory(false, batch)))) {
            Neighbors between = once(
                    "of " + queryCount + " queries by " + settings(),
                    () -> engine().knnJoin(queries, points, BATCHED_K, options()));
            assertSame(between, limited.knnJoin(queries, points, BATCHED_K, options()), "batch=" + batch);
        }
        if (batch >= 1000) {
            Neighbors expected =
                    once("of clusters by " + settings(), () -> engine().knnSelfJoin(points, BATCHED_K, options()));
            try (Engine limited = open(settings().withMemoryLimit(memory(true, batch)))) {
                assertSame(expected, limited.knnSelfJoin(points, BATCHED_K, options()), "self, batch=" + batch);
            }
        }
    }

    /** Returns the bytes for points in two dimensions and a batch, by the formulas of KdJoin and KnnJoin. */
    private long memory(boolean self, int batch) {
        return switch (method()) {
            case KD_TREE -> KdTree.buildBytes(BATCHED_SIZE, 2, engine().device()) + bytesOfATreesSearch(self, batch);
            case TWO_STAGE -> 2 * 4L * BATCHED_SIZE * batch;
            default ->
                4L * 2 * Float32Frame.stride(BATCHED_SIZE)
                        + 4L * KnnParameters.LENGTH
                        + (self ? 8L * (BATCHED_K + 4) : 4L * 2 + 8L * (BATCHED_K + 3)) * batch;
        };
    }

    /**
     * Returns the bytes of a batch, for queries of another set more than they need. A device has positions, and two more arrays of results, of
     * which it writes one while the host reads the other.
     */
    private long bytesOfATreesSearch(boolean self, int batch) {
        boolean jvm = engine().device().type() == Device.Type.JVM;
        long sizes = 4L * (TreeParameters.LENGTH + 1 + (jvm ? 0 : TreeAnswers.LENGTH)) + 8L * TreeNearest.LIMITS;
        long results = jvm ? 4 + 12L * BATCHED_K * batch : (4 + 36L * BATCHED_K) * batch;
        return sizes + results + (self ? 0 : 4096 + (8L * 2 + 24) * batch);
    }

    @Test
    void shouldNameTheSizesWhenTheMemoryLimitIsTooSmall() {
        Points points = points(new Sample(Shape.UNIFORM, BATCHED_SIZE, 2, 8));
        long one = memory(true, 1);
        long tooSmall = method() == JoinMethod.KD_TREE ? one - 1 : 100;
        long needed = 0;
        try (Engine limited = open(settings().withMemoryLimit(tooSmall))) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> limited.knnSelfJoin(points, BATCHED_K, options()))
                    .getMessage();
            if (method() == JoinMethod.KD_TREE) {
                String start = "a search does not fit the memory of " + limited.device() + ": needed=" + one
                        + " bytes, limit=" + tooSmall + ", largest array=";
                assertTrue(message.startsWith(start), message);
                assertTrue(message.endsWith(", candidates per query=3"), message);
                return;
            }
            Matcher sizes = Pattern.compile(
                            "the join does not fit the memory of .*: needed=(\\d+) bytes at least, limit=100, candidates per query=7")
                    .matcher(message);
            assertTrue(sizes.matches(), message);
            needed = Long.parseLong(sizes.group(1));
        }
        try (Engine limited = open(settings().withMemoryLimit(needed - 1))) {
            assertThrows(IllegalArgumentException.class, () -> limited.knnSelfJoin(points, BATCHED_K, options()));
        }
        Points few = Points.of(Arrays.copyOf(points.toRowMajor(), 100), 2);
        try (Engine limited = open(settings().withMemoryLimit(needed))) {
            assertSame(
                    engine().knnSelfJoin(few, BATCHED_K, options()),
                    limited.knnSelfJoin(few, BATCHED_K, options()),
                    "as little as possible");
        }
    }

    /** Memory for a part of the points and some of the queries: both are handled in several parts. */
    @ParameterizedTest
    @CsvSource({"UNIFORM, 20000", "DUPLICATES, 9000", "ALL_EQUAL, 5000", "EXTREMES, 30000"})
    void shouldGiveTheSameAnswerInPartsOfThePoints(Shape shape, long bytes) {
        assumeTrue(method() != JoinMethod.KD_TREE, "a tree is of all points");
        Points points = points(new Sample(shape, 1100, 3, 12));
        Points queries = points(new Sample(shape, 90, 3, 13));
        try (Engine limited = open(settings().withMemoryLimit(bytes))) {
            for (int k : new int[] {1, 5, 40}) {
                assertSame(
                        engine().knnJoin(queries, points, k, options()),
                        limited.knnJoin(queries, points, k, options()),
                        shape + ", k=" + k);
            }
            assertSame(
                    engine().knnSelfJoin(queries, 3, options()),
                    limited.knnSelfJoin(queries, 3, options()),
                    shape + ", self");
        }
    }

    @Test
    void shouldSayWhenTheTreeIsWhatDoesNotFit() {
        Points points = points(new Sample(Shape.UNIFORM, BATCHED_SIZE, 2, 8));
        JoinOptions byTree = JoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE);
        long tooSmall = KdTree.buildBytes(BATCHED_SIZE, 2, engine().device()) - 1;
        try (Engine limited = open(settings().withMemoryLimit(tooSmall))) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> limited.knnSelfJoin(points, BATCHED_K, byTree))
                    .getMessage();
            assertTrue(
                    message.startsWith("the tree does not fit the memory of " + limited.device() + ": needed="
                            + (tooSmall + 1) + " bytes, limit=" + tooSmall + ","),
                    message);
        }
    }

    /** For these sizes, either method may be chosen. */
    @ParameterizedTest
    @ValueSource(ints = {40, 1600})
    void shouldGiveTheSameAnswerByWhateverMethod(int size) {
        Points points = points(new Sample(Shape.CLUSTERED, size, 2, 21));
        Points queries = points(new Sample(Shape.CLUSTERED, 1400, 2, 21));
        Neighbors self = engine().knnSelfJoin(points, 6, options());
        Neighbors between = engine().knnJoin(queries, points, 6, options());
        assertEquals(method(), self.report().method());
        assertEquals(method(), between.report().method());
        // The method of a call depends on the programs that are compiled by then.
        String before = engine().explainKnnJoin(size, points, 6, JoinOptions.DEFAULT);
        Neighbors automatic = engine().knnSelfJoin(points, 6);
        String after = engine().explainKnnJoin(size, points, 6, JoinOptions.DEFAULT);
        assertSame(automatic, self, "self");
        assertSame(engine().knnJoin(queries, points, 6), between, "two sets");
        String taken = automatic.report().method() + " for " + size + " queries among ";
        assertTrue(before.startsWith(taken) || after.startsWith(taken), () -> taken + "\n" + before + "\n" + after);
        String explanation = engine().explainKnnJoin(7, points, 6, options());
        assertTrue(
                explanation.startsWith(method() + " for 7 queries among " + size + " points of 2 dimensions, k=6, on "
                        + engine().device() + ": asked for"),
                explanation);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "DUPLICATES"})
    void shouldTellItsMonitorEverMoreUpToTheTotal(Shape shape) {
        Points points = points(new Sample(shape, BATCHED_SIZE, 2, 8));
        List<Long> reports = new ArrayList<>();
        Thread caller = Thread.currentThread();
        try (Engine limited = open(settings().withMemoryLimit(memory(true, 500)))) {
            limited.knnSelfJoin(points, BATCHED_K, options().withMonitor((done, total) -> {
                assertEquals(BATCHED_SIZE, total);
                assertEquals(caller, Thread.currentThread());
                reports.add(done);
                return true;
            }));
        }
        assertEverMore(BATCHED_SIZE, reports);
        // Duplicates are answered at once by a tree.
        List<Long> expected = shape == Shape.DUPLICATES ? List.of(1500L) : List.of(500L, 1000L, 1500L);
        boolean inWholeTiles =
                method() == JoinMethod.TWO_STAGE && engine().device().type() != Device.Type.JVM;
        assertTrue(inWholeTiles || reports.containsAll(expected), () -> "" + reports);
        assertTrue(reports.stream().distinct().count() >= expected.size(), () -> "" + reports);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 1500})
    void shouldStopWhenTheMonitorSaysSo(int rows) {
        Points points = points(new Sample(Shape.UNIFORM, BATCHED_SIZE, 2, 8));
        List<Long> reports = new ArrayList<>();
        try (Engine limited = open(settings().withMemoryLimit(memory(true, 500)))) {
            JoinOptions options = options().withMonitor((done, total) -> {
                reports.add(done);
                return done < rows;
            });
            assertThrows(CancellationException.class, () -> limited.knnSelfJoin(points, BATCHED_K, options));
            assertTrue(reports.get(reports.size() - 1) < rows + 500, () -> rows + ": " + reports);
            Neighbors expected = once("by " + settings(), () -> engine().knnSelfJoin(points, BATCHED_K, options()));
            assertSame(expected, limited.knnSelfJoin(points, BATCHED_K, options()), "after a cancelled join");
        }
    }

    /** The device may still have the points, or a tree of them, from the join before, and a program that was made for other points. */
    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "DUPLICATES", "GRID"})
    void shouldAnswerTheSameForPointsThatItHadBefore(Shape shape) {
        Points points = points(new Sample(shape, 700, 3, 8));
        Points fewer = points(new Sample(shape, 650, 3, 9));
        Points copy = Points.of(points.toRowMajor(), 3);
        JoinOptions manhattan = options().withMetric(Metric.MANHATTAN);
        Neighbors first = engine().knnSelfJoin(points, 4, options());
        Neighbors ofFewer = engine().knnSelfJoin(fewer, 4, options());
        Neighbors otherMetric = engine().knnSelfJoin(points, 4, manhattan);
        Neighbors between = engine().knnJoin(fewer, points, 4, options());
        String name = shape + ", ";
        assertSame(first, engine().knnSelfJoin(copy, 4, options()), name + "a copy");
        assertSame(first, engine().knnSelfJoin(copy, 4, options()), name + "the copy again");
        assertSame(first, engine().knnSelfJoin(points, 4, options()), name + "again");
        assertSame(otherMetric, engine().knnSelfJoin(copy, 4, manhattan), name + "another metric");
        assertSame(ofFewer, engine().knnSelfJoin(fewer, 4, options()), name + "fewer points");
        assertSame(between, engine().knnJoin(fewer, points, 4, options()), name + "two sets");
        assertSame(between, engine().knnJoin(fewer, copy, 4, options()), name + "two sets, a copy");
        Neighbors nearest = engine().knnSelfJoin(copy, 1, options());
        for (int query = 0; query < points.size(); query++) {
            assertEquals(first.id(query, 0), nearest.id(query, 0), name + query);
        }
    }

    @Test
    void shouldThrowWhatItsMonitorThrowsAndGoOnWorking() {
        Points points = points(new Sample(Shape.UNIFORM, 500, 2, 8));
        IllegalStateException thrown = new IllegalStateException("from the monitor");
        JoinOptions options = options().withMonitor((done, total) -> {
            throw thrown;
        });
        assertEquals(
                thrown,
                assertThrows(IllegalStateException.class, () -> engine().knnSelfJoin(points, BATCHED_K, options)));
        assertRight(
                points,
                points,
                true,
                Metric.EUCLIDEAN,
                engine().knnSelfJoin(points, BATCHED_K, options()),
                new Sample(Shape.UNIFORM, 500, 2, 8));
    }

    @Test
    void shouldRefuseWorkWhenClosed() {
        Points points = points(new Sample(Shape.UNIFORM, 9, 2, 1));
        Engine closed = open(settings());
        closed.close();
        closed.close();
        assertClosed(
                "the engine is closed",
                () -> closed.knnSelfJoin(points, 1, options()),
                () -> closed.knnJoin(points, points, 1, options()),
                () -> closed.verify(1, 1, result -> {}));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "CLUSTERED", "DUPLICATES", "EXTREMES"})
    void shouldGiveTheSameAnswerOnEveryRunAndNumberOfThreads(Shape shape) {
        Sample sample = new Sample(shape, 700, 3, 12);
        Points points = points(sample);
        Neighbors expected = engine().knnSelfJoin(points, 6, options());
        for (int threads : new int[] {1, 2, 3, 8}) {
            try (Engine other = open(settings().withThreads(threads))) {
                for (int run = 0; run < (isThorough() ? 3 : 1); run++) {
                    assertSame(expected, other.knnSelfJoin(points, 6, options()), sample + ", threads=" + threads);
                }
            }
        }
    }

    @Test
    void shouldServeSeveralThreadsAtOnce() {
        Points points = points(new Sample(Shape.UNIFORM, 600, 3, 12));
        Neighbors expected = engine().knnSelfJoin(points, 4, options());
        IntStream.range(0, 8)
                .parallel()
                .mapToObj(i -> engine().knnSelfJoin(points, 4, options()))
                .forEach(actual -> assertSame(expected, actual, "parallel callers"));
    }

    @Test
    void shouldReportWhereItRan() {
        Neighbors neighbors = engine().knnSelfJoin(points(new Sample(Shape.UNIFORM, 600, 3, 12)), 4, options());
        assertEquals(method(), neighbors.report().method());
        assertEquals(engine().device(), neighbors.report().device());
        assertTrue(neighbors.report().prepareNanos() > 0);
        assertTrue(neighbors.report().deviceTiming().computeNanos() > 0);
        assertTrue(neighbors.report().refineNanos() > 0);
        assertTrue(!engine().choice().isBlank());
        assertEquals(settings(), engine().settings());
    }

    private static Points points(Sample sample) {
        return Points.of(sample.rows(sample.random()), sample.dims());
    }

    private static void assertRight(
            Points queries, Points points, boolean self, Metric metric, Neighbors actual, Sample sample) {
        String name = sample + ", " + metric + ", queries=" + queries.size() + ", k=" + actual.k() + ", self=" + self;
        KnnOracle.Answer expected =
                EXPECTED.computeIfAbsent(name, missing -> KnnOracle.answer(queries, points, self, metric, actual.k()));
        assertNone(expected.difference(actual), name);
    }

    /** Asserts that the answer for a smaller k is the beginning of that for a larger one. */
    private static void assertPrefix(Neighbors some, Neighbors all, String name) {
        for (int query = 0; query < all.queries(); query++) {
            for (int rank = 0; rank < some.k(); rank++) {
                if (some.id(query, rank) != all.id(query, rank) || some.key(query, rank) != all.key(query, rank)) {
                    throw new AssertionError(name + ", query=" + query + ", rank=" + rank + ": expected="
                            + all.id(query, rank) + ", actual=" + some.id(query, rank));
                }
            }
        }
        assertEquals(all.queries(), some.queries(), name);
    }
}
