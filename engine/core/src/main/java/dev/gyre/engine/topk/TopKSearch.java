package dev.gyre.engine.topk;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.search.BatchProgress;

/** The k best pairs of two sets, by one method. For one thread, once. */
public final class TopKSearch {

    private final TopKCall call;

    private TopKSearch(TopKCall call) {
        this.call = call;
    }

    /**
     * A search among points, whose arguments fit each other.
     *
     * @param self whether both sides are the same, and each pair counts once
     */
    public static TopKSearch of(
            Context context,
            Points left,
            Scores leftScores,
            Points right,
            Scores rightScores,
            boolean self,
            TopKJoinOptions options) {
        Metric metric = options.metric();
        Points leftSpace = metric.toSpace(left);
        Points rightSpace = self ? leftSpace : metric.toSpace(right);
        NearPoints near =
                NearPoints.of(leftSpace, rightSpace, self, options.radius(), metric, PairRank.of(options), context);
        return of(context, leftScores, rightScores, self, options, new PointPairs(near));
    }

    /**
     * A search among boxes, whose arguments fit each other.
     *
     * @param self whether both sides are the same, and each pair counts once
     */
    public static TopKSearch of(
            Context context,
            Boxes left,
            Scores leftScores,
            Boxes right,
            Scores rightScores,
            boolean self,
            TopKJoinOptions options) {
        BoxPredicate predicate = options.radius() == 0
                ? BoxPredicate.INTERSECTS
                : BoxPredicate.withinDistance(options.radius(), options.metric());
        PairFinder finder = new BoxPairs(left, right, self, predicate, PairRank.of(options), context);
        return of(context, leftScores, rightScores, self, options, finder);
    }

    private static TopKSearch of(
            Context context, Scores left, Scores right, boolean self, TopKJoinOptions options, PairFinder finder) {
        Side ofLeft = new Side(left, options.leftAscending(), context.workers());
        Side ofRight = new Side(right, options.rightAscending(), context.workers());
        BatchProgress watch = new BatchProgress(options.monitor(), 0, left.size(), left.size());
        // There are no more pairs, and so no larger lists than these.
        int max = Math.clamp((long) left.size() * right.size(), 1, options.k());
        return new TopKSearch(new TopKCall(finder, PairRank.of(options), max, self, ofLeft, ofRight, context, watch));
    }

    /**
     * Runs the search.
     *
     * @param method the method, not {@link TopKJoinOptions.Method#AUTOMATIC}
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public TopPairs run(TopKJoinOptions.Method method) {
        long start = System.nanoTime();
        call.watch().stopIfEnded();
        PairWaves waves = new PairWaves(call.k(), Bound.NONE, call.context().workers());
        int rounds = call.allPairs() == 0 ? 0 : run(method, waves);
        SortedPairs pairs = SortedPairs.of(waves.best(), call);
        call.watch().end();
        long nanos = System.nanoTime() - start;
        return pairs.result(
                new TopPairs.Work(method, call.context().device(), waves.timing(), nanos, rounds, waves.tested()));
    }

    /** Returns how many bounds, or pairs of blocks, were tried. */
    private int run(TopKJoinOptions.Method method, PairWaves waves) {
        switch (method) {
            case THRESHOLD -> {
                return new ThresholdJoin(call, waves).run();
            }
            case BLOCKS -> {
                return new BlockJoin(call).run(waves);
            }
            case RANKED_TREES -> new TreeJoin(call).run(waves);
            default -> call.finder().find(call.left().all(), call.right().all(), waves, call.watch());
        }
        return 1;
    }

    /**
     * The best partners of each left row, instead of the best of all pairs.
     *
     * @return for each left row k right rows at most
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public RankedRows perLeft() {
        call.watch().stopIfEnded();
        int max = Math.min(call.k(), Math.max(1, call.right().size()));
        RankedRows rows = call.finder().perLeft(call.left(), call.right(), max, call.watch());
        call.watch().end();
        return rows;
    }
}
