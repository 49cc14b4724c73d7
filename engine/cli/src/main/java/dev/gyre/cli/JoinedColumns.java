package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import java.util.Arrays;

/** The kept columns of both sides of a join, after its own ones. */
record JoinedColumns(Labels left, Labels right) {

    /** Stands for no row, of a side without a match. */
    static final int NO_ROW = -1;

    /** The starts of the names of kept columns. */
    static final String LEFT = "left_";

    static final String RIGHT = "right_";

    /** Returns the names of all columns. */
    Object[] header(Object... own) {
        return joined(own, left.keptColumns(LEFT), right.keptColumns(RIGHT));
    }

    /** Returns a record of a pair. */
    Object[] cells(int leftRow, int rightRow, Object... own) {
        return joined(own, cells(left, leftRow), cells(right, rightRow));
    }

    private static Object[] cells(Labels side, int row) {
        return row == NO_ROW ? new Object[side.keptColumns("").length] : side.keptValues(row);
    }

    /** Returns the cells of several arrays as one; the first itself if the others are empty. */
    static Object[] joined(Object[] own, Object[]... others) {
        Object[] all = own;
        for (Object[] part : others) {
            if (part.length > 0) {
                int before = all.length;
                all = Arrays.copyOf(all, before + part.length, Object[].class);
                System.arraycopy(part, 0, all, before, part.length);
            }
        }
        return all;
    }
}
