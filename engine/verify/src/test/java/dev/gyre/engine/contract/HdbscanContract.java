package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.HdbscanOptions.Selection;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.HierarchyOracle;
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

/** Clusters of points, compared with {@link HierarchyOracle}. */
public abstract class HdbscanContract extends EngineContract {

    private static final List<Metric> METRICS = List.of(
            Metric.EUCLIDEAN,
            Metric.HAVERSINE,
            Metric.MANHATTAN,
            Metric.CHEBYSHEV,
            Metric.SQUARED_EUCLIDEAN,
            Metric.COSINE);

    Stream<Sample> samples() {
        return samples(new int[] {0, 1, 2, 7, 33}, new int[] {1, 2, 3});
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldClusterAsTheOracle(Sample sample) {
        Random random = sample.random();
        Metric metric = MetricCases.draw(METRICS, sample.dims(), random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), sample.dims()));
        check(points, options(random).withMetric(metric), sample.toString());
    }

    /** Most distances are equal, and many rows are. */
    @Test
    void shouldDecideTiesByTheOrderOfEdges() {
        int clusters = 0;
        for (long seed = 0; seed < (compiles() ? 3 : 40); seed++) {
            Random random = new Random(seed);
            int n = 5 + random.nextInt(38);
            Points points = Points.of(random.ints(2L * n, 0, 6).asDoubleStream().toArray(), 2);
            clusters += check(points, options(random), "lattice, seed=" + seed);
        }
        assertTrue(clusters > 0);
    }

    private static HdbscanOptions options(Random random) {
        return HdbscanOptions.of(2 + random.nextInt(4))
                .withMinPoints(1 + random.nextInt(6))
                .withSelection(Selection.values()[random.nextInt(2)])
                .withAllowSingleCluster(random.nextBoolean())
                .withEpsilon(random.nextInt(3) == 0 ? random.nextDouble() : 0);
    }

    private int check(Points points, HdbscanOptions options, String what) {
        String name = what + ", " + options;
        Hierarchy found = engine().hdbscan(points, options);
        assertNone(HierarchyOracle.difference(points, options, found), name);
        return found.clusters();
    }

    @Test
    void shouldFindGroupsOfAnyDensity() {
        Random random = new Random(4);
        int each = 400;
        double[] rows = new double[2 * 3 * each];
        for (int i = 0; i < 3 * each; i++) {
            double width = i % 3 == 0 ? 0.01 : i % 3 == 1 ? 0.2 : 3;
            rows[2 * i] = random.nextGaussian() * width + 60 * (i % 3);
            rows[2 * i + 1] = random.nextGaussian() * width;
        }
        Points points = Points.of(rows, 2);
        Hierarchy found = engine().hdbscan(points, HdbscanOptions.of(50).withMinPoints(10));
        assertEquals(3, found.clusters());
        int noise = 0;
        for (int row = 0; row < points.size(); row++) {
            noise += found.label(row) < 0 ? 1 : 0;
            assertTrue(found.label(row) < 0 || found.label(row) == found.label(row % 3), "row=" + row);
        }
        assertTrue(noise < points.size() / 10, "noise=" + noise);
        assertEquals(points.size() - 1, found.dendrogram().merges());
        assertEquals("KD_TREE", found.report().method().toString());
    }

    @Test
    void shouldTakeFewRows() {
        for (int n = 0; n < 4; n++) {
            Hierarchy none = engine().hdbscan(Points.of(new double[2 * n], 2), HdbscanOptions.of(50));
            assertEquals(n, none.size());
            assertEquals(0, none.clusters());
            assertTrue(Arrays.stream(none.toLabelArray()).allMatch(label -> label == Hierarchy.NOISE));
            assertArrayEquals(new double[n], none.toOutlierScoreArray());
            assertEquals(Math.min(n, 1), none.condensedTree().clusters());
        }
    }

    @Test
    void shouldTakeEqualRows() {
        Points points = Points.of(new double[2 * 5000], 2);
        assertEquals(0, engine().hdbscan(points, HdbscanOptions.of(50)).clusters());
        Hierarchy one = engine().hdbscan(points, HdbscanOptions.of(50).withAllowSingleCluster(true));
        assertArrayEquals(new int[5000], one.toLabelArray());
        assertTrue(Arrays.stream(one.toProbabilityArray()).allMatch(probability -> probability == 1));
        assertArrayEquals(new double[5000], one.toOutlierScoreArray());
    }

    @Test
    void shouldRefuseMetricsThatTreesDoNotSupport() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        for (Metric metric : List.of(Metric.INNER_PRODUCT, Metric.HAMMING, Metric.lp(3))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> engine().hdbscan(points, HdbscanOptions.of(2).withMetric(metric)),
                    metric.toString());
        }
        assertRefused(
                "minClusterSize must be 2 or more: minClusterSize=0",
                () -> engine().hdbscan(points, HdbscanOptions.of(0)));
    }

    @Test
    void shouldStopWhenTheMonitorSaysSo() {
        Points points = Points.of(new Random(2).doubles(2 * 3000).toArray(), 2);
        HdbscanOptions options = HdbscanOptions.of(5);
        assertThrows(
                CancellationException.class,
                () -> engine().hdbscan(points, options.withMonitor((done, total) -> false)));
        int[] calls = new int[1];
        int[] labels = engine().hdbscan(points, options.withMonitor((done, total) -> {
                    calls[0]++;
                    return done <= total && total == 3000;
                }))
                .toLabelArray();
        assertTrue(calls[0] > 2);
        // Also at the end.
        assertThrows(
                CancellationException.class,
                () -> engine().hdbscan(points, options.withMonitor((done, total) -> done < total)));
        assertArrayEquals(labels, engine().hdbscan(points, options).toLabelArray());
    }
}
