package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import java.util.Arrays;
import java.util.Objects;

/**
 * The best rows for each query, up to k of them, the best one first, ties by ascending id. So the rows for k are the first of the rows for
 * k + 1. Immutable; safe for use by several threads. Memory: 4 bytes per query, and 12 per row.
 */
public final class RankedRows {

    private final int[] offsets;
    private final int[] ids;
    private final double[] scores;
    private final Device device;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param offsets start of the rows of each query, then the number of all rows
     * @param ids the rows
     * @param scores a score for each row
     * @param device the device that found the rows
     * @hidden engine only
     */
    public RankedRows(int[] offsets, int[] ids, double[] scores, Device device) {
        this.device = device;
        this.offsets = offsets;
        this.ids = ids;
        this.scores = scores;
    }

    /**
     * Returns the device that found the rows: the JVM, whatever the device of the engine is.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Returns the number of queries.
     *
     * @return the number
     */
    public int queries() {
        return offsets.length - 1;
    }

    /**
     * Returns the number of rows of all queries.
     *
     * @return the number
     */
    public int size() {
        return ids.length;
    }

    /**
     * Returns the number of rows of a query.
     *
     * @param query the query
     * @return k, or fewer if fewer rows match
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int count(int query) {
        return offsets[Objects.checkIndex(query, queries()) + 1] - offsets[query];
    }

    /**
     * Returns a row.
     *
     * @param query the query
     * @param rank 0 for the best row
     * @return its id
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public int id(int query, int rank) {
        return ids[at(query, rank)];
    }

    /**
     * Returns the score of a row.
     *
     * @param query the query
     * @param rank 0 for the best row
     * @return the score
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public double score(int query, int rank) {
        return scores[at(query, rank)];
    }

    /**
     * Returns the rows of a query.
     *
     * @param query the query
     * @return a new array, the best row first
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int[] ids(int query) {
        return Arrays.copyOfRange(ids, offsets[Objects.checkIndex(query, queries())], offsets[query + 1]);
    }

    /**
     * Returns where the rows of each query begin in {@link #toIdArray} and {@link #toScoreArray}.
     *
     * @return a new array of one number per query, then the number of all rows
     */
    public int[] toOffsetArray() {
        return offsets.clone();
    }

    /**
     * Returns all rows, query after query.
     *
     * @return a new array
     */
    public int[] toIdArray() {
        return ids.clone();
    }

    /**
     * Returns all scores, query after query.
     *
     * @return a new array
     */
    public double[] toScoreArray() {
        return scores.clone();
    }

    private int at(int query, int rank) {
        return offsets[query] + Objects.checkIndex(rank, count(query));
    }

    @Override
    public String toString() {
        return size() + " rows for " + queries() + " queries";
    }
}
