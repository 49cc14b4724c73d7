package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.GraphOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs and outlier scores from nearest neighbors, compared with {@link GraphOracle}. */
public abstract class NeighborAnswersContract extends EngineContract {

    private static final int[] SIZES = {0, 1, 2, 3, 9, 60, 150};
    private static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.SQUARED_EUCLIDEAN, Metric.lp(3));

    Stream<Sample> samples() {
        return samples(SIZES, new int[] {1, 2, 3});
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldAnswerAsTheOracle(Sample sample) {
        Random random = sample.random();
        Metric metric = METRICS.get(random.nextInt(METRICS.size()));
        check(Points.of(sample.rows(random), sample.dims()), metric, 1 + random.nextInt(12), sample.toString());
    }

    /** On a small lattice most distances are equal, and many rows too. */
    @Test
    void shouldDecideTiesByRows() {
        for (long seed = 0; seed < (compiles() ? 2 : 12); seed++) {
            Random random = new Random(seed);
            int n = 20 + random.nextInt(150);
            Points points = Points.of(random.ints(2L * n, 0, 5).asDoubleStream().toArray(), 2);
            check(points, METRICS.get((int) seed % METRICS.size()), 1 + random.nextInt(9), "lattice, seed=" + seed);
        }
    }

    @Test
    void shouldAnswerOnTheSphere() {
        Random random = new Random(5);
        double[] places = new double[2 * 120];
        for (int i = 0; i < places.length; i++) {
            places[i] = i % 2 == 0 ? random.nextDouble(-180, 180) : random.nextDouble(-90, 90);
        }
        check(Points.of(places, 2), Metric.HAVERSINE, 6, "haversine, seed=5");
    }

    /** A hub that is the neighbor of all corners of a cube has a long row in the union, and a short one in the mutual graph. */
    @Test
    void shouldGatherTheEdgesOfAHub() {
        Random random = new Random(6);
        int dims = 6;
        int corners = 1 << dims;
        double[] rows = new double[(corners + 1) * dims];
        for (int i = 0; i < corners; i++) {
            int row = i < 20 ? i : i + 1;
            double size = 1 + random.nextInt(3) * 0.1;
            for (int dim = 0; dim < dims; dim++) {
                rows[row * dims + dim] = (i >> dim & 1) == 0 ? size : -size;
            }
        }
        Points points = Points.of(rows, dims);
        check(points, Metric.CHEBYSHEV, 1, "hub, seed=6");
        JoinOptions options = JoinOptions.DEFAULT.withMetric(Metric.CHEBYSHEV);
        assertEquals(
                corners,
                engine().neighborGraph(points, 1, GraphKind.UNION, options).count(20));
        assertEquals(
                1, engine().neighborGraph(points, 1, GraphKind.MUTUAL, options).count(20));
    }

    private void check(Points points, Metric metric, int k, String what) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        String name = what + ", " + metric + ", k=" + k;
        GraphOracle oracle = new GraphOracle(points, metric, k);
        for (GraphKind kind : GraphKind.values()) {
            assertNone(oracle.difference(kind, engine().neighborGraph(points, k, kind, options)), name);
        }
        OutlierScores scores = engine().outliers(points, k, options);
        assertNone(oracle.difference(scores), name);
        for (int row = 0; row < points.size(); row++) {
            assertEquals(scores.toKDistanceArray()[row], scores.kDistance(row), name);
            assertEquals(scores.toMeanDistanceArray()[row], scores.meanDistance(row), name);
            assertEquals(scores.toFactorArray()[row], scores.factor(row), name);
        }
    }

    @Test
    void shouldMarkTheOutlier() {
        double[] rows = new Random(8).doubles(2 * 200).toArray();
        rows[2 * 77] = 40;
        OutlierScores scores = engine().outliers(Points.of(rows, 2), 10);
        double[] factors = scores.toFactorArray();
        for (int row = 0; row < factors.length; row++) {
            assertTrue(row == 77 ? factors[row] > 50 : factors[row] < 3, "row=" + row + ", factor=" + factors[row]);
        }
    }

    /** More equal rows than k: their densities stay finite. */
    @Test
    void shouldScoreEqualRows() {
        OutlierScores scores = engine().outliers(Points.of(new double[2 * 30], 2), 4);
        for (int row = 0; row < 30; row++) {
            assertEquals(0, scores.kDistance(row));
            assertEquals(0, scores.meanDistance(row));
            assertEquals(1, scores.factor(row));
        }
    }

    @Test
    void shouldGiveTheSameByAllMethods() {
        Sample sample = new Sample(Shape.UNIFORM, 300, 2, 9);
        Points points = Points.of(sample.rows(sample.random()), 2);
        double[] factors = engine().outliers(points, 7).toFactorArray();
        int[] ids = engine().neighborGraph(points, 7, GraphKind.UNION).toIdArray();
        for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.BRUTE_FORCE, JoinMethod.GRID)) {
            JoinOptions by = JoinOptions.DEFAULT.withMethod(method);
            assertArrayEquals(factors, engine().outliers(points, 7, by).toFactorArray(), method.toString());
            assertArrayEquals(
                    ids, engine().neighborGraph(points, 7, GraphKind.UNION, by).toIdArray(), method.toString());
        }
    }

    @Test
    void shouldRefuseWrongInput() {
        Points points = Points.of(new double[20], 2);
        assertRefused("k must be 1 or more: k=0, n=10", () -> engine().outliers(points, 0));
        assertRefused("k must be 1 or more: k=0, n=10", () -> engine().neighborGraph(points, 0, GraphKind.DIRECTED));
        assertRefused(
                "outliers need distances: metric=inner-product",
                () -> engine().outliers(points, 2, JoinOptions.DEFAULT.withMetric(Metric.INNER_PRODUCT)));
    }

    @Test
    void shouldStopWhenTheMonitorSaysSo() {
        Points points = Points.of(new Random(1).doubles(2 * 5000).toArray(), 2);
        // Also after the join, whose last report is of all rows.
        JoinOptions late = JoinOptions.DEFAULT.withMonitor(new Late());
        assertThrows(CancellationException.class, () -> engine().outliers(points, 3, late));
        JoinOptions later = JoinOptions.DEFAULT.withMonitor(new Late());
        assertThrows(CancellationException.class, () -> engine().neighborGraph(points, 3, GraphKind.MUTUAL, later));
        assertEquals(5000, engine().outliers(points, 3).size());
    }

    /** Stops at the second report of all rows. */
    private static final class Late implements Monitor {

        private int ends;

        @Override
        public boolean progress(long done, long total) {
            return done < total || ++ends < 2;
        }
    }
}
