package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.DbscanOracle;
import dev.gyre.engine.verify.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What DBSCAN must do on every device. */
public abstract class DbscanContract extends EngineContract {

    private static final int[] SIZES = {0, 1, 2, 8, 9, 16, 17, 33, 200, 700};
    private static final int[] DIMENSIONS = {1, 2, 3, 7, 16};
    private static final Metric[] METRICS = {
        Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.SQUARED_EUCLIDEAN
    };

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldGiveTheLabelsOfTheOracle(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Metric metric = METRICS[random.nextInt(METRICS.length)];
        int n = points.size();
        double attained =
                n < 2 ? 1 : metric.distance(points.key(random.nextInt(n), points, random.nextInt(n), metric.norm()));
        for (double eps : new double[] {0, attained / 16, attained, Math.max(0, Math.nextDown(attained))}) {
            assertAsTheOracle(points, metric, eps, 1 + random.nextInt(6), sample.toString());
        }
        assertAsTheOracle(points, metric, Double.POSITIVE_INFINITY, 1 + random.nextInt(n + 2), sample.toString());
    }

    private void assertAsTheOracle(Points points, Metric metric, double eps, int minPoints, String what) {
        Clusters found = engine().dbscan(points, eps, minPoints, JoinOptions.DEFAULT.withMetric(metric));
        String name = what + ", " + metric + ", eps=" + eps + ", minPoints=" + minPoints;
        assertNone(
                once(name, () -> DbscanOracle.answer(points, metric, eps, minPoints))
                        .difference(found),
                name);
    }

