package dev.gyre.engine.cluster;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.TreeCalls;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.search.BatchProgress;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * DBSCAN (Ester, Kriegel, Sander and Xu, "A density-based algorithm for discovering clusters in large spatial databases with noise", 1996) by
 * a kd-tree that is built for the call, or is there from an earlier one over the same {@link Points}.
 *
 * <pre>
 * count   for each slot the rows within eps, up to minPoints: core slots
 * unite   core slots within eps of each other: components, numbered by their least row
 * least   for each other slot the least component of the core slots within eps
 * </pre>
 *
 * <p>Slots are distinct points, and equal rows count together. No list of neighbors is stored. Memory on the JVM: that of the tree
 * and {@code 4 (2 n + 4 m)} bytes for n points and m nodes, and 20 bytes for each row. On a device, which unites the core slots in rounds
 * ({@link CoreRounds}), {@code 73 n + 12 m} bytes, and on the host as much.
 */
public final class Dbscan {

    private final Placement placement;

    public Dbscan(Placement placement) {
        this.placement = placement;
    }

    /**
     * Finds the clusters.
     *
     * @param eps the largest distance of near rows
     * @param minPoints fewest rows near a core row, itself included
     * @throws IllegalArgumentException if eps is negative or NaN, minPoints is less than 1, metric or method is not supported, the metric
     *     does not accept the points, or the tree does not fit
     */
    public Clusters clusters(Points points, double eps, int minPoints, JoinOptions options) {
        options.checkUnfiltered("searches for clusters");
        // False for NaN too.
        if (!(eps >= 0)) {
            throw new IllegalArgumentException("eps must be 0 or more: eps=" + eps);
        }
        check(points, minPoints, options);
        // The planner may have to read files, which an interrupted thread cannot.
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException(
                    "cancelled by an interrupt before a search for clusters: rows=" + points.size());
        }
        Plan plan = placement.choose(strategies(points, minPoints, options));
        return plan.watch().done(clusters(plan.context(), points, eps, minPoints, options));
    }

    /**
     * Explains how clusters would be found.
     *
     * @return a line with the method, the device and the reason, one for each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #clusters}
     */
    public static String explain(Planner planner, Points points, int minPoints, JoinOptions options) {
        check(points, minPoints, options);
        return TreeCalls.explain(
                planner,
                "the clusters of " + points.size() + " points of "
                        + options.metric().spaceDims(points.dims()) + " dimensions, minPoints=" + minPoints,
                strategies(points, minPoints, options));
    }

    private static void check(Points points, int minPoints, JoinOptions options) {
        if (minPoints < 1) {
            throw new IllegalArgumentException("minPoints must be 1 or more: minPoints=" + minPoints);
        }
        TreeCalls.checkMethod("clusters are found", options);
        SpanningTrees.checkMetric(options.metric());
        KdBuilder.checkLimits(points.size(), options.metric().spaceDims(points.dims()));
    }

    private static Function<Context, List<Strategy>> strategies(Points points, int minPoints, JoinOptions options) {
        Metric metric = options.metric();
        int n = points.size();
        int dims = metric.spaceDims(points.dims());
        Workload work = new Workload(n, n, dims, minPoints);
        Strategy tree = Strategy.of(JoinMethod.KD_TREE.toString(), work, Operation.BUILD, Operation.DBSCAN);
        return context -> List.of(TreeCalls.fitting(
                tree,
                "the search for clusters",
                context,
                size -> new CoreSearch.Sizes(size, dims, metric, !context.onJvm())));
    }

    private static Clusters clusters(Context context, Points points, double eps, int minPoints, JoinOptions options) {
        long start = System.nanoTime();
        Metric metric = options.metric();
        Points space = metric.toSpace(points);
        int rows = space.size();
        if (rows == 0) {
            return new Clusters(
                    new int[0], new boolean[0], 0, ExecutionReport.noTime(context.device(), JoinMethod.KD_TREE));
        }
        double limit = Math.min(metric.largestKey(eps), Double.MAX_VALUE);
        long prepareNanos = System.nanoTime() - start;
        try (Lease<KdBuilder<CoreSearch>> lease = KdBuilder.lease(
                context,
                "the search for clusters",
                points,
                rows,
                space.dims(),
                capacity -> new CoreSearch.Sizes(capacity, space.dims(), metric, !context.onJvm()))) {
            KdBuilder<CoreSearch> builder = lease.operation();
            KdIndex index = TreeCalls.open(lease, context, points, space, metric, options.monitor(), rows);
            BatchProgress progress = new BatchProgress(options.monitor(), 0, rows, rows);
            CoreClusters clusters =
                    new CoreClusters(builder.search(), index, rows, minPoints, limit, context.workers());
            clusters.find(lease, progress);
            progress.completed(rows);
            progress.stopIfCancelled();
            return clusters.result(new ExecutionReport(
                    context.device(),
                    JoinMethod.KD_TREE,
                    prepareNanos + builder.prepareNanos(),
                    lease.timing(),
                    clusters.hostNanos(),
                    0));
        }
    }
}
