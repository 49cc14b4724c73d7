package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.impl.PackedCoordinateSequenceFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** The oracle is a loop over all pairs with JTS's distance, which prepares nothing. Distances must be equal to the last bit. */
class NearestGeometriesTest {

    private static final double ANY = Double.POSITIVE_INFINITY;

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

    private record Near(int row, double distance) {}

    private static List<Near> expected(
            Geometry query, List<? extends Geometry> right, int except, int k, double largest) {
        return IntStream.range(0, right.size())
                .filter(row ->
                        row != except && !query.isEmpty() && !right.get(row).isEmpty())
                .mapToObj(row -> new Near(row, query.distance(right.get(row))))
                .filter(near -> near.distance() <= largest)
                .sorted(Comparator.comparingDouble(Near::distance).thenComparingInt(Near::row))
                .limit(k)
                .toList();
    }

    private static List<Near> found(Neighbors neighbors, int row) {
        return IntStream.range(0, neighbors.count(row))
                .mapToObj(rank -> new Near(neighbors.id(row, rank), neighbors.distance(row, rank)))
                .toList();
    }

    /** Compares searches on several threads and on one with the oracle. */
    private static void check(
            List<? extends Geometry> left, List<? extends Geometry> right, int k, double largest, String name) {
        check(Layer.of(left), Layer.of(right), left, right, k, largest, name);
    }

    /** Performs this with layers that stand for the geometries. */
    private static void check(
            Layer lefts,
            Layer rights,
            List<? extends Geometry> left,
            List<? extends Geometry> right,
            int k,
            double largest,
            String name) {
        Neighbors some = SpatialJoin.nearest(engine, lefts, rights, k, largest, SpatialJoinOptions.DEFAULT);
        Neighbors same = SpatialJoin.nearest(single, lefts, rights, k, largest, SpatialJoinOptions.DEFAULT);
        assertEquals(left.size(), some.queries());
        assertEquals(k, some.k());
        for (int row = 0; row < left.size(); row++) {
            Geometry query = left.get(row);
            List<Near> expected = expected(query, right, -1, k, largest);
            String what = name + ", k=" + k + ", distance<=" + largest + ", row=" + row + ", left=" + query;
            assertEquals(expected, found(some, row), what);
            assertEquals(expected, found(same, row), what);
        }
    }

    private static void checkOthers(List<? extends Geometry> layer, int k, double largest, String name) {
        Neighbors some = SpatialJoin.nearestOthers(engine, Layer.of(layer), k, largest, SpatialJoinOptions.DEFAULT);
        Neighbors same = SpatialJoin.nearestOthers(single, Layer.of(layer), k, largest, SpatialJoinOptions.DEFAULT);
        for (int row = 0; row < layer.size(); row++) {
            List<Near> expected = expected(layer.get(row), layer, row, k, largest);
            String what = name + ", k=" + k + ", distance<=" + largest + ", row=" + row;
            assertEquals(expected, found(some, row), what);
            assertEquals(expected, found(same, row), what);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1_000})
    void shouldFindGeometriesMadeByHand(int k) {
        List<Geometry> all = new ArrayList<>(Geometries.byHand());
        all.addAll(Geometries.collections());
        for (double largest : new double[] {0, 1, Math.sqrt(2), ANY}) {
            check(all, all, k, largest, "by hand");
            checkOthers(all, k, largest, "by hand");
        }
    }

    @Test
    void shouldFindGeometriesOfAllTypes() {
        findAllTypes(10);
    }

    @Test
    @Tag("thorough")
    void shouldFindManyGeometriesOfAllTypes() {
        findAllTypes(1_000);
    }

    /** On a small grid, where many distances are equal. */
    private static void findAllTypes(int rounds) {
        for (long seed = 1; seed <= rounds; seed++) {
            List<Geometry> left = Geometries.ofAllTypes(seed, seed % 3 == 0 ? 1 : 25);
            List<Geometry> right = new ArrayList<>(Geometries.ofAllTypes(seed + 100_000, seed % 3 == 1 ? 6 : 60));
            right.addAll(Geometries.selfCrossing(seed, 5));
            String name = "seed=" + seed;
            for (int k : new int[] {1, 4, 100}) {
                check(left, right, k, ANY, name);
                check(left, right, k, 1, name);
                checkOthers(right, k, ANY, name);
            }
        }
    }

