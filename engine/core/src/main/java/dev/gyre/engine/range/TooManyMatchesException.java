package dev.gyre.engine.range;

/** There are more matches than a result or the heap holds. */
public final class TooManyMatchesException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /**
     * Says how many queries were answered.
     *
     * @param answered number of queries that were answered
     * @param max number of matches that a result holds
     */
    TooManyMatchesException(int queries, int points, int answered, long matches, long max) {
        super("the matches do not fit a result: queries=" + queries + ", points=" + points + ", matches of the first "
                + answered + " queries=" + matches + ", most=" + max);
    }
}
