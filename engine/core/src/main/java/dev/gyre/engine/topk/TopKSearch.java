package dev.gyre.engine.topk;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Timing;

/** The k best pairs of two sets, by one method. For one thread, once. */
public final class TopKSearch {

    private final Context context;
    private final PairRank rank;
    private final int k;
    private final boolean self;
    private final Side left;
    private final Side right;
    private final Watch watch;
    private final PairFinder finder;

    private TopKSearch(
            Context context,
            PairRank rank,
            int k,
            boolean self,
            Scores left,
            Scores right,
            Monitor monitor,
            PairFinder finder) {
        this.context = context;
        this.rank = rank;
        this.k = k;
        this.self = self;
        this.left = new Side(left, rank.leftAscending(), context.workers());
        this.right = new Side(right, rank.rightAscending(), context.workers());
        this.finder = finder;
        watch = new Watch(monitor, left.size());
    }

    /**
     * A search among points.
     *
     * @param self whether both sides are the same, and each pair is wanted once
     * @param radius largest distance
     */
    public static TopKSearch of(
            Context context,
            Points left,
            Scores leftScores,
            Points right,
            Scores rightScores,
            boolean self,
            PairRank rank,
            int k,
            double radius,
            Metric metric,
            Monitor monitor) {
        Points leftSpace = metric.toSpace(left);
        Points rightSpace = self ? leftSpace : metric.toSpace(right);
        PairFinder finder = new PointPairs(leftSpace, rightSpace, self, radius, metric, rank, context);
        return new TopKSearch(context, rank, k, self, leftScores, rightScores, monitor, finder);
    }

    /**
     * A search among boxes.
     *
     * @param self whether both sides are the same, and each pair is wanted once
     * @param predicate what must hold, the same both ways
     */
    public static TopKSearch of(
            Context context,
            Boxes left,
            Scores leftScores,
            Boxes right,
            Scores rightScores,
            boolean self,
            PairRank rank,
            int k,
            BoxPredicate predicate,
            Monitor monitor) {
        PairFinder finder = new BoxPairs(left, right, self, predicate, rank, context);
        return new TopKSearch(context, rank, k, self, leftScores, rightScores, monitor, finder);
    }

    /**
     * Runs the search.
     *
     * @param method the method, not {@link TopKMethod#AUTOMATIC}
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public TopPairs run(TopKMethod method) {
        long start = System.nanoTime();
        watch.check();
        BestPairs best;
        long rounds;
        long tested;
        Timing timing = Timing.ZERO;
        if (left.size() == 0 || right.size() == 0) {
            best = new BestPairs(k, Bound.NONE);
            rounds = 0;
            tested = 0;
        } else if (method == TopKMethod.THRESHOLD) {
            ThresholdJoin join = new ThresholdJoin(finder, rank, left, right, self, k, context.workers(), watch);
            best = join.run();
            rounds = join.rounds();
            tested = join.tested();
            timing = join.timing();
        } else {
            PairWaves waves = new PairWaves(k, Bound.NONE, context.workers());
            rounds = run(method, waves);
            best = waves.best();
            tested = waves.tested();
            timing = waves.timing();
        }
        best.sort();
        watch.end();
        return result(
                best, new TopPairs.Work(method, context.device(), timing, System.nanoTime() - start, rounds, tested));
    }

    private int run(TopKMethod method, PairWaves waves) {
        switch (method) {
            case BLOCKS -> {
                BlockJoin join = new BlockJoin(finder, rank, left, right, self, k, context, watch);
                join.run(waves);
                return join.joined();
            }
            case RANKED_TREES -> new TreeJoin(finder, rank, self, context, watch).run(left.all(), right.all(), waves);
            default -> finder.find(left.all(), right.all(), waves, watch);
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
        watch.check();
        RankedRows rows = finder.perLeft(left, right, k, watch);
        watch.end();
        return rows;
    }

    private TopPairs result(BestPairs best, TopPairs.Work work) {
        int size = Math.min(k, best.size());
        int[] ofLeft = new int[size];
        int[] ofRight = new int[size];
        double[] scores = new double[size];
        for (int i = 0; i < size; i++) {
            ofLeft[i] = Bound.left(best.pair(i));
            ofRight[i] = Bound.right(best.pair(i));
            scores[i] = rank.score(best.rank(i));
        }
        return new TopPairs(ofLeft, ofRight, scores, finder.distances(ofLeft, ofRight), work);
    }
}
