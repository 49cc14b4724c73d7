package dev.gyre.cli.csv;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ParseException;
import org.wololo.flatgeobuf.generated.GeometryType;

/**
 * Makes a geometry of JTS from one of FlatGeobuf, without z and m. The library's own conversion knows no collections, and trusts the
 * lengths in the file.
 */
final class FlatGeobufGeometry {

    private static final GeometryFactory FACTORY = new GeometryFactory();

    /** Most levels of collections in collections. */
    private static final int MAX_NESTING = 100;

    private final org.wololo.flatgeobuf.generated.Geometry stored;

    /** Parts that may still come: in a damaged file several may be the same bytes. */
    private int partsLeft;

    FlatGeobufGeometry(org.wololo.flatgeobuf.generated.Geometry stored) {
        this.stored = stored;
        partsLeft = stored.getByteBuffer().capacity() / Integer.BYTES;
    }

    /** Reads a geometry of a {@link GeometryType}. */
    Geometry read(int type) throws ParseException {
        try {
            return read(stored, type, MAX_NESTING);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | BufferUnderflowException e) {
            throw (ParseException) new ParseException("damaged geometry: " + e.getMessage()).initCause(e);
        }
    }

    private Geometry read(org.wololo.flatgeobuf.generated.Geometry from, int type, int levels) throws ParseException {
        if (levels == 0) {
            throw new ParseException("collections are nested in more than " + MAX_NESTING + " levels");
        }
        return switch (type) {
            case GeometryType.Point -> point(coordinates(from));
            case GeometryType.MultiPoint -> FACTORY.createMultiPointFromCoords(coordinates(from));
            case GeometryType.LineString -> FACTORY.createLineString(coordinates(from));
            case GeometryType.MultiLineString ->
                FACTORY.createMultiLineString(Arrays.stream(lines(from))
                        .map(FACTORY::createLineString)
                        .toArray(LineString[]::new));
            case GeometryType.Polygon -> polygon(from);
            case GeometryType.MultiPolygon -> {
                Polygon[] polygons = new Polygon[parts(from)];
                for (int part = 0; part < polygons.length; part++) {
                    polygons[part] = polygon(from.parts(part));
                }
                yield FACTORY.createMultiPolygon(polygons);
            }
            case GeometryType.GeometryCollection -> {
                Geometry[] all = new Geometry[parts(from)];
                for (int part = 0; part < all.length; part++) {
                    all[part] = read(from.parts(part), from.parts(part).type(), levels - 1);
                }
                yield FACTORY.createGeometryCollection(all);
            }
            default -> throw new ParseException(name(type) + ", which is not read");
        };
    }

    private static String name(int type) {
        return type >= 0 && type < GeometryType.names.length
                ? "a geometry of the type " + GeometryType.name(type)
                : "a geometry of an unknown type";
    }

    private int parts(org.wololo.flatgeobuf.generated.Geometry from) throws ParseException {
        int parts = from.partsLength();
        partsLeft -= parts;
        if (parts < 0 || partsLeft < 0) {
            throw new ParseException("it has more parts than its feature has room for");
        }
        return parts;
    }

    private static Coordinate[] coordinates(org.wololo.flatgeobuf.generated.Geometry from) throws ParseException {
        ByteBuffer bytes = from.xyAsByteBuffer();
        if (bytes == null) {
            return new Coordinate[0];
        }
        DoubleBuffer numbers = bytes.asDoubleBuffer();
        if (numbers.remaining() % 2 != 0) {
            throw new ParseException("an x has no y");
        }
        Coordinate[] coordinates = new Coordinate[numbers.remaining() / 2];
        for (int at = 0; at < coordinates.length; at++) {
            coordinates[at] = new Coordinate(numbers.get(), numbers.get());
        }
        return coordinates;
    }

    private static Geometry point(Coordinate... coordinates) throws ParseException {
        if (coordinates.length > 1) {
            throw new ParseException("a point has one position, not " + coordinates.length);
        }
        boolean isEmpty = coordinates.length == 0 || Double.isNaN(coordinates[0].x) && Double.isNaN(coordinates[0].y);
        return isEmpty ? FACTORY.createPoint() : FACTORY.createPoint(coordinates[0]);
    }

    private static Polygon polygon(org.wololo.flatgeobuf.generated.Geometry from) throws ParseException {
        LinearRing[] rings =
                Arrays.stream(lines(from)).map(FACTORY::createLinearRing).toArray(LinearRing[]::new);
        return rings.length == 0
                ? FACTORY.createPolygon()
                : FACTORY.createPolygon(rings[0], Arrays.copyOfRange(rings, 1, rings.length));
    }

    /** Returns the coordinates of each line or ring, which end where the geometry says; without that it has one. */
    private static Coordinate[][] lines(org.wololo.flatgeobuf.generated.Geometry from) throws ParseException {
        Coordinate[] all = coordinates(from);
        int count = from.endsLength();
        if (count == 0) {
            return all.length == 0 ? new Coordinate[0][] : new Coordinate[][] {all};
        }
        if (Integer.BYTES * (long) count > from.getByteBuffer().capacity()) {
            throw new ParseException("it has more lines than its feature has room for");
        }
        Coordinate[][] lines = new Coordinate[count][];
        int begin = 0;
        for (int line = 0; line < count; line++) {
            long end = from.ends(line);
            if (end < begin || end > all.length) {
                throw new ParseException("a line ends at position " + end + " of " + all.length);
            }
            lines[line] = Arrays.copyOfRange(all, begin, (int) end);
            begin = (int) end;
        }
        if (begin < all.length) {
            throw new ParseException("a position is in no line");
        }
        return lines;
    }
}
