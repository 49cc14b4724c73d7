package dev.gyre.engine.verify;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.plan.Context;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares searches of balls and windows with the oracle; most windows end exactly at points. */
final class KdRangeCheck {

    private static final int QUERIES = 40;

    /** The metrics whose trees also support windows. */
    private static final List<Metric> METRICS = MetricCases.ofTrees().stream()
            .filter(metric -> metric != Metric.HAVERSINE && metric != Metric.COSINE)
            .toList();

    private KdRangeCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Metric metric = METRICS.get(random.nextInt(METRICS.size()));
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMetric(metric);
        try (KdTree tree = KdTree.build(context, points, options)) {
            Points queries = rows(sample, random);
            double radius = radius(points, queries, metric, random);
            Optional<String> difference = RangeOracle.within(
                            queries, points, false, metric, radius, tree.within(queries, radius))
                    .or(() -> RangeOracle.within(
                            points, points, true, metric, radius, tree.selfWithin(radius, Monitor.NONE)))
                    .or(() -> RangeOracle.within(
                                    points,
                                    points,
                                    true,
                                    metric,
                                    radius,
                                    new KdJoin(context)
                                            .selfWithin(points, radius, JoinOptions.DEFAULT.withMetric(metric)))
                            .map(text -> "join, " + text))
                    .map(text -> metric + ", radius=" + radius + ", " + text);
            if (difference.isPresent()) {
                return difference;
            }
            double[] low = queries.toRowMajor();
            double[] high = rows(sample, random).toRowMajor();
            order(low, high);
            Points lower = Points.of(low, sample.dims());
            Points upper = Points.of(high, sample.dims());
            return RangeOracle.inBox(lower, upper, points, tree.inBox(lower, upper))
                    .map(text -> "windows, " + text);
        }
    }

    private static Points rows(Sample sample, Random random) {
        return Points.of(sample.shape().rows(QUERIES, sample.dims(), random), sample.dims());
    }

    /** A distance between a query and a point, which is within itself; or none; or infinite. */
    private static double radius(Points points, Points queries, Metric metric, Random random) {
        int choice = random.nextInt(6);
        if (choice == 0 || points.size() == 0) {
            return 0;
        }
        return choice == 1
                ? Double.POSITIVE_INFINITY
                : metric.distance(queries.key(
                        random.nextInt(queries.size()), points, random.nextInt(points.size()), metric.norm()));
    }

    /** Swaps coordinates of two corners where need be. */
    private static void order(double[] low, double[] high) {
        for (int i = 0; i < low.length; i++) {
            double lower = Math.min(low[i], high[i]);
            high[i] = Math.max(low[i], high[i]);
            low[i] = lower;
        }
    }
}
