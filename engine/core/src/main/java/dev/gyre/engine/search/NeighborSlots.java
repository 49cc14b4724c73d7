package dev.gyre.engine.search;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The slots of a result of neighbors while threads fill them, each thread those of its own queries.
 *
 * <p>They are in blocks that the threads allocate in parallel: a single thread would need longer to allocate and touch the result than a
 * GPU needs to find it.
 */
public final class NeighborSlots {

    /** Queries that are read at a time: with 8 neighbors of each, their ids are still in the cache of the thread that looks at them. */
    private static final int TOGETHER = 1 << 10;

    private final int queries;
    private final int asked;

    /** Slots of a query. */
    private final int k;

    private final int blockBits;
    private final int[][] ids;
    private final double[][] keys;
    private final Supplier<Boolean> allocation;

    /** Waits for the blocks, once they are {@linkplain #begin begun}. */
    private Supplier<Boolean> room;

    /** Whether all blocks are there. */
    private volatile boolean ready;

    /**
     * Slots that are there at once; see {@link #NeighborSlots(int, int, int, boolean, boolean, Workers)}.
     */
    public NeighborSlots(int queries, int asked, int points, boolean unused, Workers workers) {
        this(queries, asked, points, unused, false, workers);
    }

    /**
     * Slots.
     *
     * @param asked neighbors per query that were asked for, 1 or more
     * @param points number of points: a query has no more slots
     * @param unused whether slots are unused at first; otherwise every query must be {@linkplain #write written}
     * @param later whether to allocate only when work {@linkplain #begin begins}; then {@linkplain #await wait} before slots are written
     * @throws IllegalArgumentException if there are too many slots
     */
    public NeighborSlots(int queries, int asked, int points, boolean unused, boolean later, Workers workers) {
        this.asked = asked;
        k = NeighborSizes.slots(asked, points);
        NeighborSizes.checkedSlots(queries, k);
        this.queries = queries;
        blockBits = Neighbors.blockBits(k);
        int blocks = Math.ceilDiv(queries, 1 << blockBits);
        ids = new int[blocks][];
        keys = new double[blocks][];
        allocation = () -> allocate(unused, workers);
        if (!later) {
            ready = allocation.get();
        }
    }

    /** Begins to allocate in another thread. Call this method before you wait for a device, when the host has nothing else to do. */
    public synchronized void begin() {
        if (!ready && room == null) {
            room = HostArrays.ahead(allocation);
        }
    }

    private boolean allocate(boolean unused, Workers workers) {
        workers.forEachSlice(ids.length, 1, (begin, end) -> {
            for (int block = begin; block < end; block++) {
                int rows = Math.min(queries - (block << blockBits), 1 << blockBits);
                ids[block] = new int[rows * k];
                keys[block] = new double[rows * k];
                if (unused) {
                    leaveUnused(block, 0, rows * k);
                }
            }
        });
        return true;
    }

    /**
     * Waits for the blocks. Call this method before the loop whose threads write, never on these threads: they would wait for a loop that needs
     * them.
     */
    public void await() {
        if (!ready) {
            begin();
            ready = room.get();
        }
    }

    private void checkReady() {
        if (!ready) {
            throw new IllegalStateException("the slots are not there yet");
        }
    }

    /**
     * Writes the best of a list into the slots of a query and leaves the others unused.
     *
     * @return the number of neighbors
     */
    public int write(int query, NearestList list) {
        checkReady();
        int block = query >> blockBits;
        int at = at(query);
        int found = list.finish(ids[block], keys[block], at);
        leaveUnused(block, at + found, at + k);
        return found;
    }

    /**
     * Writes neighbors in order into the slots of a query and leaves the others unused.
     *
     * @param count number of neighbors, k at most
     * @param from the index at which they begin
     */
    public void write(int query, int count, int[] fromIds, double[] fromKeys, int from) {
        checkReady();
        int block = query >> blockBits;
        int at = at(query);
        System.arraycopy(fromIds, from, ids[block], at, count);
        System.arraycopy(fromKeys, from, keys[block], at, count);
        leaveUnused(block, at + count, at + k);
    }

    /** What brings neighbors in order, as many elements for a query as it has slots. */
    public interface Source {

