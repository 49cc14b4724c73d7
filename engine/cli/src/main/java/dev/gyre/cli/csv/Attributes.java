package dev.gyre.cli.csv;

import dev.gyre.cli.text.Json;
import dev.gyre.jts.Feature;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Columns of CSV or properties of GeoJSON that are copied to the answer of a spatial join. Immutable. */
public abstract class Attributes {

    /** No columns. */
    public static final Attributes NONE = new Attributes(List.of()) {
        @Override
        public String[] texts(int row) {
            return new String[0];
        }

        @Override
        public String[] json(int row) {
            return new String[0];
        }
    };

    private static final String NULL = "null";

    /** A number of JSON; 00501 is none. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final List<String> columns;

    private Attributes(List<String> columns) {
        this.columns = columns;
    }

    /** The texts that were kept of CSV, which may be null. */
    static Attributes ofCsv(KeptRows kept, int rows) {
        if (kept == null || kept.columns().length == 0) {
            return NONE;
        }
        List<String> names = List.of(kept.columns());
        boolean[] areNumbers = new boolean[names.size()];
        Arrays.fill(areNumbers, true);
        for (int row = 0; row < rows; row++) {
            String[] cells = kept.cells(row);
            for (int column = 0; column < cells.length; column++) {
                areNumbers[column] &=
                        cells[column].isEmpty() || NUMBER.matcher(cells[column]).matches();
            }
        }
        return new Attributes(names) {
            @Override
            public String[] texts(int row) {
                return kept.cells(row);
            }

            @Override
            public String[] json(int row) {
                String[] cells = kept.cells(row);
                for (int column = 0; column < cells.length; column++) {
                    boolean isNumber = areNumbers[column];
                    cells[column] = !isNumber ? Json.of(cells[column]) : cells[column].isEmpty() ? NULL : cells[column];
                }
                return cells;
            }
        };
    }

    /** The selected properties of features. */
    static Attributes ofGeoJson(String file, List<Feature> features, ColumnSelection selection) {
        Set<String> names = new LinkedHashSet<>();
        features.forEach(feature -> names.addAll(feature.properties().keySet()));
        CsvHeader header = new CsvHeader(file, 1, List.copyOf(names), ',');
        List<String> columns = Arrays.stream(selection.fields(header, RecordHandler.NO_FIELD))
                .mapToObj(header::name)
                .toList();
        return new Attributes(columns) {
            @Override
            public String[] texts(int row) {
                return columns.stream().map(features.get(row)::text).toArray(String[]::new);
            }

            @Override
            public String[] json(int row) {
                return columns.stream()
                        .map(name -> features.get(row).properties().getOrDefault(name, NULL))
                        .toArray(String[]::new);
            }
        };
    }

    /**
     * Returns the names of the columns.
     *
     * @return the names, as they are in the file
     */
    public final List<String> columns() {
        return columns;
    }

    /**
     * Returns the names with the name of the side before them.
     *
     * @param prefix such as {@code left_}
     * @return the names
     */
    public final Stream<String> columns(String prefix) {
        return columns.stream().map(name -> prefix + name);
    }

    /**
     * Returns whether a selection has a column of these.
     *
     * @param selection the selection
     * @return whether there is one
     */
    public final boolean has(ColumnSelection selection) {
        return selection.fields(new CsvHeader("", 1, columns, ','), RecordHandler.NO_FIELD).length > 0;
    }

    /**
     * Returns the texts of a row.
     *
     * @param row the row
     * @return a text for each column: that of the file; for null an empty one, for arrays and objects their JSON
     */
    public abstract String[] texts(int row);

    /**
     * Returns a row as JSON.
     *
     * @param row the row
     * @return a value for each column: that of the file; for CSV numbers if all texts of the column are numbers of JSON or empty
     */
    public abstract String[] json(int row);
}
