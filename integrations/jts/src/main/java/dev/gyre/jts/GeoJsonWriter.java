package dev.gyre.jts;

import java.io.IOException;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.MultiLineString;
import org.locationtech.jts.geom.MultiPoint;
import org.locationtech.jts.geom.MultiPolygon;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Writes geometries as GeoJSON. */
final class GeoJsonWriter {

    /** Up to here every whole number is a double, and has at most 15 digits. */
    private static final double MAX_WHOLE = 1e15;

    private GeoJsonWriter() {}

    /** A text that is written. */
    @FunctionalInterface
    private interface Part {
        void write(int at) throws IOException;
    }

    static void write(Geometry geometry, Appendable out) throws IOException {
        if (geometry.getClass() == GeometryCollection.class && geometry.getNumGeometries() == 0) {
            out.append("null");
            return;
        }
        boolean isMixed = geometry.getClass() == GeometryCollection.class;
        out.append("{\"type\":\"")
                .append(type(geometry))
                .append(isMixed ? "\",\"geometries\":" : "\",\"coordinates\":");
        switch (geometry) {
            case Point point -> writePoint(point, out);
            case LineString line -> writeLine(line, out);
            case Polygon polygon -> writePolygon(polygon, out);
            case MultiPoint points ->
                writeList(points.getNumGeometries(), out, at -> writePoint((Point) points.getGeometryN(at), out));
            case MultiLineString lines ->
                writeList(lines.getNumGeometries(), out, at -> writeLine((LineString) lines.getGeometryN(at), out));
            case MultiPolygon polygons ->
                writeList(
                        polygons.getNumGeometries(), out, at -> writePolygon((Polygon) polygons.getGeometryN(at), out));
            default -> writeList(geometry.getNumGeometries(), out, at -> write(geometry.getGeometryN(at), out));
        }
        out.append('}');
    }

    private static String type(Geometry geometry) {
        return geometry instanceof LineString ? Geometry.TYPENAME_LINESTRING : geometry.getGeometryType();
    }

    private static void writeList(int size, Appendable out, Part part) throws IOException {
        out.append('[');
        for (int at = 0; at < size; at++) {
            if (at > 0) {
                out.append(',');
            }
            part.write(at);
        }
        out.append(']');
    }

    private static void writePoint(Point point, Appendable out) throws IOException {
        if (point.isEmpty()) {
            out.append("[]");
        } else {
            writePosition(point.getX(), point.getY(), out);
        }
    }

    private static void writeLine(LineString line, Appendable out) throws IOException {
        CoordinateSequence positions = line.getCoordinateSequence();
        writeList(positions.size(), out, at -> writePosition(positions.getX(at), positions.getY(at), out));
    }

    private static void writePolygon(Polygon polygon, Appendable out) throws IOException {
        int rings = polygon.isEmpty() ? 0 : 1 + polygon.getNumInteriorRing();
        writeList(
                rings,
                out,
                at -> writeLine(at == 0 ? polygon.getExteriorRing() : polygon.getInteriorRingN(at - 1), out));
    }

    private static void writePosition(double x, double y, Appendable out) throws IOException {
        out.append('[').append(number(x)).append(',').append(number(y)).append(']');
    }

    private static String number(double value) {
        boolean isWhole = Math.rint(value) == value && Math.abs(value) < MAX_WHOLE;
        // The number -0.0 keeps its sign.
        return isWhole && Double.doubleToRawLongBits(value) != Long.MIN_VALUE
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
