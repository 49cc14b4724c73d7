package dev.gyre.engine.range;

/** Finds the matches of one query after the other, for one thread. Not safe for use by several threads. */
public interface MatchFinder {

    /**
     * Finds the matches of a query.
     *
     * @param query row of the query
     * @return how many there are; {@link #ids} and {@link #keys} have them in the order of a result
     */
    int find(int query);

    /**
     * Counts the matches of a query.
     *
     * @param query row of the query
     * @return how many there are; {@link #ids} and {@link #keys} are then undefined
     */
    int count(int query);

    /**
     * The ids of the matches.
     *
     * @return an array of at least as many elements, valid until the next query
     */
    int[] ids();

    /**
     * The keys of the matches.
     *
     * @return an array of at least as many elements, valid until the next query; null if matches have no keys
     */
    double[] keys();
}
