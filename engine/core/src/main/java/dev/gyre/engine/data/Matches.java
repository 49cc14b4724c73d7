package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * The points that each query matches: a row of any length per query. Immutable; safe for use by several threads.
 *
 * <p>Points within a distance are in ascending order of (key, id), where the metric's {@link Norm} defines the key. Points in a window and
 * matching boxes have no distances and are in ascending order of ids. Memory: 4 bytes per query, and per match 12 with distances or 4
 * without.
 */
public final class Matches extends RowBlocks {

    /** Largest number of matches of a result. */
    public static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    /** About the number of blocks: enough for the threads of a machine, each small enough for a thread's part of the heap. */
    private static final int BLOCKS = 64;

    /** Bytes of a match with its distance. */
    public static final int BYTES_WITH_KEY = Integer.BYTES + Double.BYTES;

    private static final int BYTES_OF_ID = Integer.BYTES;

    private final int[] offsets;
    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param offsets start of the matches of each query, then the number of all matches
     * @param ids ids of the matches
     * @param keys canonical keys of the matches in the metric's space, or null for matches without distances
     * @param metric the metric
     * @param report device and times of the work
     * @throws IllegalArgumentException if the lengths of the arrays are inconsistent
     */
    public Matches(int[] offsets, int[] ids, double[] keys, Metric metric, ExecutionReport report) {
        super(ids, keys, metric, report);
        if (offsets.length == 0
                || offsets[offsets.length - 1] != ids.length
                || (keys != null && keys.length != ids.length)) {
            throw new IllegalArgumentException("arrays must be of all matches: offsets=" + offsets.length + ", ids="
                    + ids.length + ", keys=" + (keys == null ? "none" : keys.length));
        }
        this.offsets = offsets;
    }

    /**
     * Takes ownership of finished blocks of {@code 1 << blockBits(queries)} queries each, which must not change afterwards; the
     * last one may have fewer.
     *
     * @param offsets start of the matches of each query, counted over all blocks, then the number of all matches
     * @param ids ids of the blocks
     * @param keys canonical keys of the blocks, or null for matches without distances
     * @param metric the metric
     * @param report device and times of the work
     * @throws IllegalArgumentException if the blocks do not hold exactly all matches
     */
    public Matches(int[] offsets, int[][] ids, double[][] keys, Metric metric, ExecutionReport report) {
        super(ids, keys, blockBits(offsets.length - 1), metric, report);
        long size = sizeOf(ids);
        if (offsets.length == 0 || offsets[offsets.length - 1] != size || (keys != null && keys.length != ids.length)) {
            throw new IllegalArgumentException("blocks must be of all matches: offsets=" + offsets.length + ", ids="
                    + size + ", blocks=" + ids.length);
        }
        this.offsets = offsets;
    }

    private Matches(Matches other, ExecutionReport report) {
        super(other, report);
        offsets = other.offsets;
    }

    /**
     * Returns the binary logarithm of the number of queries of a block.
     *
     * @param queries number of queries
     * @return the logarithm
     */
    public static int blockBits(int queries) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(queries / BLOCKS);
    }

    /**
     * Returns the largest number of matches that a result of this JVM can have: {@link #MAX_SIZE}, or fewer: the heap must hold the matches
     * two and a half times while they are collected.
     *
     * @param hasDistances whether matches have distances
     * @return the number
     */
    public static long largestOnHeap(boolean hasDistances) {
        int bytes = hasDistances ? BYTES_WITH_KEY : BYTES_OF_ID;
        return Math.min(MAX_SIZE, Runtime.getRuntime().maxMemory() / (2L * bytes + bytes / 2));
    }

    /**
     * Returns the same matches with another report.
     *
     * @param newReport device and times of the work
     * @return matches that share these arrays
     */
    public Matches with(ExecutionReport newReport) {
        return new Matches(this, newReport);
    }

    /**
     * Turns matches among some rows into matches among all.
     *
     * @param rows the row of each id, ascending
     * @return these matches, with other ids
     * @hidden engine only
     */
    public Matches among(int... rows) {
        replaceIds(rows);
        return this;
    }

    @Override
    public int queries() {
        return offsets.length - 1;
    }

    /**
     * Returns the number of matches of all queries.
     *
     * @return the number
     */
    public int size() {
        return offsets[queries()];
    }

    /**
     * Returns the number of matches of a query.
     *
     * @param query row of the query
     * @return the number, 0 or more
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int count(int query) {
        Objects.checkIndex(query, queries());
        return offsets[query + 1] - offsets[query];
    }

    /**
     * Returns the id of a match.
     *
     * @param query row of the query
     * @param rank 0 for the first
     * @return row of the point
     * @throws IndexOutOfBoundsException if there is no such query or match
     */
    public int id(int query, int rank) {
        return ids[block(query)][slot(query, rank)];
    }

    /**
     * Returns the ids of all matches of a query.
     *
     * @param query row of the query
     * @return a new array
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int[] ids(int query) {
        int count = count(query);
        int at = at(query);
        return Arrays.copyOfRange(ids[block(query)], at, at + count);
    }

    /**
     * Returns the ids of the matches of all queries, without a copy.
     *
     * @return a row for each query
     */
    public IntRows rows() {
        return new IntRows(queries(), query -> IntSpan.of(ids[block(query)], at(query), at(query) + count(query)));
    }

    /**
     * Returns whether matches have distances: true for points within a radius, false for points in a window and for boxes.
     *
     * @return true if they have distances
     */
    public boolean hasDistances() {
        return keys != null;
    }

    @Override
    public double key(int query, int rank) {
        checkDistances();
        return keys[block(query)][slot(query, rank)];
    }

    /**
     * Returns the start of the matches of each query in the arrays of all matches.
     *
     * @return a new array of one offset per query, then the number of all matches
     */
    public int[] toOffsetArray() {
        return offsets.clone();
    }

    @Override
    public double[] toKeyArray() {
        checkDistances();
        return super.toKeyArray();
    }

    /**
     * Returns the distances of all matches in the unit of the metric, query by query.
     *
     * @return a new array
     * @throws IllegalStateException if the matches have no distances
     */
    public double[] toDistanceArray() {
        double[] all = toKeyArray();
        Arrays.setAll(all, i -> metric.distance(all[i]));
        return all;
    }

    private void checkDistances() {
        if (keys == null) {
            throw new IllegalStateException("these matches have no distances: they are of boxes or windows");
        }
    }

    private int block(int query) {
        return query >> blockBits;
    }

    /** Returns the index of a query's first match in its block. */
    private int at(int query) {
        return offsets[query] - offsets[query >> blockBits << blockBits];
    }

    private int slot(int query, int rank) {
        return at(query) + Objects.checkIndex(rank, count(query));
    }

    /** Accepts the matches of an operation part by part. All calls come from the thread that called the operation. */
    @FunctionalInterface
    public interface Consumer {

        /**
         * Accepts the matches of the next queries.
         *
         * @param first row of the first query of this part; parts come in ascending order and cover all queries
         * @param matches the matches of the queries {@code first .. first + matches.queries() - 1}, numbered from 0; the times of their report
         *     are 0
         */
        void accept(int first, Matches matches);
    }
}
