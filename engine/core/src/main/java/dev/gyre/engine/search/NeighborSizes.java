package dev.gyre.engine.search;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;

/** Checks of the sizes of a search for neighbors. */
public final class NeighborSizes {

    private NeighborSizes() {}

    /**
     * Checks the number of neighbors.
     *
     * @throws IllegalArgumentException if k is less than 1
     */
    public static void checkK(int k, Points points) {
        slots(k, points.size());
    }

    /**
     * Returns how many slots a search needs for k neighbors: more than there are points would stay unused.
     *
     * @param points number of points
     * @return k, or the number of points if that is less; 1 at least
     * @throws IllegalArgumentException if k is less than 1
     */
    public static int slots(int k, int points) {
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k + ", n=" + points);
        }
        return Math.min(k, Math.max(1, points));
    }

    /**
     * Checks that queries and points have the same dimensions.
     *
     * @throws IllegalArgumentException if they differ
     */
    public static void checkDims(Points queries, Points points) {
        if (queries.dims() != points.dims()) {
            throw new IllegalArgumentException("queries and points must have the same dimensions: queries="
                    + queries.dims() + ", points=" + points.dims());
        }
    }

    /**
     * The number of slots of a result, which must fit an array.
     *
     * @return the product
     * @throws IllegalArgumentException if it is too large
     */
    public static int checkedSlots(int queries, int k) {
        long slots = (long) queries * k;
        if (slots > HostArrays.MAX_LENGTH) {
            throw new IllegalArgumentException("queries x k must be below 2^31 - 8: queries=" + queries + ", k=" + k);
        }
        return (int) slots;
    }
}
