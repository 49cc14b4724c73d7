package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The tasks of each partition: one, or several if more queries begin there than one task should answer. Each task has all rows of its
 * partition, and some of the queries. Immutable.
 */
final class Tasks implements Serializable {

    private static final long serialVersionUID = 1;

    /** The most tasks of a partition: each of them has a copy of the rows. */
    private static final int MOST = 64;

    private final int[] firsts;

    private Tasks(int[] counts) {
        firsts = new int[counts.length + 1];
        for (int partition = 0; partition < counts.length; partition++) {
            firsts[partition + 1] = firsts[partition] + counts[partition];
        }
    }

    static Tasks one(int partitions) {
        int[] counts = new int[partitions];
        Arrays.fill(counts, 1);
        return new Tasks(counts);
    }

    /**
     * Gives more tasks to partitions with many queries.
     *
     * @param queries queries of each partition, about
     * @param most queries of a task, about
     */
    static Tasks of(double[] queries, double most) {
        return new Tasks(Arrays.stream(queries)
                .mapToInt(some -> (int) Math.clamp(Math.ceil(some / most), 1, MOST))
                .toArray());
    }

    int count() {
        return firsts[firsts.length - 1];
    }

    int partitions() {
        return firsts.length - 1;
    }

    int first(int partition) {
        return firsts[partition];
    }

    int end(int partition) {
        return firsts[partition + 1];
    }

    /** Returns the task of a query in a partition, by a hash of the query: the same one after a retry. */
    int of(int partition, int hash) {
        return firsts[partition] + hash % (firsts[partition + 1] - firsts[partition]);
    }

    int partition(int task) {
        int found = Arrays.binarySearch(firsts, task);
        return found >= 0 ? found : -2 - found;
    }
}
