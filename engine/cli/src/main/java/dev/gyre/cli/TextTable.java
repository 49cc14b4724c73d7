package dev.gyre.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table of text whose columns are as wide as their widest cell. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    /** Adds a row; rows may be of different lengths. */
    void add(String... cells) {
        rows.add(cells);
    }

    void print(PrintWriter out) {
        int[] widths = widths();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.length; column++) {
                line.append(row[column])
                        .append(" ".repeat(widths[column] - width(row[column])))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int[] widths() {
        int columns = 0;
        for (String[] row : rows) {
            columns = Math.max(columns, row.length);
        }
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int column = 0; column < row.length; column++) {
                widths[column] = Math.max(widths[column], width(row[column]));
            }
        }
        return widths;
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
