package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Copies what {@link TreeNearest} or {@link TreeMatches} found for some queries, in the order of the queries, so that the host reads and writes memory in
 * one direction.
 */
public final class TreeAnswers {

    /** Index of the first query that is copied. */
    public static final int FIRST = 0;

    /** Index of the number of queries that are copied. */
    public static final int COUNT = 1;

    /** Index of the elements of a query. */
    public static final int CAPACITY = 2;

    /** Index of 1 if the positions say where the elements of a query are, 0 if they are in the order of the queries. */
    public static final int ARRANGED = 3;

    /** Index of 1 if elements have keys; if not, only rows are copied. */
    public static final int KEYED = 4;

    /** Number of sizes. */
    public static final int LENGTH = 5;

    private TreeAnswers() {}

    /**
     * Copies the elements of some queries; an item is an element.
     *
     * @param keys in: the keys of all queries; any array if not {@link #KEYED}
     * @param found in: as many rows
     * @param positions in: for each query the number of its elements among those of all; any array if not {@link #ARRANGED}
     * @param sizes in: {@link #FIRST}, {@link #COUNT}, {@link #CAPACITY}, {@link #ARRANGED} and {@link #KEYED}
     * @param someKeys out: the keys of the queries, one query after the other
     * @param someFound out: as many rows
     */
    public static void copyAnswers(
            int begin,
            int end,
            double[] keys,
            int[] found,
            int[] positions,
            int[] sizes,
            double[] someKeys,
            int[] someFound) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int capacity = sizes[CAPACITY];
            int query = item / capacity;
            if (query < sizes[COUNT]) {
                int position = sizes[FIRST] + query;
                if (sizes[ARRANGED] == 1) {
                    position = positions[position];
                }
                int from = position * capacity + item - query * capacity;
                if (sizes[KEYED] == 1) {
                    someKeys[item] = keys[from];
                }
                someFound[item] = found[from];
            }
        }
    }
}
