package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the core distance of each slot in what {@link TreeNearest} found for it: how far the k-th nearest row is, of which it is the first. */
public final class TreeCores {

    /** Index of the number of rows within the core distance. */
    public static final int ROWS = 0;

    /** Index of 1 if slots stand for several rows, 0 if each slot is one row. */
    public static final int WEIGHTED = 1;

    /** Length of the numbers that are needed. */
    public static final int NEEDED = 2;

    private TreeCores() {}

    /**
     * Takes the farthest entries away as long as enough rows are left; an item is a slot. One pass over the entries, and one for each distance
     * that is taken away.
     *
     * @param keys in: items x capacity keys of the nearest other slots, in any order
     * @param found in: items x capacity rows of these slots; -1 if unused
     * @param rows in: the row of each slot
     * @param weights in: for the row of each slot the number of rows in it; any array if not {@link #WEIGHTED}
     * @param parameters in: {@link TreeParameters} of the search
     * @param needed in: {@link #ROWS} and {@link #WEIGHTED}
     * @param cores out: the key of the core distance of each slot
     */
    public static void findCores(
            int begin,
            int end,
            double[] keys,
            int[] found,
            int[] rows,
            int[] weights,
            int[] parameters,
            int[] needed,
            double[] cores) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int slot = parameters[TreeParameters.FIRST_QUERY] + item;
            if (slot < parameters[TreeParameters.QUERIES]) {
                int capacity = parameters[TreeParameters.CAPACITY];
                int first = item * capacity;
                int count = weight(rows[slot], weights, needed);
                for (int i = 0; i < capacity; i++) {
                    if (found[first + i] >= 0) {
                        count += weight(found[first + i], weights, needed);
                    }
                }
                double core = 0.0;
                double above = 0.0;
                int all = 1;
                int going = 1;
                while (going == 1) {
                    double largest = -1.0;
                    int farthest = 0;
                    for (int i = 0; i < capacity; i++) {
                        int row = found[first + i];
                        if (row >= 0) {
                            double key = keys[first + i];
                            int below = key < above ? 1 : 0;
                            if (Math.max(below, all) == 1) {
                                farthest = key > largest ? 0 : farthest;
                                largest = Math.max(key, largest);
                                if (key == largest) {
                                    farthest += weight(row, weights, needed);
                                }
                            }
                        }
                    }
                    all = 0;
                    going = 0;
                    if (largest >= 0.0) {
                        if (count - farthest < needed[ROWS]) {
                            core = largest;
                        } else {
                            count -= farthest;
                            above = largest;
                            going = 1;
                        }
                    }
                }
                cores[slot] = core;
            }
        }
    }

    /** The rows in the slot of a row. */
    static int weight(int row, int[] weights, int[] needed) {
        int weight = 1;
        if (needed[WEIGHTED] == 1) {
            weight = weights[row];
        }
        return weight;
    }
}
