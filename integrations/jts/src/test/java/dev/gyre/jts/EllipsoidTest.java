package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares distances on the ellipsoid with published ones and with those of Vincenty's formula ({@link Vincenty}). */
class EllipsoidTest {

    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final SpatialJoinOptions ELLIPSOID = SpatialJoinOptions.DEFAULT.withEllipsoid();
    private static final GeometryFactory FACTORY = new GeometryFactory();

    /** Beyond this distance from the opposite place, in degrees, Vincenty's formula converges. */
    private static final double NEARLY_OPPOSITE = 3;

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

    private static Geometry point(double longitude, double latitude) {
        return FACTORY.createPoint(new Coordinate(longitude, latitude));
    }

    private static double distance(Geometry one, Geometry other) {
        return SpatialJoin.nearest(engine, Layer.of(List.of(one)), Layer.of(List.of(other)), 1, ANY, ELLIPSOID)
                .distance(0, 0);
    }

    /**
     * Quarters of the ellipse and of the equator, published pairs of the documentation of GeographicLib (among them nearly opposite ones),
     * and Vincenty's example of 1975 made for WGS 84: Flinders Peak to Buninyong.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 90, 10001965.729",
        "0, 0, 90, 0, 10018754.171",
        "0, 90, 77, -90, 20003931.459",
        "0, 0, 180, 0, 20003931.459",
        "-179, 0, 179, 0, 222638.982",
        "174.81, -41.32, -5.50, 40.96, 19959679.267",
        "0, -30, 179.8, 29.9, 19989832.828",
        "-73.8, 40.6, 2.55, 49.01666667, 5853226.256",
        "144.424867889, -37.951033417, 143.926495528, -37.652821139, 54972.271",
        "12, 90, -100, 90, 0",
        "180, 33, -180, 33, 0"
    })
    void shouldHavePublishedLengths(double fromLon, double fromLat, double toLon, double toLat, double meters) {
        Geometry from = point(fromLon, fromLat);
        Geometry to = point(toLon, toLat);
        assertEquals(meters, distance(from, to), 1e-3);
        assertEquals(meters, distance(to, from), 1e-3);
        assertEquals(meters, distance(point(fromLon + 360, fromLat), to), 1e-3);
        // The same as geometries that are no points.
        assertEquals(meters, distance(from, FACTORY.createMultiPointFromCoords(to.getCoordinates())), 1e-3);
        Points one = Points.of(new double[] {fromLon, fromLat}, 2);
        Points other = Points.of(new double[] {toLon, toLat}, 2);
        double ofPoints = SpatialJoin.nearest(engine, Layer.of(one), Layer.of(other), 1, ANY, ELLIPSOID)
                .distance(0, 0);
        assertEquals(meters, ofPoints, 1e-3);
    }

    /** Also the k-th neighbor, which the sphere would choose otherwise. */
    @Test
    void shouldFindNearestPoints() {
        long seed = 11;
        Random random = new Random(seed);
        double[] left = places(60, random);
        double[] right = places(500, random);
        Layer lefts = Layer.of(Points.of(left, 2));
        Layer rights = Layer.of(Points.of(right, 2));
        Neighbors found = SpatialJoin.nearest(engine, lefts, rights, 40, ANY, ELLIPSOID);
        Neighbors onSphere =
                SpatialJoin.nearest(engine, lefts, rights, 40, ANY, SpatialJoinOptions.DEFAULT.withSphere());
        Neighbors same = SpatialJoin.nearest(single, lefts, rights, 40, ANY, ELLIPSOID);
        assertEquals("ellipsoid", found.metric().name());
        int others = 0;
        for (int row = 0; row < 60; row++) {
            double[] oracle = new double[500];
            for (int id = 0; id < 500; id++) {
                oracle[id] = Vincenty.distance(left[2 * row], left[2 * row + 1], right[2 * id], right[2 * id + 1]);
            }
            int[] sorted = IntStream.range(0, 500)
                    .boxed()
                    .sorted((one, other) -> Double.compare(oracle[one], oracle[other]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int rank = 0; rank < 40; rank++) {
                String what = "seed=" + seed + ", row=" + row + ", rank=" + rank;
                assertEquals(oracle[found.id(row, rank)], found.distance(row, rank), 1e-3, what);
                assertEquals(oracle[sorted[rank]], found.distance(row, rank), 1e-3, what);
                assertEquals(found.id(row, rank), same.id(row, rank), what);
                assertEquals(found.key(row, rank), same.key(row, rank), what);
                others += found.id(row, rank) == onSphere.id(row, rank) ? 0 : 1;
            }
        }
        assertTrue(others > 50, () -> "the sphere has the same order");
    }

    /** Places anywhere, and near the poles and the 180th meridian. */
    private static double[] places(int count, Random random) {
        double[] places = new double[2 * count];
        for (int i = 0; i < count; i++) {
            Coordinate place = SphereOracle.anywhere(random);
            places[2 * i] = i % 5 == 0 ? 180 + random.nextGaussian() : place.x;
            places[2 * i + 1] = i % 7 == 0 ? Math.copySign(90 - random.nextDouble(), place.y) : place.y;
        }
        return places;
    }

    /** The least distance of the corners of each geometry from the edges of the other one, by samples and nested intervals. */
    private static double oracle(Geometry one, Geometry other) {
        // It finds crossings by samples.
        if (SphereOracle.distance(one, other) < 1e-3) {
            return 0;
        }
        return Math.min(fromCorners(one, other), fromCorners(other, one));
    }

    private static double fromCorners(Geometry corners, Geometry edges) {
        double min = Double.POSITIVE_INFINITY;
        for (Coordinate corner : corners.getCoordinates()) {
            for (Coordinate[] line : Facets.linesAndPoints(edges)) {
                for (int i = 1; i < line.length; i++) {
                    Coordinate start = line[i - 1];
                    Coordinate end = line[i];
                    min = Math.min(min, min(at -> {
                        Coordinate place = SphereOracle.between(start, end, at);
                        return Vincenty.distance(corner.x, corner.y, place.x, place.y);
                    }));
                }
            }
        }
        return min;
    }

    private static double min(DoubleUnaryOperator distance) {
        int samples = 16;
        double at = 0;
        double min = Double.POSITIVE_INFINITY;
        for (int i = 0; i <= samples; i++) {
            double value = distance.applyAsDouble((double) i / samples);
            if (value < min) {
                min = value;
                at = (double) i / samples;
            }
        }
        double from = Math.max(0, at - 1.0 / samples);
        double to = Math.min(1, at + 1.0 / samples);
        for (int step = 0; step < 40; step++) {
            double one = from + (to - from) / 3;
            double other = to - (to - from) / 3;
            if (distance.applyAsDouble(one) < distance.applyAsDouble(other)) {
                to = other;
            } else {
                from = one;
            }
        }
        return Math.min(min, distance.applyAsDouble((from + to) / 2));
    }

    /** Lines, polygons and points of some degrees within 100 degrees of each other. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 1, 12, 20})
    void shouldFindGeometries(double radius) {
        // At the pole and the antimeridian, or elsewhere and at the equator.
        findGeometries(radius, radius == 1 || radius == 20 ? 1 : 3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 1, 12, 20})
    @Tag("thorough")
    void shouldFindGeometriesElsewhere(double radius) {
        findGeometries(radius, radius == 1 || radius == 20 ? 3 : 1);
    }

    private static void findGeometries(double radius, long first) {
        for (long seed = first; seed < first + 2; seed++) {
            Random random = new Random(seed);
            Coordinate middle = Stream.of(
                            new Coordinate(0, 89),
                            new Coordinate(180, -20),
                            new Coordinate(9, 48),
                            new Coordinate(0, 0))
                    .toList()
                    .get((int) seed - 1);
            List<Geometry> left = around(middle, radius, 8, random);
            List<Geometry> right = around(middle, radius, 12, random);
            double[][] oracle = left.stream()
                    .map(one -> right.stream()
                            .mapToDouble(other -> oracle(one, other))
                            .toArray())
                    .toArray(double[][]::new);
            Neighbors found = SpatialJoin.nearest(engine, Layer.of(left), Layer.of(right), 12, ANY, ELLIPSOID);
            Neighbors few = SpatialJoin.nearest(engine, Layer.of(left), Layer.of(right), 3, ANY, ELLIPSOID);
            for (int row = 0; row < left.size(); row++) {
                double[] sorted = Arrays.stream(oracle[row]).sorted().toArray();
                for (int rank = 0; rank < 12; rank++) {
                    double expected = oracle[row][found.id(row, rank)];
                    String what = "seed=" + seed + ", radius=" + radius + ", left=" + left.get(row) + ", right="
                            + right.get(found.id(row, rank));
                    double tolerance = 1e-4 + (expected < 2e6 ? 2.3e-5 : 6e-5) * expected;
                    assertEquals(expected, found.distance(row, rank), tolerance, what);
                    assertEquals(sorted[rank], found.distance(row, rank), tolerance, what);
                    assertTrue(rank == 0 || found.key(row, rank - 1) <= found.key(row, rank), what);
                    assertTrue(rank > 2 || few.id(row, rank) == found.id(row, rank), what);
                }
            }
            checkPairs(left, right, found, "seed=" + seed + ", radius=" + radius);
        }
    }

    /** A join within a distance has the pairs that the nearest ones have up to it. */
    private static void checkPairs(List<Geometry> left, List<Geometry> right, Neighbors all, String what) {
        for (double largest : new double[] {0, 1, all.distance(0, 6), all.distance(3, 2), 3e6, ANY}) {
            SpatialPredicate within = SpatialPredicate.withinDistance(largest);
            Matches pairs = SpatialJoin.join(engine, Layer.of(left), Layer.of(right), within, ELLIPSOID);
            for (int row = 0; row < left.size(); row++) {
                int query = row;
                int[] expected = IntStream.range(0, 12)
                        .filter(rank -> all.distance(query, rank) <= largest)
                        .map(rank -> all.id(query, rank))
                        .sorted()
                        .toArray();
                assertEquals(
                        Arrays.toString(expected),
                        Arrays.toString(pairs.ids(row)),
                        what + ", distance=" + largest + ", row=" + row);
            }
        }
    }

    private static List<Geometry> around(Coordinate middle, double radius, int count, Random random) {
        List<Geometry> geometries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Coordinate center = SphereTest.move(middle, 2.5 * radius * random.nextDouble(), 360 * random.nextDouble());
            Coordinate[] ring = IntStream.range(0, 5)
                    .mapToObj(corner -> SphereTest.move(
                            center,
                            radius * (0.5 + random.nextDouble() / 2),
                            72 * (corner + 0.8 * random.nextDouble())))
                    .toArray(Coordinate[]::new);
            ring[4] = ring[0];
            geometries.add(
                    switch (i % 4) {
                        case 0 -> FACTORY.createPoint(center);
                        case 1 -> FACTORY.createLineString(Arrays.copyOf(ring, 4));
                        case 2 -> FACTORY.createMultiPointFromCoords(Arrays.copyOf(ring, 2));
                        default -> FACTORY.createPolygon(ring);
                    });
        }
        return geometries;
    }

