package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;

/** Compares nearest geometries and joins within a distance on the sphere with {@link SphereOracle}. */
class SphereTest {

    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final SpatialJoinOptions SPHERE = SpatialJoinOptions.DEFAULT.withSphere();
    private static final GeometryFactory FACTORY = new GeometryFactory();

    /** Half of the circumference. */
    private static final double FARTHEST = Math.PI * SphereOracle.RADIUS;

    private static Engine engine;
    private static Engine single;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(3));
        single = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1));
    }

    @AfterAll
    static void close() {
        engine.close();
        single.close();
    }

    /** Meters by which a distance may differ from the oracle's: near the opposite place both round much. */
    private static double tolerance(double distance) {
        return distance > 0.99 * FARTHEST ? 2 : 1e-4;
    }

    private static void check(
            List<? extends Geometry> left, List<? extends Geometry> right, double[][] oracle, int k, String name) {
        Neighbors found = SpatialJoin.nearest(engine, Layer.of(left), Layer.of(right), k, ANY, SPHERE);
        Neighbors same = SpatialJoin.nearest(single, Layer.of(left), Layer.of(right), k, ANY, SPHERE);
        assertEquals("sphere", found.metric().name());
        for (int row = 0; row < left.size(); row++) {
            double[] distances = oracle[row];
            double[] sorted = Arrays.stream(distances)
                    .filter(d -> !Double.isNaN(d))
                    .sorted()
                    .toArray();
            String what = name + ", row=" + row + ", left=" + text(left.get(row));
            assertEquals(Math.min(k, sorted.length), found.count(row), what);
            for (int rank = 0; rank < found.count(row); rank++) {
                int id = found.id(row, rank);
                double distance = found.distance(row, rank);
                String pair = what + ", rank=" + rank + ", right=" + text(right.get(id));
                assertEquals(distances[id], distance, tolerance(distance), pair);
                assertEquals(sorted[rank], distance, tolerance(distance), pair);
                assertEquals(id, same.id(row, rank), pair);
                assertEquals(found.key(row, rank), same.key(row, rank), pair);
                boolean isOrdered = rank == 0
                        || found.key(row, rank - 1) < found.key(row, rank)
                        || found.key(row, rank - 1) == found.key(row, rank) && found.id(row, rank - 1) < id;
                assertTrue(isOrdered, pair);
            }
        }
    }

    private static String text(Geometry geometry) {
        String text = geometry.toString();
        return text.substring(0, Math.min(1_000, text.length()));
    }

    private static double[][] distances(List<? extends Geometry> left, List<? extends Geometry> right) {
        return left.stream()
                .map(one -> right.stream()
                        .mapToDouble(other -> SphereOracle.distance(one, other))
                        .toArray())
                .toArray(double[][]::new);
    }

    private static void checkPairs(
            List<? extends Geometry> left,
            List<? extends Geometry> right,
            double[][] oracle,
            double distance,
            String name) {
        Matches found = SpatialJoin.join(
                engine, Layer.of(left), Layer.of(right), SpatialPredicate.withinDistance(distance), SPHERE);
        for (int row = 0; row < left.size(); row++) {
            double[] distances = oracle[row];
            int rank = 0;
            for (int other = 0; other < right.size(); other++) {
                boolean isFound = rank < found.count(row) && found.id(row, rank) == other;
                rank += isFound ? 1 : 0;
                if (!(Math.abs(distances[other] - distance) <= tolerance(distance))) {
                    assertEquals(
                            distances[other] <= distance,
                            isFound,
                            name + ", distance=" + distance + ", left=" + left.get(row) + ", right=" + right.get(other)
                                    + ", oracle=" + distances[other]);
                }
            }
            assertEquals(rank, found.count(row), name);
        }
    }

    /** Geometries around a place that are up to a radius in degrees away. */
    private static Geometry around(Coordinate center, double radius, Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> FACTORY.createPoint(center);
            case 1 -> FACTORY.createMultiPointFromCoords(ring(center, radius, 4, random));
            case 2 -> FACTORY.createLineString(ring(center, radius, 2 + random.nextInt(6), random));
            case 3 ->
                FACTORY.createGeometryCollection(new Geometry[] {
                    FACTORY.createPoint(move(center, radius, 360 * random.nextDouble())),
                    polygon(center, radius / 2, random)
                });
            default -> polygon(center, radius, random);
        };
    }

    private static Polygon polygon(Coordinate center, double radius, Random random) {
        LinearRing shell = closed(ring(center, radius, 3 + random.nextInt(20), random), random);
        if (random.nextBoolean()) {
            return FACTORY.createPolygon(shell);
        }
        // The shell is at least half its radius from the center, and its edges may be much nearer.
        LinearRing hole = closed(ring(center, radius / 20, 3 + random.nextInt(6), random), random);
        return FACTORY.createPolygon(shell, new LinearRing[] {hole});
    }

    private static LinearRing closed(Coordinate[] ring, Random random) {
        List<Coordinate> corners = new ArrayList<>(List.of(ring));
        corners.add(corners.get(0));
        if (random.nextBoolean()) {
            Collections.reverse(corners);
        }
        if (random.nextBoolean()) {
            corners.add(1, corners.get(1));
        }
        return FACTORY.createLinearRing(corners.toArray(Coordinate[]::new));
    }

    private static Coordinate[] ring(Coordinate center, double radius, int corners, Random random) {
        return IntStream.range(0, corners)
                .mapToObj(i -> move(
                        center,
                        radius * (0.5 + random.nextDouble() / 2),
                        360 * (i + 0.8 * random.nextDouble()) / corners))
                .toArray(Coordinate[]::new);
    }

    /** Returns the place in some degrees of distance and bearing. */
    private static Coordinate move(Coordinate from, double degrees, double bearing) {
        double phi = Math.toRadians(from.y);
        double angle = Math.toRadians(degrees);
        double theta = Math.toRadians(bearing);
        double sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta);
        double turn =
                Math.atan2(Math.sin(theta) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * sine);
        return new Coordinate(from.x + Math.toDegrees(turn), Math.toDegrees(Math.asin(Math.clamp(sine, -1.0, 1.0))));
    }

    /** Around places anywhere, the poles, the 180th meridian and the ends of the axes of vectors. */
    private static List<Geometry> anywhere(long seed, int count, double radius) {
        Random random = new Random(seed);
        List<Coordinate> special = Stream.of("0 90", "0 -90", "180 0", "-180 50", "179.9 -20", "0 0", "90 0", "-90 1")
                .map(text -> Geometries.wkt("POINT (" + text + ")").getCoordinate())
                .toList();
        List<Geometry> geometries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Coordinate center = random.nextInt(3) == 0
                    ? special.get(random.nextInt(special.size()))
                    : SphereOracle.anywhere(random);
            geometries.add(around(center, radius * random.nextDouble(), random));
        }
        return geometries;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-5, 0.1, 5, 25, 80})
    void shouldFindGeometriesAnywhere(double radius) {
        for (long seed = 1; seed <= 2; seed++) {
            List<Geometry> left = anywhere(seed, 10, radius);
            List<Geometry> right = anywhere(seed + 100, 14, radius);
            right.add(Geometries.wkt("POLYGON EMPTY"));
            left.add(Geometries.wkt("POINT EMPTY"));
            String name = "seed=" + seed + ", radius=" + radius;
            double[][] oracle = distances(left, right);
            check(left, right, oracle, 4, name);
            check(left, right, oracle, 30, name);
            for (double distance : new double[] {0, 1_000, 700_000, 6e6, ANY}) {
                checkPairs(left, right, oracle, distance, name);
            }
        }
    }

    /** Near one another, so that edges cross, and so many edges that their trees have levels. */
    @ParameterizedTest
    @ValueSource(strings = {"0 90", "180 -35", "12 48", "-90 0"})
    void shouldFindManyEdgesNearOneAnother(String place) {
        Coordinate center = Geometries.wkt("POINT (" + place + ")").getCoordinate();
        Random random = new Random(1);
        List<Geometry> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Coordinate middle = move(center, 3 * random.nextDouble(), 360 * random.nextDouble());
            Coordinate[] ring = ring(middle, random.nextDouble(), 30 + random.nextInt(30), random);
            all.add(
                    random.nextBoolean()
                            ? FACTORY.createLineString(ring)
                            : FACTORY.createPolygon(closed(ring, random)));
        }
        double[][] oracle = distances(all, all);
        check(all, all, oracle, 4, "place=" + place);
        checkPairs(all, all, oracle, 50_000, "place=" + place);
    }

    /** A coast of many corners around a pole, and the same as a line: points read a small part of it. */
    @Test
    void shouldFindAmongManyCorners() {
        Random random = new Random(2);
        Coordinate[] ring = ring(new Coordinate(0, -90), 25, 10_000, random);
        List<Geometry> coasts = List.of(
                FACTORY.createPolygon(closed(ring, random)),
                FACTORY.createLineString(ring),
                FACTORY.createPoint(ring[7]));
        List<Geometry> places = IntStream.range(0, 40)
                .mapToObj(i -> (Geometry) FACTORY.createPoint(
                        move(new Coordinate(0, -90), 40 * random.nextDouble(), 360 * random.nextDouble())))
                .toList();
        double[][] oracle = distances(places, coasts);
        assertTrue(Arrays.stream(oracle).anyMatch(distances -> distances[0] == 0));
        check(places, coasts, oracle, 3, "coast");
        checkPairs(places, coasts, oracle, 300_000, "coast");
    }

    /** A box of vectors must have all places of an arc and of the inside of a polygon. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.5, 20, 85})
    void shouldHaveAllPlacesInBoxes(double radius) {
        Random random = new Random(5);
        for (Geometry geometry : anywhere(9, 60, radius)) {
            double[] box = new double[6];
            Sphere.SPHERE.write(geometry, 0, box, 0);
            List<Coordinate> places = new ArrayList<>();
            Coordinate[] corners = geometry.getCoordinates();
            for (Coordinate[] line : Facets.lines(geometry)) {
                for (int i = 1; i < line.length; i++) {
                    for (int j = 0; j <= 10; j++) {
                        places.add(SphereOracle.between(line[i - 1], line[i], j / 10.0));
                    }
                }
            }
            if (geometry instanceof Polygon polygon) {
                Coordinate near = corners[0];
                for (int i = 0; i < 30; i++) {
                    Coordinate place = move(near, 2 * radius * random.nextDouble(), 360 * random.nextDouble());
                    if (SphereOracle.contains(polygon, place)) {
                        places.add(place);
                    }
                }
            }
            for (Coordinate place : places) {
                double[] vector = SphereOracle.vector(place);
                for (int dim = 0; dim < 3; dim++) {
                    double value = vector[dim];
                    boolean isIn = box[dim] - Sphere.ROUNDING <= value && value <= box[3 + dim] + Sphere.ROUNDING;
                    assertTrue(isIn, () -> geometry + " at " + place + ": " + Arrays.toString(box));
                }
            }
        }
    }

    private static List<String> within(String area, double distance, String... places) {
        List<Geometry> points = Arrays.stream(places)
                .map(place -> Geometries.wkt("POINT (" + place + ")"))
                .toList();
        Matches found = SpatialJoin.join(
                engine,
                Layer.of(List.of(Geometries.wkt(area))),
                Layer.of(points),
                SpatialPredicate.withinDistance(distance),
                SPHERE);
        return IntStream.range(0, found.count(0))
                .mapToObj(rank -> places[found.id(0, rank)])
                .toList();
    }

    private static double distance(String one, String other) {
        return SpatialJoin.nearest(
                        engine,
                        Layer.of(List.of(Geometries.wkt(one))),
                        Layer.of(List.of(Geometries.wkt(other))),
                        1,
                        ANY,
                        SPHERE)
                .distance(0, 0);
    }

    @Test
    void shouldCrossThe180thMeridian() {
        String[] places = {"179 0", "-179 0", "180 0", "-180 3", "175 0", "0 0", "182 1"};
        List<String> inside = List.of("179 0", "-179 0", "180 0", "-180 3", "182 1");
        assertEquals(inside, within("POLYGON ((178 -5, -177 -5, -177 5, 178 5, 178 -5))", 0, places));
        assertEquals(inside, within("POLYGON ((178 -5, 183 -5, 183 5, 178 5, 178 -5))", 0, places));
        assertEquals(inside, within("POLYGON ((178 -5, 178 5, -177 5, -177 -5, 178 -5))", 0, places));
        // Cut at the meridian, as GeoJSON asks for.
        assertEquals(
                inside,
                within(
                        "MULTIPOLYGON (((178 -5, 180 -5, 180 5, 178 5, 178 -5)), ((-180 -5, -177 -5, -177 5, -180 5, -180 -5)))",
                        0,
                        places));
        assertEquals(0, distance("POINT (180 12)", "POINT (-180 12)"));
        assertEquals(0, distance("POINT (190 12)", "POINT (-170 12)"));
        assertEquals(2 * FARTHEST / 180, distance("POINT (179 0)", "LINESTRING (-179 1, -179 -1)"), 1e-6);
        assertEquals(0, distance("LINESTRING (170 0, -170 0)", "LINESTRING (180 10, 180 -10)"));
        assertEquals(0, distance("LINESTRING (170 1, -170 -1)", "LINESTRING (175 -9, -175 9)"));
    }

    @Test
    void shouldGoAroundPoles() {
        String[] places = {"0 90", "77 90", "10 85", "-100 76", "20 50", "0 0", "0 -90"};
        List<String> inside = List.of("0 90", "77 90", "10 85", "-100 76");
        assertEquals(inside, within("POLYGON ((0 70, 90 70, 180 70, -90 70, 0 70))", 0, places));
        assertEquals(inside, within("POLYGON ((0 70, -90 70, 180 70, 90 70, 0 70))", 0, places));
        // Drawn in the plane, as files have the Antarctic: along the 180th meridian and the pole.
        String[] southern = {"0 -90", "50 -90", "10 -85", "180 -80", "-100 -80", "20 -50", "0 0", "0 90"};
        List<String> antarctic = List.of("0 -90", "50 -90", "10 -85", "180 -80", "-100 -80");
        for (String pole : List.of("180 -90, -180 -90", "180 -90, 90 -90, 0 -90, -90 -90, -180 -90")) {
            assertEquals(
                    antarctic,
                    within("POLYGON ((-180 -65, -60 -65, 60 -65, 180 -65, " + pole + ", -180 -65))", 0, southern));
        }
        // A hole around the pole.
        assertEquals(
                List.of("-100 76"),
                within(
                        "POLYGON ((0 70, 90 70, 180 70, -90 70, 0 70), (0 80, 90 80, 180 80, -90 80, 0 80))",
                        0,
                        places));
        // A corner at a pole, with any longitude: the edges there are parts of the meridians of its neighbors.
        String[] near = {"0 50", "0 40", "0 -80", "180 50", "90 70", "-90 70", "-1 80"};
        for (int longitude = -180; longitude <= 180; longitude += 45) {
            String pole = longitude + " 90, ";
            assertEquals(List.of("90 70"), within("POLYGON ((0 60, " + pole + "180 60, 90 50, 0 60))", 0, near), pole);
            assertEquals(List.of("90 70"), within("POLYGON ((0 60, 90 50, 180 60, " + pole + "0 60))", 0, near), pole);
        }
        // Edges over a pole.
        assertEquals(0, distance("LINESTRING (10 80, -170 80)", "POINT (33 90)"));
        assertEquals(
                List.of("0 90", "77 90", "10 85"),
                within("POLYGON ((-30 70, 150 75, 90 60, 30 60, -30 70))", 0, "0 90", "77 90", "10 85", "-100 85"));
        double aside = Math.asin(Math.sin(Math.toRadians(5)) * Math.sin(Math.toRadians(30)));
        assertEquals(SphereOracle.RADIUS * aside, distance("POINT (0 -85)", "LINESTRING (30 -80, 50 -90)"), 1e-6);
        assertEquals(5 * FARTHEST / 180, distance("POINT (0 -85)", "LINESTRING (130 -80, 50 -90)"), 1e-6);
    }

    /** The equator, whose sides are halves: the left one is inside. Rings that are larger have their outside inside. */
    @Test
    void shouldTakeTheSmallerSide() {
        String[] places = {"5 10", "5 -10", "100 80", "-100 -80"};
        assertEquals(List.of("5 10", "100 80"), within("POLYGON ((0 0, 120 0, -120 0, 0 0))", 0, places));
        assertEquals(List.of("5 -10", "-100 -80"), within("POLYGON ((0 0, -120 0, 120 0, 0 0))", 0, places));
        assertEquals(
                List.of("100 80"), within("POLYGON ((0 1, -120 1, 120 1, 0 1))", 0, "100 80", "5 -10", "-100 -80"));
        // Two halves through the poles.
        assertEquals(
                List.of("90 5"),
                within("POLYGON ((0 0, 0 -60, 180 -60, 180 0, 180 60, 0 60, 0 0))", 0, "90 5", "-90 5"));
        assertEquals(
                List.of("-90 5"),
                within("POLYGON ((0 0, 0 60, 180 60, 180 0, 180 -60, 0 -60, 0 0))", 0, "90 5", "-90 5"));
        // A band from -60 to 60 degrees with a gap of 10 of longitude has more than a half: the caps and the gap are
        // inside.
        StringBuilder band = new StringBuilder("POLYGON ((");
        for (int longitude = -175; longitude <= 175; longitude += 5) {
            band.append(longitude).append(" -60, ");
        }
        for (int longitude = 175; longitude >= -175; longitude -= 5) {
            band.append(longitude).append(" 60, ");
        }
        assertEquals(
                List.of("0 80", "180 0", "0 -90"),
                within(band + "-175 -60))", 0, "0 0", "0 80", "180 0", "0 -90", "100 50"));
    }

    @Test
    void shouldTakeWhatHasNoLength() {
        double degree = FARTHEST / 180;
        assertEquals(degree, distance("POINT (5 0)", "LINESTRING (5 1, 5 1)"), 1e-6);
        assertEquals(degree, distance("LINESTRING (4 0, 4 0)", "LINESTRING (5 0, 5 0, 5 0)"), 1e-6);
        assertEquals(0, distance("LINESTRING (4 0, 4 0, 6 0, 6 0)", "POINT (5 0)"));
        assertEquals(0, distance("POLYGON ((4 0, 4 0, 6 0, 6 2, 6 2, 4 0))", "POINT (5.5 1)"));
        assertEquals(0, distance("POLYGON ((4 0, 6 0, 4 0, 4 0))", "POINT (5 0)"));
        assertEquals(degree, distance("POLYGON ((4 0, 6 0, 4 0, 4 0))", "POINT (5 1)"), 1e-3);
        assertEquals(FARTHEST, distance("POINT (5 1)", "POINT (-175 -1)"), 0.5);
        assertEquals(0, distance("POINT (-30 -90)", "POINT (60 -90)"));
    }

    /** Ends on an edge, common corners and edges, and places as near as rounding. */
    @Test
    void shouldTouchWhereGeometriesMeet() {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            Coordinate a = SphereOracle.anywhere(random);
            Coordinate b = move(a, Math.pow(10, 2 - 8 * random.nextDouble()), 360 * random.nextDouble());
            Coordinate on = SphereOracle.between(a, b, random.nextDouble());
            Coordinate away = move(on, 20 * random.nextDouble(), 360 * random.nextDouble());
            Geometry line = FACTORY.createLineString(new Coordinate[] {a, b});
            Geometry other = FACTORY.createLineString(new Coordinate[] {on, away});
            Neighbors found =
                    SpatialJoin.nearest(single, Layer.of(List.of(line)), Layer.of(List.of(other)), 1, ANY, SPHERE);
            // A place is rounded twice here: to degrees by up to 3e-14, and to a vector.
            assertEquals(0, found.distance(0, 0), 1e-7, line + ", " + other);
        }
        assertEquals(0, distance("LINESTRING (10 -5, 10 5)", "POINT (10 1.2345678901)"));
        assertEquals(0, distance("POLYGON ((3 3, 7 3, 7 9, 3 3))", "POLYGON ((7 9, 7 3, 12 4, 7 9))"));
        assertEquals(0, distance("POINT (3 50)", "POINT (3.00000000000005 50)"));
        assertTrue(distance("POINT (3 50)", "POINT (3.00000000001 50)") > 0);
    }

    /** Corners so near a meridian that only latitudes tell where the edge is. */
    @Test
    void shouldLocateBesideEdgesAlongMeridians() {
        String tiny = "POLYGON ((10 50, 10.00000000000001 51, 11 51, 11 50, 10 50))";
        assertEquals(List.of("10.5 50.5"), within(tiny, 0, "10 20", "10 -20", "10 60", "10.5 50.5", "9.9 50.5"));
        String sliver = "POLYGON ((-20 -30, -20.00000000000001 40, -19.99999999999999 41, -20 -30))";
        assertEquals(List.of(), within(sliver, 0, "-20 -31", "-20 50", "-20.00000000000001 -80"));
        assertEquals(List.of("-20 0"), within(sliver, 0.001, "-20 0", "-20 -30.1"));
    }

    @Test
    void shouldFindPointsAsByHaversine() {
        Random random = new Random(3);
        double[] coordinates = IntStream.range(0, 400)
                .mapToObj(i -> SphereOracle.anywhere(random))
                .flatMapToDouble(place -> Stream.of(place.x, place.y).mapToDouble(Double::doubleValue))
                .toArray();
        Points points = Points.of(coordinates, 2);
        Layer layer = Layer.of(points);
        Neighbors expected = engine.knnJoin(points, points, 5, JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE));
        Neighbors found = SpatialJoin.nearest(engine, layer, layer, 5, ANY, SPHERE);
        List<Geometry> geometries =
                IntStream.range(0, points.size()).mapToObj(layer::geometry).toList();
        Neighbors ofGeometries = SpatialJoin.nearest(engine, Layer.of(geometries), layer, 5, ANY, SPHERE);
        Neighbors others = SpatialJoin.nearestOthers(engine, Layer.of(geometries), 4, 1e6, SPHERE);
        for (int row = 0; row < points.size(); row++) {
            int next = 0;
            for (int rank = 0; rank < 5; rank++) {
                assertEquals(expected.id(row, rank), found.id(row, rank));
                assertEquals(expected.key(row, rank), found.key(row, rank));
                assertEquals(1_000 * expected.distance(row, rank), found.distance(row, rank), 1e-6);
                assertEquals(found.key(row, rank), ofGeometries.key(row, rank));
                if (found.id(row, rank) != row && found.distance(row, rank) <= 1e6) {
                    assertEquals(found.id(row, rank), others.id(row, next++));
                }
            }
            assertEquals(next, others.count(row));
        }
    }

    /** The distance of a pair includes the pair, the next smaller one does not. */
    @Test
    void shouldIncludeTheLargestDistance() {
        List<Geometry> all = anywhere(77, 12, 8);
        Layer layer = Layer.of(all);
        Neighbors found = SpatialJoin.nearest(engine, layer, layer, 12, ANY, SPHERE);
        for (int rank = 0; rank < 12; rank++) {
            double distance = found.distance(0, rank);
            assertTrue(SpatialJoin.nearest(engine, layer, layer, 12, distance, SPHERE)
                            .count(0)
                    > rank);
            int least = rank;
            while (least > 0 && found.distance(0, least - 1) == distance) {
                least--;
            }
            double smaller = Math.nextDown(distance);
            if (distance > 0) {
                assertEquals(
                        least,
                        SpatialJoin.nearest(engine, layer, layer, 12, smaller, SPHERE)
                                .count(0));
                Matches pairs =
                        SpatialJoin.join(engine, layer, layer, SpatialPredicate.withinDistance(smaller), SPHERE);
                assertEquals(least, pairs.count(0));
            }
        }
    }

    /** Cities and countries of the command line's data, and many edges. */
    @Test
    void shouldFindCountries() {
        List<Feature> countries = GeoJson.read(
                Path.of("../../engine/cli/src/main/resources/dev/gyre/cli/data-sets/countries.geojson.gz"), "name");
        List<Geometry> shapes = countries.stream().map(Feature::geometry).toList();
        List<Geometry> places = Stream.of(
                        "139.75 35.69",
                        "178.44 -18.14",
                        "-179.5 -16.5",
                        "0 -88",
                        "0 90",
                        "179.99 66",
                        "-0.13 51.5",
                        "-157.86 21.31",
                        "166.92 -0.55",
                        "-58.44 -34.6",
                        "-179.9 71.2",
                        "12.45 41.9")
                .map(place -> Geometries.wkt("POINT (" + place + ")"))
                .toList();
        check(places, shapes, distances(places, shapes), 3, "countries");
        Neighbors found = SpatialJoin.nearest(engine, Layer.of(places), Layer.of(shapes), 1, ANY, SPHERE);
        List<String> names = IntStream.range(0, 5)
                .mapToObj(row -> countries.get(found.id(row, 0)).identifier())
                .toList();
        assertEquals("Japan", names.get(0));
        assertEquals("Fiji", names.get(1));
        assertEquals("Antarctica", names.get(3));
        assertEquals(0, found.distance(3, 0));
    }

    @Test
    void shouldFindNothingAmongNothing() {
        Layer none = Layer.of(List.of());
        Layer empty = Layer.of(List.of(Geometries.wkt("POINT EMPTY"), Geometries.wkt("GEOMETRYCOLLECTION EMPTY")));
        Layer some = Layer.of(List.of(Geometries.wkt("POINT (1 1)")));
        SpatialPredicate within = SpatialPredicate.withinDistance(ANY);
        for (Layer left : List.of(none, empty, some)) {
            for (Layer right : List.of(none, empty)) {
                assertEquals(
                        0,
                        IntStream.range(0, left.size())
                                .map(row -> SpatialJoin.nearest(engine, left, right, 2, ANY, SPHERE)
                                        .count(row))
                                .sum());
                assertEquals(
                        0, SpatialJoin.join(engine, left, right, within, SPHERE).size());
                assertEquals(
                        0, SpatialJoin.join(engine, right, left, within, SPHERE).size());
            }
        }
    }

    private static void refused(String message, String geometry) {
        Layer fine = Layer.of(List.of(Geometries.wkt("POINT (1 1)")));
        Layer bad = Layer.of(List.of(Geometries.wkt("POINT (1 1)"), Geometries.wkt(geometry)));
        for (List<Layer> sides : List.of(List.of(fine, bad), List.of(bad, fine))) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> SpatialJoin.nearest(engine, sides.get(0), sides.get(1), 1, ANY, SPHERE));
            assertTrue(e.getMessage().contains(message), e::getMessage);
            e = assertThrows(
                    IllegalArgumentException.class,
                    () -> SpatialJoin.join(
                            engine, sides.get(0), sides.get(1), SpatialPredicate.withinDistance(1), SPHERE));
            assertTrue(e.getMessage().contains(message), e::getMessage);
        }
    }

    @Test
    void shouldRefuseWhatHasNoPlace() {
        refused("latitude must be in -90..90: row=1, value=90.5", "LINESTRING (0 0, 5 90.5)");
        refused("latitude must be in -90..90: row=1, value=-1000.0", "MULTIPOINT ((0 0), (5 -1000))");
        refused("row=1, from=10.0 20.0, to=-170.0 -20.0", "LINESTRING (0 0, 10 20, -170 -20)");
        refused("row=1, from=350.0 0.0, to=170.0 0.0", "LINESTRING (350 0, 170 0)");
        refused("row=1, from=180.0 -90.0, to=180.0 90.0", "POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))");
        Layer fine = Layer.of(List.of(Geometries.wkt("POINT (1 1)")));
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            Layer infinite = Layer.of(List.of(FACTORY.createMultiPointFromCoords(
                    new Coordinate[] {new Coordinate(bad, 1), new Coordinate(1, 1)})));
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, infinite, fine, 1, ANY, SPHERE));
            assertTrue(e.getMessage().contains("longitude must be finite: row=0, value=" + bad), e::getMessage);
        }
        Layer points = Layer.of(Points.of(new double[] {0, 0, 7, 91}, 2));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, fine, points, 1, ANY, SPHERE));
        assertTrue(e.getMessage().contains("latitude must be in -90..90: row=1, value=91.0"), e::getMessage);
        e = assertThrows(
                IllegalArgumentException.class,
                () -> SpatialJoin.join(engine, fine, fine, SpatialPredicate.INTERSECTS, SPHERE));
        assertTrue(e.getMessage().contains("predicate=intersects"), e::getMessage);
        for (double bad : new double[] {-1, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, fine, fine, 1, bad, SPHERE));
            Neighbors found = SpatialJoin.nearest(engine, fine, fine, 1, ANY, SPHERE);
            assertThrows(IllegalArgumentException.class, () -> found.within(bad));
        }
    }

    @Test
    void shouldTellProgressAndStop() {
        Layer layer = Layer.of(anywhere(1, 60, 5));
        assertThrows(
                CancellationException.class,
                () -> SpatialJoin.nearest(
                        engine, layer, layer, 2, ANY, SPHERE.withMonitor((done, total) -> done < total)));
        assertThrows(
                CancellationException.class,
                () -> SpatialJoin.join(
                        engine,
                        layer,
                        layer,
                        SpatialPredicate.withinDistance(1e6),
                        SPHERE.withMonitor((done, total) -> false)));
        assertFalse(SpatialJoinOptions.DEFAULT.sphere());
        assertTrue(SPHERE.withFailures(failure -> {}).sphere());
    }
}
