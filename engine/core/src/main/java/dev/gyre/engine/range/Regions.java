package dev.gyre.engine.range;

import dev.gyre.engine.data.Points;

/** A region for each query. Immutable; safe for use by several threads. */
public interface Regions {

    /** The key of a row that is not in a region. Keys of others are finite. */
    double OUTSIDE = Double.POSITIVE_INFINITY;

    /** Number of queries. */
    int size();

    /**
     * Whether a row's key says how far it is from the query.
     *
     * @return true if keys give the order of the matches, false if they are 0
     */
    default boolean hasKeys() {
        return false;
    }

    /**
     * Whether all candidates of all queries are in their regions, with key 0.
     *
     * @return true only if they are
     */
    default boolean takesAll() {
        return false;
    }

    /**
     * The key of a row.
     *
     * @param points points that have the row's coordinates
     * @param at index of the row in these points
     * @return the key, {@link #OUTSIDE} if the row is not in the region
     */
    double key(int query, int row, Points points, int at);
}
