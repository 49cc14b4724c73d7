package dev.gyre.engine.topk;

import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;

/**
 * The rank that orders pairs: a number that is larger for a better pair. It is computed from the <em>values</em> of the pair's rows, which
 * are larger for better rows: their scores, with the other sign on an ascending side. A rank never falls as a value rises. Immutable.
 *
 * @param leftAscending whether low left scores are the best ones
 * @param rightAscending whether low right scores are the best ones
 */
public record PairRank(ScoreFunction function, boolean leftAscending, boolean rightAscending) {

    private static final long MAGNITUDE = Long.MAX_VALUE;

    static PairRank of(TopKJoinOptions options) {
        return new PairRank(options.function(), options.leftAscending(), options.rightAscending());
    }

    /** The rank of a pair of values. */
    double of(double left, double right) {
        return leftAscending && rightAscending ? 0.0 - function.of(0.0 - left, 0.0 - right) : function.of(left, right);
    }

    /** The score of a pair with a rank, for users to read. */
    double score(double rank) {
        return leftAscending && rightAscending ? 0.0 - rank : rank;
    }

    /**
     * The least value of a side by which a pair may reach a rank.
     *
     * @param ofLeft whether the value is a left one
     * @param other the best value of the other side
     * @param strictly whether the rank must be exceeded
     * @param max the best value of the side
     * @return the value; infinity if even the best one does not reach it
     */
    double min(boolean ofLeft, double other, double rank, boolean strictly, double min, double max) {
        if (!reaches(ofLeft ? max : other, ofLeft ? other : max, rank, strictly)) {
            return Double.POSITIVE_INFINITY;
        }
        long low = ordered(min);
        long high = ordered(max);
        while (low < high) {
            long middle = (low & high) + ((low ^ high) >> 1);
            double value = value(middle);
            if (reaches(ofLeft ? value : other, ofLeft ? other : value, rank, strictly)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return value(high);
    }

    /** Whether a pair of values reaches a rank, or exceeds it. */
    boolean reaches(double left, double right, double rank, boolean strictly) {
        double reached = of(left, right);
        return strictly ? reached > rank : reached >= rank;
    }

    /** A number that has the order of doubles. */
    static long ordered(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return bits ^ ((bits >> 63) & MAGNITUDE);
    }

    static double value(long ordered) {
        return Double.longBitsToDouble(ordered ^ ((ordered >> 63) & MAGNITUDE)) + 0.0;
    }
}
