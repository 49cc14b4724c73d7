package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.jts.Layer;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.locationtech.jts.geom.Geometry;

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
    private final ColumnSelection kept;
    private final WktParser wkt = new WktParser();
    private final Fields fields = new Fields();

    private GeometryReader(CsvSource source, String column, String idColumn, ColumnSelection kept) {
        this.source = source;
        this.column = column;
        this.idColumn = idColumn;
        this.kept = kept;
    }

    /**
     * Reads geometries.
     *
     * @param source the CSV text
     * @param column the column of the geometries
     * @param idColumn the column of the identifiers, which are kept as they are; null for none
     * @param kept the columns to keep as they are; null for none
     * @return the geometries
     * @throws InputException if the source cannot be read; names file, line and column, and the character in the text of a geometry
     */
    public static GeometryTable read(CsvSource source, String column, String idColumn, ColumnSelection kept) {
        GeometryReader reader = new GeometryReader(source, column, idColumn, kept);
        return reader.fields.read(source, MAX_RECORD, reader::read);
    }

    /** Keeps the geometry and the id of a record. */
    private static final class Fields extends RecordHandler<Fields> {
        private boolean selected;
        private int field;
        private int idField;
        private String text;
        private String id;
        private int[] keptOfField = {};
        private String[] kept = {};

        void keep(int... fields) {
            kept = new String[fields.length];
            keptOfField = new int[header().size()];
            Arrays.fill(keptOfField, NO_FIELD);
            for (int at = 0; at < fields.length; at++) {
                keptOfField[fields[at]] = at;
            }
        }

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
            if (selected && at < keptOfField.length && keptOfField[at] != NO_FIELD) {
                kept[keptOfField[at]] = new String(buffer, offset, length);
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
        int[] keptFields = kept == null ? new int[0] : kept.fields(header, RecordHandler.NO_FIELD);
        fields.keep(keptFields);
        KeptRows.Builder keptRows = new KeptRows.Builder(
                Arrays.stream(keptFields).mapToObj(header::name).toArray(String[]::new));
        LeftOut leftOut = new LeftOut(source.name(), source.options());
        List<Geometry> geometries = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        List<String> places = new ArrayList<>();
        while (records.hasNext()) {
            records.next();
            try {
                geometries.add(geometry(header));
            } catch (InputException e) {
                leftOut.add(e, fields.text.isBlank() && fields.isWhole());
                continue;
            }
            places.add("line " + fields.line());
            keptRows.add(fields.kept);
            if (idColumn != null) {
                ids.add(fields.id);
            }
        }
        return new GeometryTable(
                source.name(),
                Layer.of(geometries),
                ids,
                places,
                Attributes.ofCsv(keptRows.build(), geometries.size()),
                "",
                leftOut.toString());
    }

    private Geometry geometry(CsvHeader header) {
        if (!fields.isWhole()) {
            throw fields.notWhole(source, header);
        }
        if (fields.text.isBlank()) {
            throw problem("a geometry is missing; --missing skip leaves such rows out", null);
        }
        try {
            return wkt.read(fields.text);
        } catch (ParseException e) {
            String problem = "not a geometry in WKT: " + e.getMessage() + ", character " + (e.getErrorOffset() + 1);
            throw problem(problem + ": \"" + around(e.getErrorOffset()) + "\"", e);
        }
    }

    /** Returns the text of the geometry around a character, or all of a short one. */
    private String around(int at) {
        String text = fields.text;
        int from = text.length() <= MAX_QUOTED_CHARS ? 0 : Math.max(0, at - MAX_QUOTED_CHARS / 2);
        int to = Math.min(text.length(), from + MAX_QUOTED_CHARS);
        return (from > 0 ? "…" : "") + text.substring(from, to).strip() + (to < text.length() ? "…" : "");
    }

    private InputException problem(String problem, Exception causeOrNull) {
        String place = source.name() + ", line " + fields.line() + ", column \"" + column + "\"";
        return InputException.of(place, problem, causeOrNull);
    }
}
