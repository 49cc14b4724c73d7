package dev.gyre.cli;

import dev.gyre.cli.csv.Attributes;
import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.text.Json;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.jts.GeoJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The pairs of a spatial join with the columns that are kept of both sides, as CSV or GeoJSON.
 *
 * @param matches prints the table and the summary
 */
record SpatialAnswer(MatchAnswer matches, Matches pairs, GeometryTable left, GeometryTable right, Form form)
        implements CommandResult {

    private static final String LEFT = "left_";
    private static final String RIGHT = "right_";
    private static final String MATCHES = "matches";

    /** Stands for the right row of a left row without a match. */
    private static final int NONE = JoinedColumns.NO_ROW;

    /** What is written. */
    record Form(boolean isGeoJson, SpatialOutputOptions.Side geometry, boolean isLeftJoin, boolean countsOnly) {}

    /** Writes a pair; the right row may be {@link #NONE}. */
    @FunctionalInterface
    private interface PairWriter {
        void write(int leftRow, int rightRow) throws IOException;
    }

    @Override
    public void print(int rows, PrintWriter out) {
        matches.print(rows, out);
    }

    @Override
    public String summary() {
        return matches.summary();
    }

    @Override
    public Map<String, Object> facts() {
        return matches.facts();
    }

    @Override
    public Times times(long workNanos) {
        return matches.times(workNanos);
    }

    @Override
    public void write(Writer out, CsvForm csvForm, Monitor monitor) throws IOException {
        if (form.isGeoJson()) {
            writeGeoJson(out, monitor);
        } else {
            CsvRecords.write(out, csvForm, csv -> {
                try {
                    writeCsv(csv, monitor);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private void writeCsv(Consumer<String[]> csv, Monitor monitor) throws IOException {
        JoinedColumns columns = new JoinedColumns(left, form.countsOnly() ? List::of : right);
        csv.accept(columns.header("left", form.countsOnly() ? MATCHES : "right"));
        forEachPair(monitor, (leftRow, rightRow) -> {
            String second = form.countsOnly()
                    ? Integer.toString(pairs.count(leftRow))
                    : rightRow == NONE ? "" : right.label(rightRow);
            csv.accept(columns.cells(leftRow, rightRow, left.label(leftRow), second));
        });
    }

    /** Hands out the pairs, or each left row once if they are only counted. */
    private void forEachPair(Monitor monitor, PairWriter writer) throws IOException {
        for (int row = 0; row < pairs.queries(); row++) {
            CsvRecords.step(row, pairs.queries(), monitor);
            int count = form.countsOnly() ? 0 : pairs.count(row);
            for (int rank = 0; rank < count; rank++) {
                writer.write(row, pairs.id(row, rank));
            }
            if (count == 0 && (form.isLeftJoin() || form.countsOnly())) {
                writer.write(row, NONE);
            }
        }
    }

    private void writeGeoJson(Writer out, Monitor monitor) throws IOException {
        out.write("{\"type\":\"FeatureCollection\",\"features\":[");
        boolean[] isFirst = {true};
        forEachPair(monitor, (leftRow, rightRow) -> {
            out.write(isFirst[0] ? "\n" : ",\n");
            isFirst[0] = false;
            writeFeature(leftRow, rightRow, out);
        });
        out.write("\n]}\n");
        out.flush();
    }

    private void writeFeature(int leftRow, int rightRow, Writer out) throws IOException {
        out.write("{\"type\":\"Feature\",\"properties\":{\"left\":");
        out.write(label(left, leftRow));
        if (form.countsOnly()) {
            out.write(",\"" + MATCHES + "\":" + pairs.count(leftRow));
        } else {
            out.write(",\"right\":" + (rightRow == NONE ? "null" : label(right, rightRow)));
        }
        writeProperties(left.attributes(), leftRow, LEFT, out);
        if (!form.countsOnly()) {
            writeProperties(right.attributes(), rightRow, RIGHT, out);
        }
        out.write("},\"geometry\":");
        GeoJson.write(geometry(leftRow, rightRow), out);
        out.write('}');
    }

    private Geometry geometry(int leftRow, int rightRow) {
        return switch (form.geometry()) {
            case LEFT -> left.layer().geometry(leftRow);
            case RIGHT -> right.layer().geometry(rightRow);
            case BOTH ->
                rightRow == NONE
                        ? left.layer().geometry(leftRow)
                        : new GeometryFactory().createGeometryCollection(new Geometry[] {
                            left.layer().geometry(leftRow), right.layer().geometry(rightRow)
                        });
        };
    }

    /** Returns an identifier as a text, or a row as a number. */
    private static String label(GeometryTable table, int row) {
        String label = table.label(row);
        return table.identifiers().isEmpty() ? label : Json.of(label);
    }

    private static void writeProperties(Attributes attributes, int row, String prefix, Writer out) throws IOException {
        String[] names = attributes.columns(prefix).toArray(String[]::new);
        String[] values = row == NONE ? new String[0] : attributes.json(row);
        for (int column = 0; column < names.length; column++) {
            out.write("," + Json.of(names[column]) + ":" + (row == NONE ? "null" : values[column]));
        }
    }
}
