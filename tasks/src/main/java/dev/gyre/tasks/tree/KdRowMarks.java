package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Notes for each row from where a kd-tree leads to it: the first half of the check that all rows are there once. */
public final class KdRowMarks {

    private KdRowMarks() {}

    /**
     * Marks the row of each slot and the row after each row; an item is a slot and a row. What leads to no row is left out.
     * Of several marks of one row any may stay, and what no mark is made for keeps what it had: a mark counts only where the
     * slot or row that it names leads there.
     *
     * @param ids in: the row of each slot
     * @param next in: for each row the next one of the same place, or -1
     * @param parameters in: {@link KdParameters}
     * @param holders out: for rows of slots the slot
     * @param before out: for rows after another one that one
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
