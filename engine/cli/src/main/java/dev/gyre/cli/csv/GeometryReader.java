package dev.gyre.cli.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gyre.engine.data.InputException;
import dev.gyre.jts.Feature;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/**
 * Reads geometries as well-known text (WKT) from a column of CSV, which is read as {@link PointReader} reads it. Memory: one line beside the
 * geometries and the texts of the id column.
 */
public final class GeometryReader {

    private static final int NO_FIELD = -1;
    private static final int MAX_QUOTED_CHARS = 60;

    /** Characters of a record: the largest countries in full detail have some tens of millions. */
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
     * @param source where from
     * @param column the column of the geometries
     * @param idColumn the column of the identifiers, which are kept as they are; null for none
     * @return the geometries
     * @throws InputException if the source cannot be read; names file, line and column
     */
    public static GeometryTable read(CsvSource source, String column, String idColumn) {
        return new GeometryReader(source, column, idColumn).read();
    }

    /** Takes the names of the first record, and of the others the geometry and the id. */
    private static final class Fields extends AbstractBaseCsvCallbackHandler<Fields> {

        private final List<String> header = new ArrayList<>();
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
                header.add(new String(buffer, offset, length).strip());
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

        long line() {
            return getStartingLineNumber();
        }

        int count() {
            return getFieldCount();
        }
    }

    private GeometryTable read() {
        try (InputStream in = source.open();
                CsvReader<Fields> records = CsvReader.builder()
                        .fieldSeparator(source.options().separator())
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .allowUnclosedQuote(false)
                        .maxBufferSize(MAX_RECORD)
                        .build(fields, new Utf8Reader(in))) {
            return read(records.iterator());
        } catch (CsvParseException e) {
            throw InputException.atLine(source.name(), fields.line(), PointReader.malformed(e));
        } catch (UncheckedIOException e) {
            throw PointReader.unreadable(source, e.getCause(), fields.line());
        } catch (IOException e) {
            throw PointReader.unreadable(source, e, fields.line());
        }
    }

    private GeometryTable read(Iterator<Fields> records) {
        if (!records.hasNext()) {
            throw InputException.of(source.name(), "empty; a header with the names of the columns is missing");
        }
        records.next();
        CsvHeader header = new CsvHeader(
                source.name(), fields.line(), fields.header, source.options().separator());
        fields.field = header.field(column);
        fields.idField = idColumn == null ? NO_FIELD : header.field(idColumn);
        fields.selected = true;
        LeftOut leftOut = new LeftOut(source.name(), source.options());
        List<Feature> features = new ArrayList<>();
        while (records.hasNext()) {
            records.next();
            try {
                features.add(new Feature(geometry(header), fields.id));
            } catch (InputException e) {
                leftOut.add(e, fields.text.isBlank() && fields.count() == header.size());
            }
        }
        GeometryTable table = GeometryTable.of(features, idColumn != null);
        return new GeometryTable(table.layer(), table.identifiers(), leftOut.toString());
    }

    private Geometry geometry(CsvHeader header) {
        if (fields.count() != header.size()) {
            throw InputException.atLine(
                    source.name(),
                    fields.line(),
                    "as many fields as the header has are needed: fields=" + fields.count() + ", header="
                            + header.size() + header.hint());
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
