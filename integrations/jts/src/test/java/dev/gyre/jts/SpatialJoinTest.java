package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.util.GeometricShapeFactory;

/** The oracle is a loop over all pairs with the plain predicates of JTS. */
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
        return Stream.of(
                new Case(SpatialPredicate.INTERSECTS, Geometry::intersects),
                new Case(SpatialPredicate.CONTAINS, Geometry::contains),
                new Case(SpatialPredicate.WITHIN, Geometry::within),
                new Case(SpatialPredicate.COVERS, Geometry::covers),
                new Case(SpatialPredicate.COVERED_BY, Geometry::coveredBy),
                new Case(SpatialPredicate.TOUCHES, Geometry::touches),
                new Case(SpatialPredicate.CROSSES, Geometry::crosses),
                new Case(SpatialPredicate.OVERLAPS, Geometry::overlaps),
                new Case(SpatialPredicate.EQUALS, (left, right) -> !left.isEmpty() && left.equalsTopo(right)),
                within(0),
                within(1),
                within(Math.sqrt(2)),
                within(3.5),
                within(Double.POSITIVE_INFINITY));
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
        Oracle contains = (left, right) -> RelateNG.relate(left, right, RelatePredicate.contains());
        Oracle touches = (left, right) -> RelateNG.relate(left, right, RelatePredicate.touches());
        check(new Case(SpatialPredicate.CONTAINS, contains), all, all, "collections");
        check(new Case(SpatialPredicate.TOUCHES, touches), all, all, "collections");
        check(within(1), all, all, "collections");
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
        int[] counts = SpatialJoin.count(engine, left, left, SpatialPredicate.TOUCHES, (done, total) -> true);
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

    @Test
    void shouldNameTheRowsOfAPairThatJtsRefuses() {
        // The rings cross themselves in a way that JTS cannot resolve.
        Geometry bad = Geometries.wkt("POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0), (1 1, 9 1, 9 9, 1 9, 1 1))");
        Geometry other = Geometries.wkt("POLYGON ((0 5, 5 0, 10 5, 5 10, 0 5))");
        Layer left = Layer.of(List.of(Geometries.wkt("POINT (50 50)"), bad));
        Layer right = Layer.of(List.of(other));
        RuntimeException plain = assertThrows(RuntimeException.class, () -> bad.overlaps(other));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> SpatialJoin.join(engine, left, right, SpatialPredicate.OVERLAPS));
        assertTrue(e.getMessage().contains("left row=1, right row=0: " + plain.getMessage()), e::getMessage);
    }

    @Test
    void shouldTellProgressAndStop() {
        Layer layer = Layer.of(Geometries.random(9, 150));
        AtomicLong last = new AtomicLong();
        SpatialJoin.join(engine, layer, layer, SpatialPredicate.OVERLAPS, (done, total) -> {
            assertTrue(0 <= done && done <= total, () -> done + " of " + total);
            last.set(total - done);
            return true;
        });
        assertEquals(0, last.get());
        assertThrows(
                CancellationException.class,
                () -> SpatialJoin.join(engine, layer, layer, SpatialPredicate.OVERLAPS, (done, total) -> false));
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
