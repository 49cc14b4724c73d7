package dev.gyre.jts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Geometries for tests: by hand, and seeded ones on a small grid, where many touch, share edges or are equal. */
final class Geometries {

    private static final GeometryFactory FACTORY = new GeometryFactory();
    private static final int GRID = 12;

    private Geometries() {}

    static Geometry wkt(String text) {
        try {
            return new WKTReader(FACTORY).read(text);
        } catch (ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Pairs of these touch in points and along edges, lie in holes, are collinear, equal, nested or empty. */
    static List<Geometry> byHand() {
        return Stream.of(
                        "POINT (1 1)",
                        "POINT (2 2)",
                        "POINT (5 5)",
                        "POINT EMPTY",
                        "MULTIPOINT ((0 0), (2 2))",
                        "MULTIPOINT ((5 5), (1 1), (9 9))",
                        "LINESTRING (0 0, 4 4)",
                        "LINESTRING (4 4, 0 0)",
                        "LINESTRING (2 2, 6 6)",
                        "LINESTRING (0 4, 4 0)",
                        "LINESTRING (0 0, 4 0)",
                        "LINESTRING (1 1, 3 1, 3 3)",
                        "LINESTRING EMPTY",
                        "MULTILINESTRING ((0 0, 1 0), (8 8, 9 9))",
                        "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))",
                        "POLYGON ((4 4, 0 4, 0 0, 2 0, 4 0, 4 4))",
                        "POLYGON ((1 1, 3 1, 3 3, 1 3, 1 1))",
                        "POLYGON ((4 0, 8 0, 8 4, 4 4, 4 0))",
                        "POLYGON ((4 4, 8 4, 8 8, 4 8, 4 4))",
                        "POLYGON ((2 2, 6 2, 6 6, 2 6, 2 2))",
                        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))",
                        "POLYGON ((4 4, 6 4, 6 6, 4 6, 4 4))",
                        "POLYGON ((0 0, 4 4, 8 0, 0 0))",
                        "POLYGON EMPTY",
                        "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((8 8, 9 8, 9 9, 8 9, 8 8)))",
                        "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))",
                        "MULTIPOLYGON (((20 20, 21 20, 21 21, 20 20)), EMPTY)")
                .map(Geometries::wkt)
                .toList();
    }

    static List<Geometry> collections() {
        return Stream.of(
                        "GEOMETRYCOLLECTION (POINT (1 1), POLYGON ((4 4, 8 4, 8 8, 4 8, 4 4)))",
                        "GEOMETRYCOLLECTION (POLYGON ((0 0, 2 0, 2 4, 0 4, 0 0)), POLYGON ((2 0, 4 0, 4 4, 2 4, 2 0)))",
                        "GEOMETRYCOLLECTION (LINESTRING (0 0, 4 4))",
                        "GEOMETRYCOLLECTION EMPTY")
                .map(Geometries::wkt)
                .toList();
    }

    static List<Geometry> random(long seed, int count) {
        Random random = new Random(seed);
        List<Geometry> made = new ArrayList<>();
        while (made.size() < count) {
            made.add(
                    switch (random.nextInt(6)) {
                        case 0 -> FACTORY.createPoint(coordinate(random));
                        case 1 -> FACTORY.createMultiPointFromCoords(coordinates(random, 3));
                        case 2 -> line(random);
                        case 3 -> triangle(random);
                        case 4 -> rectangle(random);
                        default -> islands(random);
                    });
        }
        return made;
    }

    private static Coordinate coordinate(Random random) {
        return new Coordinate(random.nextInt(GRID), random.nextInt(GRID));
    }

    private static Coordinate[] coordinates(Random random, int count) {
        return Stream.generate(() -> coordinate(random)).limit(count).toArray(Coordinate[]::new);
    }

    private static Geometry line(Random random) {
        Geometry line;
        do {
            line = FACTORY.createLineString(coordinates(random, 3));
        } while (line.getLength() == 0);
        return line;
    }

    private static Geometry triangle(Random random) {
        Polygon triangle;
        do {
            Coordinate[] corners = coordinates(random, 4);
            corners[3] = corners[0];
            triangle = FACTORY.createPolygon(corners);
        } while (triangle.getArea() == 0);
        return triangle;
    }

