package dev.gyre.engine.kdtree;

import dev.gyre.engine.sort.GroupMarks;
import java.util.Arrays;

/** Rows of equal points as chains: from each row to the next higher one that is equal. */
final class KdGroups {

    /** The end of a chain. */
    static final int NONE = -1;

    private KdGroups() {}

    /**
     * Links the rows of each group.
     *
     * @param order rows in order; equal ones ascending
     * @param marks for each place in the order, what {@link GroupMarks} has
     */
    static int[] chain(int[] order, int[] marks, int rows) {
        int[] next = new int[rows];
        Arrays.fill(next, NONE);
        for (int place = 1; place < rows; place++) {
            if (marks[place] == GroupMarks.EQUAL) {
                next[order[place - 1]] = order[place];
            }
        }
        return next;
    }
}
