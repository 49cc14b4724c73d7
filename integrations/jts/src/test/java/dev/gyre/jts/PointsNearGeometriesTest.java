package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;

/**
 * The nearest geometries of layers of points, which are searched in groups. In the plane the oracle is a loop with JTS's distance; on the sphere
 * the search for one geometry after another, which {@link SphereTest} compares with an oracle. Both must be equal to the last bit.
 */
class PointsNearGeometriesTest {

    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final SpatialJoinOptions SPHERE = SpatialJoinOptions.DEFAULT.withSphere();
    private static final GeometryFactory FACTORY = new GeometryFactory();

    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(3));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private record Near(int row, double distance) {}

    private static void checkPlane(Points points, List<Geometry> right, int k, double largest, String name) {
        Neighbors found =
                SpatialJoin.nearest(engine, Layer.of(points), Layer.of(right), k, largest, SpatialJoinOptions.DEFAULT);
        for (int row = 0; row < points.size(); row++) {
            Geometry point = Layer.of(points).geometry(row);
            List<Near> expected = IntStream.range(0, right.size())
                    .filter(other -> !right.get(other).isEmpty())
                    .mapToObj(other -> new Near(other, point.distance(right.get(other))))
                    .filter(near -> near.distance() <= largest)
                    .sorted(Comparator.comparingDouble(Near::distance).thenComparingInt(Near::row))
                    .limit(k)
                    .toList();
            int left = row;
            List<Near> near = IntStream.range(0, found.count(row))
                    .mapToObj(rank -> new Near(found.id(left, rank), found.distance(left, rank)))
                    .toList();
            assertEquals(expected, near, name + ", k=" + k + ", distance<=" + largest + ", point=" + point);
        }
    }

    private static void checkSphere(Points points, Layer right, int k, double largest, String name) {
        List<Geometry> asGeometries = IntStream.range(0, points.size())
                .mapToObj(Layer.of(points)::geometry)
                .toList();
        Neighbors found = SpatialJoin.nearest(engine, Layer.of(points), right, k, largest, SPHERE);
        Neighbors expected = SpatialJoin.nearest(engine, Layer.of(asGeometries), right, k, largest, SPHERE);
        for (int row = 0; row < points.size(); row++) {
            String what = name + ", k=" + k + ", distance<=" + largest + ", point=" + asGeometries.get(row);
            assertEquals(expected.count(row), found.count(row), what);
            for (int rank = 0; rank < found.count(row); rank++) {
                assertEquals(expected.id(row, rank), found.id(row, rank), what);
                assertEquals(expected.key(row, rank), found.key(row, rank), what);
            }
        }
    }

    /** Squares that share edges, lines on them, areas of many edges, collections, and what has no points. */
    private static List<Geometry> shapes(double x, double y, double unit) {
        List<Geometry> shapes = new ArrayList<>();
        for (int column = 0; column < 5; column++) {
            for (int row = 0; row < 5; row++) {
                shapes.add(FACTORY.toGeometry(new Envelope(
                        x + column * unit, x + (column + 1) * unit, y + row * unit, y + (row + 1) * unit)));
            }
        }
        Coordinate center = new Coordinate(x + 7 * unit, y + 2 * unit);
        shapes.add(FACTORY.createPoint(center).buffer(unit, 40));
        shapes.add(FACTORY.createPoint(center).buffer(unit / 2, 3));
        shapes.add(FACTORY.createLineString(corners(x, y, unit, 0, 0, 5, 0, 5, 5)));
        shapes.add(FACTORY.createLineString(corners(x, y, unit, 0, 6, 2, 7, 4, 6, 0, 6)));
        shapes.add(FACTORY.createMultiPoint(
                new Point[] {FACTORY.createPoint(center), FACTORY.createPoint(new Coordinate(x, y))}));
        shapes.add(FACTORY.createGeometryCollection(new Geometry[] {
            shapes.get(0), shapes.get(24), FACTORY.createPoint(new Coordinate(x, y + 3 * unit))
        }));
        shapes.add(FACTORY.createMultiLineString(new LineString[] {
            FACTORY.createLineString(corners(x, y, unit, 1, 1, 2, 2)),
            FACTORY.createLineString(corners(x, y, unit, 8, 8, 9, 9))
        }));
        shapes.add(FACTORY.createPolygon());
        shapes.add(FACTORY.createGeometryCollection());
        shapes.add(FACTORY.createPoint(new Coordinate(x + 2 * unit, y + 2 * unit)));
        return shapes;
    }

    private static Coordinate[] corners(double x, double y, double unit, double... places) {
        return IntStream.range(0, places.length / 2)
                .mapToObj(i -> new Coordinate(x + places[2 * i] * unit, y + places[2 * i + 1] * unit))
                .toArray(Coordinate[]::new);
    }

    /** Points on corners and edges, in areas, around them and far away; more than a block has. */
    private static Points points(double x, double y, double unit, double far, int count, Random random) {
        return Points.of(
                IntStream.range(0, count)
                        .boxed()
                        .flatMapToDouble(i -> switch (i % 5) {
                            case 0 -> place(x, y, unit, random.nextInt(7), random.nextInt(7));
                            case 1 -> place(x, y, unit, random.nextInt(13) / 2.0, random.nextInt(7));
                            case 2 -> place(x, y, unit, 10 * random.nextDouble() - 2, 10 * random.nextDouble() - 2);
                            case 3 -> place(x, y, unit, 2 + 1e-6 * random.nextGaussian(), 2);
                            default -> place(x, y, far, random.nextGaussian(), random.nextGaussian());
                        })
                        .toArray(),
                2);
    }

    private static DoubleStream place(double x, double y, double unit, double column, double row) {
        return DoubleStream.of(x + column * unit, y + row * unit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 60})
    void shouldFindEqualDistancesAndCollectionsInThePlane(int k) {
        for (double unit : new double[] {1, 0.1, 1e-150}) {
            Random random = new Random(k);
            List<Geometry> right = shapes(3, -4, unit == 1e-150 ? 1 : unit);
            Points left = points(3, -4, unit, 300, 2_500, random);
            for (double largest : new double[] {0, 0.7, ANY}) {
                checkPlane(left, right, k, largest, "unit=" + unit + ", seed=" + k);
            }
        }
    }

    /** Some edges are too short for their squares. */
    @Test
    void shouldFindTinyGeometries() {
        List<Geometry> right = shapes(0, 0, 1e-160);
        right.addAll(shapes(0, 0, 1e-3));
        checkPlane(points(0, 0, 1e-3, 1, 300, new Random(4)), right, 3, ANY, "tiny, seed=4");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 60})
    void shouldFindTheSameInGroupsOnTheSphere(int k) {
        double[][] places = {{12, 48, 0.001}, {178, -17, 1}, {0, 80, 0.9}, {-30, -1, 8}, {100, 10, 1e-7}};
        for (double[] place : places) {
            Random random = new Random(k);
            Layer right = Layer.of(shapes(place[0], place[1], place[2]));
            Points around = points(place[0], place[1], place[2], Math.min(1, place[2]), 2_000, random);
            Points anywhere = Points.of(
                    IntStream.range(0, 500)
                            .boxed()
                            .flatMapToDouble(i -> DoubleStream.of(
                                    360 * random.nextDouble() - 180,
                                    i < 4 ? 90 - 60 * i : 180 * random.nextDouble() - 90))
                            .toArray(),
                    2);
            for (double largest : new double[] {0, 20_000, ANY}) {
                String name = "place=" + place[0] + " " + place[1] + ", seed=" + k;
                checkSphere(around, right, k, largest, name);
                checkSphere(anywhere, right, k, largest, name);
                checkSphere(around, Layer.of(anywhere), k, largest, name);
            }
        }
    }

    @Test
    void shouldRefuseLatitudesOfPoints() {
        Layer left = Layer.of(Points.of(new double[] {0, 0, 0, 90.5}, 2));
        Layer right = Layer.of(shapes(0, 0, 1));
        IllegalArgumentException error = assertThrows(
                IllegalArgumentException.class, () -> SpatialJoin.nearest(engine, left, right, 1, ANY, SPHERE));
        assertEquals("latitude must be in -90..90: row=1, value=90.5", error.getMessage());
    }
}