    /** A rectangle; one that is large enough has a hole. */
    private static Polygon rectangle(Random random) {
        int x = random.nextInt(GRID);
        int y = random.nextInt(GRID);
        int width = 1 + random.nextInt(6);
        int height = 1 + random.nextInt(6);
        String hole = width > 2 && height > 2 ? ", " + ring(x + 1, y + 1, width - 2, height - 2) : "";
        return (Polygon) wkt("POLYGON (" + ring(x, y, width, height) + hole + ")");
    }

    private static String ring(int x, int y, int width, int height) {
        return String.format("(%1$d %2$d, %3$d %2$d, %3$d %4$d, %1$d %4$d, %1$d %2$d)", x, y, x + width, y + height);
    }

    private static Geometry islands(Random random) {
        Polygon one = rectangle(random);
        Geometry other = one.copy();
        other.apply((CoordinateFilter) coordinate -> coordinate.x += 20);
        other.geometryChanged();
        return FACTORY.createMultiPolygon(new Polygon[] {one, (Polygon) other});
    }

    /** Polygons of one ring each, most of which cross themselves, as coasts that were simplified do. */
    static List<Geometry> selfCrossing(long seed, int count) {
        Random random = new Random(seed);
        return Stream.generate(() -> (Geometry) FACTORY.createPolygon(ring(random, 5 + random.nextInt(3))))
                .limit(count)
                .toList();
    }

    /**
     * Valid geometries with many edges that have few coordinates in common: stars, some with holes, in parts or cut by others, their
     * outlines, parts of those, and lines that cross themselves. Every third has coordinates on a grid of halves, if that is valid.
     */
    static List<Geometry> ofManyEdges(long seed, int count) {
        Random random = new Random(seed);
        List<Geometry> made = new ArrayList<>();
        while (made.size() < count) {
            Polygon star = star(random);
            Geometry next = switch (random.nextInt(7)) {
                case 0, 1 -> star;
                case 2 -> star.difference(star(random));
                case 3 -> star.union(star(random));
                case 4 -> star.getBoundary();
                case 5 -> FACTORY.createLineString(Arrays.copyOf(star.getCoordinates(), 3));
                default ->
                    FACTORY.createLineString(
                            Stream.generate(() -> new Coordinate(10 * random.nextDouble(), 10 * random.nextDouble()))
                                    .limit(2 + random.nextInt(10))
                                    .toArray(Coordinate[]::new));
            };
            if (!next.isEmpty()) {
                made.add(next);
            }
        }
        return made;
    }

    private static Polygon star(Random random) {
        Coordinate[] corners = new Coordinate[4 + random.nextInt(60)];
        double x = 10 * random.nextDouble();
        double y = 10 * random.nextDouble();
        double radius = 0.3 + 4 * random.nextDouble();
        for (int i = 0; i + 1 < corners.length; i++) {
            double angle = 2 * Math.PI * i / (corners.length - 1);
            double far = radius * (0.2 + 0.8 * random.nextDouble());
            corners[i] = new Coordinate(x + far * Math.cos(angle), y + far * Math.sin(angle));
        }
        corners[corners.length - 1] = corners[0];
        Polygon star = FACTORY.createPolygon(corners);
        if (random.nextInt(3) > 0) {
            return star;
        }
        Polygon onGrid = (Polygon) star.copy();
        onGrid.apply((CoordinateFilter) corner -> {
            corner.x = Math.rint(2 * corner.x) / 2;
            corner.y = Math.rint(2 * corner.y) / 2;
        });
        onGrid.geometryChanged();
        return onGrid.isValid() ? onGrid : star;
    }

