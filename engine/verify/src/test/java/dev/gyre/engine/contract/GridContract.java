package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.RangeOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What grids, their searches and their joins must do on every device. */
public abstract class GridContract extends EngineContract {

    private static final int[] SIZES = {0, 1, 33, 100, 260};
    private static final int[] DIMENSIONS = {1, 2, 3, 6};
    private static final int QUERIES = 12;

    private static final List<Metric> METRICS = KdRangeContract.METRICS;

    Stream<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int i = 0; i < SIZES.length; i++) {
                int dims = DIMENSIONS[(i + shape.ordinal()) % DIMENSIONS.length];
                samples.add(new Sample(shape, SIZES[i], dims, 1000L * SIZES[i] + 17L * dims + shape.ordinal()));
            }
        }
        return thinned(samples);
    }

    private static Points rows(Sample sample, Random random) {
        return Points.of(sample.shape().rows(QUERIES, sample.dims(), random), sample.dims());
    }

    /** Draws a width as a share of the points' extent, from far more cells than can have numbers to a single cell. */
    private static double width(Points points, Random random) {
        double extent = 1;
        for (int row = 1; row < points.size(); row++) {
            extent = Math.max(extent, Math.abs(points.coordinate(row, 0) - points.coordinate(0, 0)));
        }
        return extent * Math.scalb(1 + random.nextDouble(), random.nextInt(8) == 0 ? -60 : -random.nextInt(8));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindMatchesAsTheOracleUpToTheVeryDistance(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Points queries = rows(sample, random);
        Metric metric = METRICS.get((int) (sample.seed() % METRICS.size()));
        double width = width(points, random);
        try (Grid grid = engine().grid(points, width, GridOptions.DEFAULT.withMetric(metric))) {
            assertEquals(List.of(), grid.verify().findings(), sample::toString);
            for (double radius : KdRangeContract.radii(queries, points, metric, random)) {
                String name = sample + ", " + metric + ", width=" + width + ", radius=" + radius;
                Matches matches = grid.within(queries, radius);
                assertNone(RangeOracle.within(queries, points, false, metric, radius, matches), name);
                int[] counts = IntStream.range(0, QUERIES).map(matches::count).toArray();
                assertArrayEquals(counts, grid.countWithin(queries, radius), name);
                if (radius == Double.POSITIVE_INFINITY && points.size() > 100) {
                    continue;
                }
                Matches self = grid.selfWithin(radius, Monitor.NONE);
                assertNone(RangeOracle.within(points, points, true, metric, radius, self), name);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindTheNearestAsTheOracle(Sample sample) {
        Random random = sample.random();
        Metric metric = MetricCases.draw(MetricCases.ofTrees(), sample.dims(), random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), sample.dims()));
        Points queries = MetricCases.in(metric, rows(sample, random));
        int k = random.nextInt(3) == 0 ? 1 + random.nextInt(points.size() + 3) : 1 + random.nextInt(12);
        double width = width(points, random);
        String name = sample + ", " + metric + ", width=" + width + ", k=" + k;
        try (Grid grid = engine().grid(points, width, GridOptions.DEFAULT.withMetric(metric))) {
            Neighbors nearest = grid.nearest(queries, k);
            assertNone(KnnOracle.difference(queries, points, false, metric, nearest), name);
            Neighbors self = grid.selfNearest(k, Monitor.NONE);
            assertNone(KnnOracle.difference(points, points, true, metric, self), name);
            if (nearest.count(0) > 0) {
                double radius = nearest.distance(0, nearest.count(0) / 2);
                Neighbors within = grid.nearest(queries, k, radius, Monitor.NONE);
                for (int query = 0; query < QUERIES; query++) {
                    for (int rank = 0; rank < k; rank++) {
                        boolean near = nearest.distance(query, rank) <= radius;
                        assertEquals(near ? nearest.id(query, rank) : Neighbors.NONE, within.id(query, rank), name);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldJoinAsTheOracle(Shape shape) {
        Sample sample = new Sample(shape, 130, 2, 5);
        Points points = Points.of(sample.rows(sample.random()), 2);
        Points left = rows(sample, new Random(6));
        JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.GRID);
        double radius = Metric.EUCLIDEAN.distance(points.key(3, points, 77, Metric.EUCLIDEAN.norm()));
        for (double each : new double[] {0, radius / 16, radius}) {
            Matches self = engine().radiusSelfJoin(points, each, options);
            assertNone(
                    RangeOracle.within(points, points, true, Metric.EUCLIDEAN, each, self),
                    () -> sample + ", radius=" + each);
            assertEquals(JoinMethod.GRID, self.report().method());
            Neighbors nearest = engine().knnSelfJoin(points, 5, options);
            assertEquals(JoinMethod.GRID, nearest.report().method());
            assertNone(KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, nearest), sample::toString);
            assertNone(
                    KnnOracle.difference(
                            left, points, false, Metric.EUCLIDEAN, engine().knnJoin(left, points, 5, options)),
                    sample::toString);
            Matches between = engine().distanceJoin(left, points, each, options);
            assertNone(
                    RangeOracle.within(left, points, false, Metric.EUCLIDEAN, each, between),
                    () -> sample + ", radius=" + each);
            try (DistanceJoin join = engine().openRadiusSelfJoin(points, each, options)) {
                assertEquals(self.size(), join.size());
                assertNone(RangeOracle.within(
                        points, points, true, Metric.EUCLIDEAN, each, join.matches(0, points.size())));
            }
        }
    }

    /** Draws points in the plane: a few far away, many at one place, almost half in a small area, and a tenth in a large one. */
    private static Points skewed(int size, double far, Random random) {
        double[] rows = new double[2 * size];
        for (int row = 0; row < size; row++) {
            double spread = row % 10 == 0 ? 1 : row % 2 == 0 ? 0.001 : 0;
            double distance = row < 5 ? far * (row + 1) : 0.5;
            rows[2 * row] = distance + spread * random.nextDouble();
            rows[2 * row + 1] = -distance + spread * random.nextDouble();
        }
        return Points.of(rows, 2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1e30, 1e140})
    void shouldFindAllWhereCellsDifferManyTimes(double far) {
        Random random = new Random(9);
        Points points = skewed(300, far, random);
        for (double width : new double[] {1e-12, 1e-3, 0.1, 1e9}) {
            String name = "far=" + far + ", width=" + width;
            try (Grid grid = engine().grid(points, width)) {
                assertTrue(grid.verify().isSound(), name);
                assertTrue(grid.fullestCell() >= 100, name);
                Matches matches = grid.within(points, 1e-4);
                assertNone(RangeOracle.within(points, points, false, Metric.EUCLIDEAN, 1e-4, matches), name);
                Neighbors nearest = grid.selfNearest(7, Monitor.NONE);
                assertNone(KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, nearest), name);
            }
        }
    }

    Stream<Sample> hybrids() {
        List<Sample> samples = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int size : new int[] {1, 2, 300}) {
                samples.add(new Sample(shape, size, 1 + (size + shape.ordinal()) % 6, 31L * size + shape.ordinal()));
            }
        }
        return thinned(samples);
    }

    @ParameterizedTest
    @MethodSource("hybrids")
    void shouldJoinOnDeviceAndHostTogetherAsTheOracle(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Metric metric = METRICS.get(Math.floorMod(sample.seed(), METRICS.size()));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withMethod(JoinMethod.HYBRID_GRID);
        int k = 1 + random.nextInt(9);
        HybridGridOptions parameters = HybridGridOptions.DEFAULT
                .withThreadsPerPoint(1 << random.nextInt(6))
                .withMonolithic(0.1 + 0.9 * random.nextDouble(), random.nextDouble() / 2)
                .withBatches(0.01 + random.nextDouble() / 10, 0.01 + random.nextDouble() / 10)
                .withResultBuffer(1 + random.nextInt(2000));
        Neighbors found = random.nextBoolean()
                ? engine().hybridGridSelfJoin(points, k, options, parameters)
                : engine().knnSelfJoin(points, k, options);
        String name = sample + ", " + metric + ", k=" + k + ", " + parameters;
        assertNone(KnnOracle.difference(points, points, true, metric, found), name);
        assertEquals(JoinMethod.HYBRID_GRID, found.report().method());
        assertEquals(
                points.size(),
                found.report().shares().stream()
                        .mapToLong(DeviceShare::answered)
                        .sum(),
                name);
    }

    @Test
    void shouldEndAHybridJoinThatIsCancelled() {
        Points points = Points.of(new Random(3).doubles(60_000).toArray(), 3);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.HYBRID_GRID);
        assertThrows(
                CancellationException.class,
                () -> engine().knnSelfJoin(points, 8, options.withMonitor((done, total) -> false)));
        assertEquals(1, engine().knnSelfJoin(points, 1, options).count(0));
    }

    @Test
    void shouldReuseProgramsForOtherSizes() {
        reuse(11, (n, random, what) -> {
            int dims = 1 + random.nextInt(3);
            Points points = Points.of(Shape.UNIFORM.rows(n, dims, random), dims);
            double radius = Math.pow(3.0 / (n + 1), 1.0 / dims) / 2;
            JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.GRID);
            Matches byTree = engine().radiusSelfJoin(points, radius, options.withMethod(JoinMethod.KD_TREE));
            Matches byGrid = engine().radiusSelfJoin(points, radius, options);
            assertSame(byTree, byGrid, what);
        });
    }

    @Test
    void shouldRefuseWhatItCannotTake() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        for (double width : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertRefused("width must be above 0 and finite: width=" + width, () -> engine().grid(points, width));
        }
        assertRefused(
                "a grid can have up to " + (1 << 29) + " points of up to 6 dimensions: n=1, dims=7",
                () -> engine().grid(Points.of(new double[7], 7), 1));
        assertRefused(
                "a grid needs a metric of differences between coordinates: metric=inner-product; brute force accepts it",
                () -> engine().grid(points, 1, GridOptions.DEFAULT.withMetric(Metric.INNER_PRODUCT)));
        JoinOptions hybrid = JoinOptions.DEFAULT.withMethod(JoinMethod.HYBRID_GRID);
        assertRefused(
                "the method finds nearest neighbors alone: method=HYBRID_GRID",
                () -> engine().radiusSelfJoin(points, 1, hybrid));
        assertRefused(
                "points are joined with themselves alone by this method: method=HYBRID_GRID",
                () -> engine().knnJoin(points, points, 1, hybrid));
        assertRefused(
                "threadsPerPoint must be 1, 2, 4, 8, 16 or 32: threadsPerPoint=3",
                () -> HybridGridOptions.DEFAULT.withThreadsPerPoint(3));
        assertRefused(
                "monolithic must be above 0 to 1: monolithic=0.0",
                () -> HybridGridOptions.DEFAULT.withMonolithic(0, 0));
        try (Grid grid = engine().grid(points, 1)) {
            assertThrows(IllegalArgumentException.class, () -> grid.nearest(points, 0));
            assertThrows(IllegalArgumentException.class, () -> grid.within(points, -1));
            assertThrows(IllegalArgumentException.class, () -> grid.within(Points.of(new double[3], 3), 1));
        }
    }

    @Test
    void shouldEndWhenItIsClosedOrCancelled() {
        Points points = Points.of(new Random(3).doubles(40_000).toArray(), 2);
        Grid grid = engine().grid(points, 0.01);
        Monitor ending = (done, total) -> false;
        assertThrows(CancellationException.class, () -> grid.selfWithin(0.3, ending));
        assertThrows(CancellationException.class, () -> grid.within(points, 0.3, ending));
        grid.close();
        grid.close();
        assertThrows(IllegalStateException.class, () -> grid.within(points, 1));
        assertThrows(IllegalStateException.class, grid::verify);
        assertEquals(20_000, engine().grid(points, 0.01).countWithin(points, 0).length);
    }
}
