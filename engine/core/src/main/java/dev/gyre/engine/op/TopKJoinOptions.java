package dev.gyre.engine.op;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.data.TopKMethod;
import java.util.Objects;

/**
 * Options of a top-k spatial join. Immutable.
 *
 * <p>High scores are the best ones, except on an ascending side, where low scores are the best ones. If one side is ascending, the function
 * gets the scores of that side with the opposite sign. If both sides are ascending, the function gets the scores as they are, and the pairs
 * with the lowest results are the best ones.
 *
 * @param k number of pairs, 1 or more
 * @param radius largest distance of a pair, in the unit of the metric, 0 or more, may be infinite; for boxes, a distance of 0 means that
 *     they intersect
 * @param metric metric of the distance: for points, one {@linkplain dev.gyre.engine.data.Norm#isOfDifferences of differences}; for boxes,
 *     one that {@link dev.gyre.engine.data.BoxPredicate#withinDistance(double, Metric)} accepts
 * @param function makes the score of a pair
 * @param leftAscending whether low left scores are the best ones
 * @param rightAscending whether low right scores are the best ones
 * @param method how the pairs are found
 * @param monitor watches the join
 */
public record TopKJoinOptions(
        int k,
        double radius,
        Metric metric,
        ScoreFunction function,
        boolean leftAscending,
        boolean rightAscending,
        TopKMethod method,
        Monitor monitor) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if k is less than 1, if the radius is negative or NaN, if the metric is not one of differences, or
     *     if the function is the product and only one side is ascending
     */
    public TopKJoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(monitor, "monitor");
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k);
        }
        // False for NaN too.
        if (!(radius >= 0)) {
            throw new IllegalArgumentException("radius must be 0 or more: radius=" + radius);
        }
        if (!metric.norm().isOfDifferences()) {
            throw new IllegalArgumentException("the metric must be one of differences: metric=" + metric);
        }
        if (function.needsNonNegative() && leftAscending != rightAscending) {
            throw new IllegalArgumentException("the scores of a product are ascending on both sides or on none: left="
                    + leftAscending + ", right=" + rightAscending);
        }
    }

    /**
     * Returns options for the k pairs with the largest sums of scores within a Euclidean distance.
     *
     * @param k number of pairs, 1 or more
     * @param radius largest distance, 0 or more; 0 for boxes that intersect
     * @return options, with the method that is estimated to be the fastest, and no monitor
     * @throws IllegalArgumentException if k is less than 1, or if the radius is negative or NaN
     */
    public static TopKJoinOptions of(int k, double radius) {
        return new TopKJoinOptions(
                k, radius, Metric.EUCLIDEAN, ScoreFunction.SUM, false, false, TopKMethod.AUTOMATIC, Monitor.NONE);
    }

    /**
     * Returns these options with another number of pairs.
     *
     * @param newK number of pairs, 1 or more
     * @return new options
     */
    public TopKJoinOptions withK(int newK) {
        return new TopKJoinOptions(newK, radius, metric, function, leftAscending, rightAscending, method, monitor);
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public TopKJoinOptions withMetric(Metric newMetric) {
        return new TopKJoinOptions(k, radius, newMetric, function, leftAscending, rightAscending, method, monitor);
    }

    /**
     * Returns these options with another score function.
     *
     * @param newFunction the function
     * @return new options
     */
    public TopKJoinOptions withFunction(ScoreFunction newFunction) {
        return new TopKJoinOptions(k, radius, metric, newFunction, leftAscending, rightAscending, method, monitor);
    }

    /**
     * Returns these options with other orders of the scores.
     *
     * @param left whether low left scores are the best ones
     * @param right whether low right scores are the best ones
     * @return new options
     */
    public TopKJoinOptions withAscending(boolean left, boolean right) {
        return new TopKJoinOptions(k, radius, metric, function, left, right, method, monitor);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public TopKJoinOptions withMethod(TopKMethod newMethod) {
        return new TopKJoinOptions(k, radius, metric, function, leftAscending, rightAscending, newMethod, monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public TopKJoinOptions withMonitor(Monitor newMonitor) {
        return new TopKJoinOptions(k, radius, metric, function, leftAscending, rightAscending, method, newMonitor);
    }
}
