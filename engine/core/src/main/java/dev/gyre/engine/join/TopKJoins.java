package dev.gyre.engine.join;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.TopKJoinOptions;
import dev.gyre.engine.plan.Checks;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.topk.PairRank;
import dev.gyre.engine.topk.TopKSearch;

/** Top-k spatial joins, by the method that is estimated to be the fastest. */
public final class TopKJoins {

    private final Planner planner;

    /**
     * Joins.
     *
     * @param planner decides where and how
     */
    public TopKJoins(Planner planner) {
        this.planner = planner;
    }

    /**
     * The k best pairs of points.
     *
     * @param self whether both sides are the same, and each pair is wanted once
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, or if the function does not take the scores
     */
    public TopPairs join(
            Points left, Scores leftScores, Points right, Scores rightScores, boolean self, TopKJoinOptions options) {
        checkDims(left.dims(), right.dims());
        PairRank rank = rank(left.size(), leftScores, right.size(), rightScores, options);
        return TopKSearch.of(
                        planner.jvm(),
                        left,
                        leftScores,
                        right,
                        rightScores,
                        self,
                        rank,
                        options.k(),
                        options.radius(),
                        options.metric(),
                        options.monitor())
                .run(method(options));
    }

    /**
     * The k best pairs of boxes.
     *
     * @param self whether both sides are the same, and each pair is wanted once
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, or if the function does not take the scores
     */
    public TopPairs join(
            Boxes left, Scores leftScores, Boxes right, Scores rightScores, boolean self, TopKJoinOptions options) {
        checkDims(left.dims(), right.dims());
        BoxPredicate.checkMetric(options.metric());
        PairRank rank = rank(left.size(), leftScores, right.size(), rightScores, options);
        return TopKSearch.of(
                        planner.jvm(),
                        left,
                        leftScores,
                        right,
                        rightScores,
                        self,
                        rank,
                        options.k(),
                        predicate(options.radius(), options.metric()),
                        options.monitor())
                .run(method(options));
    }

    private static BoxPredicate predicate(double radius, Metric metric) {
        return radius == 0 ? BoxPredicate.INTERSECTS : BoxPredicate.withinDistance(radius, metric);
    }

    private static TopKMethod method(TopKJoinOptions options) {
        return options.method() == TopKMethod.AUTOMATIC ? TopKMethod.THRESHOLD : options.method();
    }

    private static void checkDims(int left, int right) {
        if (left != right) {
            throw new IllegalArgumentException(
                    "left and right rows must have the same dimensions: left=" + left + ", right=" + right);
        }
    }

    private static PairRank rank(int left, Scores leftScores, int right, Scores rightScores, TopKJoinOptions options) {
        Checks.sameLength("left scores", leftScores.size(), "left rows", left);
        Checks.sameLength("right scores", rightScores.size(), "right rows", right);
        if (options.function().needsNonNegative()) {
            checkNonNegative("left", leftScores);
            checkNonNegative("right", rightScores);
        }
        return new PairRank(options.function(), options.leftAscending(), options.rightAscending());
    }

    private static void checkNonNegative(String side, Scores scores) {
        if (scores.min() < 0) {
            throw new IllegalArgumentException(
                    "scores of a product must be 0 or more: least " + side + " score=" + scores.min());
        }
    }
}