    @Test
    void shouldFindGeometriesOfManyEdges() {
        findManyEdges(6);
    }

    @Test
    @Tag("thorough")
    void shouldFindVeryManyGeometriesOfManyEdges() {
        findManyEdges(500);
    }

    /** Far from one another, so that the trees of edges decide; at some rounds far from 0, where coordinates have few digits left. */
    private static void findManyEdges(int rounds) {
        for (long seed = 1; seed <= rounds; seed++) {
            Random random = new Random(seed);
            double spread = List.of(0.0, 30.0, 100.0).get(random.nextInt(3));
            double away = random.nextInt(3) == 0 ? 1e9 : 0;
            List<Geometry> left = spread(Geometries.ofManyEdges(seed, 30), spread, away, random);
            List<Geometry> right = spread(Geometries.ofManyEdges(seed + 100_000, 60), spread, away, random);
            right.addAll(spread(Geometries.ofAllTypes(seed, 20), spread, away, random));
            check(left, right, 5, ANY, "seed=" + seed);
            check(right, left, 2, 10, "seed=" + seed);
            checkOthers(right, 3, ANY, "seed=" + seed);
        }
    }

    private static List<Geometry> spread(List<Geometry> geometries, double spread, double away, Random random) {
        List<Geometry> moved = new ArrayList<>();
        for (Geometry geometry : geometries) {
            double dx = away + spread * random.nextDouble();
            double dy = away - spread * random.nextDouble();
            Geometry copy = geometry.copy();
            copy.apply((CoordinateFilter) corner -> {
                corner.x += dx;
                corner.y += dy;
            });
            copy.geometryChanged();
            moved.add(copy);
        }
        return moved;
    }

    @Test
    void shouldFindPointsGivenByCoordinates() {
        Random random = new Random(7);
        double[] coordinates = IntStream.range(0, 2 * 300)
                .mapToDouble(i -> i < 200 ? random.nextInt(10) : 10 * random.nextDouble())
                .toArray();
        // Two zeros that are equal.
        coordinates[0] = -0.0;
        coordinates[2] = 0;
        coordinates[1] = 3;
        coordinates[3] = 3;
        Points points = Points.of(coordinates, 2);
        List<Geometry> geometries = IntStream.range(0, points.size())
                .mapToObj(Layer.of(points)::geometry)
                .toList();
        List<Geometry> others = Geometries.ofAllTypes(5, 80);
        check(Layer.of(points), Layer.of(others), geometries, others, 4, ANY, "points, geometries");
        check(Layer.of(others), Layer.of(points), others, geometries, 4, ANY, "geometries, points");
        check(Layer.of(points), Layer.of(points), geometries, geometries, 4, ANY, "points, points");
        Neighbors self = SpatialJoin.nearestOthers(engine, Layer.of(points), 3, 0.5, SpatialJoinOptions.DEFAULT);
        for (int row = 0; row < points.size(); row++) {
            assertEquals(expected(geometries.get(row), geometries, row, 3, 0.5), found(self, row), "row=" + row);
        }
    }

    /** Many points and geometries of few edges, which are searched in groups: near each other, far apart, and all at one place. */
    @Test
    void shouldFindGeometriesOfFewEdgesNearManyPoints() {
        Random random = new Random(11);
        List<Geometry> right = new ArrayList<>();
        for (int row = 0; row < 160; row++) {
            double x = row % 2 == 0 ? random.nextInt(12) : 10 + random.nextGaussian();
            double y = row % 2 == 0 ? random.nextInt(12) : 10 + random.nextGaussian();
            String place = "(" + x + " " + y;
            right.add(Geometries.wkt(
                    switch (row % 5) {
                        case 0 -> "POINT " + place + ")";
                        case 1 -> "LINESTRING " + place + ", " + (x + 1) + " " + y + ")";
                        case 2 -> "POLYGON EMPTY";
                        case 3 ->
                            "POLYGON (" + place + ", " + (x + 2) + " " + y + ", " + (x + 1) + " " + (y + 2) + ", " + x
                                    + " " + y
                                    + "), (" + (x + 0.5) + " " + (y + 0.2) + ", " + (x + 1) + " " + (y + 1) + ", "
                                    + (x + 1)
                                    + " " + (y + 0.2) + ", " + (x + 0.5) + " " + (y + 0.2) + "))";
                        default ->
                            "POLYGON (" + place + ", " + (x + 1e-9) + " " + y + ", " + x + " " + (y + 1e-9) + ", " + x
                                    + " " + y + "))";
                    }));
        }
        for (int shape = 0; shape < 6; shape++) {
            int of = shape;
            double[] coordinates = IntStream.range(0, 2 * 600)
                    .mapToDouble(i -> switch (of) {
                        case 0 -> 14 * random.nextDouble();
                        case 1 -> 3 * (i / 200) + 0.01 * random.nextGaussian();
                        case 2 -> i < 8 ? 1e9 * random.nextGaussian() : random.nextInt(12);
                        case 3 -> 5.25;
                        case 4 -> i / 2 * 0.02;
                        default -> i % 2 == 0 ? -0.0 : i * 0.01;
                    })
                    .toArray();
            Points points = Points.of(coordinates, 2);
            List<Geometry> left = IntStream.range(0, points.size())
                    .mapToObj(Layer.of(points)::geometry)
                    .toList();
            check(Layer.of(points), Layer.of(right), left, right, 5, ANY, "shape " + shape);
            check(Layer.of(points), Layer.of(right), left, right, 1, 0.5, "shape " + shape);
            check(Layer.of(points), Layer.of(right), left, right, 200, 3, "shape " + shape);
        }
    }

