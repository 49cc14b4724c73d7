package dev.gyre.cli.csv;

import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.CoordinateBuffer;
import dev.gyre.jts.Layer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.collections.api.factory.primitive.LongLists;
import org.eclipse.collections.api.list.primitive.MutableLongList;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;

/** Reads geometries from a column of WKB or WKT. As long as all are points, only their coordinates are kept. */
final class ColumnGeometries {

    private static final Column X = Column.of("x");

    private final RowSource source;
    private final CsvOptions options;
    private final ColumnRows rows;
    private final FileColumn column;
    private final GeoColumns.GeoColumn geo;
    private final WktParser wkt = new WktParser();
    private final double[] point = new double[2];
    private final CoordinateBuffer points;
    private final MutableLongList places = LongLists.mutable.empty();

    /** Null while all geometries are points. */
    private List<Geometry> geometries;

    /** The column may be null: that which the file names. */
    ColumnGeometries(RowSource source, CsvOptions options, ColumnRows rows, String columnOrNull) {
        this.source = source;
        this.options = options;
        this.rows = rows;
        String name = columnOrNull == null ? rows.geo().primary() : columnOrNull;
        if (name == null) {
            throw InputException.of(
                    source.name(),
                    "no GeoParquet, whose metadata name a column of geometries; --columns or --wkt is needed");
        }
        geo = rows.geo().column(name);
        if (geo != null && !geo.encoding().equals(GeoColumns.WHOLE)) {
            throw InputException.of(
                    source.name() + ", column \"" + name + "\"",
                    "geometries are read from WKB only, not from \"" + geo.encoding() + "\"");
        }
        column = rows.column(name);
        if (!column.areBytes() && !column.areTexts()) {
            throw InputException.of(
                    source.name() + ", column \"" + name + "\"",
                    "has " + column.words() + "; geometries in WKB or WKT are needed");
        }
        points = new CoordinateBuffer(source.name(), 0);
    }

    GeometryTable read(String identifier, ColumnSelection kept) {
        ColumnTexts texts = new ColumnTexts(rows, source, options, identifier, List.of(), kept);
        boolean mayBePoints = column.areBytes() && texts.areNone() && 2 * rows.size() <= CoordinateBuffer.MAX_SIZE;
        double[] all = mayBePoints ? rows.coordinatesOrNull(List.of(column), List.of(X, X)) : null;
        if (all == null) {
            readRows(texts);
            all = points.toArray();
        }
        Layer layer = geometries == null ? Layer.of(Points.wrap(all, 2)) : Layer.of(geometries);
        return new GeometryTable(
                texts.build(),
                source.name(),
                layer,
                geometries == null ? List.of() : new Places(places),
                geo == null ? "" : geo.systemName(),
                geo == null ? "null" : geo.system());
    }

    private void readRows(ColumnTexts texts) {
        long[] before = new long[1];
        rows.forEach(
                count -> {
                    for (int row = 0; row < count; row++) {
                        try {
                            add(row);
                            texts.add(row);
                            places.add(before[0] + row);
                        } catch (ParseException | java.text.ParseException e) {
                            String place =
                                    source.name() + ", row " + (before[0] + row) + ", column \"" + column.name() + "\"";
                            texts.leftOut().add(InputException.of(place, e.getMessage(), e), column.isNull(row));
                        }
                    }
                    before[0] += count;
                },
                unread -> {});
    }

    private void add(int row) throws ParseException, java.text.ParseException {
        if (column.isNull(row)) {
            throw new ParseException("a geometry is missing; --missing skip leaves such rows out");
        }
        if (geometries == null && column.areBytes() && isPoint(row)) {
            points.add(point);
            return;
        }
        Geometry geometry = column.areBytes() ? ofBytes(row) : ofWkt(row);
        if (geometries == null) {
            geometries = pointsSoFar();
        }
        geometries.add(geometry);
    }

    private boolean isPoint(int row) throws ParseException {
        return column.readPoint(row, point) && X.takes(point[0]) && X.takes(point[1]);
    }

    private Geometry ofBytes(int row) throws ParseException {
        Geometry geometry = column.geometry(row);
        for (Coordinate coordinate : geometry.getCoordinates()) {
            if (!X.takes(coordinate.x) || !X.takes(coordinate.y)) {
                throw new ParseException(
                        "a coordinate must be " + X.range() + ": " + coordinate.x + ", " + coordinate.y);
            }
        }
        return geometry;
    }

    private Geometry ofWkt(int row) throws java.text.ParseException {
        try {
            return wkt.read((String) column.cell(row));
        } catch (java.text.ParseException e) {
            String problem = "not a geometry in WKT: " + e.getMessage() + ", character " + (e.getErrorOffset() + 1);
            throw (java.text.ParseException) new java.text.ParseException(problem, e.getErrorOffset()).initCause(e);
        }
    }

    private List<Geometry> pointsSoFar() {
        double[] all = points.toArray();
        GeometryFactory factory = new GeometryFactory();
        List<Geometry> made = new ArrayList<>();
        for (int at = 0; at < 2 * places.size(); at += 2) {
            made.add(factory.createPoint(new Coordinate(all[at], all[at + 1])));
        }
        return made;
    }

    /** The places of rows in the file. */
    private static final class Places extends AbstractList<String> {

        private final MutableLongList numbers;

        private Places(MutableLongList numbers) {
            this.numbers = numbers;
        }

        @Override
        public String get(int row) {
            return "row " + numbers.get(row);
        }

        @Override
        public int size() {
            return numbers.size();
        }
    }
}
