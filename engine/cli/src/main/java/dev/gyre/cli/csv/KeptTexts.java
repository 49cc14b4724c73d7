package dev.gyre.cli.csv;

import dev.gyre.cli.text.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.list.primitive.MutableIntList;

/** Columns of CSV or properties of GeoJSON that are copied to an answer, as they are in the file. Immutable. */
public interface KeptTexts {

    /** No columns. */
    KeptTexts NONE = new OfCsv(List.of(), List.of());

    /** The names of the columns, as they are in the file. */
    List<String> columns();

    /** The texts of a row: for null of GeoJSON an empty one, for arrays and objects their JSON. */
    String[] cells(int row);

    /** The JSON of a row: that of the file; of CSV numbers, if all texts of the column are numbers of JSON or empty, else texts. */
    String[] json(int row);

    /** Returns whether a selection has a column of these. */
    default boolean has(ColumnSelection selection) {
        return selection.fields(new CsvHeader("", 1, columns(), ','), CsvRecord.NO_FIELD).length > 0;
    }

    /** Collects the texts of CSV row by row. Memory: a text per row, and 4 bytes per row and column. */
    final class Builder {

        private final List<String> columns;
        private final List<String> rows = new ArrayList<>();
        private final MutableIntList ends = IntLists.mutable.empty();

        Builder(List<String> columns) {
            this.columns = columns;
        }

        void add(CsvRecord.Text... cells) {
            StringBuilder texts = new StringBuilder();
            for (CsvRecord.Text cell : cells) {
                ends.add(texts.append(cell.value()).length());
            }
            rows.add(texts.toString());
        }

        KeptTexts build() {
            return new OfCsv(columns, rows, ends.toArray());
        }
    }

    /** The texts of each row in one, and where each ends. */
    final class OfCsv implements KeptTexts {

        private final List<String> columns;
        private final List<String> rows;
        private final int[] ends;
        private boolean[] areNumbers;

        private OfCsv(List<String> columns, List<String> rows, int... ends) {
            this.columns = columns;
            this.rows = rows;
            this.ends = ends;
        }

        @Override
        public List<String> columns() {
            return columns;
        }

        @Override
        public String[] cells(int row) {
            String[] cells = new String[columns.size()];
            int begin = 0;
            for (int column = 0; column < cells.length; column++) {
                int end = ends[row * cells.length + column];
                cells[column] = rows.get(row).substring(begin, end);
                begin = end;
            }
            return cells;
        }

        @Override
        public String[] json(int row) {
            boolean[] numbers = areNumbers();
            String[] cells = cells(row);
            for (int column = 0; column < cells.length; column++) {
                String text = cells[column];
                cells[column] = !numbers[column] ? Json.of(text) : text.isEmpty() ? "null" : text;
            }
            return cells;
        }

        /** Returns for each column whether all its texts are numbers of JSON or empty; 00501 is no such number. */
        private synchronized boolean[] areNumbers() {
            if (areNumbers == null) {
                Pattern number = Pattern.compile("(-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?)?");
                areNumbers = new boolean[columns.size()];
                Arrays.fill(areNumbers, true);
                for (int row = 0; row < rows.size(); row++) {
                    String[] cells = cells(row);
                    for (int column = 0; column < cells.length; column++) {
                        areNumbers[column] &= number.matcher(cells[column]).matches();
                    }
                }
            }
            return areNumbers;
        }
    }
}