    /** The distance of a point in a polygon is 0, on its boundary too, in a hole that of the hole's edge. */
    @Test
    void shouldOrderPolygonsAroundAPointByRow() {
        List<Geometry> right = Stream.of(
                        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 7 4, 7 7, 4 7, 4 4))",
                        "POLYGON ((5 5, 20 5, 20 20, 5 20, 5 5))",
                        "POLYGON EMPTY",
                        "POLYGON ((5 5, -9 5, -9 -9, 5 -9, 5 5))",
                        "POLYGON ((8 5, 9 5, 9 6, 8 6, 8 5))")
                .map(Geometries::wkt)
                .toList();
        List<Geometry> left = List.of(Geometries.wkt("POINT (5 5)"), Geometries.wkt("POINT EMPTY"));
        Neighbors found = SpatialJoin.nearest(engine, Layer.of(left), Layer.of(right), 9);
        assertEquals(List.of(new Near(1, 0), new Near(3, 0), new Near(0, 1), new Near(4, 3)), found(found, 0));
        assertEquals(0, found.count(1));
        assertEquals(Neighbors.NONE, found.id(1, 8));
        assertEquals(Metric.EUCLIDEAN, found.metric());
        assertEquals(JoinMethod.R_TREE, found.report().method());
        assertEquals("jvm", found.report().device().id());
    }

    /** Packed sequences make a new coordinate whenever they are asked. */
    @Test
    void shouldTakePackedCoordinates() throws ParseException {
        WKTReader packed = new WKTReader(new GeometryFactory(PackedCoordinateSequenceFactory.DOUBLE_FACTORY));
        List<Geometry> all = new ArrayList<>();
        for (Geometry geometry : Geometries.ofAllTypes(11, 40)) {
            all.add(packed.read(geometry.toText()));
        }
        check(all, all, 5, ANY, "packed");
    }

    /** As the Antarctic in files whose polygons were cut at the antimeridian: the envelope is that of the shell alone. */
    @Test
    void shouldTakeHolesThatLieOutsideOfTheirShells() {
        List<Geometry> all = List.of(
                Geometries.wkt("POLYGON ((0 0, 10 0, 10 1, 0 1, 0 0), (2 5, 3 5, 3 9, 2 5))"),
                Geometries.wkt(
                        "MULTIPOLYGON (((20 0, 21 0, 21 1, 20 0), (12 5, 13 5, 13 9, 12 5)), ((50 0, 51 0, 51 1, 50 0)))"),
                Geometries.wkt("POINT (3 7)"),
                Geometries.wkt("POINT (9 9)"),
                Geometries.wkt("LINESTRING (3 12, 13 12)"));
        for (int k : new int[] {1, 2, 9}) {
            check(all, all, k, ANY, "holes");
            checkOthers(all, k, ANY, "holes");
        }
    }

    /** With many geometries the tree of boxes has several levels, and searches share the trees of edges. */
    @Test
    void shouldFindAmongManyGeometries() {
        List<Geometry> right = spread(Geometries.random(3, 800), 300, 0, new Random(3));
        List<Geometry> left = spread(Geometries.random(4, 60), 300, 0, new Random(4));
        check(left, right, 7, ANY, "many");
        check(left, right, 7, 12, "many");
        checkOthers(right.subList(0, 150), 2, ANY, "many");
    }

    @Test
    void shouldFindNothingAmongNothing() {
        Layer none = Layer.of(List.of());
        Layer empty = Layer.of(List.of(Geometries.wkt("POINT EMPTY"), Geometries.wkt("GEOMETRYCOLLECTION EMPTY")));
        Layer some = Layer.of(List.of(Geometries.wkt("POINT (1 1)")));
        for (Layer left : List.of(none, empty, some)) {
            for (Layer right : List.of(none, empty)) {
                Neighbors found = SpatialJoin.nearest(engine, left, right, 3);
                assertEquals(left.size(), found.queries());
                for (int row = 0; row < left.size(); row++) {
                    assertEquals(0, found.count(row));
                }
            }
        }
        assertEquals(
                0,
                SpatialJoin.nearestOthers(engine, some, 3, ANY, SpatialJoinOptions.DEFAULT)
                        .count(0));
        assertEquals(
                0,
                SpatialJoin.nearestOthers(engine, none, 3, ANY, SpatialJoinOptions.DEFAULT)
                        .queries());
        assertEquals(
                1, SpatialJoin.nearest(engine, some, some, Integer.MAX_VALUE).count(0));
    }

    @Test
    void shouldTakeTheLargestCoordinates() {
        double max = Points.MAX_MAGNITUDE;
        GeometryFactory factory = new GeometryFactory();
        List<Geometry> all = List.of(
                factory.createPoint(new Coordinate(-max, -max)),
                factory.createPoint(new Coordinate(max, max)),
                factory.createLineString(new Coordinate[] {new Coordinate(-max, max), new Coordinate(0, max)}),
                factory.createPoint(new Coordinate(0, 0)));
        check(all, all, 4, ANY, "largest");
    }

    @Test
    void shouldRefuseWhatHasNoPlace() {
        Layer fine = Layer.of(Geometries.byHand());
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 4 * Points.MAX_MAGNITUDE}) {
            Layer infinite = Layer.of(List.of(
                    Geometries.wkt("POINT (1 1)"), new GeometryFactory().createMultiPointFromCoords(new Coordinate[] {
                                new Coordinate(1, bad), new Coordinate(1, bad)
                            })));
            for (List<Layer> sides : List.of(List.of(fine, infinite), List.of(infinite, fine))) {
                IllegalArgumentException e = assertThrows(
                        IllegalArgumentException.class,
                        () -> SpatialJoin.nearest(engine, sides.get(0), sides.get(1), 1),
                        () -> "value=" + bad);
                assertTrue(e.getMessage().contains("row=1, value=" + bad), e::getMessage);
            }
        }
        assertThrows(IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, fine, fine, 0));
        for (double bad : new double[] {-1, Double.NaN}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> SpatialJoin.nearest(engine, fine, fine, 1, bad, SpatialJoinOptions.DEFAULT));
        }
        Layer points = Layer.of(Points.of(new double[2 * 50_000], 2));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, points, points, 50_000));
        assertTrue(e.getMessage().contains("left rows=50000, k=50000"), e::getMessage);
    }

    @Test
    void shouldTellProgressAndStop() {
        Layer layer = Layer.of(Geometries.random(9, 150));
        AtomicLong last = new AtomicLong(-1);
        SpatialJoin.nearest(engine, layer, layer, 2, ANY, SpatialJoinOptions.DEFAULT.withMonitor((done, total) -> {
            assertTrue(0 <= done && done <= total, () -> done + " of " + total);
            last.set(total - done);
            return true;
        }));
        assertEquals(0, last.get());
        AtomicLong calls = new AtomicLong();
        for (long max : new long[] {0, 1, 2}) {
            calls.set(0);
            assertThrows(
                    CancellationException.class,
                    () -> SpatialJoin.nearest(
                            engine,
                            layer,
                            layer,
                            2,
                            ANY,
                            SpatialJoinOptions.DEFAULT.withMonitor(
                                    (done, total) -> done < total && calls.incrementAndGet() <= max)),
                    () -> "calls=" + max);
        }
        assertNotEquals(0, SpatialJoin.nearest(engine, layer, layer, 2).count(0));
    }
}
