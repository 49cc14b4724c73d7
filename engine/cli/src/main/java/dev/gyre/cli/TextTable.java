package dev.gyre.cli;

import dev.gyre.cli.text.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/**
 * A table of text whose columns are as wide as their widest cell. On a terminal, no line is wider than the terminal: a cell has at most
 * half of the line, and the last columns are left out if they do not fit.
 */
final class TextTable {

    private static final String GAP = "  ";
    private static final String CUT = "…";
    private static final int ASCII = 0x80;

    private final int columns;
    private final List<String[]> rows = new ArrayList<>();

    /** A table that fits standard output. */
    TextTable() {
        this(Terminal.showsOutput() ? Terminal.columns() : Integer.MAX_VALUE);
    }

    TextTable(int columns) {
        this.columns = columns;
    }

    /** Adds a row; rows may be of different lengths. */
    void add(String... cells) {
        String[] visible = new String[cells.length];
        for (int column = 0; column < cells.length; column++) {
            visible[column] = cut(VisibleText.of(cells[column]), mostOfCell());
        }
        rows.add(visible);
    }

    /** Prints the columns that fit and returns their number; the first line ends with … if some do not. */
    int print(PrintWriter out) {
        int[] widths = widths();
        int fitting = fitting(widths, columns);
        boolean all = fitting == widths.length;
        int shown = all ? fitting : Math.max(1, fitting(widths, columns - GAP.length() - CUT.length()));
        for (int row = 0; row < rows.size(); row++) {
            String line = line(rows.get(row), widths, shown, !all && row == 0);
            out.println(line.stripTrailing());
        }
        return shown;
    }

    /** Returns the width with which two cells fit beside each other, before the mark for more columns. */
    private int mostOfCell() {
        return Math.max(1, (columns - 2 * GAP.length() - CUT.length()) / 2);
    }

    private static String line(String[] cells, int[] widths, int shown, boolean cut) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < Math.min(shown, cells.length); column++) {
            line.append(cells[column])
                    .append(" ".repeat(widths[column] - width(cells[column])))
                    .append(GAP);
        }
        return cut ? line.append(CUT).toString() : line.toString();
    }

    /** Returns how many columns fit a line. */
    private static int fitting(int[] widths, int columns) {
        long used = -GAP.length();
        for (int column = 0; column < widths.length; column++) {
            used += GAP.length() + widths[column];
            if (used > columns) {
                return column;
            }
        }
        return widths.length;
    }

    private int[] widths() {
        int max = 0;
        for (String[] row : rows) {
            max = Math.max(max, row.length);
        }
        int[] widths = new int[max];
        for (String[] row : rows) {
            for (int column = 0; column < row.length; column++) {
                widths[column] = Math.max(widths[column], width(row[column]));
            }
        }
        return widths;
    }

    private static String cut(String cell, int max) {
        if (width(cell) <= max) {
            return cell;
        }
        int end = 0;
        int used = CUT.length();
        while (used + width(cell.codePointAt(end)) <= max) {
            used += width(cell.codePointAt(end));
            end += Character.charCount(cell.codePointAt(end));
        }
        return cell.substring(0, end) + CUT;
    }

    /** Returns the number of terminal columns that a cell fills. */
    static int width(String cell) {
        return cell.codePoints().map(TextTable::width).sum();
    }

    private static int width(int codePoint) {
        return codePoint < ASCII ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
    }
}
