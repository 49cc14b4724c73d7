package dev.gyre.engine.knn;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.sample.Sample;
import java.util.Random;

/** Metrics for samples, and points that they take. For checks only. */
public final class MetricCases {

    private MetricCases() {}

    /**
     * Draws a metric that takes points of the sample's dimensions.
     *
     * @param sample the sample
     * @param random source of randomness
     * @return any metric
     */
    public static Metric draw(Sample sample, Random random) {
        Metric metric = Metric.values()[random.nextInt(Metric.values().length)];
        return metric == Metric.HAVERSINE && sample.dims() != 2 ? Metric.EUCLIDEAN : metric;
    }

    /**
     * Points that a metric takes.
     *
     * @param metric the metric
     * @param points any points of its dimensions
     * @return the points; for {@link Metric#HAVERSINE} the same spread, folded into valid longitudes and latitudes
     */
    public static Points in(Metric metric, Points points) {
        if (metric != Metric.HAVERSINE) {
            return points;
        }
        double[] rows = points.toRowMajor();
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Math.IEEEremainder(rows[i], i % 2 == 0 ? 360 : 180);
        }
        return Points.of(rows, 2);
    }
}
