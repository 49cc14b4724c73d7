package dev.gyre.engine.fold;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.PairSample;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.tree.TreeLayout;
import java.util.List;

/** What calls that fold over the pairs of a tree have in common. */
final class TreeFolds {

    private TreeFolds() {}

    /**
     * Checks that a tree supports a call.
     *
     * @param call the call, with its article, for messages
     * @throws IllegalArgumentException if the options ask for another method, a filter or groups, if the metric is none of differences or one
     *     of powers, or if there are too many dimensions
     */
    static void check(String call, Points points, JoinOptions options) {
        options.checkUnfiltered("folds over neighbors");
        if (options.method() != JoinMethod.AUTOMATIC && options.method() != JoinMethod.KD_TREE) {
            throw new IllegalArgumentException(call + " by a tree alone: method=" + options.method());
        }
        if (!options.metric().norm().isOfDifferences()
                || options.metric().norm().isPower()) {
            throw new IllegalArgumentException(call
                    + " in metrics that are Euclidean, Manhattan or Chebyshev distances in their space, such as haversine"
                    + " and cosine: metric=" + options.metric());
        }
        int dims = options.metric().spaceDims(points.dims());
        if (dims > TreeLayout.MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    call + " in up to " + TreeLayout.MAX_DIMENSIONS + " dimensions: dims=" + dims);
        }
    }

    /** Returns the strategy of a fold over the pairs within a radius, whose number a sample tells. */
    static Strategy strategy(Operation fold, Points queries, Points points, double radius, JoinOptions options) {
        Metric metric = options.metric();
        int matches = PairSample.of(points, metric).matches(radius);
        Workload work = new Workload(points.size(), queries.size(), metric.spaceDims(points.dims()), matches);
        return Strategy.of(JoinMethod.KD_TREE.toString(), work, Operation.BUILD, fold);
    }

    /** Explains how a fold would run. */
    static String explain(Planner planner, String what, Strategy fold) {
        Plan choice = planner.preview(context -> List.of(fold));
        Workload work = fold.work();
        return planner.explanation(
                fold.name() + " for " + what + " of " + work.queries() + " queries and " + work.points() + " points of "
                        + work.dims() + " dimensions, about " + work.k() + " for each query, on " + choice.where()
                        + ": " + choice.reason(),
                choice);
    }

    /**
     * Builds the tree of a borrowed program, unless it is there already.
     *
     * @param space the points in the space of the metric; 1 or more
     * @param rows rows of the call, of which none is answered during the build
     */
    static <S> KdIndex open(
            Lease<KdBuilder<S>> lease, Context context, Points points, Points space, JoinOptions options, int rows) {
        BatchProgress progress = new BatchProgress(options.monitor(), 0, 0, rows);
        progress.completed(0);
        progress.stopIfCancelled();
        KdIndex index =
                lease.operation().open(lease, points, space, options.metric().norm(), context.workers(), progress);
        progress.stopIfCancelled();
        return index;
    }

    /** Builds the tree of queries and copies it to the host. */
    static KdIndex build(Context context, Points queries, JoinOptions options) {
        Monitor monitor = options.monitor();
        return KdBuilder.build(
                        context,
                        queries,
                        options.metric(),
                        Duplicates.KEEP,
                        (done, total) -> monitor.progress(0, queries.size()))
                .index();
    }
}
