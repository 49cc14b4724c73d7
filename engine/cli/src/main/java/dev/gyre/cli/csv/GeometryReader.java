package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.jts.Feature;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/**
 * Reads geometries as well-known text (WKT) from a column of CSV, in the form that {@link PointReader} reads. Memory: one line, the
 * geometries, and the texts of the id column.
 */
public final class GeometryReader {

    private static final int MAX_QUOTED_CHARS = 60;

    /** Most characters of a record: the largest countries in full detail have some tens of millions. */
    private static final int MAX_RECORD = 1 << 28;

    private final CsvSource source;
    private final String column;
    private final String idColumn;
    private final WKTReader wkt = new WKTReader();
    private final Fields fields = new Fields();

    private GeometryReader(CsvSource source, String column, String idColumn) {
        this.source = source;
        this.column = column;
        this.idColumn = idColumn;
    }

    /**
     * Reads geometries.
     *
     * @param source the CSV text
     * @param column the column of the geometries
     * @param idColumn the column of the identifiers, which are kept as they are; null for none
     * @return the geometries
     * @throws InputException if the source cannot be read; names file, line and column
     */
    public static GeometryTable read(CsvSource source, String column, String idColumn) {
        GeometryReader reader = new GeometryReader(source, column, idColumn);
        return reader.fields.read(source, MAX_RECORD, reader::read);
    }

    /** Keeps the geometry and the id of a record. */
    private static final class Fields extends RecordHandler<Fields> {
        private boolean selected;
        private int field;
        private int idField;
        private String text;
        private String id;

        @Override
        protected void handleBegin(long startingLineNumber) {
            text = "";
            id = "";
        }

        @Override
        protected void handleField(int at, char[] buffer, int offset, int length, boolean quoted) {
            if (!selected) {
                addName(buffer, offset, length);
            } else if (at == field) {
                text = new String(buffer, offset, length);
            }
            if (selected && at == idField) {
                id = new String(buffer, offset, length);
            }
        }

        @Override
        protected Fields buildRecord() {
            return this;
        }
    }

    private GeometryTable read(CsvHeader header, Iterator<Fields> records) {
        fields.field = header.field(column);
        fields.idField = idColumn == null ? RecordHandler.NO_FIELD : header.field(idColumn);
        fields.selected = true;
        LeftOut leftOut = new LeftOut(source.name(), source.options());
        List<Feature> features = new ArrayList<>();
        while (records.hasNext()) {
            records.next();
            try {
                features.add(new Feature(geometry(header), fields.id));
            } catch (InputException e) {
                leftOut.add(e, fields.text.isBlank() && fields.isWhole());
            }
        }
        GeometryTable table = GeometryTable.of(features, idColumn != null);
        return new GeometryTable(table.layer(), table.identifiers(), leftOut.toString());
    }

    private Geometry geometry(CsvHeader header) {
        if (!fields.isWhole()) {
            throw fields.notWhole(source, header);
        }
        if (fields.text.isBlank()) {
            throw problem("a geometry is missing; --missing skip leaves such rows out", null);
        }
        try {
            Geometry geometry = wkt.read(fields.text);
            for (Coordinate coordinate : geometry.getCoordinates()) {
                if (!Double.isFinite(coordinate.x) || !Double.isFinite(coordinate.y)) {
                    throw problem("a coordinate must be finite: " + coordinate, null);
                }
            }
            return geometry;
        } catch (ParseException | IllegalArgumentException e) {
            String shown = fields.text.length() <= MAX_QUOTED_CHARS
                    ? fields.text
                    : fields.text.substring(0, MAX_QUOTED_CHARS) + "…";
            throw problem("not a geometry in WKT: " + e.getMessage() + ": \"" + shown.strip() + "\"", e);
        }
    }

    private InputException problem(String problem, Exception causeOrNull) {
        String place = source.name() + ", line " + fields.line() + ", column \"" + column + "\"";
        return InputException.of(place, problem, causeOrNull);
    }
}
