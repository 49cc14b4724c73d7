package dev.gyre.engine.join;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.tree.TreeLayout;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** What calls have in common that build a kd-tree for themselves and search it by one program: checks, choice, explanation, and the tree. */
public final class TreeCalls {

    private TreeCalls() {}

    /**
     * Refuses another method than a tree.
     *
     * @param call the call, as the beginning of a sentence
     */
    public static void checkMethod(String call, JoinOptions options) {
        if (options.method() != JoinMethod.AUTOMATIC && options.method() != JoinMethod.KD_TREE) {
            throw new IllegalArgumentException(call + " by a tree alone: method=" + options.method());
        }
    }

    /**
     * Checks that a tree supports a fold over neighbors.
     *
     * @param call the call, as the beginning of a sentence
     * @throws IllegalArgumentException if the options ask for another method, a filter or groups, if the metric is none of differences or one
     *     of powers, or if there are too many dimensions
     */
    public static void checkFold(String call, Points points, JoinOptions options) {
        options.checkUnfiltered("folds over neighbors");
        checkMethod(call, options);
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
    public static Strategy strategy(Operation fold, Points queries, Points points, double radius, JoinOptions options) {
        Metric metric = options.metric();
        int matches = PairSample.of(points, metric).matches(radius);
        Workload work = new Workload(points.size(), queries.size(), metric.spaceDims(points.dims()), matches);
        return Strategy.of(JoinMethod.KD_TREE.toString(), work, Operation.BUILD, fold);
    }

    /**
     * Returns a strategy with its obstacle, if tree and search do not fit a device.
     *
     * @param what what is found, for the message
     * @param context the device; null for one that is not open
     * @param searches makes the search for a number of points
     */
    public static <S> Strategy fitting(
            Strategy tree, String what, Context context, IntFunction<? extends KdBuilder.Searches<S>> searches) {
        Workload work = tree.work();
        return context == null || KdBuilder.fits((int) work.points(), work.dims(), searches, context)
                ? tree
                : tree.withObstacle(what + " of " + work.points() + " points of " + work.dims()
                        + " dimensions does not fit the memory: limit=" + context.memoryLimit() + " bytes");
    }

    /**
     * Explains how a call would run.
     *
     * @param what what is found, of what
     */
    public static String explain(Planner planner, String what, Function<Context, List<Strategy>> strategies) {
        Plan choice = planner.preview(strategies);
        return planner.explanation(
                choice.strategy().name() + " for " + what + ", on " + choice.where() + ": " + choice.reason(), choice);
    }

    /** Explains how a fold over the neighbors of queries would run. */
    public static String explain(Planner planner, String what, Strategy fold) {
        Workload work = fold.work();
        String of = " of " + work.queries() + " queries and " + work.points() + " points of " + work.dims()
                + " dimensions, about " + work.k() + " for each query";
        return explain(planner, what + of, context -> List.of(fold));
    }

    /**
     * Builds the tree of a borrowed program, unless it is there already.
     *
     * @param space the points in the space of the metric; 1 or more
     * @param rows rows of the call, of which none is answered during the build
     * @throws java.util.concurrent.CancellationException if the monitor ended the build
     */
    public static <S> KdIndex open(
            Lease<KdBuilder<S>> lease,
            Context context,
            Points points,
            Points space,
            Metric metric,
            Monitor monitor,
            int rows) {
        BatchProgress progress = new BatchProgress(monitor, 0, 0, rows);
        progress.completed(0);
        progress.stopIfCancelled();
        KdIndex index = lease.operation().open(lease, points, space, metric.norm(), context.workers(), progress);
        progress.stopIfCancelled();
        return index;
    }

    /** Builds the tree of queries and copies it to the host. */
    public static KdIndex build(Context context, Points queries, JoinOptions options) {
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
