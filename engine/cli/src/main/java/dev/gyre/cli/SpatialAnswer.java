package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.text.Json;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.jts.GeoJson;
import dev.gyre.jts.Layer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The pairs of a spatial join with the columns that are kept of both sides, as GeoJSON or with geometries.
 *
 * @param matches the same pairs as a table and as CSV
 * @param geometry the side whose geometry features have
 * @param kept which pairs are written
 */
record SpatialAnswer(
        MatchAnswer matches, Matches pairs, Both<GeometryTable> sides, Side geometry, MatchSource.Kept kept)
        implements Answer {

    private static final int NONE = JoinedColumns.NO_ROW;

    /** Sides whose geometry features have. */
    enum Side {
        LEFT,
        RIGHT,
        BOTH
    }

    @Override
    public Outcome outcome(long workNanos) {
        return matches.outcome(workNanos);
    }

    @Override
    public void print(int rows, PrintWriter out) {
        matches.print(rows, out);
    }

    @Override
    public void records(Monitor monitor, Consumer<Object[]> records) {
        GeometryTable left = sides.first();
        GeometryTable right = sides.second();
        List<Object> header = new ArrayList<>();
        header.add(left.labelColumn("left"));
        header.add(kept.countsOnly() ? AnswerColumn.count("matches") : right.labelColumn("right"));
        if (pairs.hasDistances()) {
            header.add(AnswerColumn.count("rank"));
            header.add(AnswerColumn.distance("distance"));
        }
        header.add((geometry == Side.RIGHT ? right : left).geometryColumn());
        JoinedColumns columns = new JoinedColumns(left, kept.countsOnly() ? Labels.of(List.of()) : right);
        records.accept(columns.header(header.toArray()));
        forEach(monitor, (row, rank) -> {
            int other = rank == NONE ? NONE : pairs.id(row, rank);
            List<Object> cells = new ArrayList<>();
            cells.add(left.labelCell(row));
            cells.add(kept.countsOnly() ? (Object) pairs.count(row) : other == NONE ? null : right.labelCell(other));
            if (pairs.hasDistances()) {
                cells.add(other == NONE ? null : rank + 1);
                cells.add(other == NONE ? null : pairs.distance(row, rank));
            }
            cells.add(geometry(row, other));
            records.accept(columns.cells(row, other, cells.toArray()));
        });
    }

    /** Takes a left row and the rank of its match, or a left row alone. */
    @FunctionalInterface
    private interface PairConsumer<E extends Exception> {
        void accept(int leftRow, int rank) throws E;
    }

    private <E extends Exception> void forEach(Monitor monitor, PairConsumer<E> consumer) throws E {
        for (int row = 0; row < pairs.queries(); row++) {
            CsvRecords.step(row, pairs.queries(), monitor);
            int count = kept.countsOnly() ? 0 : pairs.count(row);
            for (int rank = 0; rank < count; rank++) {
                consumer.accept(row, rank);
            }
            if (count == 0 && (kept.leftJoin() || kept.countsOnly())) {
                consumer.accept(row, NONE);
            }
        }
    }

    @Override
    public void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        out.write("{\"type\":\"FeatureCollection\",\"features\":[");
        String[] separator = {"\n"};
        forEach(monitor, (row, rank) -> {
            out.write(separator[0]);
            separator[0] = ",\n";
            writeFeature(row, rank, out);
        });
        out.write("\n]}\n");
        out.flush();
    }

    /** Writes the pair of a rank, or a left row alone. */
    private void writeFeature(int leftRow, int rank, Writer out) throws IOException {
        int rightRow = rank == NONE ? NONE : pairs.id(leftRow, rank);
        out.write("{\"type\":\"Feature\",\"properties\":{\"left\":");
        out.write(label(sides.first(), leftRow));
        if (kept.countsOnly()) {
            out.write(",\"matches\":" + pairs.count(leftRow));
        } else {
            out.write(",\"right\":" + (rightRow == NONE ? "null" : label(sides.second(), rightRow)));
            if (pairs.hasDistances()) {
                out.write(
                        rightRow == NONE
                                ? ",\"rank\":null,\"distance\":null"
                                : ",\"rank\":" + (rank + 1) + ",\"distance\":" + pairs.distance(leftRow, rank));
            }
        }
        writeProperties(sides.first(), leftRow, JoinedColumns.LEFT, out);
        if (!kept.countsOnly()) {
            writeProperties(sides.second(), rightRow, JoinedColumns.RIGHT, out);
        }
        out.write("},\"geometry\":");
        GeoJson.write(geometry(leftRow, rightRow), out);
        out.write('}');
    }

    private Geometry geometry(int leftRow, int rightRow) {
        Layer left = sides.first().layer();
        Layer right = sides.second().layer();
        return switch (geometry) {
            case LEFT -> left.geometry(leftRow);
            case RIGHT -> right.geometry(rightRow);
            case BOTH ->
                rightRow == NONE
                        ? left.geometry(leftRow)
                        : new GeometryFactory()
                                .createGeometryCollection(
                                        new Geometry[] {left.geometry(leftRow), right.geometry(rightRow)});
        };
    }

    /** Returns an identifier as a text, or a row as a number. */
    private static String label(GeometryTable table, int row) {
        String label = table.label(row);
        return table.identifiers().isEmpty() ? label : Json.of(label);
    }

    private static void writeProperties(GeometryTable table, int row, String prefix, Writer out) throws IOException {
        String[] names = table.keptColumns();
        String[] values = row == NONE ? null : table.kept().json(row);
        for (int column = 0; column < names.length; column++) {
            out.write("," + Json.of(prefix + names[column]) + ":" + (values == null ? "null" : values[column]));
        }
    }
}
