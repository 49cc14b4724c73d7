package dev.gyre.engine.tree;

import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import java.util.function.IntConsumer;

/** What {@link NearestSearch} asks a tree for, and what takes in its results. */
public interface NearestWork {

    /** Number of queries. */
    int size();

    /** The queries in the form of entries; not used in a self-join. */
    double[] queries();

    /** Returns how many candidates a search has to find for each query. */
    int candidates();

    /** Writes the largest key and the scale of a search. */
    void writeLimits(double[] limits);

    /** Tells whether the host needs nothing but the results, so that it can take in one batch while the device searches for the next. */
    default boolean isExact() {
        return true;
    }

    /**
     * The results of a search for a batch.
     *
     * @param keys {@code count x capacity} keys, each there when {@link #forEach} works on its item
     * @param rows as many rows, -1 in unused elements
     * @param heap whether the results of a query are unordered
     * @param ofSlots whether items are slots, not queries
     * @param order for each item its query; null if they are in order
     * @param lease the program that has the results
     */
    record Found(double[] keys, int[] rows, int capacity, boolean heap, boolean ofSlots, int[] order, Lease<?> lease) {

        /** Items that are fetched at a time: for 8 neighbors of each, they stay in the cache of a thread. */
        static final int TOGETHER = 1 << 10;

        /** The slot or the query of an item. */
        public int of(int item) {
            return order == null ? item : order[item];
        }

        /** Tells whether items are queries in their order, each with its results in order. */
        public boolean isByQuery() {
            return !heap && !ofSlots && order == null;
        }

        private void fetch(int begin, int end) {
            read(begin, end - begin, rows, keys, begin * capacity);
        }

        /** Reads the results of some items into arrays of the caller, from element {@code at}. Several threads may do so at once. */
        public void read(int begin, int count, int[] toRows, double[] toKeys, int at) {
            lease.read(keys, begin * capacity, toKeys, at, count * capacity);
            lease.read(rows, begin * capacity, toRows, at, count * capacity);
        }

        /** Brings the results of some items into the arrays, and works on each. Several threads may do so at once, each for items of its own. */
        public void forEach(int begin, int end, IntConsumer work) {
            for (int first = begin; first < end; first += TOGETHER) {
                int last = Math.min(end, first + TOGETHER);
                fetch(first, last);
                for (int item = first; item < last; item++) {
                    work.accept(item);
                }
            }
        }
    }

    /**
     * Takes in some results.
     *
     * @param first the first slot or query; item i answers {@code first + found.of(i)}
     */
    void accept(int first, int count, Found found, Progress progress);
}
