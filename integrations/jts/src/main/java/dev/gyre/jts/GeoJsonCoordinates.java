package dev.gyre.jts;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gyre.engine.data.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;

/** Reads the nested arrays of coordinates, and makes geometries of them later: the type may come after the coordinates. */
final class GeoJsonCoordinates {

    /** The types of geometries that have coordinates. */
    static final Set<String> TYPES =
            Set.of("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon");

    /** Arrays of the coordinates of a multipolygon. */
    private static final int MAX_NESTING = 4;

    private static final Coordinate[] NO_COORDINATES = {};

    private final JsonParser parser;
    private final GeometryFactory factory;
    private final List<Coordinate> line = new ArrayList<>();
    private Function<String, InputException> problem;

    GeoJsonCoordinates(JsonParser parser, GeometryFactory factory) {
        this.parser = parser;
        this.factory = factory;
    }

    /** An array: a position, a line of positions, or an array of other arrays. An array without elements may stand for any of them. */
    record Nested(Coordinate position, Coordinate[] line, List<Nested> others) {

        static final Nested EMPTY = new Nested(null, NO_COORDINATES, List.of());

        Coordinate asPosition() {
            return position == null ? wrong("a position") : position;
        }

        Coordinate[] asLine() {
            return line == null ? wrong("an array of positions") : line;
        }

        List<Nested> asList() {
            return others == null ? wrong("an array of arrays of positions") : others;
        }

        private static <T> T wrong(String what) {
            throw new IllegalArgumentException(what + " is needed");
        }
    }

    /** Reads the array that has begun. */
    Nested read(Function<String, InputException> problems) throws IOException {
        problem = problems;
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw problem.apply("coordinates are an array");
        }
        return array(MAX_NESTING);
    }

    private Nested array(int levels) throws IOException {
        if (levels == 0) {
            throw problem.apply("coordinates are nested in more than " + MAX_NESTING + " arrays");
        }
        JsonToken token = parser.nextToken();
        if (token == JsonToken.END_ARRAY) {
            return Nested.EMPTY;
        }
        if (token != JsonToken.START_ARRAY) {
            return new Nested(position(), null, null);
        }
        // The first element shows how deeply the elements are nested.
        Nested first = array(levels - 1);
        if (first.position != null) {
            return new Nested(null, line(first.position), null);
        }
        List<Nested> others = new ArrayList<>();
        others.add(first);
        while (nextArray()) {
            others.add(array(levels - 1));
        }
        return new Nested(null, null, others);
    }

    private Coordinate[] line(Coordinate first) throws IOException {
        line.clear();
        line.add(first);
        while (nextArray()) {
            parser.nextToken();
            line.add(position());
        }
        return line.toArray(Coordinate[]::new);
    }

    /** Returns whether another array begins; otherwise this one ends. */
    private boolean nextArray() throws IOException {
        JsonToken token = parser.nextToken();
        if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY) {
            throw problem.apply("an array is needed among coordinates instead of " + token);
        }
        return token == JsonToken.START_ARRAY;
    }

    /** Reads a position whose first token has been read. */
    private Coordinate position() throws IOException {
        double x = number();
        parser.nextToken();
        double y = number();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            number();
        }
        return new Coordinate(x, y);
    }

    private double number() throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null || !token.isNumeric()) {
            throw problem.apply("a position is 2 numbers or more: " + token);
        }
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw problem.apply("a coordinate must be finite: " + parser.getText());
        }
        return value;
    }

    /** Makes a geometry. Throws if the arrays do not fit its type, or if a line or ring is not valid. */
    Geometry geometry(String type, Nested nested) {
        return switch (type) {
            case "Point" -> nested == Nested.EMPTY ? factory.createPoint() : factory.createPoint(nested.asPosition());
            case "MultiPoint" -> factory.createMultiPointFromCoords(nested.asLine());
            case "LineString" -> factory.createLineString(nested.asLine());
            case "Polygon" -> polygon(nested);
            case "MultiLineString" ->
                factory.createMultiLineString(nested.asList().stream()
                        .map(one -> factory.createLineString(one.asLine()))
                        .toArray(LineString[]::new));
            default ->
                factory.createMultiPolygon(
                        nested.asList().stream().map(this::polygon).toArray(Polygon[]::new));
        };
    }

    private Polygon polygon(Nested nested) {
        List<Nested> rings = nested.asList();
        if (rings.isEmpty()) {
            return factory.createPolygon();
        }
        LinearRing[] holes = rings.stream().skip(1).map(this::ring).toArray(LinearRing[]::new);
        return factory.createPolygon(ring(rings.get(0)), holes);
    }

    private LinearRing ring(Nested ring) {
        return factory.createLinearRing(ring.asLine());
    }
}
