package dev.gyre.engine.verify;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Metrics for samples, and points that they accept. For checks only. */
public final class MetricCases {

    /** All metrics, including powers with small, large and no fractions. */
    private static final List<Metric> ALL = Stream.concat(
                    Metric.builtIn().stream(),
                    DoubleStream.of(1.1, 1.5, 2.5, 3, 17).mapToObj(Metric::lp))
            .toList();

    /** Rows with powers: above the 1,024 of blocks, but few, as a pair takes tens of times as long as in other metrics. */
    private static final int MAX_ROWS_OF_POWERS = 1100;

    private MetricCases() {}

    /**
     * Returns the metrics to check.
     *
     * @return all built-in metrics, and some of {@link Metric#lp}
     */
    public static List<Metric> all() {
        return ALL;
    }

    /**
     * Returns the metrics to check trees with.
     *
     * @return those of {@link #all} that a tree supports
     */
    public static List<Metric> ofTrees() {
        return ALL.stream().filter(metric -> metric.norm().isOfDifferences()).toList();
    }

    /**
     * Returns the metrics to check what is computed from neighbors with.
     *
     * @return those of {@link #ofTrees} whose keys kernels compute: all but powers
     */
    public static List<Metric> exactOfTrees() {
        return ofTrees().stream().filter(metric -> !metric.norm().isPower()).toList();
    }

    /**
     * Draws a metric that accepts points of some dimensions.
     *
     * @param random source of randomness
     */
    public static Metric draw(List<Metric> metrics, int dims, Random random) {
        Metric metric = metrics.get(random.nextInt(metrics.size()));
        return metric == Metric.HAVERSINE && dims != 2 ? Metric.EUCLIDEAN : metric;
    }

    /** Returns the number of rows of a case of some size: fewer where each pair takes long. */
    public static int rows(Metric metric, int size) {
        return metric.norm().isPower() ? Math.min(size, MAX_ROWS_OF_POWERS) : size;
    }

    /**
     * Returns points that a metric accepts.
     *
     * @param points any points of its dimensions
     * @return the points; for {@link Metric#HAVERSINE} folded into valid longitudes and latitudes; for {@link Metric#COSINE} with another
     *     point instead of the origin; for {@link Metric#HAMMING} whole numbers that are equal if the coordinates are equal
     */
    public static Points in(Metric metric, Points points) {
        double[] rows = points.toRowMajor();
        int dims = points.dims();
        if (metric == Metric.HAVERSINE) {
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Math.IEEEremainder(rows[i], i % 2 == 0 ? 360 : 180);
            }
        } else if (metric == Metric.COSINE) {
            for (int at = 0; at < rows.length; at += dims) {
                boolean origin = Arrays.stream(rows, at, at + dims).allMatch(coordinate -> coordinate == 0);
                rows[at] = origin ? 1 : rows[at];
            }
        } else if (metric == Metric.HAMMING) {
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Double.hashCode(rows[i] + 0.0) & Norm.MAX_WORD;
            }
        } else {
            return points;
        }
        return Points.of(rows, dims);
    }
}
