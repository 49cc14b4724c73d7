package dev.gyre.cli.csv;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.list.primitive.MutableIntList;

/**
 * The texts of chosen columns of all rows, as they are in the file. Immutable.
 *
 * <p>Memory: a text per row, and 4 bytes per row and column.
 */
final class KeptRows {

    private final String[] columns;
    private final List<String> rows;
    private final int[] ends;

    private KeptRows(String[] columns, List<String> rows, int[] ends) {
        this.columns = columns;
        this.rows = rows;
        this.ends = ends;
    }

    /** Returns the names of the columns. */
    String[] columns() {
        return columns.clone();
    }

    /** Returns the texts of a row. */
    String[] cells(int row) {
        String[] cells = new String[columns.length];
        String texts = rows.get(row);
        int begin = 0;
        for (int column = 0; column < cells.length; column++) {
            int end = ends[row * columns.length + column];
            cells[column] = texts.substring(begin, end);
            begin = end;
        }
        return cells;
    }

    /** Collects rows one after the other. */
    static final class Builder {

        private final String[] columns;
        private final List<String> rows = new ArrayList<>();
        private final MutableIntList ends = IntLists.mutable.empty();

        Builder(String... columns) {
            this.columns = columns;
        }

        void add(String... cells) {
            StringBuilder texts = new StringBuilder();
            for (String cell : cells) {
                ends.add(texts.append(cell).length());
            }
            rows.add(texts.toString());
        }

        KeptRows build() {
            return new KeptRows(columns, rows, ends.toArray());
        }
    }
}
