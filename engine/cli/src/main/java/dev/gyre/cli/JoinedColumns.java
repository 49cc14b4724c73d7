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
    String[] header(String... own) {
        return joined(own, prefixed(LEFT, left.keptColumns()), prefixed(RIGHT, right.keptColumns()));
    }

    /** Returns a record of a pair. */
    String[] cells(int leftRow, int rightRow, String... own) {
        return joined(own, cells(left, leftRow), cells(right, rightRow));
    }

    private static String[] cells(Labels side, int row) {
        return row == NO_ROW
                ? Stream.of(side.keptColumns()).map(name -> "").toArray(String[]::new)
                : side.keptCells(row);
    }

    private static String[] prefixed(String prefix, String... names) {
        return Stream.of(names).map(name -> prefix + name).toArray(String[]::new);
    }

    private static String[] joined(String[] own, String[] left, String... right) {
        return left.length + right.length == 0
                ? own
                : Stream.of(own, left, right).flatMap(Stream::of).toArray(String[]::new);
    }
}
