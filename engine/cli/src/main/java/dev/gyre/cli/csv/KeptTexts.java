package dev.gyre.cli.csv;

import dev.gyre.cli.text.Json;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** The cells of a row, of the types of {@link #type}, or texts; see {@link AnswerColumn}. */
    default Object[] values(int row) {
        return cells(row);
    }

    CellType type(int column);

    /** Returns whether a selection has a column of these. */
    default boolean has(ColumnSelection selection) {
        return selection.fields(new CsvHeader("", 1, columns(), ','), CsvRecord.NO_FIELD).length > 0;
    }

    /** The columns of a selection, which may be none. */
    default KeptTexts only(ColumnSelection selection) {
        return new Some(this, selection.fields(new CsvHeader("", 1, columns(), ','), CsvRecord.NO_FIELD));
    }

    /** Some columns of others. */
    record Some(KeptTexts all, int... chosen) implements KeptTexts {

        @Override
        public List<String> columns() {
            return List.of(only(all.columns().toArray(String[]::new)));
        }

        private <T> T[] only(T[] cells) {
            T[] some = Arrays.copyOf(cells, chosen.length);
            Arrays.setAll(some, column -> cells[chosen[column]]);
            return some;
        }

        @Override
        public String[] cells(int row) {
            return only(all.cells(row));
        }

        @Override
        public Object[] values(int row) {
            return only(all.values(row));
        }

        @Override
        public String[] json(int row) {
            return only(all.json(row));
        }

        @Override
        public CellType type(int column) {
            return all.type(chosen[column]);
        }
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

    record OfTypes(List<String> columns, List<TypedColumn> cells) implements KeptTexts {

        @Override
        public String[] cells(int row) {
            return cells.stream().map(column -> column.get(row)).toArray(String[]::new);
        }

        @Override
        public Object[] values(int row) {
            return cells.stream().map(column -> column.cell(row)).toArray();
        }

        @Override
        public CellType type(int column) {
            return cells.get(column).type();
        }

        @Override
        public String[] json(int row) {
            return cells.stream()
                    .map(column -> column.cell(row))
                    .map(cell -> cell == null ? "null" : Json.of(cell))
                    .toArray(String[]::new);
        }
    }

    /** The texts of each row in one, and where each ends. */
    final class OfCsv implements KeptTexts {

        private final List<String> columns;
        private final List<String> rows;
        private final int[] ends;
        private CellType[] types;

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
            String[] cells = cells(row);
            for (int column = 0; column < cells.length; column++) {
                String text = cells[column];
                cells[column] = type(column) == CellType.TEXT ? Json.of(text) : text.isEmpty() ? "null" : text;
            }
            return cells;
        }

        @Override
        public synchronized CellType type(int column) {
            if (types == null) {
                types = new CellType[columns.size()];
            }
            if (types[column] == null) {
                types[column] = CellType.of(new AbstractList<>() {
                    @Override
                    public String get(int row) {
                        return cells(row)[column];
                    }

                    @Override
                    public int size() {
                        return rows.size();
                    }
                });
            }
            return types[column];
        }
    }
}
