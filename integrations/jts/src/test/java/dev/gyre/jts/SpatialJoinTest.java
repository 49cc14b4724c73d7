package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Collections;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.util.GeometricShapeFactory;

/** The oracle is a loop over all pairs with JTS's RelateNG, without preparation. */
class SpatialJoinTest {

    private static final int GRID = 9;

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

    /** The predicate in the words of JTS. */
    private record Case(SpatialPredicate predicate, Oracle oracle) {

        @Override
        public String toString() {
            return predicate.toString();
        }
    }

    @FunctionalInterface
    private interface Oracle {
        boolean holds(Geometry left, Geometry right);
    }

    static Stream<Case> cases() {
        return Stream.concat(
                SpatialPredicate.names().stream().map(SpatialPredicate::named).map(SpatialJoinTest::related),
                Stream.of(within(0), within(1), within(Math.sqrt(2)), within(3.5), within(Double.POSITIVE_INFINITY)));
    }

    private static Case related(SpatialPredicate predicate) {
        return new Case(
                predicate,
                (left, right) -> !left.isEmpty() && !right.isEmpty() && Oracles.holds(predicate, left, right));
    }

    private static Case within(double distance) {
        return new Case(
                SpatialPredicate.withinDistance(distance),
                (left, right) -> !left.isEmpty() && !right.isEmpty() && left.isWithinDistance(right, distance));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldJoinGeometriesMadeByHand(Case joined) {
        List<Geometry> all = Geometries.byHand();
        check(joined, all, all, "by hand");
        for (Geometry left : all) {
            for (Geometry right : all) {
                assertEquals(
                        joined.oracle().holds(left, right),
                        joined.predicate().holds(left, right),
                        () -> left + ", " + right);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldJoinRandomGeometries(Case joined) {
        for (long seed = 1; seed <= 3; seed++) {
            int lefts = seed % 3 == 0 ? 5 : 60;
            int rights = seed % 3 == 1 ? 7 : 40;
            List<Geometry> left = Geometries.random(seed, lefts);
            List<Geometry> right = Geometries.random(seed + 1_000, rights);
            check(joined, left, right, "seed=" + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldLocatePointsInAreas(Case joined) {
        List<Geometry> areas = new ArrayList<>(Geometries.byHand());
        areas.addAll(Geometries.random(5, 8));
        double[] grid = new double[2 * GRID * GRID];
        for (int i = 0; i < grid.length / 2; i++) {
            grid[2 * i] = i % GRID;
            grid[2 * i + 1] = i / GRID;
        }
        Points coordinates = Points.of(grid, 2);
        List<Geometry> points = IntStream.range(0, coordinates.size())
                .mapToObj(row -> (Geometry) new GeometryFactory()
                        .createPoint(new Coordinate(coordinates.coordinate(row, 0), coordinates.coordinate(row, 1))))
                .toList();
        check(joined, areas, points, "areas, points");
        for (Engine one : List.of(engine, single)) {
            assertArrayEquals(
                    pairs(one, Layer.of(areas), Layer.of(points), joined.predicate()),
                    pairs(one, Layer.of(areas), Layer.of(coordinates), joined.predicate()));
            assertArrayEquals(
                    pairs(one, Layer.of(points), Layer.of(areas), joined.predicate()),
                    pairs(one, Layer.of(coordinates), Layer.of(areas), joined.predicate()));
        }
    }

    @Test
    void shouldLocatePointsOnTheBoundaryOfManyEdges() {
        GeometricShapeFactory shapes = new GeometricShapeFactory();
        shapes.setEnvelope(new Envelope(0, 100, 0, 100));
        shapes.setNumPoints(5_000);
        Geometry circle = shapes.createCircle();
        Geometry ring = circle.difference(circle.buffer(-10));
        List<Geometry> points = new ArrayList<>();
        for (Coordinate corner : ring.getCoordinates()) {
            points.add(ring.getFactory().createPoint(corner));
        }
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            points.add(ring.getFactory()
                    .createPoint(new Coordinate(100 * random.nextDouble(), 100 * random.nextDouble())));
        }
        for (SpatialPredicate predicate :
                List.of(SpatialPredicate.CONTAINS, SpatialPredicate.COVERS, SpatialPredicate.TOUCHES)) {
            int[] found = pairs(engine, Layer.of(List.of(ring)), Layer.of(points), predicate);
            int[] expected = IntStream.range(0, points.size())
                    .filter(row -> predicate.holds(ring, points.get(row)))
                    .toArray();
            assertArrayEquals(expected, IntStream.of(found).map(i -> i).toArray(), predicate.toString());
        }
    }

    @Test
    void shouldTakeCollectionsAsUnions() {
        List<Geometry> all = new ArrayList<>(Geometries.collections());
        all.addAll(Geometries.byHand());
        cases().forEach(joined -> check(joined, all, all, "collections"));
        Geometry square = Geometries.wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
        // The second collection is this square in two halves.
        assertEquals(
                1,
                pairs(engine, Layer.of(List.of(square)), Layer.of(all.subList(1, 2)), SpatialPredicate.EQUALS).length);
    }

    @Test
    void shouldFindNothingAmongNothing() {
        Layer none = Layer.of(List.of());
        Layer points = Layer.of(Points.of(new double[] {1, 2, 3, 4}, 2));
        for (Layer left : List.of(none, points)) {
            Matches found = SpatialJoin.join(engine, left, none, SpatialPredicate.INTERSECTS);
            assertEquals(left.size(), found.queries());
            assertEquals(0, found.size());
        }
        assertEquals(
                0,
                SpatialJoin.join(engine, none, points, SpatialPredicate.INTERSECTS)
                        .queries());
    }

    @Test
    void shouldCount() {
        Layer left = Layer.of(Geometries.byHand());
        Matches found = SpatialJoin.join(engine, left, left, SpatialPredicate.TOUCHES);
        int[] counts = SpatialJoin.count(engine, left, left, SpatialPredicate.TOUCHES, SpatialJoinOptions.DEFAULT);
        assertArrayEquals(IntStream.range(0, left.size()).map(found::count).toArray(), counts);
        assertTrue(found.size() > 0);
    }

    @Test
    void shouldRefuseWhatHasNoPlace() {
        Layer fine = Layer.of(Geometries.byHand());
        Layer infinite = Layer.of(List.of(
                Geometries.wkt("POINT (1 1)"),
                new GeometryFactory().createPoint(new Coordinate(1, Double.POSITIVE_INFINITY))));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> SpatialJoin.join(engine, fine, infinite, SpatialPredicate.INTERSECTS));
        assertTrue(e.getMessage().contains("row=1, value=Infinity"), e::getMessage);
        assertThrows(IllegalArgumentException.class, () -> Layer.of(Points.of(new double[3], 3)));
        assertThrows(IllegalArgumentException.class, () -> SpatialPredicate.withinDistance(-1));
        assertThrows(IllegalArgumentException.class, () -> SpatialPredicate.withinDistance(Double.NaN));
    }

    /** The older relate of JTS finds a crossing at the end of the common segment, and no overlap. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "MULTILINESTRING ((3 6, 3 8, 7 5), (3 1, 7 5, 3 8));MULTILINESTRING ((3 8, 7 5, 4 9), (6 9, 6 7, 7 1));"
                        + "intersects overlaps",
                "LINESTRING (0 0, 4 4);LINESTRING (2 2, 6 6);intersects overlaps",
                "LINESTRING (0 0, 4 4);LINESTRING (0 4, 4 0);intersects crosses",
                "LINESTRING (0 0, 4 4);LINESTRING (4 4, 4 0);intersects touches",
                "LINESTRING (0 0, 4 4);POLYGON ((1 1, 9 1, 9 9, 1 9, 1 1));intersects crosses",
                "LINESTRING (1 1, 9 1);POLYGON ((1 1, 9 1, 9 9, 1 9, 1 1));intersects covered-by touches",
                "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0));POLYGON ((1 1, 2 1, 2 2, 1 1));intersects contains covers",
                "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0));POLYGON ((4 4, 0 4, 0 0, 4 0, 4 4));"
                        + "intersects contains within covers covered-by equals",
                "MULTIPOINT ((0 0), (9 9));POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0));intersects touches",
                "MULTIPOINT ((1 1), (9 9));POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0));intersects crosses",
                "MULTIPOINT ((1 1), (9 9));MULTIPOINT ((1 1), (2 2));intersects overlaps"
            })
    void shouldGiveWhatTheMatrixOfARelationSays(String one, String other, String names) {
        List<Geometry> left = Collections.nCopies(3, Geometries.wkt(one));
        List<Geometry> right = Collections.nCopies(2, Geometries.wkt(other));
        for (String name : SpatialPredicate.names()) {
            SpatialPredicate predicate = SpatialPredicate.named(name);
            int expected = List.of(names.split(" ")).contains(name) ? 1 : 0;
            for (int copies = 1; copies <= 2; copies++) {
                Layer lefts = Layer.of(left.subList(0, copies == 1 ? 1 : 3));
                Layer rights = Layer.of(right.subList(0, copies));
                int all = expected * lefts.size() * rights.size();
                assertEquals(all, pairs(engine, lefts, rights, predicate).length, name);
                assertEquals(all, pairs(engine, rights, lefts, predicate.converse()).length, name);
            }
        }
    }

    /** The older relate ends with an exception for most of these pairs. */
    @Test
    void shouldJoinPolygonsThatCrossThemselves() {
        List<Geometry> states = Geometries.selfCrossing(7, 40);
        assertTrue(states.stream().anyMatch(state -> !state.isValid()));
        List<Geometry> others = new ArrayList<>(Geometries.random(8, 40));
        others.addAll(states);
        for (String name : SpatialPredicate.names()) {
            check(related(SpatialPredicate.named(name)), states, others, "states");
        }
        check(within(1), states, others, "states");
        Geometry crossing = Geometries.wkt("POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0), (1 1, 9 1, 9 9, 1 9, 1 1))");
        Geometry diamond = Geometries.wkt("POLYGON ((0 5, 5 0, 10 5, 5 10, 0 5))");
        assertThrows(RuntimeException.class, () -> crossing.overlaps(diamond));
        assertArrayEquals(
                new int[] {0},
                pairs(engine, Layer.of(List.of(crossing)), Layer.of(List.of(diamond)), SpatialPredicate.OVERLAPS));
    }

    /** An area that is not valid has the same points whether it is prepared or not. */
    @Test
    void shouldLocatePointsInAreasThatOverlapThemselvesAlike() {
        Geometry area = Geometries.wkt("MULTIPOLYGON (((0 0, 6 0, 6 6, 0 6, 0 0)), ((3 3, 9 3, 9 9, 3 9, 3 3)))");
        List<Geometry> points = Stream.of("POINT (1 1)", "POINT (4 4)", "POINT (8 8)", "POINT (6 1)", "POINT (7 1)")
                .map(Geometries::wkt)
                .toList();
        for (String name : List.of("contains", "intersects", "touches", "covers")) {
            SpatialPredicate predicate = SpatialPredicate.named(name);
            int[] together = pairs(engine, Layer.of(List.of(area)), Layer.of(points), predicate);
            int[] alone = IntStream.range(0, points.size())
                    .filter(row ->
                            pairs(engine, Layer.of(List.of(area)), Layer.of(points.subList(row, row + 1)), predicate)
                                            .length
                                    == 1)
                    .toArray();
            int[] plain = IntStream.range(0, points.size())
                    .filter(row -> predicate.holds(area, points.get(row)))
                    .toArray();
            int[] turned = IntStream.range(0, points.size())
                    .filter(row -> predicate.converse().holds(points.get(row), area))
                    .toArray();
            assertArrayEquals(together, alone, name);
            assertArrayEquals(together, plain, name);
            assertArrayEquals(together, turned, name);
        }
    }

    /** RelateNG fails for areas in a collection that touch, if one has a coordinate twice in a row. */
    @Test
    void shouldTakeCoordinatesTwiceInARowInCollections() {
        Geometry halves = Geometries.wkt("GEOMETRYCOLLECTION (POLYGON ((0 0, 2 0, 2 0, 2 4, 0 4, 0 0)), "
                + "POLYGON ((2 0, 4 0, 4 4, 2 4, 2 4, 2 0)))");
        Geometry line = Geometries.wkt("LINESTRING (2 -1, 2 0, 2 4, 2 4, 2 5)");
        assertThrows(RuntimeException.class, () -> RelateNG.relate(halves, line, RelatePredicate.crosses()));
        assertTrue(SpatialPredicate.CROSSES.holds(line, halves));
        assertTrue(SpatialPredicate.CONTAINS.holds(halves, Geometries.wkt("LINESTRING (2 0, 2 4)")));
        Layer layer = Layer.of(List.of(halves, halves));
        assertEquals(4, pairs(engine, layer, Layer.of(List.of(line, line)), SpatialPredicate.CROSSES).length);
        assertSame(halves, layer.geometry(0));
    }

    @Test
    void shouldNameTheRowsOfAPairThatCannotBeCompared() {
        Geometry square = Geometries.wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
        Geometry bad = new Refusing();
        Layer left = Layer.of(List.of(Geometries.wkt("POINT (50 50)"), square, square));
        Layer right = Layer.of(List.of(square, bad, square));
        for (Engine one : List.of(engine, single)) {
            IncomparableException e = assertThrows(
                    IncomparableException.class, () -> SpatialJoin.join(one, left, right, SpatialPredicate.OVERLAPS));
            assertEquals(1, e.right());
            assertTrue(e.getMessage().contains("left row=" + e.left() + ", right row=1: no corners"), e::getMessage);
            assertEquals("no corners", e.reason());
            List<String> skipped = new ArrayList<>();
            SpatialJoinOptions options =
                    SpatialJoinOptions.DEFAULT.withFailures(pair -> skipped.add(pair.left() + " " + pair.right()));
            Matches found = SpatialJoin.join(one, left, right, SpatialPredicate.EQUALS, options);
            assertEquals(List.of("1 1", "2 1"), skipped);
            assertArrayEquals(new int[] {0, 2}, found.ids(1));
            assertArrayEquals(
                    new int[] {0, 2, 2}, SpatialJoin.count(one, left, right, SpatialPredicate.EQUALS, options));
        }
    }

    /** A polygon whose corners cannot be read. */
    private static final class Refusing extends Polygon {

        private static final long serialVersionUID = 1L;

        Refusing() {
            super(
                    (LinearRing) Geometries.wkt("LINEARRING (0 0, 4 0, 4 4, 0 4, 0 0)"),
                    new LinearRing[0],
                    new GeometryFactory());
        }

        @Override
        public LinearRing getExteriorRing() {
            throw new IllegalStateException("no corners");
        }
    }

    @Test
    void shouldRefuseCollectionsThatNestTooDeeply() {
        Geometry point = Geometries.wkt("POINT (1 1)");
        Geometry hundred = nested(point, 100);
        assertArrayEquals(
                new int[] {0},
                pairs(engine, Layer.of(List.of(hundred)), Layer.of(List.of(point)), SpatialPredicate.EQUALS));
        List<Geometry> deep = List.of(point, nested(point, 5_000));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Layer.of(deep));
        assertTrue(e.getMessage().contains("more than 100 levels: row=1"), e::getMessage);
    }

    private static Geometry nested(Geometry geometry, int levels) {
        Geometry nested = geometry;
        for (int level = 0; level < levels; level++) {
            nested = new GeometryFactory().createGeometryCollection(new Geometry[] {nested});
        }
        return nested;
    }

    @Test
    void shouldJoinGeometriesOfAllTypes() {
        joinAllTypes(12);
    }

    @Test
    @Tag("thorough")
    void shouldJoinManyGeometriesOfAllTypes() {
        joinAllTypes(600);
    }

    /** Geometries of all types on a small grid, so that most meet in some special way; every third round has one left row alone. */
    private static void joinAllTypes(int rounds) {
        for (long seed = 1; seed <= rounds; seed++) {
            List<Geometry> left = Geometries.ofAllTypes(seed, seed % 3 == 0 ? 1 : 25);
            List<Geometry> right = Geometries.ofAllTypes(seed + 100_000, seed % 3 == 1 ? 6 : 25);
            String name = "seed=" + seed;
            cases().forEach(joined -> check(joined, left, right, name));
        }
    }

    /** Pairs that lie apart, in each other and in holes, or cross plainly are decided without RelateNG. */
    @Test
    void shouldJoinGeometriesOfManyEdges() {
        joinManyEdges(8);
    }

    @Test
    @Tag("thorough")
    void shouldJoinVeryManyGeometriesOfManyEdges() {
        joinManyEdges(600);
    }

    private static void joinManyEdges(int rounds) {
        for (long seed = 1; seed <= rounds; seed++) {
            List<Geometry> left = Geometries.ofManyEdges(seed, seed % 3 == 0 ? 1 : 20);
            List<Geometry> right = new ArrayList<>(Geometries.ofManyEdges(seed + 100_000, seed % 3 == 1 ? 6 : 20));
            right.add(left.getFirst());
            right.addAll(Geometries.selfCrossing(seed, 3));
            for (String name : SpatialPredicate.names()) {
                check(related(SpatialPredicate.named(name)), left, right, "seed=" + seed);
                check(related(SpatialPredicate.named(name)), right, left, "seed=" + seed);
            }
            check(within(0.3), left, right, "seed=" + seed);
        }
    }

    /** Where edges meet in a corner, nearly meet, or cross within a rounding of a corner, RelateNG decides. */
    @Test
    void shouldJoinEdgesThatNearlyMeet() {
        Geometry area = Geometries.wkt(
                "POLYGON ((0 0, 9 0, 9 9, 5 3, 1 9, 0 0), (2 1, 2 2, 3 2, 3 1, 2 1), (4 1, 5 1, 4 2, 4 1))");
        List<Geometry> others = Geometries.nearCorners();
        List<Geometry> areas = List.of(area, area.getBoundary(), area);
        for (String name : SpatialPredicate.names()) {
            check(related(SpatialPredicate.named(name)), areas, others, name);
            check(related(SpatialPredicate.named(name)), others, areas, name);
        }
    }

    @Test
    void shouldTellProgressAndStop() {
        Layer layer = Layer.of(Geometries.random(9, 150));
        AtomicLong last = new AtomicLong();
        SpatialJoin.join(
                engine,
                layer,
                layer,
                SpatialPredicate.OVERLAPS,
                SpatialJoinOptions.DEFAULT.withMonitor((done, total) -> {
                    assertTrue(0 <= done && done <= total, () -> done + " of " + total);
                    last.set(total - done);
                    return true;
                }));
        assertEquals(0, last.get());
        assertThrows(
                CancellationException.class,
                () -> SpatialJoin.join(
                        engine,
                        layer,
                        layer,
                        SpatialPredicate.OVERLAPS,
                        SpatialJoinOptions.DEFAULT.withMonitor((done, total) -> false)));
        assertTrue(
                SpatialJoin.join(engine, layer, layer, SpatialPredicate.EQUALS).size() >= layer.size());
    }

    @Test
    void shouldKnowItsPredicatesByName() {
        for (String name : SpatialPredicate.names()) {
            assertEquals(name, SpatialPredicate.named(name).name());
            SpatialPredicate predicate = SpatialPredicate.named(name);
            assertEquals(predicate, predicate.converse().converse());
        }
        assertEquals(SpatialPredicate.COVERED_BY, SpatialPredicate.COVERS.converse());
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> SpatialPredicate.named("near"));
        assertTrue(e.getMessage().contains("covered-by"), e::getMessage);
    }

    private static int[] pairs(Engine engine, Layer left, Layer right, SpatialPredicate predicate) {
        Matches found = SpatialJoin.join(engine, left, right, predicate);
        return IntStream.range(0, found.queries())
                .flatMap(row -> IntStream.of(found.ids(row)).map(match -> row * right.size() + match))
                .toArray();
    }

    /** Compares joins on several threads and on one with the oracle. */
    private static void check(Case joined, List<Geometry> left, List<Geometry> right, String name) {
        int[] expected = IntStream.range(0, left.size() * right.size())
                .filter(pair -> joined.oracle().holds(left.get(pair / right.size()), right.get(pair % right.size())))
                .toArray();
        for (Engine one : List.of(engine, single)) {
            int[] found = pairs(one, Layer.of(left), Layer.of(right), joined.predicate());
            assertArrayEquals(expected, found, () -> name + ", " + joined);
        }
    }
}
