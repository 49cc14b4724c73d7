package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.FoldOracle;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What folds over pairs must give on every device. */
public abstract class FoldContract extends EngineContract {

    /** Sizes around the 8 or 16 slots of a leaf, and of several levels. */
    private static final int[] SIZES = {0, 1, 2, 8, 9, 16, 17, 33, 400};

    private static final int[] DIMENSIONS = {1, 2, 3, 16};

    private static final List<Metric> METRICS = List.of(
            Metric.EUCLIDEAN,
            Metric.MANHATTAN,
            Metric.CHEBYSHEV,
            Metric.SQUARED_EUCLIDEAN,
            Metric.COSINE,
            Metric.HAVERSINE);

    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final Points THREE = Points.of(new double[] {0, 0, 3, 4, 0, 0}, 2);

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    private void assertCounts(Points points, Points queries, Metric metric, String name, double... radii) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        assertArrayEquals(
                once("self-counts of " + name, () -> FoldOracle.pairCounts(points, points, true, metric, radii)),
                engine().pairCounts(points, options, radii),
                name);
        assertArrayEquals(
                once("counts of " + name, () -> FoldOracle.pairCounts(queries, points, false, metric, radii)),
                engine().pairCounts(queries, points, options, radii),
                () -> name + ", two sets");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldCountPairsAsTheOracleUpToTheVeryDistance(Sample sample) {
        Random random = sample.random();
        int dims = sample.dims();
        Metric metric = MetricCases.draw(METRICS, dims, random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), dims));
        Points queries = MetricCases.in(metric, Points.of(sample.shape().rows(50, dims, random), dims));
        double[] radii = new double[1 + random.nextInt(sample.size() % 2 == 0 ? 5 : 64)];
        for (int i = 0; i < radii.length; i++) {
            radii[i] = radius(points, queries, metric, random);
        }
        assertCounts(points, queries, metric, sample + ", " + metric, radii);
    }

    /** A distance of two rows, the next smaller number, 0 or infinity. */
    private static double radius(Points points, Points queries, Metric metric, Random random) {
        int choice = random.nextInt(8);
        if (points.size() == 0 || choice < 2) {
            return choice == 0 ? 0 : INFINITY;
        }
        Points space = metric.toSpace(points);
        int row = random.nextInt(points.size());
        double key = choice < 5
                ? space.key(row, space, random.nextInt(points.size()), metric.norm())
                : space.key(row, metric.toSpace(queries), random.nextInt(queries.size()), metric.norm());
        double distance = metric.distance(key);
        return choice % 2 == 0 ? distance : Math.max(0, Math.nextDown(distance));
    }

    /** Most pairs have the distance of others, and are at exactly a radius; many rows are equal. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 9})
    void shouldCountPairsOfALattice(int side) {
        Random random = new Random(side);
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV)) {
            Points points = lattice(700, side, random);
            Points queries = lattice(300, side + 1, random);
            double[] radii = {0, 1, Math.sqrt(2), 2, Math.sqrt(5), 3, 1, Math.nextDown(2.0), INFINITY};
            assertCounts(points, queries, metric, metric + ", side=" + side, radii);
        }
    }

    private static Points lattice(int n, int side, Random random) {
        return Points.of(random.ints(3L * n, 0, side).asDoubleStream().toArray(), 3);
    }

    @Test
    void shouldCountPairsOfManyMoreLeavesThanOfOneItem() {
        Random random = new Random(5);
        Points points = Points.of(random.doubles(2 * 9000).toArray(), 2);
        Points queries = Points.of(random.doubles(2 * 2000).toArray(), 2);
        assertCounts(points, queries, Metric.EUCLIDEAN, "uniform", 0.01, 0.3, 0.02, 0.001, 0.1, 2);
    }

    @Test
    void shouldCountPairsOfProgramsUsedAgain() {
        reuse(11, (n, random, what) -> {
            int rows = Math.min(n, isThorough() ? 3000 : 2049);
            Points points = Points.of(random.doubles(2L * rows).toArray(), 2);
            Points queries = Points.of(random.doubles(2L * random.nextInt(100)).toArray(), 2);
            assertCounts(points, queries, Metric.EUCLIDEAN, what, 0.05, 0, 0.2);
        });
    }

    /** Whole weights and quarters have exact sums, whatever adds them up. */
    @ParameterizedTest
    @MethodSource("samples")
    void shouldWeighPairsAsTheOracle(Sample sample) {
        Random random = sample.random();
        int dims = sample.dims();
        Metric metric = MetricCases.draw(METRICS, dims, random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), dims));
        Points queries = MetricCases.in(metric, Points.of(sample.shape().rows(40, dims, random), dims));
        double[] radii = new double[3];
        Arrays.setAll(radii, i -> radius(points, queries, metric, random));
        double unit = Math.scalb(1.0, random.nextInt(700) - 350);
        double[] weights = weights(points.size(), random, unit);
        double[] others = weights(queries.size(), random, 0.25);
        assertWeights(points, weights, queries, others, metric, sample + ", " + metric, radii);
    }

    private static double[] weights(int n, Random random, double unit) {
        return random.ints(n, -3, 1 << 20).mapToDouble(i -> i * unit).toArray();
    }

    private void assertWeights(
            Points points,
            double[] weights,
            Points queries,
            double[] others,
            Metric metric,
            String name,
            double... radii) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        double[] self = engine().weightedPairCounts(points, weights, options, radii);
        double[] two = engine().weightedPairCounts(queries, others, points, weights, options, radii);
        for (int i = 0; i < radii.length; i++) {
            double radius = radii[i];
            String what = name + ", radius=" + radius;
            assertEquals(
                    once(
                            "self-weights of " + what,
                            () -> FoldOracle.weightOfPairs(points, weights, points, weights, true, metric, radius)
                                    .doubleValue()),
                    self[i],
                    what);
            assertEquals(
                    once(
                            "weights of " + what,
                            () -> FoldOracle.weightOfPairs(queries, others, points, weights, false, metric, radius)
                                    .doubleValue()),
                    two[i],
                    what + ", two sets");
        }
    }

    /** Many rows share a slot, and the sums need all of their 128 bits. */
    @Test
    void shouldWeighPairsOfALattice() {
        Random random = new Random(6);
        for (int side : new int[] {1, 3, 8}) {
            Points points = lattice(500, side, random);
            Points queries = lattice(100, side + 1, random);
            double[] weights =
                    random.longs(500, -(1L << 53), 1L << 53).mapToDouble(i -> i).toArray();
            double[] others = random.doubles(100, 1, 2).toArray();
            assertWeights(points, weights, queries, others, Metric.EUCLIDEAN, "side=" + side, 0, 1, 2, INFINITY);
        }
    }

    /** Weights of all magnitudes are rounded to the unit of the largest, so that sums differ by what that loses. */
    @Test
    void shouldWeighPairsTheSameWhateverTheOrder() {
        Random random = new Random(7);
        int n = 3000;
        double[] rows = random.doubles(2L * n).toArray();
        double[] weights = random.doubles(n).map(i -> Math.exp(60 * (i - 0.5))).toArray();
        double[] turnedRows = new double[2 * n];
        double[] turned = new double[n];
        for (int row = 0; row < n; row++) {
            turnedRows[2 * (n - 1 - row)] = rows[2 * row];
            turnedRows[2 * (n - 1 - row) + 1] = rows[2 * row + 1];
            turned[n - 1 - row] = weights[row];
        }
        Points points = Points.of(rows, 2);
        JoinOptions options = JoinOptions.DEFAULT;
        double[] radii = {0.01, 0.1, 0.5};
        double[] there = engine().weightedPairCounts(points, weights, options, radii);
        assertArrayEquals(there, engine().weightedPairCounts(Points.of(turnedRows, 2), turned, options, radii));
        try (Engine jvm = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM).withThreads(1))) {
            assertArrayEquals(there, jvm.weightedPairCounts(points, weights, options, radii));
        }
        double largest = Arrays.stream(weights).max().orElseThrow();
        double sum = Arrays.stream(weights).sum();
        for (int i = 0; i < radii.length; i++) {
            double radius = radii[i];
            double exact = once(
                    "weights of all magnitudes within " + radius,
                    () -> FoldOracle.weightOfPairs(points, weights, points, weights, true, Metric.EUCLIDEAN, radius)
                            .doubleValue());
            assertEquals(exact, there[i], 0x1p-52 * exact + n * sum * largest * 0x1p-53);
        }
    }

    /** The number of neighbors is that of a sample. */
    @Test
    void shouldExplainWhereItRuns() {
        Points points = Points.of(new Random(3).doubles(2000).toArray(), 2);
        JoinOptions options = JoinOptions.DEFAULT;
        String how = ", on " + engine().device() + ": the only possible strategy";
        for (String[] said : new String[][] {
            {"pairs", engine().explainPairCounts(THREE, points, options, 0.1, INFINITY)},
            {"neighbors", engine().explainNeighborStatistics(THREE, points, INFINITY, options)}
        }) {
            assertEquals(
                    "KD_TREE for the " + said[0]
                            + " of 3 queries and 1000 points of 2 dimensions, about 1000 for each query" + how,
                    said[1].lines().findFirst().orElseThrow());
            assertTrue(said[1].lines().count() >= 4, said[1]);
        }
        assertRefused(
                "distance must be 0 or more: distance=-1.0",
                () -> engine().explainNeighborStatistics(points, points, -1, options));
        assertRefused(
                "the number of radii must be in 1..64: radii=0",
                () -> engine().explainPairCounts(points, points, options));
    }

    @Test
    void shouldRefuseWrongWeights() {
        JoinOptions options = JoinOptions.DEFAULT;
        assertRefused(
                "there must be a weight for each point: weights=2, points=3",
                () -> engine().weightedPairCounts(THREE, new double[2], options, 1));
        for (double wrong : new double[] {Double.NaN, INFINITY, -0x1p401}) {
            assertRefused(
                    "weights must be numbers up to 2^400 in magnitude: row=1, weight=" + wrong,
                    () -> engine().weightedPairCounts(THREE, new double[] {1, wrong, 3}, options, 1));
        }
        assertRefused(
                "the number of radii must be in 1..64: radii=0",
                () -> engine().weightedPairCounts(THREE, new double[3], options));
        assertRefused(
                "pairs are counted by a tree alone: method=GRID",
                () -> engine().weightedPairCounts(THREE, new double[3], options.withMethod(JoinMethod.GRID), 1));
        double[] largest = {0x1p400, 0x1p400, 0};
        assertArrayEquals(new double[] {0, 0x1p800}, engine().weightedPairCounts(THREE, largest, options, 1, 5));
    }

    @Test
    void shouldCountEqualRowsAsPairsAtDistance0() {
        assertArrayEquals(new long[] {3, 1, 1, 3}, engine().pairCounts(THREE, 5, 0, 4.9, INFINITY));
        assertArrayEquals(new long[] {5, 9}, engine().pairCounts(THREE, THREE, -0.0, 5));
        long n = 100_000;
        Points equal = Points.of(new double[(int) n], 1);
        assertArrayEquals(new long[] {n * (n - 1) / 2}, engine().pairCounts(equal, 0));
        assertArrayEquals(new long[] {n * n}, engine().pairCounts(equal, equal, 0));
    }

    @Test
    void shouldRefuseWrongRadiiMetricsAndMethods() {
        assertRefused("the number of radii must be in 1..64: radii=0", () -> engine().pairCounts(THREE));
        assertRefused(
                "the number of radii must be in 1..64: radii=65", () -> engine().pairCounts(THREE, new double[65]));
        assertRefused("distance must be 0 or more: distance=-1.0", () -> engine().pairCounts(THREE, 1, -1));
        assertRefused("distance must be 0 or more: distance=NaN", () -> engine().pairCounts(THREE, Double.NaN));
        assertRefused(
                "queries and points must have the same dimensions: queries=2, points=1",
                () -> engine().pairCounts(THREE, Points.of(new double[3], 1), 1));
        assertRefused(
                "pairs are counted in up to 16 dimensions: dims=17",
                () -> engine().pairCounts(Points.of(new double[17], 17), 1));
        for (Metric metric : List.of(Metric.lp(3), Metric.INNER_PRODUCT, Metric.HAMMING)) {
            assertRefused(
                    "pairs are counted in metrics that are Euclidean, Manhattan or Chebyshev distances in their space,"
                            + " such as haversine and cosine: metric=" + metric,
                    () -> engine().pairCounts(THREE, JoinOptions.DEFAULT.withMetric(metric), 1));
        }
        assertRefused(
                "pairs are counted by a tree alone: method=GRID",
                () -> engine().pairCounts(THREE, JoinOptions.DEFAULT.withMethod(JoinMethod.GRID), 1));
    }

    @Test
    void shouldStopWhenTheMonitorAsks() {
        Points points = Points.of(new Random(1).doubles(60_000).toArray(), 3);
        JoinOptions options = JoinOptions.DEFAULT.withMonitor((done, total) -> {
            assertTrue(done >= 0 && done <= total && total == points.size(), () -> done + " of " + total);
            return false;
        });
        assertThrows(CancellationException.class, () -> engine().pairCounts(points, options, 0.1));
        assertThrows(CancellationException.class, () -> engine().pairCounts(points, points, options, 0.1));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFoldNeighborsAsTheOracle(Sample sample) {
        Random random = sample.random();
        int dims = sample.dims();
        Metric metric = MetricCases.draw(METRICS, dims, random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), dims));
        Points queries = MetricCases.in(metric, Points.of(sample.shape().rows(20, dims, random), dims));
        double[][] columns = {FoldOracle.values(points.size(), random), FoldOracle.values(points.size(), random)};
        double radius = radius(points, queries, metric, random);
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        String name = sample + ", " + metric + ", radius=" + radius;
        assertNone(
                FoldOracle.difference(
                        points,
                        points,
                        true,
                        metric,
                        columns,
                        radius,
                        engine().neighborStatistics(points, columns, radius, options)),
                name);
        assertNone(
                FoldOracle.difference(
                        queries,
                        points,
                        false,
                        metric,
                        columns,
                        radius,
                        engine().neighborStatistics(queries, points, columns, radius, options)),
                () -> name + ", two sets");
    }

    /** Equal rows share a slot, whose rows are neighbors of each other but not of themselves. */
    @Test
    void shouldFoldNeighborsOfALatticeWithAndWithoutThemselves() {
        Random random = new Random(3);
        Points points = lattice(500, 4, random);
        double[][] columns = {FoldOracle.values(500, random)};
        for (double radius : new double[] {0, 1, Math.sqrt(3), INFINITY}) {
            NeighborStatistics others = engine().neighborStatistics(points, columns, radius);
            NeighborStatistics all = engine().neighborStatistics(points, points, columns, radius, JoinOptions.DEFAULT);
            assertNone(FoldOracle.difference(points, points, true, Metric.EUCLIDEAN, columns, radius, others));
            assertNone(FoldOracle.difference(points, points, false, Metric.EUCLIDEAN, columns, radius, all));
            assertArrayEquals(
                    others.toCountArray(),
                    engine().neighborStatistics(points, new double[0][], radius).toCountArray());
        }
    }

    /** The order of the rows decides in which order values are added up, but not their sum. */
    @Test
    void shouldSumTheSameBitsWhateverTheOrder() {
        Random random = new Random(8);
        int n = 3000;
        double[] rows = random.doubles(2L * n).toArray();
        double[] values = random.doubles(n)
                .map(value -> (value - 0.5) * Math.exp(40 * value))
                .toArray();
        NeighborStatistics there = engine().neighborStatistics(Points.of(rows, 2), new double[][] {values}, 0.2);
        double[] turnedRows = new double[2 * n];
        double[] turnedValues = new double[n];
        for (int row = 0; row < n; row++) {
            turnedRows[2 * (n - 1 - row)] = rows[2 * row];
            turnedRows[2 * (n - 1 - row) + 1] = rows[2 * row + 1];
            turnedValues[n - 1 - row] = values[row];
        }
        Points turned = Points.of(turnedRows, 2);
        NeighborStatistics back = engine().neighborStatistics(turned, new double[][] {turnedValues}, 0.2);
        try (Engine jvm = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM).withThreads(2))) {
            NeighborStatistics onJvm = jvm.neighborStatistics(turned, new double[][] {turnedValues}, 0.2);
            for (int row = 0; row < n; row++) {
                assertEquals(there.sum(row, 0), back.sum(n - 1 - row, 0));
                assertEquals(there.sum(row, 0), onJvm.sum(n - 1 - row, 0));
            }
        }
    }

    @Test
    void shouldFoldTheNearest() {
        Random random = new Random(9);
        Points points = lattice(300, 5, random);
        Points queries = lattice(40, 6, random);
        double[][] columns = {FoldOracle.values(300, random), FoldOracle.values(300, random)};
        for (int k : new int[] {1, 7, 400}) {
            NeighborStatistics others = engine().nearestStatistics(points, columns, k, JoinOptions.DEFAULT);
            Neighbors near = engine().knnSelfJoin(points, k);
            NeighborStatistics asked = engine().nearestStatistics(queries, points, columns, k, JoinOptions.DEFAULT);
            Neighbors found = engine().knnJoin(queries, points, k);
            for (int query = 0; query < 300; query++) {
                assertNone(FoldOracle.difference(found(near, query), columns, query, others));
                if (query < queries.size()) {
                    assertNone(FoldOracle.difference(found(found, query), columns, query, asked));
                }
            }
        }
    }

    private static int[] found(Neighbors neighbors, int query) {
        return Arrays.copyOf(neighbors.ids(query), neighbors.count(query));
    }

    @Test
    void shouldRefuseWrongColumns() {
        double[][] shorter = {{1, 2, 3}, {1, 2}};
        assertRefused(
                "a column must have a value for each point: column=1, values=2, points=3",
                () -> engine().neighborStatistics(THREE, shorter, 1));
        assertRefused(
                "a column must have a value for each point: column=1, values=2, points=3",
                () -> engine().nearestStatistics(THREE, shorter, 1, JoinOptions.DEFAULT));
        for (double wrong : new double[] {Double.NaN, INFINITY, -0x1p901}) {
            assertRefused(
                    "values must be numbers up to 2^900 in magnitude: column=0, row=1, value=" + wrong,
                    () -> engine().neighborStatistics(THREE, new double[][] {{1, wrong, 3}}, 1));
        }
        double[][] columns = {{1, 2, 3}};
        assertRefused(
                "distance must be 0 or more: distance=-1.0", () -> engine().neighborStatistics(THREE, columns, -1));
        assertRefused(
                "k must be 1 or more: k=0, n=3",
                () -> engine().nearestStatistics(THREE, columns, 0, JoinOptions.DEFAULT));
        assertRefused(
                "neighbors are folded by a tree alone: method=GRID",
                () -> engine().neighborStatistics(THREE, columns, 1, JoinOptions.DEFAULT.withMethod(JoinMethod.GRID)));
    }

    @Test
    void shouldAnswerWithoutNeighbors() {
        NeighborStatistics none = engine().neighborStatistics(THREE, new double[][] {{1, 2, 3}}, 0);
        assertArrayEquals(new int[] {1, 0, 1}, none.toCountArray());
        assertArrayEquals(new double[] {3, 0, 1}, none.toSumArray(0));
        assertArrayEquals(new double[] {3, Double.NaN, 1}, none.toMeanArray(0));
        assertArrayEquals(new double[] {3, Double.NaN, 1}, none.toMinimumArray(0));
        assertArrayEquals(new double[] {3, Double.NaN, 1}, none.toMaximumArray(0));
        assertThrows(IndexOutOfBoundsException.class, () -> none.sum(3, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> none.sum(0, 1));
    }
}
