package dev.gyre.engine.range;

/** A region for each query. Immutable; safe for use by several threads. */
public interface Regions {

    /** The key of a row that is not in a region. Keys of others are finite. */
    double OUTSIDE = Double.POSITIVE_INFINITY;

    /**
     * Number of queries.
     *
     * @return the number
     */
    int size();

    /**
     * Whether rows of a region are ordered by keys; else they are by ids, and keys say nothing.
     *
     * @return whether they are
     */
    boolean hasKeys();

    /**
     * Whether a row is in the region of a query, and how far from its center.
     *
     * @param query row of the query
     * @param row row of the point
     * @return the exact key, {@link #OUTSIDE} if it is not in the region
     */
    double key(int query, int row);
}
