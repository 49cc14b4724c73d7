package dev.gyre.engine.data;

import java.util.Objects;
import java.util.function.DoubleBinaryOperator;

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
        Method method,
        Monitor monitor) {

    /** Methods of the top-k spatial join. All give the same answer. */
    public enum Method {

        /** The method that is estimated to be the fastest for sizes, scores and device. */
        AUTOMATIC,

        /**
         * Samples of scores and distances give a bound on the score. Only the rows that can reach the bound are joined, with a grid or tree of
         * these rows. If fewer than k pairs reach it, the join is repeated with a lower bound.
         */
        THRESHOLD,

        /**
         * The Block-based Algorithm of Qi, Bouros and Mamoulis ("Efficient top-k spatial distance joins", 2013): rows form blocks by their
         * scores; ranked joins of aR-trees over pairs of blocks, the pair with the best bound first.
         */
        BLOCKS,

        /**
         * The Distance-first Algorithm of the same work: a ranked join of two aR-trees over all rows, the pair of nodes with the best bound
         * first.
         */
        RANKED_TREES,

        /** All pairs for which the predicate holds, then a selection of the best pairs. */
        JOIN_THEN_SELECT
    }

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
                k, radius, Metric.EUCLIDEAN, ScoreFunction.SUM, false, false, Method.AUTOMATIC, Monitor.NONE);
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
    public TopKJoinOptions withMethod(Method newMethod) {
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

    /**
     * Combines the scores of a left and a right row into the score of their pair (an aggregate score function γ). It is monotone: the score of
     * a pair never falls when one of its two scores rises. Immutable; safe for use by several threads.
     */
    public static final class ScoreFunction {

        /** The sum. */
        public static final ScoreFunction SUM = new ScoreFunction("sum", Code.SUM, 1, 1, null);

        /** The smaller score. */
        public static final ScoreFunction MIN = new ScoreFunction("min", Code.MIN, 1, 1, null);

        /** The larger score. */
        public static final ScoreFunction MAX = new ScoreFunction("max", Code.MAX, 1, 1, null);

        /** The product; all scores must be 0 or more. */
        public static final ScoreFunction PRODUCT = new ScoreFunction("product", Code.PRODUCT, 1, 1, null);

        private enum Code {
            SUM,
            WEIGHTED,
            MIN,
            MAX,
            PRODUCT,
            OWN
        }

        private final String name;
        private final Code code;
        private final double leftWeight;
        private final double rightWeight;
        private final DoubleBinaryOperator own;

        private ScoreFunction(String name, Code code, double leftWeight, double rightWeight, DoubleBinaryOperator own) {
            this.name = name;
            this.code = code;
            this.leftWeight = leftWeight;
            this.rightWeight = rightWeight;
            this.own = own;
        }

        /**
         * Returns the weighted sum.
         *
         * @param leftWeight weight of the left score, 0 to {@link Scores#MAX_MAGNITUDE}
         * @param rightWeight weight of the right score, 0 to {@link Scores#MAX_MAGNITUDE}
         * @return the function {@code leftWeight * left + rightWeight * right}, each product rounded to {@code double}
         * @throws IllegalArgumentException if a weight is out of range
         */
        public static ScoreFunction weighted(double leftWeight, double rightWeight) {
            checkWeight("leftWeight", leftWeight);
            checkWeight("rightWeight", rightWeight);
            return new ScoreFunction(
                    "weighted:" + leftWeight + "," + rightWeight, Code.WEIGHTED, leftWeight, rightWeight, null);
        }

        private static void checkWeight(String name, double weight) {
            // False for NaN too.
            if (!(weight >= 0 && weight <= Scores.MAX_MAGNITUDE)) {
                throw new IllegalArgumentException(name + " must be in 0..2^500: " + name + "=" + weight);
            }
        }

        /**
         * Makes a score function from the caller's function.
         *
         * <p>The function must be monotone as computed, roundings included: {@code f(a, b) <= f(c, d)} if {@code a <= c} and {@code b <= d}. If
         * it is not, answers may lack pairs. It must not return NaN, and must always return the same number for the same scores. Several
         * threads call it at the same time, with scores of rows and with other scores between the smallest and the largest of a side.
         *
         * @param name its name in messages and explanations
         * @param function the function
         * @return a score function
         */
        public static ScoreFunction monotone(String name, DoubleBinaryOperator function) {
            return new ScoreFunction(
                    Objects.requireNonNull(name, "name"), Code.OWN, 1, 1, Objects.requireNonNull(function, "function"));
        }

        /**
         * Computes the score of a pair. A zero has no sign.
         *
         * @param left left score
         * @param right right score
         * @return the score of the pair
         * @throws IllegalArgumentException if the caller's function returns NaN
         */
        public double of(double left, double right) {
            // Branches, not subclasses: the compiler moves them out of loops. Adding 0 makes -0 to 0.
            return switch (code) {
                case SUM -> left + right + 0.0;
                case WEIGHTED -> leftWeight * left + rightWeight * right + 0.0;
                case MIN -> Math.min(left, right) + 0.0;
                case MAX -> Math.max(left, right) + 0.0;
                case PRODUCT -> left * right + 0.0;
                case OWN -> checked(own.applyAsDouble(left, right), left, right) + 0.0;
            };
        }

        private double checked(double score, double left, double right) {
            if (Double.isNaN(score)) {
                throw new IllegalArgumentException("the score function must not give NaN: function=" + name + ", left="
                        + left + ", right=" + right);
            }
            return score;
        }

        /**
         * Returns whether the function is defined for scores of 0 or more only, as {@link #PRODUCT} is.
         *
         * @return true if it is
         */
        public boolean needsNonNegative() {
            return code == Code.PRODUCT;
        }

        /**
         * Returns the name.
         *
         * @return the name, such as {@code sum} or {@code weighted:2.0,1.0}
         */
        @Override
        public String toString() {
            return name;
        }
    }
}
