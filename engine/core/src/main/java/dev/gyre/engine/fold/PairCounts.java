package dev.gyre.engine.fold;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.TreeCalls;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSizes;
import java.util.List;

/**
 * Counts of pairs within each of several radii, by a kd-tree that is built for the call. The engine keeps the program, and with it the tree of
 * these points, for the next call over the same {@link Points}.
 */
public final class PairCounts {

    private final Placement placement;

    public PairCounts(Placement placement) {
        this.placement = placement;
    }

    /**
     * Counts the pairs of a left and a right row.
     *
     * @param self whether both sets are the same; each pair of different rows then counts once
     * @param radii largest distances
     * @return for each radius the number of pairs
     * @throws IllegalArgumentException as {@link dev.gyre.engine.Engine#pairCounts(Points, Points, double...)}
     */
    public long[] count(Points left, Points right, boolean self, JoinOptions options, double... radii) {
        NeighborSizes.checkDims(left, right);
        RadiusBins bins = bins(right, options, radii);
        return walk(
                left,
                right,
                self,
                options,
                bins,
                new long[radii.length],
                (context, lease, index, queried, progress) -> {
                    PairSearch search = lease.operation().search();
                    return bins.within(
                            context.onJvm()
                                    ? search.onJvm(index, queried, bins, context.workers(), progress)
                                    : search.onDevice(lease, index, queried, bins, context.workers(), progress));
                });
    }

    /**
     * Adds up the products of the weights of the pairs, on the threads of the host.
     *
     * @param self whether both sets are the same, and each pair of different rows counts once
     * @param radii largest distances
     * @return for each radius the sum
     * @throws IllegalArgumentException as {@link dev.gyre.engine.Engine#weightedPairCounts(Points, double[], JoinOptions, double...)}
     */
    public static double[] weighted(
            Planner planner,
            Points left,
            double[] leftWeights,
            Points right,
            double[] rightWeights,
            boolean self,
            JoinOptions options,
            double... radii) {
        NeighborSizes.checkDims(left, right);
        SlotWeights.check(leftWeights, left.size());
        SlotWeights.check(rightWeights, right.size());
        RadiusBins bins = bins(right, options, radii);
        Context host = planner.host(
                "a weighted count of pairs", "its sums of 128 bits, which are exact, have no kernel for a device");
        double[] none = new double[radii.length];
        return new PairCounts(Placement.on(host))
                .walk(left, right, self, options, bins, none, (there, lease, index, queried, progress) -> {
                    Workers workers = there.workers();
                    SlotWeights theirs = new SlotWeights(rightWeights, index, workers);
                    SlotWeights ours = self ? theirs : new SlotWeights(leftWeights, queried, workers);
                    ProductSums sums =
                            lease.operation().search().weigh(index, queried, bins, ours, theirs, workers, progress);
                    return bins.within(sums, ours.exponent() + theirs.exponent());
                });
    }

    private static RadiusBins bins(Points points, JoinOptions options, double... radii) {
        TreeCalls.checkFold("pairs are counted", points, options);
        return new RadiusBins(options.metric(), radii);
    }

    /**
     * What is done with the trees of both sides.
     *
     * @param <A> type of the answer
     */
    @FunctionalInterface
    private interface Walk<A> {
        A of(Context context, Lease<KdBuilder<PairSearch>> lease, KdIndex index, KdIndex queried, Progress progress);
    }

    private <A> A walk(
            Points left, Points right, boolean self, JoinOptions options, RadiusBins bins, A none, Walk<A> walk) {
        Strategy tree = TreeCalls.strategy(Operation.PAIR_COUNTS, left, right, bins.largest(), options);
        Plan plan = placement.choose(context -> List.of(tree));
        return plan.watch().done(walk(plan.context(), left, right, self, options, bins, none, walk));
    }

    /**
     * Explains how pairs would be counted.
     *
     * @param radii largest distances
     * @return a line with the method, the device and the reason, one for each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #count}
     */
    public static String explain(Planner planner, Points left, Points right, JoinOptions options, double... radii) {
        NeighborSizes.checkDims(left, right);
        RadiusBins bins = bins(right, options, radii);
        Strategy tree = TreeCalls.strategy(Operation.PAIR_COUNTS, left, right, bins.largest(), options);
        return TreeCalls.explain(planner, "the pairs", tree);
    }

    private static <A> A walk(
            Context context,
            Points left,
            Points right,
            boolean self,
            JoinOptions options,
            RadiusBins bins,
            A none,
            Walk<A> walk) {
        Metric metric = options.metric();
        Points space = metric.toSpace(right);
        Points querySpace = self ? space : metric.toSpace(left);
        if (left.size() == 0 || right.size() == 0) {
            return none;
        }
        // Rounded, so that programs serve other radii too.
        int max = Math.ceilDiv(bins.count(), 16) * 16;
        int dims = space.dims();
        try (Lease<KdBuilder<PairSearch>> lease = KdBuilder.lease(
                context,
                "the count of pairs",
                right,
                space.size(),
                dims,
                size -> new PairSearch.Sizes(
                        metric, size, self ? 0 : context.capacity(querySpace.size()), dims, max))) {
            int rows = left.size();
            KdIndex index = TreeCalls.open(lease, context, right, space, metric, options.monitor(), rows);
            KdIndex queried = self ? index : TreeCalls.build(context, left, options);
            BatchProgress progress = new BatchProgress(options.monitor(), 0, rows, rows);
            A answer = walk.of(context, lease, index, queried, progress);
            progress.stopIfCancelled();
            return answer;
        }
    }
}
