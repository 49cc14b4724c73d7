package dev.gyre.engine.verify;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.GridOptions;
import dev.gyre.engine.plan.Context;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares searches of grids, and joins by them, with the oracle; and the structure with what it must be. */
final class GridSearchCheck {

    private static final int QUERIES = 40;

    private GridSearchCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int dims = 1 + (sample.dims() - 1) % Grid.MAX_DIMENSIONS;
        Metric metric = MetricCases.draw(
                MetricCases.ofTrees().stream()
                        .filter(each -> each.spaceDims(dims) <= Grid.MAX_DIMENSIONS)
                        .toList(),
                dims,
                random);
        Points points = MetricCases.in(metric, Points.of(sample.shape().rows(sample.size(), dims, random), dims));
        Points queries = MetricCases.in(metric, Points.of(sample.shape().rows(QUERIES, dims, random), dims));
        double radius = radius(points, queries, metric, random);
        double width = Math.scalb(1 + random.nextDouble(), random.nextInt(20) - 16);
        int k = 1 + random.nextInt(10);
        try (Grid grid = Grid.build(context, points, width, GridOptions.DEFAULT.withMetric(metric))) {
            List<String> findings = grid.verify().findings();
            return (findings.isEmpty() ? Optional.<String>empty() : Optional.of("structure: " + findings))
                    .or(() -> RangeOracle.within(queries, points, false, metric, radius, grid.within(queries, radius)))
                    .or(() -> KnnOracle.difference(queries, points, false, metric, grid.nearest(queries, k)))
                    .or(() -> KnnOracle.difference(points, points, true, metric, grid.selfNearest(k, Monitor.NONE)))
                    .or(() -> RangeOracle.within(
                                    points,
                                    points,
                                    true,
                                    metric,
                                    radius,
                                    new GridJoin(context)
                                            .within(
                                                    points,
                                                    points,
                                                    true,
                                                    radius,
                                                    width,
                                                    JoinOptions.DEFAULT.withMetric(metric)))
                            .map(text -> "join, " + text))
                    .map(text -> metric + ", width=" + width + ", radius=" + radius + ", k=" + k + ", " + text);
        }
    }

    /** A distance between a query and a point, which is within itself; or none; or infinite. */
    private static double radius(Points points, Points queries, Metric metric, Random random) {
        int choice = random.nextInt(6);
        if (choice == 0 || points.size() == 0) {
            return 0;
        }
        Points space = metric.toSpace(points);
        return choice == 1
                ? Double.POSITIVE_INFINITY
                : metric.distance(metric.toSpace(queries)
                        .key(random.nextInt(QUERIES), space, random.nextInt(points.size()), metric.norm()));
    }
}
