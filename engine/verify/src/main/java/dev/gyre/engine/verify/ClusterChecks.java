package dev.gyre.engine.verify;

import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.cluster.SpanningTrees;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.plan.Context;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares what is computed from neighbors with the oracles. */
final class ClusterChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("dbscan", ClusterChecks::dbscan),
            new OperationCheck("spanning-tree", ClusterChecks::spanningTree));

    /** The metrics whose keys kernels compute. */
    private static final List<Metric> EXACT = MetricCases.exactOfTrees();

    private ClusterChecks() {}

    /** Compares clusters within a distance of two points, or all or no distance. */
    private static Optional<String> dbscan(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, EXACT, random);
        Points points = given.points();
        double eps = random.nextInt(3) == 0 ? given.radius() : PointCase.nearRadius(points, given.metric(), random);
        int minPoints = 1 + random.nextInt(random.nextInt(4) == 0 ? points.size() + 3 : 8);
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        return DbscanOracle.difference(
                        points,
                        given.metric(),
                        eps,
                        minPoints,
                        new Dbscan(context).clusters(points, eps, minPoints, options))
                .map(text -> given + "eps=" + eps + ", minPoints=" + minPoints + ", " + text);
    }

    private static Optional<String> spanningTree(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, EXACT, random);
        int n = given.points().size();
        int minPoints = random.nextBoolean() ? 1 : Math.clamp(given.k(), 1, Math.max(1, n));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        return SpanningOracle.difference(
                        given.points(),
                        minPoints,
                        given.metric(),
                        new SpanningTrees(context).of(given.points(), minPoints, options))
                .map(text -> given + "minPoints=" + minPoints + ", " + text);
    }
}
