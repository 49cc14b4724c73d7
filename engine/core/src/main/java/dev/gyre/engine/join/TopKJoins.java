package dev.gyre.engine.join;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.topk.TopKSearch;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Top-k spatial joins, by the method that is estimated to be the fastest. */
public final class TopKJoins {

    private final Planner planner;

    public TopKJoins(Planner planner) {
        this.planner = planner;
    }

    /**
     * The methods that run on a device.
     *
     * @param context the device, null for one that is not open
     */
    public static List<TopKJoinOptions.Method> methods(Context context) {
        return context != null && context.onJvm()
                ? List.of(
                        TopKJoinOptions.Method.THRESHOLD,
                        TopKJoinOptions.Method.BLOCKS,
                        TopKJoinOptions.Method.RANKED_TREES,
                        TopKJoinOptions.Method.JOIN_THEN_SELECT)
                : List.of(TopKJoinOptions.Method.THRESHOLD, TopKJoinOptions.Method.JOIN_THEN_SELECT);
    }

    /** The planner's operation for a method. */
    public static Operation operation(TopKJoinOptions.Method method) {
        return switch (method) {
            case BLOCKS -> Operation.TOP_K_BLOCKS;
            case RANKED_TREES -> Operation.TOP_K_TREES;
            case JOIN_THEN_SELECT -> Operation.TOP_K_JOIN;
            default -> Operation.TOP_K_THRESHOLD;
        };
    }

    /**
     * The k best pairs of points.
     *
     * @param self whether both sides are the same, and each pair counts once
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, if the function does not accept the scores, or if the
     *     method does not support the dimensions
     */
    public TopPairs join(
            Points left, Scores leftScores, Points right, Scores rightScores, boolean self, TopKJoinOptions options) {
        check(left.dims(), left.size(), leftScores, right.dims(), right.size(), rightScores, options);
        return join(
                left.size(),
                right.size(),
                options.metric().spaceDims(left.dims()),
                options,
                context -> TopKSearch.of(context, left, leftScores, right, rightScores, self, options));
    }

    /**
     * The k best pairs of boxes.
     *
     * @param self whether both sides are the same, and each pair counts once
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, or if the function does not accept the scores
     */
    public TopPairs join(
            Boxes left, Scores leftScores, Boxes right, Scores rightScores, boolean self, TopKJoinOptions options) {
        check(left.dims(), left.size(), leftScores, right.dims(), right.size(), rightScores, options);
        BoxPredicate.checkMetric(options.metric());
        return join(
                left.size(),
                right.size(),
                left.dims(),
                options,
                context -> TopKSearch.of(context, left, leftScores, right, rightScores, self, options));
    }

    private TopPairs join(
            int left, int right, int dims, TopKJoinOptions options, Function<Context, TopKSearch> search) {
        Plan choice = planner.choose(context -> strategies(context, left, right, dims, options));
        TopKJoinOptions.Method method =
                TopKJoinOptions.Method.valueOf(choice.strategy().name());
        // Runs on the JVM if the device that the user named does not have the method.
        Context context = methods(choice.context()).contains(method) ? choice.context() : planner.jvm();
        return choice.watch().done(search.apply(context).run(method));
    }

    /**
     * The k best partners of each left point, on the threads of the host.
     *
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, or if the function does not accept the scores
     */
    public RankedRows perLeft(
            Points left, Scores leftScores, Points right, Scores rightScores, TopKJoinOptions options) {
        check(left.dims(), left.size(), leftScores, right.dims(), right.size(), rightScores, options);
        return TopKSearch.of(host(), left, leftScores, right, rightScores, false, options)
                .perLeft();
    }

    /**
     * The k best partners of each left box, on the threads of the host.
     *
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, or if the function does not accept the scores
     */
    public RankedRows perLeft(Boxes left, Scores leftScores, Boxes right, Scores rightScores, TopKJoinOptions options) {
        check(left.dims(), left.size(), leftScores, right.dims(), right.size(), rightScores, options);
        BoxPredicate.checkMetric(options.metric());
        return TopKSearch.of(host(), left, leftScores, right, rightScores, false, options)
                .perLeft();
    }

    private Context host() {
        return planner.host("a join of the best partners of each row", "no device has a method for it");
    }

    /**
     * Explains how a join would be done.
     *
     * @param left number of left rows
     * @param right number of right rows
     * @param dims dimensions of the rows
     * @return a line with the method and the reason, one for each method on each device, and the source of the estimates
     * @throws IllegalArgumentException if no method is possible
     */
    public String explain(int left, int right, int dims, TopKJoinOptions options) {
        int spaceDims = options.metric().spaceDims(dims);
        Plan choice = planner.preview(context -> strategies(context, left, right, spaceDims, options));
        String why = options.method() == TopKJoinOptions.Method.AUTOMATIC ? choice.reason() : "asked for";
        String head = choice.strategy().name() + " for the " + options.k() + " best pairs of " + left + " and " + right
                + " rows of " + spaceDims + " dimensions, within " + options.radius() + " (" + options.metric()
                + "), on " + choice.where() + ": " + why;
        return planner.explanation(head, choice);
    }

    /**
     * The possible methods. Those of trees and blocks run on the threads of the host; with a named device only if the user asked for them.
     */
    private List<Strategy> strategies(Context context, int left, int right, int dims, TopKJoinOptions options) {
        Workload work = new Workload(right, left, dims, options.k());
        boolean asked = options.method() != TopKJoinOptions.Method.AUTOMATIC;
        boolean onHost = context == planner.jvm() || asked && !planner.isAutomatic() && !planner.isStrict();
        List<TopKJoinOptions.Method> here = onHost ? methods(planner.jvm()) : methods(context);
        return Arrays.stream(TopKJoinOptions.Method.values())
                .filter(method -> method != TopKJoinOptions.Method.AUTOMATIC)
                .filter(method -> options.method() == TopKJoinOptions.Method.AUTOMATIC || options.method() == method)
                .map(method -> Strategy.of(method.toString(), work, operation(method))
                        .withObstacle(obstacle(method, here, dims, KnnJoins.hostOnly(planner))))
                .toList();
    }

    private static String obstacle(
            TopKJoinOptions.Method method, List<TopKJoinOptions.Method> here, int dims, String hostOnly) {
        boolean needsBoxes = method == TopKJoinOptions.Method.BLOCKS || method == TopKJoinOptions.Method.RANKED_TREES;
        if (needsBoxes && dims > Boxes.MAX_DIMENSIONS) {
            return "a tree of boxes has up to " + Boxes.MAX_DIMENSIONS + " dimensions";
        }
        return here.contains(method) ? "" : hostOnly;
    }

    private static void check(
            int leftDims,
            int left,
            Scores leftScores,
            int rightDims,
            int right,
            Scores rightScores,
            TopKJoinOptions options) {
        if (leftDims != rightDims) {
            throw new IllegalArgumentException(
                    "left and right rows must have the same dimensions: left=" + leftDims + ", right=" + rightDims);
        }
        Checks.sameLength("left scores", leftScores.size(), "left rows", left);
        Checks.sameLength("right scores", rightScores.size(), "right rows", right);
        if (options.function().needsNonNegative()) {
            checkNonNegative("left", leftScores);
            checkNonNegative("right", rightScores);
        }
    }

    private static void checkNonNegative(String side, Scores scores) {
        if (scores.min() < 0) {
            throw new IllegalArgumentException(
                    "scores of a product must be 0 or more: least " + side + " score=" + scores.min());
        }
    }
}
