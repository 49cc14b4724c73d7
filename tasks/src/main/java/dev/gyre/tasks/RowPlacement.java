package dev.gyre.tasks;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Puts rows to given places of an order. */
public final class RowPlacement {

    private RowPlacement() {}

    /**
     * Puts each row to its place; an item is a row.
     *
     * @param begin first row
     * @param end after the last row
     * @param rows in: rows
     * @param places in: for each its place in the order, all different
     * @param size in: begins with the number of rows; later ones are left alone
     * @param order in, out: the order
     */
    public static void placeRows(int begin, int end, int[] rows, int[] places, int[] size, int[] order) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < size[0]) {
                order[places[item]] = rows[item];
            }
        }
    }
}
