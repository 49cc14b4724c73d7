package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * The nearest points of each query, best first. Immutable; safe for use by several threads.
 *
 * <p>The neighbors of a query are in ascending order of (key, id), where the metric's {@link Norm} defines the key. So the neighbors for a
 * smaller k are the first neighbors for a larger k. If there are fewer than k neighbors, the other slots hold id -1 and distance +infinity.
 * Memory: 12 bytes per slot; a search among n points stores min(k, n) slots per query, and the slots beyond these use none.
 */
public final class Neighbors extends RowBlocks {

    /** Id of an unused slot. */
    public static final int NONE = -1;

    /** Slots of a block: 2 million queries give enough blocks for 16 threads, and a block fits a thread's part of the heap. */
    private static final int BLOCK_SLOTS = 1 << 18;

    /** Longest array that every JVM can allocate. */
    private static final int MAX_SLOTS = Integer.MAX_VALUE - 8;

    private final int queries;
    private final int k;

    /** Slots per query that are stored; those beyond are unused. */
    private final int width;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param queries number of queries
     * @param k slots per query
     * @param ids {@code queries x k} ids, row-major
     * @param keys {@code queries x k} canonical keys in the metric's space, row-major; +infinity in unused slots
     * @param metric the metric
     * @param report device and times of the work
     * @throws IllegalArgumentException if the arrays do not have {@code queries x k} elements
     */
    public Neighbors(int queries, int k, int[] ids, double[] keys, Metric metric, ExecutionReport report) {
        super(ids, keys, metric, report);
        if (ids.length != (long) queries * k || keys.length != ids.length) {
            throw new IllegalArgumentException("arrays must be of queries x k: queries=" + queries + ", k=" + k
                    + ", ids=" + ids.length + ", distances=" + keys.length);
        }
        this.queries = queries;
        this.k = k;
        width = k;
    }

    /**
     * Takes ownership of finished blocks of {@code 1 << blockBits(k)} queries each, which must not change afterwards; the last
     * one may have fewer.
     *
     * @param queries number of queries
     * @param k slots per query
     * @param ids ids of the blocks, row-major
     * @param keys canonical keys of the blocks, row-major; +infinity in unused slots
     * @param metric the metric
     * @param report device and times of the work
     * @throws IllegalArgumentException if the blocks do not have {@code queries x k} elements
     */
    public Neighbors(int queries, int k, int[][] ids, double[][] keys, Metric metric, ExecutionReport report) {
        super(ids, keys, blockBits(k), metric, report);
        long slots = sizeOf(ids);
        if (slots != (long) queries * k || keys.length != ids.length) {
            throw new IllegalArgumentException("blocks must be of queries x k: queries=" + queries + ", k=" + k
                    + ", slots=" + slots + ", blocks=" + ids.length + ", blocks of keys=" + keys.length);
        }
        this.queries = queries;
        this.k = k;
        width = k;
    }

    /**
     * Returns the same neighbors with another report.
     *
     * @param newReport device and times of the work
     * @return the neighbors
     */
    public Neighbors with(ExecutionReport newReport) {
        return new Neighbors(this, k, newReport);
    }

    /**
     * Turns neighbors among some rows into neighbors among all.
     *
     * @param rows the row of each id, ascending
     * @return these neighbors, with other ids
     * @hidden engine only
     */
    public Neighbors among(int... rows) {
        replaceIds(rows);
        return this;
    }

    /**
     * Returns the same neighbors with unused slots after those of each query. They need no memory.
     *
     * @param slots slots per query, k or more
     * @return the neighbors
     * @throws IllegalArgumentException if the slots are fewer than k
     */
    public Neighbors withSlots(int slots) {
        if (slots < k) {
            throw new IllegalArgumentException("slots must be k or more: slots=" + slots + ", k=" + k);
        }
        return slots == k ? this : new Neighbors(this, slots, report());
    }

    private Neighbors(Neighbors other, int k, ExecutionReport report) {
        super(other, report);
        this.k = k;
        queries = other.queries;
        width = other.width;
    }

    /**
     * Returns the neighbors within a radius. A radius equal to the distance of a neighbor includes it.
     *
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the neighbors; slots of neighbors beyond the radius are unused
     * @throws IllegalArgumentException if the radius is negative or NaN, or if the metric has no radius
     */
    public Neighbors within(double radius) {
        // Checks the radius.
        metric.key(radius);
        int[][] idsWithin = new int[ids.length][];
        double[][] keysWithin = new double[keys.length][];
        Arrays.setAll(idsWithin, block -> ids[block].clone());
        Arrays.setAll(keysWithin, block -> keys[block].clone());
        for (int query = 0; query < queries; query++) {
            int slots = at(query);
            int count = count(query);
            int kept = count;
            while (kept > 0 && distance(query, kept - 1) > radius) {
                kept--;
            }
            Arrays.fill(idsWithin[block(query)], slots + kept, slots + count, NONE);
            Arrays.fill(keysWithin[block(query)], slots + kept, slots + count, Double.POSITIVE_INFINITY);
        }
        return new Neighbors(queries, width, idsWithin, keysWithin, metric, report()).withSlots(k);
    }

