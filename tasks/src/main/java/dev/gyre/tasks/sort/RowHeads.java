package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Compares each row of an order with the one before it: where a row is another one, a group of equal rows begins. */
public final class RowHeads {

    private RowHeads() {}

    /**
     * Compares by super key: by one column, ties by the next one, and so on around; an item is a place in the order.
     *
     * @param order in: rows
     * @param columns in: one column after the other
     * @param parameters in: see {@link SegmentParameters}; later places than the size are left alone
     * @param marks out: for each place 0 where its row equals the one before, 1 where it comes after that one (and at place
     *     0), 2 where it should have come before it
     */
    public static void markHeads(int begin, int end, int[] order, int[] columns, int[] parameters, int[] marks) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int place = begin + t;
            if (place < parameters[SegmentParameters.SIZE]) {
                int stride = parameters[SegmentParameters.STRIDE];
                int dims = parameters[SegmentParameters.COLUMNS];
                int column = parameters[SegmentParameters.FIRST_COLUMN];
                int row = order[place];
                int rowBefore = order[Math.max(place - 1, 0)];
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
                // Place 0 was compared with itself.
                marks[place] = 1 - Math.min(place, 1) | after | before;
            }
        }
    }
}
