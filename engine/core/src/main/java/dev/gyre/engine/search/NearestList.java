package dev.gyre.engine.search;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;

/**
 * The k best of all offered pairs of key and id, in the order of neighbors: by key, ties by id.
 *
 * <p>Pairs are collected in any order and sorted when there is no more room: O(log k) for each, amortized. Not safe for use by
 * several threads.
 */
public final class NearestList {

    private static final int SLACK = 64;

    private final int k;
    private final double[] keys;
    private final int[] ids;
    private int size;
    private double limit;
    private int lastId;

    /**
     * A list for several queries, one after the other.
     *
     * @param k number of pairs to keep, 1 or more
     * @param max largest number of offered pairs
     */
    public NearestList(int k, int max) {
        this.k = k;
        int room = (int) Math.max(1, Math.min(max, 2L * k + SLACK));
        keys = new double[room];
        ids = new int[room];
    }

    /**
     * Begins with an empty list.
     *
     * @param newLimit the largest key to keep
     */
    public void clear(double newLimit) {
        size = 0;
        limit = newLimit;
        lastId = Integer.MAX_VALUE;
    }

    /** The largest key that may still be among the best. */
    public double limit() {
        return limit;
    }

    /**
     * Offers a pair.
     *
     * @param id its id, not offered before
     */
    public void offer(double key, int id) {
        if (key < limit || (key == limit && id < lastId)) {
            if (size == ids.length) {
                trim();
                if (!NeighborOrder.precedes(key, id, limit, lastId)) {
                    return;
                }
            }
            keys[size] = key;
            ids[size++] = id;
        }
    }

    /** Offers a point by its distance from a query, which is not computed if the largest difference shows that it is too large. */
    public void offer(Points queries, int query, Points points, int id, Norm norm) {
        // Keys of powers are never less than the largest difference, which needs a fraction of their time.
        if (!norm.isPower() || queries.key(query, points, id, Norm.CHEBYSHEV) <= limit) {
            offer(queries.key(query, points, id, norm), id);
        }
    }

    /** Offers the pairs of another list. */
    public void offerAll(NearestList other) {
        for (int i = 0; i < other.size; i++) {
            offer(other.keys[i], other.ids[i]);
        }
    }

    private void trim() {
        NeighborOrder.sort(keys, ids, size);
        size = k;
        limit = keys[k - 1];
        lastId = ids[k - 1];
    }

    /**
     * Sorts the best and copies them.
     *
     * @param at index of the first pair in the arrays
     * @return the number of pairs, k at most
     */
    public int finish(int[] toIds, double[] toKeys, int at) {
        NeighborOrder.sort(keys, ids, size);
        int found = Math.min(k, size);
        System.arraycopy(ids, 0, toIds, at, found);
        System.arraycopy(keys, 0, toKeys, at, found);
        return found;
    }
}