    /**
     * Returns the binary logarithm of the number of queries of a block.
     *
     * @param k slots per query
     * @return the logarithm
     */
    public static int blockBits(int k) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, BLOCK_SLOTS / k));
    }

    @Override
    public int queries() {
        return queries;
    }

    /**
     * Returns the number of slots per query.
     *
     * @return k
     */
    public int k() {
        return k;
    }

    /**
     * Returns the number of neighbors of a query: k, or fewer if the search found fewer.
     *
     * @param query row of the query
     * @return the number of used slots
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int count(int query) {
        int at = at(query);
        int[] block = ids[block(query)];
        int count = 0;
        while (count < width && block[at + count] != NONE) {
            count++;
        }
        return count;
    }

    /**
     * Returns the id of a neighbor.
     *
     * @param query row of the query
     * @param rank 0 for the nearest
     * @return row of the point, or {@link #NONE}
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public int id(int query, int rank) {
        int[] block = ids[block(query)];
        return Objects.checkIndex(rank, k) < width ? block[at(query) + rank] : NONE;
    }

    @Override
    public double key(int query, int rank) {
        double[] block = keys[block(query)];
        return Objects.checkIndex(rank, k) < width ? block[at(query) + rank] : Double.POSITIVE_INFINITY;
    }

    /**
     * Returns the squared distance to a neighbor in the space of the metric: for haversine the squared chord on the unit
     * sphere. For the Euclidean norm it is the {@linkplain #key key}; for other norms it is the square of the key, which may be
     * infinite although the key is finite, and has no meaning for inner products.
     *
     * @param query row of the query
     * @param rank 0 for the nearest
     * @return the squared distance, +infinity for an unused slot
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public double distanceSq(int query, int rank) {
        return square(key(query, rank));
    }

    /**
     * Returns the ids of all slots of a query.
     *
     * @param query row of the query
     * @return a new array of k ids
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int[] ids(int query) {
        int[] all = new int[k];
        System.arraycopy(ids[block(query)], at(query), all, 0, width);
        Arrays.fill(all, width, k, NONE);
        return all;
    }

    /**
     * Returns the ids of all slots, query by query.
     *
     * @return a new array of {@code queries x k} ids, row-major
     * @throws IllegalStateException if there are too many slots for an array
     */
    @Override
    public int[] toIdArray() {
        if (width == k) {
            return super.toIdArray();
        }
        int[] all = new int[allSlots()];
        Arrays.fill(all, NONE);
        for (int query = 0; query < queries; query++) {
            System.arraycopy(ids[block(query)], at(query), all, query * k, width);
        }
        return all;
    }

    /**
     * Returns the canonical keys of all slots in the space of the metric, query by query.
     *
     * @return a new array of {@code queries x k} keys, row-major, +infinity for unused slots
     * @throws IllegalStateException if there are too many slots for an array
     */
    @Override
    public double[] toKeyArray() {
        if (width == k) {
            return super.toKeyArray();
        }
        double[] all = new double[allSlots()];
        Arrays.fill(all, Double.POSITIVE_INFINITY);
        for (int query = 0; query < queries; query++) {
            System.arraycopy(keys[block(query)], at(query), all, query * k, width);
        }
        return all;
    }

    private int allSlots() {
        long slots = (long) queries * k;
        if (slots > MAX_SLOTS) {
            throw new IllegalStateException(
                    "the slots do not fit an array: queries=" + queries + ", k=" + k + ", stored per query=" + width);
        }
        return (int) slots;
    }

    /**
     * Returns the ids of the neighbors of all queries, without a copy and without unused slots.
     *
     * @return a row for each query, nearest first
     */
    public IntRows rows() {
        return new IntRows(queries, query -> IntSpan.of(ids[block(query)], at(query), at(query) + count(query)));
    }

    /**
     * Returns all squared distances in the space of the metric, as {@link #distanceSq} gives them.
     *
     * @return a new array of {@code queries x k} squared distances, row-major
     * @throws IllegalStateException if there are too many slots for an array
     */
    public double[] toDistanceSqArray() {
        double[] all = toKeyArray();
        for (int slot = 0; slot < all.length; slot++) {
            all[slot] = square(all[slot]);
        }
        return all;
    }

    private double square(double key) {
        return metric.norm() == Norm.EUCLIDEAN ? key : key * key;
    }

    private int block(int query) {
        return Objects.checkIndex(query, queries) >> blockBits;
    }

    /** Returns the index of a query's first slot in its block. */
    private int at(int query) {
        return (query & (1 << blockBits) - 1) * width;
    }

    /** Accepts the neighbors of one query, the nearest first. All calls come from the thread that called the operation. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Accepts the next neighbor.
         *
         * @param id row of the neighbor; equally near ones come in ascending order of ids
         * @param distance its distance in the unit of the metric, as {@link Neighbors#distance} gives it
         * @return true to get another neighbor
         */
        boolean visit(int id, double distance);
    }
}
