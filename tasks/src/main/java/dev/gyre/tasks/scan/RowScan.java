package dev.gyre.tasks.scan;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Exclusive sums along the rows of a matrix, in place. Sums wrap around as {@code int} arithmetic does. */
public final class RowScan {

    private RowScan() {}

    /**
     * Replaces each value by the sum of the values before it in its row; an item is a row.
     *
     * @param values in, out: rows x columns, row-major
     * @param columns in: begins with the number of columns
     * @param totals out: for each row the sum of all its values
     */
    public static void scanRows(int begin, int end, int[] values, int[] columns, int[] totals) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            int length = columns[0];
            int sum = 0;
            for (int column = 0; column < length; column++) {
                int at = row * length + column;
                int value = values[at];
                values[at] = sum;
                sum += value;
            }
            totals[row] = sum;
        }
    }
}
