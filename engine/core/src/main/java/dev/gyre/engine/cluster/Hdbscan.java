package dev.gyre.engine.cluster;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Hierarchy.CondensedTree;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.search.BatchProgress;

/**
 * HDBSCAN*: the spanning tree by mutual reachability, on the device; its dendrogram, the condensed tree and the selection of clusters, by
 * the threads of the host.
 */
public final class Hdbscan {

    private final Planner planner;

    public Hdbscan(Planner planner) {
        this.planner = planner;
    }

    /**
     * Finds the clusters of points.
     *
     * @throws IllegalArgumentException as {@link SpanningTrees#of}, but not if there are fewer points than {@code minPoints}
     */
    public Hierarchy clusters(Points points, HdbscanOptions options) {
        int n = points.size();
        JoinOptions join = JoinOptions.DEFAULT.withMetric(options.metric()).withMonitor(options.monitor());
        BatchProgress progress = new BatchProgress(options.monitor(), n, 0, n);
        Linked linked = new SpanningTrees(planner)
                .find(points, Math.clamp(n, 1, options.minPoints()), join, (edges, report) -> {
                    long start = System.nanoTime();
                    Chains made = edges.chains(options.metric(), progress);
                    return new Linked(made, report.withRefinement(System.nanoTime() - start));
                });
        long start = System.nanoTime();
        Workers workers = planner.jvm().workers();
        stopIfAsked(progress);
        CondensedTree condensed = Condensing.condense(linked.chains(), options.minClusterSize(), workers);
        stopIfAsked(progress);
        ExecutionReport report = linked.report().withRefinement(System.nanoTime() - start);
        return new ClusterSelection(condensed, options, workers)
                .select(linked.chains().dendrogram(), report);
    }

    /** The merges, and the report of the work until then. */
    private record Linked(Chains chains, ExecutionReport report) {}

    private static void stopIfAsked(BatchProgress progress) {
        progress.completed(0);
        progress.stopIfCancelled();
    }
}
