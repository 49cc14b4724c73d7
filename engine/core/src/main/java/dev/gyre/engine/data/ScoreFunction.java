package dev.gyre.engine.data;

import java.util.Objects;
import java.util.function.DoubleBinaryOperator;

/**
 * Combines the scores of a left and a right row into the score of their pair (an aggregate score function γ). It is monotone: the score of
 * a pair never falls when one of its two scores rises. Immutable; safe for use by several threads.
 */
public final class ScoreFunction {

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
            throw new IllegalArgumentException(
                    "the score function must not give NaN: function=" + name + ", left=" + left + ", right=" + right);
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
