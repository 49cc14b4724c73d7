package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Sorts the matches that {@link TreeMatches} wrote for each query: by key and row, or by row. */
public final class TreeRows {

    /**
     * The most matches of a query that are sorted: one thread sorts them, while others of its kind wait. Longer rows are left as they are.
     * No other number was tried.
     */
    public static final int MOST = 1 << 11;

    private static final int GAP_FACTOR = 3;

    private TreeRows() {}

    /**
     * Sorts the matches of each query by Shell's method, which needs no memory; an item is a query.
     *
     * @param starts in: for each query its first match; then the number of all matches
     * @param found in, out: the rows of the matches
     * @param keys in, out: their keys; any array if {@code keyed} is 0
     * @param parameters in: only {@link TreeParameters#QUERIES} is read
     * @param keyed 1 to sort by key, then by row; 0 to sort by row
     */
    public static void sortRows(
            int begin, int end, int[] starts, int[] found, double[] keys, int[] parameters, int keyed) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.QUERIES]) {
                int from = starts[item];
                int count = starts[item + 1] - from;
                int gap = 1;
                while (GAP_FACTOR * gap + 1 < count) {
                    gap = GAP_FACTOR * gap + 1;
                }
                if (count > MOST) {
                    gap = 0;
                }
                while (gap > 0) {
                    for (int i = gap; i < count; i++) {
                        int row = found[from + i];
                        double key = 0.0;
                        if (keyed == 1) {
                            key = keys[from + i];
                        }
                        int hole = from + i;
                        int moves = 1;
                        while (moves == 1) {
                            moves = 0;
                            int before = hole - gap;
                            if (before >= from) {
                                int other = found[before];
                                moves = row < other ? 1 : 0;
                                if (keyed == 1) {
                                    double otherKey = keys[before];
                                    if (key != otherKey) {
                                        moves = key < otherKey ? 1 : 0;
                                    }
                                    if (moves == 1) {
                                        keys[hole] = otherKey;
                                    }
                                }
                                if (moves == 1) {
                                    found[hole] = other;
                                    hole = before;
                                }
                            }
                        }
                        found[hole] = row;
                        if (keyed == 1) {
                            keys[hole] = key;
                        }
                    }
                    gap = gap / GAP_FACTOR;
                }
            }
        }
    }
}
