package dev.gyre.engine.join;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.plan.TestCosts;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.Shape;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests when a join within a radius chooses a grid automatically. */
class RadiusJoinsTest {

    private static final int SIZE = 6000;
    private static final Workers WORKERS = new Workers(2);
    private static final Device GPU = new Device("card", 0, "Card", Device.Type.GPU, 1L << 40, 8L * Integer.MAX_VALUE);
    private static final RadiusJoins ON_JVM = joins(new JvmBackend(WORKERS), 1L << 40);
    private static final JoinOptions DEFAULT = JoinOptions.DEFAULT;

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    private static RadiusJoins joins(Backend backend, long memory) {
        return new RadiusJoins(TestCosts.planner(new Context(backend, WORKERS, memory)));
    }

    private static Points points(Shape shape, int size, int dims) {
        return Points.of(shape.rows(size, dims, new Random(11)), dims);
    }

    private static double radius(Points points, double matches) {
        return PairSample.of(points, Metric.EUCLIDEAN).radius(matches);
    }

    private static JoinMethod method(RadiusJoins joins, Points points, double radius) {
        return joins.within(points, points, true, radius, DEFAULT).report().method();
    }

    @ParameterizedTest
    @CsvSource({
        "UNIFORM, 2, GRID",
        "UNIFORM, 3, GRID",
        "UNIFORM, 4, GRID",
        "UNIFORM, 5, KD_TREE",
        "UNIFORM, 6, KD_TREE",
        "EXPONENTIAL, 2, GRID",
        "EXPONENTIAL, 4, KD_TREE",
        "COLLINEAR, 3, KD_TREE"
    })
    void shouldTakeAGridWherePointsAreEvenlyDense(Shape shape, int dims, JoinMethod expected) {
        Points points = points(shape, SIZE, dims);
        double radius = radius(points, 5);
        Matches matches = ON_JVM.within(points, points, true, radius, DEFAULT);
        assertEquals(expected, matches.report().method());
    }

    @Test
    void shouldGiveTheAnswersOfATree() {
        Points points = points(Shape.UNIFORM, SIZE, 2);
        double radius = radius(points, 5);
        Matches expected = ON_JVM.within(points, points, true, radius, DEFAULT.withMethod(JoinMethod.KD_TREE));
        Matches actual = ON_JVM.within(points, points, true, radius, DEFAULT);
        assertArrayEquals(expected.toOffsetArray(), actual.toOffsetArray());
        assertArrayEquals(expected.toIdArray(), actual.toIdArray());
        assertArrayEquals(expected.toKeyArray(), actual.toKeyArray());
        try (DistanceJoin join = ON_JVM.open(points, points, true, radius, DEFAULT)) {
            assertEquals(expected.size(), join.size());
            assertEquals(JoinMethod.GRID, join.report().method());
        }
        assertEquals(
                JoinMethod.KD_TREE,
                ON_JVM.within(points, points, false, radius, DEFAULT).report().method());
        String explained = ON_JVM.explain(points, DEFAULT);
        assertTrue(explained.startsWith("GRID on jvm"), explained);
        assertTrue(explained.contains("jvm KD_TREE"), explained);
    }

    @Test
    void shouldTakeATreeForFewPointsAndManyMatchesAndNoRadius() {
        Points points = points(Shape.UNIFORM, SIZE, 2);
        assertEquals(JoinMethod.KD_TREE, method(ON_JVM, points, radius(points, 1000)));
        assertEquals(JoinMethod.KD_TREE, method(ON_JVM, points, 0));
        Points few = points(Shape.UNIFORM, CellSample.SAMPLE - 1, 2);
        assertEquals(JoinMethod.KD_TREE, method(ON_JVM, few, radius(few, 5)));
        try (DistanceJoin all = ON_JVM.open(points, points, true, Double.POSITIVE_INFINITY, DEFAULT)) {
            assertEquals((long) SIZE * (SIZE - 1), all.size());
            assertEquals(JoinMethod.KD_TREE, all.report().method());
        }
    }

    @Test
    void shouldTakeATreeOnADevice() {
        RadiusJoins joins = joins(new FaultyBackend(GPU, WORKERS, FaultyBackend.Fault.NONE), 1L << 30);
        Points points = points(Shape.UNIFORM, SIZE, 2);
        assertEquals(JoinMethod.KD_TREE, method(joins, points, radius(points, 5)));
    }

    /** A hundredth of the points is in one position, and then a quarter of them in a hundredth of the space. */
    @Test
    void shouldSeeCellsThatAreFullerThanOthers() {
        Random random = new Random(5);
        double[] rows = points(Shape.UNIFORM, 20_000, 2).array().clone();
        CellSample even = CellSample.of(Points.of(rows, 2), Metric.EUCLIDEAN);
        assertTrue(even.isEven());
        double width = Math.sqrt(4.0 / 20_000);
        assertTrue(even.fillsEvenly(width, 4));
        assertFalse(even.fillsEvenly(20 * width, 4));
        for (int row = 0; row < 20_000; row++) {
            if (random.nextInt(100) == 0) {
                rows[2 * row] = 0.5 + 1e-6 * random.nextDouble();
                rows[2 * row + 1] = 0.5;
            }
        }
        CellSample spot = CellSample.of(Points.of(rows, 2), Metric.EUCLIDEAN);
        assertTrue(spot.isEven());
        assertFalse(spot.fillsEvenly(width / 10, 1), "a hundredth of the points in one cell");
        for (int row = 0; row < 20_000; row += 4) {
            rows[2 * row] *= 0.01;
        }
        assertFalse(CellSample.of(Points.of(rows, 2), Metric.EUCLIDEAN).isEven());
    }

    /** All clusters have about equal numbers of points, and so have cells that are as wide as the clusters. */
    @Test
    void shouldSeeThatClustersAreNotEven() {
        for (int dims = 2; dims <= 4; dims++) {
            for (long seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                double[] centers = random.doubles(200L * dims).toArray();
                double[] rows = new double[20_000 * dims];
                for (int row = 0; row < 20_000; row++) {
                    int center = random.nextInt(200);
                    for (int axis = 0; axis < dims; axis++) {
                        double spread = Math.pow(10, -2 - center / 100.0);
                        rows[row * dims + axis] = centers[center * dims + axis] + spread * random.nextGaussian();
                    }
                }
                CellSample cells = CellSample.of(Points.of(rows, dims), Metric.EUCLIDEAN);
                assertFalse(cells.isEven(), "dims=" + dims + ", seed=" + seed);
            }
        }
    }

    @Test
    void shouldSeeThatUniformPointsAreEven() {
        for (int dims = 1; dims <= 4; dims++) {
            for (long seed = 0; seed < 20; seed++) {
                double[] rows = Shape.UNIFORM.rows(5000, dims, new Random(seed));
                CellSample cells = CellSample.of(Points.of(rows, dims), Metric.EUCLIDEAN);
                assertTrue(cells.isEven(), "dims=" + dims + ", seed=" + seed);
            }
        }
    }
}
