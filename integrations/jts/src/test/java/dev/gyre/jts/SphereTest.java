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
import org.junit.jupiter.api.Tag;
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
    static Coordinate move(Coordinate from, double degrees, double bearing) {
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
        findAnywhere(1, radius);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-5, 0.1, 5, 25, 80})
    @Tag("thorough")
    void shouldFindMoreGeometriesAnywhere(double radius) {
        for (long seed = 2; seed <= 5; seed++) {
            findAnywhere(seed, radius);
        }
    }

    private static void findAnywhere(long seed, double radius) {
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
        Coordinate[] ring = ring(new Coordinate(0, -90), 25, 3_000, random);
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
            int min = rank;
            while (min > 0 && found.distance(0, min - 1) == distance) {
                min--;
            }
            double smaller = Math.nextDown(distance);
            if (distance > 0) {
                assertEquals(
                        min,
                        SpatialJoin.nearest(engine, layer, layer, 12, smaller, SPHERE)
                                .count(0));
                Matches pairs =
                        SpatialJoin.join(engine, layer, layer, SpatialPredicate.withinDistance(smaller), SPHERE);
                assertEquals(min, pairs.count(0));
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
