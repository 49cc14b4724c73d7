package dev.gyre.cli.csv;

import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * Reads one geometry of well-known text and nothing after it: the types of OGC Simple Features and LINEARRING, in upper or lower case, with
 * Z, M or ZM. JTS's reader ignores what follows a geometry, and fails at some damage with internal errors.
 */
final class WktParser {

    /** Most levels of collections in collections. */
    private static final int MAX_NESTING = 100;

    private static final int MAX_NUMBERS = 4;

    private final GeometryFactory factory = new GeometryFactory();
    private char[] text;
    private int at;

    /** Reads a part that begins at the next character. */
    @FunctionalInterface
    private interface Part<T> {
        T read() throws ParseException;
    }

    /**
     * Reads a geometry.
     *
     * @throws ParseException if the text is none; its offset is that of the first character that does not fit
     */
    Geometry read(String wkt) throws ParseException {
        text = wkt.toCharArray();
        at = 0;
        Geometry geometry = geometry(MAX_NESTING);
        skipSpaces();
        if (at < text.length) {
            throw expected("the end");
        }
        return geometry;
    }

    private Geometry geometry(int levels) throws ParseException {
        skipSpaces();
        int start = at;
        String word = word().toUpperCase(Locale.ROOT);
        String type = word.replaceFirst("(?<=[A-Z]{5})(ZM|Z|M)$", "");
        if (type.equals(word)) {
            skipDimensions();
        }
        return switch (type) {
            case "POINT" -> point();
            case "LINESTRING" -> line();
            case "LINEARRING" -> ring();
            case "POLYGON" -> polygon();
            case "MULTIPOINT" ->
                factory.createMultiPoint(list(this::pointOfMany).toArray(Point[]::new));
            case "MULTILINESTRING" ->
                factory.createMultiLineString(list(this::line).toArray(LineString[]::new));
            case "MULTIPOLYGON" ->
                factory.createMultiPolygon(list(this::polygon).toArray(Polygon[]::new));
            case "GEOMETRYCOLLECTION" -> {
                if (levels == 0) {
                    throw new ParseException("collections are nested in more than " + MAX_NESTING + " levels", start);
                }
                yield factory.createGeometryCollection(
                        list(() -> geometry(levels - 1)).toArray(Geometry[]::new));
            }
            default -> {
                at = start;
                throw expected("a type such as POLYGON");
            }
        };
    }

    /** Skips Z, M or ZM between the type and the coordinates. */
    private void skipDimensions() {
        skipSpaces();
        int start = at;
        String word = word().toUpperCase(Locale.ROOT);
        if (!word.equals("Z") && !word.equals("M") && !word.equals("ZM")) {
            at = start;
        }
    }

    private Point point() throws ParseException {
        int start = at;
        List<Coordinate> position = list(this::position);
        if (position.size() > 1) {
            throw new ParseException("a point has one position, not " + position.size(), start);
        }
        return position.isEmpty() ? factory.createPoint() : factory.createPoint(position.get(0));
    }

    /** Reads a point of several, which may lack its own parentheses. */
    private Point pointOfMany() throws ParseException {
        skipSpaces();
        return at < text.length && (text[at] == '(' || Character.isLetter(text[at]))
                ? point()
                : factory.createPoint(position());
    }

    private LineString line() throws ParseException {
        int start = at;
        Coordinate[] positions = positions();
        return checked(start, () -> factory.createLineString(positions));
    }

    private LinearRing ring() throws ParseException {
        int start = at;
        Coordinate[] positions = positions();
        return checked(start, () -> factory.createLinearRing(positions));
    }

    private Polygon polygon() throws ParseException {
        int start = at;
        List<LinearRing> rings = list(this::ring);
        return rings.isEmpty()
                ? factory.createPolygon()
                : checked(
                        start,
                        () -> factory.createPolygon(
                                rings.get(0), rings.subList(1, rings.size()).toArray(LinearRing[]::new)));
    }

    /** Makes a geometry; if JTS refuses its coordinates, the problem has their place. */
    private <T> T checked(int start, Part<T> maker) throws ParseException {
        try {
            return maker.read();
        } catch (IllegalArgumentException e) {
            at = start;
            skipSpaces();
            throw (ParseException) new ParseException(e.getMessage(), at).initCause(e);
        }
    }

    private Coordinate[] positions() throws ParseException {
        return list(this::position).toArray(Coordinate[]::new);
    }

    /** Reads EMPTY, or one part or more in parentheses. */
    private <T> List<T> list(Part<T> part) throws ParseException {
        List<T> parts = new ArrayList<>();
        skipSpaces();
        int start = at;
        if (word().equalsIgnoreCase("EMPTY")) {
            return parts;
        }
        at = start;
        if (!skips('(')) {
            throw expected("( or EMPTY");
        }
        do {
            parts.add(part.read());
        } while (skips(','));
        if (!skips(')')) {
            throw expected(", or )");
        }
        return parts;
    }

    /** Reads x and y, and skips z and m. */
    private Coordinate position() throws ParseException {
        double x = number();
        double y = number();
        for (int count = 2; count < MAX_NUMBERS && hasNumber(); count++) {
            number();
        }
        return new Coordinate(x, y);
    }

    private boolean hasNumber() {
        skipSpaces();
        return at < text.length && text[at] != ',' && text[at] != ')';
    }

    private double number() throws ParseException {
        skipSpaces();
        int start = at;
        while (at < text.length && "(), \t\r\n".indexOf(text[at]) < 0) {
            at++;
        }
        double value = DecimalParser.parse(text, start, at);
        if (!Double.isFinite(value)) {
            at = start;
            throw expected("a finite number");
        }
        return value;
    }

    private String word() {
        int start = at;
        while (at < text.length && Character.isLetter(text[at])) {
            at++;
        }
        return new String(text, start, at - start);
    }

    private boolean skips(char c) {
        skipSpaces();
        boolean isNext = at < text.length && text[at] == c;
        at += isNext ? 1 : 0;
        return isNext;
    }

    private void skipSpaces() {
        while (at < text.length && Character.isWhitespace(text[at])) {
            at++;
        }
    }

    /** Returns the problem that something else is at this place. */
    private ParseException expected(String what) {
        int end = at;
        while (end < text.length && end < at + 20 && "(), \t\r\n".indexOf(text[end]) < 0) {
            end++;
        }
        String found = at == text.length ? "the end" : "'" + new String(text, at, Math.max(1, end - at)) + "'";
        return new ParseException(what + " is needed instead of " + found, at);
    }
}