        /**
         * Reads the neighbors of some queries.
         *
         * @param first the first query, from 0
         * @param to receives the ids, and {@link Neighbors#NONE} after the last one of a query
         * @param toKeys receives the keys
         * @param at the index at which they begin
         */
        void read(int first, int count, int[] to, double[] toKeys, int at);
    }

    /**
     * Writes the neighbors of queries side by side straight from where a device left them: a copy for each query costs the host several
     * times as much.
     *
     * @param from the source's number of the first query
     */
    public void write(int first, int count, Source source, int from) {
        checkReady();
        int done = 0;
        while (done < count) {
            int query = first + done;
            int block = query >> blockBits;
            int some = Math.min(Math.min(count - done, TOGETHER), (block + 1 << blockBits) - query);
            int at = at(query);
            source.read(from + done, some, ids[block], keys[block], at);
            for (int end = at + k; end <= at + some * k; end += k) {
                int used = end;
                while (used > end - k && ids[block][used - 1] == Neighbors.NONE) {
                    used--;
                }
                if (used < end) {
                    leaveUnused(block, used, end);
                }
            }
            done += some;
        }
    }

    /**
     * Writes neighbors that a device found into the slots of a query and leaves the others unused.
     *
     * @param fromIds ids, k at most for a query, and {@link Neighbors#NONE} in all other elements
     * @param from the index at which the elements of the query begin
     * @param candidates number of elements of the query
     * @param inOrder whether the neighbors are in order
     */
    public void writeUsed(int query, int[] fromIds, double[] fromKeys, int from, int candidates, boolean inOrder) {
        checkReady();
        int block = query >> blockBits;
        int at = at(query);
        // Unused elements of a list are the last.
        if (inOrder && candidates == k && fromIds[from + k - 1] != Neighbors.NONE) {
            write(query, k, fromIds, fromKeys, from);
            return;
        }
        int end = at;
        for (int i = from; i < from + candidates; i++) {
            if (fromIds[i] != Neighbors.NONE) {
                ids[block][end] = fromIds[i];
                keys[block][end++] = fromKeys[i];
            }
        }
        if (!inOrder) {
            NeighborOrder.sort(keys[block], ids[block], at, end - at);
        }
        leaveUnused(block, end, at + k);
    }

    /**
     * Writes the neighbors that another search found for some of the queries.
     *
     * @param found their neighbors, one more than the slots have in a self-join
     * @param self whether a query is left out of its own neighbors, by its id
     */
    public void write(int[] some, Neighbors found, boolean self) {
        for (int i = 0; i < some.length; i++) {
            write(some[i], found, i, self);
        }
    }

    /**
     * Writes the neighbors that another search found for a query.
     *
     * @param found neighbors of several queries, one more than the slots have in a self-join
     * @param self whether the query is left out of its own neighbors, by its id
     */
    public void write(int query, Neighbors found, int row, boolean self) {
        checkReady();
        int block = query >> blockBits;
        int at = at(query);
        int end = at;
        int count = found.count(row);
        for (int rank = 0; rank < count && end < at + k; rank++) {
            if (!self || found.id(row, rank) != query) {
                ids[block][end] = found.id(row, rank);
                keys[block][end++] = found.key(row, rank);
            }
        }
        leaveUnused(block, end, at + k);
    }

    private void leaveUnused(int block, int from, int to) {
        Arrays.fill(ids[block], from, to, Neighbors.NONE);
        Arrays.fill(keys[block], from, to, Double.POSITIVE_INFINITY);
    }

    /**
     * The key of the last slot of a query.
     *
     * @return the key, +infinity if the slot is unused
     */
    public double lastKey(int query) {
        checkReady();
        return keys[query >> blockBits][at(query) + k - 1];
    }

    private int at(int query) {
        return (query & (1 << blockBits) - 1) * k;
    }

    /** The finished result, with as many slots per query as were asked for, and without neighbors beyond the metric's limit. */
    public Neighbors neighbors(Metric metric, ExecutionReport report) {
        await();
        if (metric.limit() < Double.POSITIVE_INFINITY) {
            for (int query = 0; query < queries; query++) {
                int at = at(query);
                int end = at + k;
                while (end > at && keys[query >> blockBits][end - 1] > metric.limit()) {
                    end--;
                }
                leaveUnused(query >> blockBits, end, at + k);
            }
        }
        return new Neighbors(queries, k, ids, keys, metric, report).withSlots(asked);
    }
}
