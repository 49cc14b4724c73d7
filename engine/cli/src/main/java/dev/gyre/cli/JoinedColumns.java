package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import java.util.stream.Stream;

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

    private static Object[] joined(Object[] own, Object[] left, Object[] right) {
        return left.length + right.length == 0
                ? own
                : Stream.of(own, left, right).flatMap(Stream::of).toArray();
    }
}
