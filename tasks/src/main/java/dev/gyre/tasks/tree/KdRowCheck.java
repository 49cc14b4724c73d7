package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Checks that a kd-tree has every row once, by the marks of {@link KdRowMarks}: the second half of this check. */
public final class KdRowCheck {

    private KdRowCheck() {}

    /**
     * Checks the links to and from each row; an item is a slot and a row. A row is in a place once if one slot or one previous row leads to
     * it. Chains ascend, so each chain of previous rows begins at a slot's row.
     *
     * @param ids in: the row of each slot
     * @param next in: for each row the next row of the same place, or -1
     * @param holders in: the output of {@link KdRowMarks}
     * @param before in: the output of {@link KdRowMarks}
     * @param parameters in: {@link KdParameters}
     * @param findings out: for each item bits of {@link KdFindings}
     */
    public static void checkRows(
            int begin, int end, int[] ids, int[] next, int[] holders, int[] before, int[] parameters, int[] findings) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int rows = parameters[KdParameters.ROWS];
            int size = parameters[KdParameters.SIZE];
            int finding = 0;
            if (item < size) {
                finding = ofStep(ids[item], item, 0, holders, rows, KdFindings.RANGE);
            }
            if (item < rows) {
                int after = next[item];
                if (after != -1) {
                    finding = finding | ofStep(after, item, item + 1, before, rows, KdFindings.CHAIN);
                }
                int ways = leadsTo(item, holders[item], ids, size) + leadsTo(item, before[item], next, rows);
                int missing = ways == 0 ? KdFindings.MISSING : 0;
                int repeated = ways == 2 ? KdFindings.REPEATED : 0;
                finding = finding | missing | repeated;
            }
            findings[item] = finding;
        }
    }

    /** Returns the finding of the step from an item to a row, which must be in {@code least .. rows-1}. */
    private static int ofStep(int row, int from, int least, int[] marks, int rows, int otherwise) {
        int finding = otherwise;
        if (row >= least) {
            if (row < rows) {
                finding = marks[row] == from ? 0 : KdFindings.REPEATED;
            }
        }
        return finding;
    }

    /** Returns 1 if the mark of a row is the index of a step that leads to the row, else 0. */
    private static int leadsTo(int row, int mark, int[] steps, int count) {
        int leads = 0;
        if (mark >= 0) {
            if (mark < count) {
                leads = steps[mark] == row ? 1 : 0;
            }
        }
        return leads;
    }
}