    /** Most distances are exactly eps. */
    @Test
    void shouldIncludeEpsOnLattices() {
        int cases = Math.max(2, 40 / thinning());
        for (int seed = 0; seed < cases; seed++) {
            Random random = new Random(seed);
            int dims = 1 + seed % 4;
            int n = 1 + random.nextInt(500);
            int side = (int) Math.ceil(Math.pow(n, 1.0 / dims)) + random.nextInt(4);
            double[] rows = new double[n * dims];
            Arrays.setAll(rows, i -> random.nextInt(side));
            for (Metric metric : METRICS) {
                int eps = random.nextInt(3);
                assertAsTheOracle(Points.of(rows, dims), metric, eps, 1 + random.nextInt(7), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldMeasureOnTheSphere() {
        Random random = new Random(9);
        double[] rows = new double[800];
        for (int i = 0; i < rows.length; i += 2) {
            // Around the antimeridian and a pole.
            rows[i] = i % 4 == 0 ? 180 + random.nextGaussian() : random.nextInt(360);
            rows[i + 1] = i % 4 == 0 ? random.nextGaussian() : 89.5;
        }
        assertAsTheOracle(Points.of(rows, 2), Metric.HAVERSINE, 40, 5, "haversine");
        assertAsTheOracle(Points.of(rows, 2), Metric.COSINE, 1e-5, 4, "cosine");
    }

    @Test
    void shouldUseProgramsAgain() {
        reuse(31, (n, random, what) -> {
            Points points = Points.of(random.doubles(2L * Math.min(n, 1200)).toArray(), 2);
            double eps = Math.sqrt(3.0 / Math.max(1, points.size()));
            assertAsTheOracle(points, Metric.EUCLIDEAN, eps, 1 + random.nextInt(12), what);
        });
    }

    @Test
    void shouldFindTheTreeOfTheSamePointsThere() {
        Points points = Points.of(new Random(12).doubles(3000).toArray(), 3);
        for (int minPoints : new int[] {5, 1, 9, 2000, 5}) {
            for (double eps : new double[] {0.1, 0.02, 0.3}) {
                assertAsTheOracle(points, Metric.EUCLIDEAN, eps, minPoints, "again");
            }
        }
    }

    // Adversarial points: each in O(n log n)

    private int many() {
        return compiles() || !isThorough() ? 20_000 : 100_000;
    }

    private void assertOneCluster(double eps, int minPoints, double... rows) {
        Clusters found = assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> engine().dbscan(Points.of(rows, 2), eps, minPoints));
        assertEquals(1, found.clusters());
        assertEquals(0, found.noise());
        assertArrayEquals(new int[] {rows.length / 2}, found.toSizeArray());
    }

    @Test
    void shouldUniteEqualRowsAtOnce() {
        double[] rows = new double[2 * many()];
        Arrays.fill(rows, 1.1);
        assertOneCluster(0, many(), rows);
        assertOneCluster(1, 5, rows);
    }

    @Test
    void shouldUniteWhateverIsNearAtOnce() {
        double[] rows = new Random(3).doubles(2L * many()).toArray();
        assertOneCluster(2, 5, rows);
        assertOneCluster(2, many(), rows);
        assertOneCluster(Double.POSITIVE_INFINITY, 1, rows);
        rows[0] = 1e150;
        assertOneCluster(1e151, many(), rows);
    }

    /** Half of all rows in one spot, far narrower than eps, and the other half around it. */
    @Test
    void shouldNotLookAtPairsWithinASpot() {
        int n = many();
        double[] rows = new Random(4).doubles(2L * n).toArray();
        for (int i = 0; i < n; i++) {
            rows[i] = 0.5 + 1e-9 * rows[i];
        }
        assertOneCluster(0.05, 5, rows);
        Clusters spot = engine().dbscan(Points.of(rows, 2), 0.05, n / 4);
        assertEquals(1, spot.clusters());
        assertEquals(0, spot.label(0));
        assertEquals(Clusters.NOISE, spot.label(farthest(rows)));
    }

    private static int farthest(double... rows) {
        return IntStream.range(0, rows.length / 2)
                .reduce((a, b) -> rows[2 * a] > rows[2 * b] ? a : b)
                .orElseThrow();
    }

    @Test
    void shouldLeaveAnOutlierAlone() {
        double[] rows = new Random(5).doubles(2L * many()).toArray();
        rows[2 * 17] = 1e150;
        Clusters found = engine().dbscan(Points.of(rows, 2), 0.02, 4);
        assertEquals(1, found.clusters());
        assertEquals(1, found.noise());
        assertEquals(Clusters.NOISE, found.label(17));
    }

    @Test
    void shouldGiveEachRowItsClusterOrNone() {
        Points points = Points.of(new Random(6).doubles(2L * many()).toArray(), 2);
        Clusters each = engine().dbscan(points, 0, 1);
        assertEquals(many(), each.clusters());
        assertEquals(many() - 1, each.label(many() - 1));
        Clusters none = engine().dbscan(points, 0.5, many() + 1);
        assertEquals(0, none.clusters());
        assertEquals(many(), none.noise());
        assertEquals(0, engine().dbscan(points, 1, Integer.MAX_VALUE).clusters());
    }

    // Errors, and ends before the end

    @Test
    void shouldRefuseBadInput() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        assertRefused("eps must be 0 or more: eps=-1.0", () -> engine().dbscan(points, -1, 2));
        assertRefused("eps must be 0 or more: eps=NaN", () -> engine().dbscan(points, Double.NaN, 2));
        assertRefused("minPoints must be 1 or more: minPoints=0", () -> engine().dbscan(points, 1, 0));
        for (Metric metric : List.of(Metric.INNER_PRODUCT, Metric.HAMMING, Metric.lp(3))) {
            assertRefusedWith(
                    "metric=" + metric, () -> engine().dbscan(points, 1, 2, JoinOptions.DEFAULT.withMetric(metric)));
        }
        for (JoinMethod method : List.of(JoinMethod.GRID, JoinMethod.BRUTE_FORCE)) {
            assertRefusedWith(
                    "method=" + method, () -> engine().dbscan(points, 1, 2, JoinOptions.DEFAULT.withMethod(method)));
        }
        assertRefusedWith("16 dimensions: n=1, dims=17", () -> engine().dbscan(Points.of(new double[17], 17), 1, 1));
        JoinOptions sphere = JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE);
        assertRefusedWith(
                "latitude must be in -90..90: row=1",
                () -> engine().dbscan(Points.of(new double[] {0, 0, 0, 91}, 2), 1, 1, sphere));
    }

    @Test
    void shouldSayWhatMemoryIsMissing() {
        Points points = Points.of(new double[4000], 2);
        try (var little = open(settings().withMemoryLimit(20_000))) {
            assertRefusedWith("does not fit the memory", () -> little.dbscan(points, 1, 1));
        }
    }

    @Test
    void shouldTellTheMonitor() {
        Points points = Points.of(new Random(8).doubles(2400).toArray(), 2);
        List<Long> reports = new ArrayList<>();
        Monitor watching = (done, total) -> {
            assertEquals(1200, total);
            return reports.add(done);
        };
        engine().dbscan(points, 0.03, 4, JoinOptions.DEFAULT.withMonitor(watching));
        assertEverMore(1200, reports);
        JoinOptions stopping = JoinOptions.DEFAULT.withMonitor((done, total) -> false);
        assertThrows(CancellationException.class, () -> engine().dbscan(points, 0.03, 4, stopping));
        assertAsTheOracle(points, Metric.EUCLIDEAN, 0.03, 4, "after a cancellation");
    }

    @Test
    void shouldExplainWhereItRuns() {
        Points points = Points.of(new Random(3).doubles(600).toArray(), 2);
        String explained = engine().explainDbscan(points, 4, JoinOptions.DEFAULT);
        Clusters found = engine().dbscan(points, 0.1, 4);
        assertEquals(
                "KD_TREE for the clusters of 300 points of 2 dimensions, minPoints=4, on " + engine().device()
                        + ": the only possible strategy",
                explained.lines().findFirst().orElseThrow());
        assertTrue(explained.contains("\n  " + found.report().device().id() + " KD_TREE"), explained);
        assertTrue(explained.lines().count() >= 4, explained);
        assertRefused(
                "minPoints must be 1 or more: minPoints=0",
                () -> engine().explainDbscan(points, 0, JoinOptions.DEFAULT));
    }

    @Test
    void shouldReportWhereItRan() {
        Points points = Points.of(new Random(8).doubles(2400).toArray(), 2);
        Clusters found = engine().dbscan(points, 0.03, 4);
        assertEquals(settings().device(), found.report().device().id());
        assertEquals(JoinMethod.KD_TREE, found.report().method());
    }
}
