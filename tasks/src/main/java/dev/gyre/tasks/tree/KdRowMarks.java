package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Notes for each row the slot or row that leads to it: the first half of the check that a kd-tree has every row once. */
public final class KdRowMarks {

    private KdRowMarks() {}

    /**
     * Marks the row of each slot and the row after each row; an item is a slot and a row. Links to no row are skipped. Any one of several
     * marks of a row may remain, and an unmarked row keeps its old value: a mark counts only if the slot or row that it names leads to the
     * row.
     *
     * @param ids in: the row of each slot
     * @param next in: for each row the next row of the same place, or -1
     * @param parameters in: {@link KdParameters}
     * @param holders out: for each slot's row, the slot
     * @param before out: for each row after another row, that other row
     */
    public static void markRows(
            int begin, int end, int[] ids, int[] next, int[] parameters, int[] holders, int[] before) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int rows = parameters[KdParameters.ROWS];
            if (item < parameters[KdParameters.SIZE]) {
                int row = ids[item];
                if (row >= 0) {
                    if (row < rows) {
                        holders[row] = item;
                    }
                }
            }
            if (item < rows) {
                int after = next[item];
                if (after >= 0) {
                    if (after < rows) {
                        before[after] = item;
                    }
                }
            }
        }
    }
}
