package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;

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

    /** Returns the threads that process batches. */
    Workers workers();

    /**
     * The results of a search for a batch.
     *
     * @param keys {@code count x capacity} keys
     * @param rows as many rows, -1 in unused elements
     * @param heap whether the results of a query are unordered
     */
    record Found(double[] keys, int[] rows, int capacity, boolean heap) {}

    /**
     * Takes in a batch.
     *
     * @param order item i answers query {@code first + order[i]}; if null, it answers slot {@code first + i}
     */
    void accept(int first, int count, int[] order, Found found, Progress progress);
}
