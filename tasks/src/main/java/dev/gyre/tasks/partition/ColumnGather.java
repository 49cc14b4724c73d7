package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Fetches the values of one column in a given order of rows. */
public final class ColumnGather {

    private ColumnGather() {}

    /**
     * Fetches a value for each position in the order; an item is a position.
     *
     * @param columns in: one column after the other
     * @param order in: rows
     * @param size in: 1 element or more; the first is the number of rows in the order. Items from there on do nothing
     * @param start in: 1 element or more; the first is the index of the column's first value
     * @param values out: the value of each row, in the order
     */
    public static void gatherColumn(
            int begin, int end, int[] columns, int[] order, int[] size, int[] start, int[] values) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < size[0]) {
                values[slot] = columns[start[0] + order[slot]];
            }
        }
    }
}
