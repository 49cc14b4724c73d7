package dev.gyre.engine.topk;

/**
 * What a pair must reach: a rank and, at exactly that rank, a position in the order of ids. The k best pairs are those that reach the k-th
 * one.
 *
 * @param rank the least rank
 * @param pair the last pair of that rank, see {@link #pair}
 */
record Bound(double rank, long pair) {

    /** A bound that every pair reaches. */
    static final Bound NONE = new Bound(Double.NEGATIVE_INFINITY, Long.MAX_VALUE);

    private static final long RIGHT = 0xffffffffL;

    /** The bound of all pairs of a higher rank, and of those of this rank up to a left row. */
    static Bound upTo(double rank, int lastLeft) {
        return new Bound(rank, pair(lastLeft, -1));
    }

    /** Two rows as one number, ordered by the left one, then the right one. */
    static long pair(int left, int right) {
        return ((long) left << 32) | (right & RIGHT);
    }

    static int left(long pair) {
        return (int) (pair >> 32);
    }

    static int right(long pair) {
        return (int) pair;
    }

    /** Whether every pair reaches the bound. The rank alone does not say so: a score function may give negative infinity. */
    boolean isNone() {
        return rank == Double.NEGATIVE_INFINITY && pair == Long.MAX_VALUE;
    }

    /** The last left row whose pairs of exactly this rank reach the bound. */
    int lastLeft() {
        return left(pair);
    }
}
