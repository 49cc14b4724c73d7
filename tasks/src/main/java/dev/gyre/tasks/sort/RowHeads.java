package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Compares each row of an order with the row before it: a group of equal rows begins where they differ. */
public final class RowHeads {

    private RowHeads() {}

    /**
     * Compares by super key: by one column, ties by the next column, and so on cyclically; an item is a position in the order.
     *
     * @param order in: rows
     * @param columns in: one column after the other
     * @param parameters in: see {@link SegmentParameters}; items beyond the size do nothing
     * @param marks out: for each position, 0 if its row equals the row before, 1 if it comes after that row (and at position 0), 2 if it
     *     should come before that row
     */
    public static void markHeads(int begin, int end, int[] order, int[] columns, int[] parameters, int[] marks) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < parameters[SegmentParameters.SIZE]) {
                int stride = parameters[SegmentParameters.STRIDE];
                int dims = parameters[SegmentParameters.COLUMNS];
                int column = parameters[SegmentParameters.FIRST_COLUMN];
                int row = order[slot];
                int rowBefore = order[Math.max(slot - 1, 0)];
                int value = 0;
                int valueBefore = 0;
                int compared = 0;
                while (compared < dims && value == valueBefore) {
                    value = columns[column * stride + row];
                    valueBefore = columns[column * stride + rowBefore];
                    column = column + 1 == dims ? 0 : column + 1;
                    compared++;
                }
                int after = value > valueBefore ? 1 : 0;
                int before = value < valueBefore ? 2 : 0;
                // Position 0 was compared with itself.
                marks[slot] = 1 - Math.min(slot, 1) | after | before;
            }
        }
    }
}