    /** Lines and areas with edges at, through and within roundings of (5, 3), (9, 5) and (3, 2), which the test has in an area's boundary. */
    static List<Geometry> nearCorners() {
        double[] near = {0, Math.ulp(3), -Math.ulp(3), 1e-12, -1e-12, 1e-7, -1e-7, 0.25, -0.25};
        List<Geometry> others = new ArrayList<>();
        for (double dx : near) {
            for (double dy : near) {
                double x = 5 + dx;
                double y = 3 + dy;
                others.add(wkt("LINESTRING (5 1.5, " + x + " " + y + ")"));
                others.add(wkt("LINESTRING (" + x + " 3, 5 " + y + ")"));
                others.add(wkt("LINESTRING (3 3, " + x + " " + y + ", 7 3)"));
                others.add(wkt("POLYGON ((5 1.5, 8 2, " + x + " " + y + ", 5 1.5))"));
                others.add(wkt("POLYGON ((-1 -1, 10 -1, 10 10, " + x + " " + y + ", -1 10, -1 -1))"));
                others.add(wkt("POLYGON ((1.5 0.5, " + (3 + dx) + " 0.5, 3 " + (2 + dy) + ", 1.5 3, 1.5 0.5))"));
            }
        }
        others.add(wkt("LINESTRING (9 5, 9 5)"));
        others.add(wkt("MULTILINESTRING ((9 5, 9 5), (6 1, 7 1))"));
        others.add(wkt("MULTIPOLYGON (((2.2 1.2, 2.4 1.2, 2.4 1.4, 2.2 1.2)), ((6 1, 7 1, 7 2, 6 1)))"));
        others.add(wkt("POLYGON ((3.9 0.9, 5.5 0.9, 5.5 1.1, 4 2.5, 3.9 0.9))"));
        return others;
    }

    /** A polygon that crosses itself very often. */
    static Geometry tangled(long seed, int corners) {
        Coordinate[] closed = coordinates(new Random(seed), corners);
        closed[corners - 1] = closed[0];
        return FACTORY.createPolygon(closed);
    }

    /** A ring without coordinates twice in a row, for which RelateNG itself fails in collections. */
    private static LinearRing ring(Random random, int corners) {
        Coordinate[] closed;
        do {
            closed = coordinates(random, corners);
            closed[corners - 1] = closed[0];
        } while (CoordinateArrays.hasRepeatedPoints(closed));
        return FACTORY.createLinearRing(closed);
    }

    /** Valid geometries of every type on a small grid: polygons with holes, collections in collections, empty and flat ones. */
    static List<Geometry> ofAllTypes(long seed, int count) {
        Random random = new Random(seed);
        return Stream.generate(() -> ofAnyType(random, 2)).limit(count).toList();
    }

    private static Geometry ofAnyType(Random random, int levels) {
        return switch (random.nextInt(levels == 0 ? 9 : 10)) {
            case 0 -> random.nextInt(4) == 0 ? FACTORY.createPoint() : FACTORY.createPoint(coordinate(random));
            case 1 -> FACTORY.createMultiPointFromCoords(coordinates(random, random.nextInt(4)));
            case 2, 3 -> anyLine(random);
            case 4 -> FACTORY.createMultiLineString(new LineString[] {anyLine(random), anyLine(random)});
            case 5, 6, 7 -> anyPolygon(random);
            case 8 -> {
                Geometry both = FACTORY.createMultiPolygon(new Polygon[] {anyPolygon(random), anyPolygon(random)});
                yield both.isValid() ? both : both.getGeometryN(0);
            }
            default ->
                FACTORY.createGeometryCollection(Stream.generate(() -> ofAnyType(random, levels - 1))
                        .limit(random.nextInt(4))
                        .toArray(Geometry[]::new));
        };
    }

    private static LineString anyLine(Random random) {
        return FACTORY.createLineString(
                random.nextInt(8) == 0 ? new Coordinate[0] : coordinates(random, 2 + random.nextInt(4)));
    }

    private static Polygon anyPolygon(Random random) {
        Polygon polygon;
        do {
            LinearRing[] holes =
                    random.nextInt(3) == 0 ? new LinearRing[] {ring(random, 4 + random.nextInt(3))} : new LinearRing[0];
            polygon = FACTORY.createPolygon(ring(random, 4 + random.nextInt(4)), holes);
        } while (!polygon.isValid() && random.nextInt(10_000) > 0);
        return polygon.isValid() ? polygon : FACTORY.createPolygon();
    }
}