    /** Nearly opposite places, where geodesics are many: only the bounds by the sphere are known. */
    @Test
    void shouldStayInTheBoundsOfTheSphere() {
        long seed = 5;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            Coordinate from = SphereOracle.anywhere(random);
            Coordinate to = SphereTest.move(
                    new Coordinate(from.x + 180, -from.y),
                    NEARLY_OPPOSITE * random.nextDouble(),
                    360 * random.nextDouble());
            double[] vectors = Arcs.of(from, to).vectors();
            double chord = Math.sqrt(Sphere.chordSq(vectors, 0, vectors, 9));
            double length = Ellipsoid.length(vectors, 0, vectors, 9);
            String what = "seed=" + seed + ", from=" + from + ", to=" + to;
            assertTrue(Ellipsoid.leastOfChord(chord) <= length, what);
            assertTrue(Ellipsoid.greatestChord(length) >= chord, what);
            assertTrue(length <= 20_003_931.4587, what);
        }
    }

    /** The bounds hold in all directions for small steps, where the scales are least and greatest. */
    @Test
    void shouldBoundSmallSteps() {
        for (int latitude = -90; latitude <= 90; latitude++) {
            for (int bearing = 0; bearing < 360; bearing += 30) {
                Coordinate from = new Coordinate(20, latitude);
                double[] vectors =
                        Arcs.of(from, SphereTest.move(from, 0.01, bearing)).vectors();
                double chord = Math.sqrt(Sphere.chordSq(vectors, 0, vectors, 9));
                double scale = Ellipsoid.length(vectors, 0, vectors, 9) / (SphereOracle.RADIUS * chord);
                assertTrue(scale >= Ellipsoid.MIN_SCALE && scale < 1.0045, "latitude=" + latitude + ": " + scale);
            }
        }
    }

    @Test
    void shouldHaveOptions() {
        assertTrue(ELLIPSOID.sphere());
        assertTrue(ELLIPSOID.withMonitor(Monitor.NONE).ellipsoid());
        assertTrue(ELLIPSOID.withFailures(failure -> {}).ellipsoid());
        assertFalse(ELLIPSOID.withSphere().ellipsoid());
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> new SpatialJoinOptions(Monitor.NONE, null, false, true));
        assertTrue(e.getMessage().contains("sphere=false"), e::getMessage);
    }

    @Test
    void shouldRefuseWhatTheSphereRefuses() {
        Layer fine = Layer.of(List.of(point(1, 1)));
        Layer bad = Layer.of(List.of(Geometries.wkt("LINESTRING (0 0, 5 90.5)")));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, fine, bad, 1, ANY, ELLIPSOID));
        assertTrue(e.getMessage().contains("latitude must be in -90..90: row=0, value=90.5"), e::getMessage);
        e = assertThrows(
                IllegalArgumentException.class,
                () -> SpatialJoin.join(engine, fine, fine, SpatialPredicate.INTERSECTS, ELLIPSOID));
        assertTrue(e.getMessage().contains("predicate=intersects"), e::getMessage);
        Neighbors found = SpatialJoin.nearest(engine, fine, fine, 1, ANY, ELLIPSOID);
        e = assertThrows(
                IllegalArgumentException.class, () -> found.metric().toSpace(Points.of(new double[] {1, 2}, 2)));
        assertTrue(e.getMessage().contains("metric=ellipsoid"), e::getMessage);
    }

    /** The inverse formula of T. Vincenty, Direct and inverse solutions of geodesics on the ellipsoid, Survey Review 23 (1975). */
    private static final class Vincenty {

        private static final double A = 6_378_137;
        private static final double F = 1 / 298.257223563;
        private static final double B = A * (1 - F);

        static double distance(double fromLon, double fromLat, double toLon, double toLat) {
            double u1 = Math.atan((1 - F) * Math.tan(Math.toRadians(fromLat)));
            double u2 = Math.atan((1 - F) * Math.tan(Math.toRadians(toLat)));
            double l = Math.toRadians(Math.IEEEremainder(toLon - fromLon, 360));
            double lambda = l;
            for (int step = 0; step < 200; step++) {
                double x = Math.cos(u2) * Math.sin(lambda);
                double y = Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * Math.cos(lambda);
                double sinSigma = Math.hypot(x, y);
                if (sinSigma == 0) {
                    return 0;
                }
                double cosSigma = Math.sin(u1) * Math.sin(u2) + Math.cos(u1) * Math.cos(u2) * Math.cos(lambda);
                double sigma = Math.atan2(sinSigma, cosSigma);
                double sinAlpha = Math.cos(u1) * Math.cos(u2) * Math.sin(lambda) / sinSigma;
                double cosSqAlpha = 1 - sinAlpha * sinAlpha;
                double middle = cosSqAlpha < 1e-15 ? 0 : cosSigma - 2 * Math.sin(u1) * Math.sin(u2) / cosSqAlpha;
                double c = F / 16 * cosSqAlpha * (4 + F * (4 - 3 * cosSqAlpha));
                double next = l
                        + (1 - c)
                                * F
                                * sinAlpha
                                * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)));
                if (Math.abs(next - lambda) < 1e-13) {
                    return length(sigma, sinSigma, cosSigma, middle, cosSqAlpha);
                }
                lambda = next;
            }
            // Nearly opposite places, which are farther than all others.
            return 2e7;
        }

        private static double length(double sigma, double sinSigma, double cosSigma, double middle, double cosSqAlpha) {
            double uSq = cosSqAlpha * (A * A - B * B) / (B * B);
            double a = 1 + uSq / 16384 * (4096 + uSq * (-768 + uSq * (320 - 175 * uSq)));
            double b = uSq / 1024 * (256 + uSq * (-128 + uSq * (74 - 47 * uSq)));
            double square = 2 * middle * middle - 1;
            double delta = b
                    * sinSigma
                    * (middle
                            + b
                                    / 4
                                    * (cosSigma * square
                                            - b
                                                    / 6
                                                    * middle
                                                    * (4 * sinSigma * sinSigma - 3)
                                                    * (4 * middle * middle - 3)));
            return B * a * (sigma - delta);
        }
    }
}
