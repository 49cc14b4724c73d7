package dev.gyre.engine.verify;

import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.cluster.Hdbscan;
import dev.gyre.engine.cluster.NeighborGraphs;
import dev.gyre.engine.cluster.OutlierSearch;
import dev.gyre.engine.cluster.SpanningTrees;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares what is computed from neighbors with the oracles. */
final class ClusterChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("dbscan", ClusterChecks::dbscan),
            new OperationCheck("hdbscan", ClusterChecks::hdbscan),
            new OperationCheck("neighbor-graph", ClusterChecks::neighborGraph),
            new OperationCheck("outliers", ClusterChecks::outliers),
            new OperationCheck("spanning-tree", ClusterChecks::spanningTree));

    /** The metrics whose keys kernels compute. */
    private static final List<Metric> EXACT = MetricCases.exactOfTrees();

    /** The oracle of HDBSCAN* takes the fourth power of this. */
    private static final int MAX_ROWS_APART = 33;

    private static final int MAX_COSTLY_ROWS = 300;

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
                        new Dbscan(Placement.on(context)).clusters(points, eps, minPoints, options))
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
                        new SpanningTrees(Placement.on(context)).of(given.points(), minPoints, options))
                .map(text -> given + "minPoints=" + minPoints + ", " + text);
    }

    private static Optional<String> hdbscan(Context context, Sample sample) {
        Random random = sample.random();
        int size = Math.min(sample.size(), MAX_ROWS_APART);
        PointCase given = PointCase.draw(sample, size, sample.dims(), EXACT, random);
        Points points = given.points();
        HdbscanOptions options = HdbscanOptions.of(2 + random.nextInt(4))
                .withMetric(given.metric())
                .withMinPoints(1 + random.nextInt(6))
                .withSelection(HdbscanOptions.Selection.values()[random.nextInt(2)])
                .withAllowSingleCluster(random.nextBoolean())
                .withEpsilon(random.nextInt(3) == 0 ? PointCase.nearRadius(points, given.metric(), random) : 0);
        return HierarchyOracle.difference(
                        points, options, new Hdbscan(PointChecks.planner(context, random)).clusters(points, options))
                .map(text -> given + "" + options + ", " + text);
    }

    /** Draws a case whose neighbors are found by any method. */
    private static PointCase ofNeighbors(Sample sample, List<Metric> metrics, Random random) {
        return PointCase.draw(sample, Math.min(sample.size(), MAX_COSTLY_ROWS), sample.dims(), metrics, random);
    }

    private static Optional<String> neighborGraph(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = ofNeighbors(sample, MetricCases.all(), random);
        GraphKind kind = GraphKind.values()[random.nextInt(GraphKind.values().length)];
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        NeighborGraphs graphs = new NeighborGraphs(PointChecks.planner(context, random));
        return new GraphOracle(given.points(), given.metric(), given.k())
                .difference(kind, graphs.graph(given.points(), given.k(), kind, options))
                .map(text -> given + "" + kind + ", " + text);
    }

    private static Optional<String> outliers(Context context, Sample sample) {
        Random random = sample.random();
        List<Metric> metrics = MetricCases.all().stream()
                .filter(metric -> metric != Metric.INNER_PRODUCT)
                .toList();
        PointCase given = ofNeighbors(sample, metrics, random);
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        OutlierSearch search = new OutlierSearch(PointChecks.planner(context, random));
        return new GraphOracle(given.points(), given.metric(), given.k())
                .difference(search.scores(given.points(), given.k(), options))
                .map(text -> given + text);
    }
}
