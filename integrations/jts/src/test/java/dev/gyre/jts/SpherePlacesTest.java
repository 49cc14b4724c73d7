package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Places where the sphere differs from the plane: the 180th meridian, poles, halves, and geometries that touch. */
class SpherePlacesTest {

    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final SpatialJoinOptions SPHERE = SpatialJoinOptions.DEFAULT.withSphere();
    private static final GeometryFactory FACTORY = new GeometryFactory();

    /** Half of the circumference. */
    private static final double FARTHEST = Math.PI * SphereOracle.RADIUS;

    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1));
    }

    @AfterAll
    static void close() {
        engine.close();
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
            Coordinate b = SphereTest.move(a, Math.pow(10, 2 - 8 * random.nextDouble()), 360 * random.nextDouble());
            Coordinate on = SphereOracle.between(a, b, random.nextDouble());
            Coordinate away = SphereTest.move(on, 20 * random.nextDouble(), 360 * random.nextDouble());
            Geometry line = FACTORY.createLineString(new Coordinate[] {a, b});
            Geometry other = FACTORY.createLineString(new Coordinate[] {on, away});
            Neighbors found =
                    SpatialJoin.nearest(engine, Layer.of(List.of(line)), Layer.of(List.of(other)), 1, ANY, SPHERE);
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
}
