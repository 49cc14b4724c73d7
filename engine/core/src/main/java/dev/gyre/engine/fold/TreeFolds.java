package dev.gyre.engine.fold;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.tree.TreeLayout;

/** What calls that fold over the pairs of a tree have in common. */
final class TreeFolds {

    private TreeFolds() {}

    /**
     * Checks that a tree supports a call.
     *
     * @param call the call, with its article, for messages
     * @throws IllegalArgumentException if the options ask for another method, if the metric is none of differences or one of powers, or if
     *     there are too many dimensions
     */
    static void check(String call, Points points, JoinOptions options) {
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
}
