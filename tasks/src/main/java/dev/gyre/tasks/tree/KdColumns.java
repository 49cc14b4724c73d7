package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Brings columns of rows into the order of places. */
public final class KdColumns {

    private KdColumns() {}

    /**
     * Fetches the value of each place in each column; an item is a place of a column.
     *
     * @param begin first item: column x stride + place
     * @param end after the last item
     * @param columns in: dims x stride values of rows
     * @param rows in: the row of each place
     * @param parameters in: {@link KdParameters}
     * @param arranged out: dims x stride values of places
     */
    public static void arrangeColumns(int begin, int end, int[] columns, int[] rows, int[] parameters, int[] arranged) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int stride = parameters[KdParameters.STRIDE];
            int column = item / stride;
            int slot = item - column * stride;
            if (slot < parameters[KdParameters.SIZE]) {
                arranged[item] = columns[column * stride + rows[slot]];
            }
        }
    }
}
