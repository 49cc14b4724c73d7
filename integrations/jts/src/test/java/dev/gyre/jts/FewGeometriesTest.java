package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;

/** Joins of few geometries or points with many points, which build no tree, beside loops over all pairs. */
class FewGeometriesTest {

    private static final int SIZE = (1 << 17) + 5;

    private static Points points() {
        Random random = new Random(5);
        return Points.of(
                IntStream.range(0, 2 * SIZE)
                        .mapToDouble(i -> i % 7 == 0 ? random.nextInt(11) : 10 * random.nextDouble())
                        .toArray(),
                2);
    }

    @Test
    void shouldJoinFewGeometriesWithManyPoints() {
        List<Geometry> left = List.of(
                Geometries.wkt("POLYGON ((1 1, 3 1, 3 3, 1 3, 1 1), (2 2, 2.5 2, 2.5 2.5, 2 2))"),
                Geometries.wkt("POINT EMPTY"),
                Geometries.wkt("MULTIPOLYGON (((4 4, 5 4, 5 5, 4 4)), ((7 7, 8 7, 8 8, 7 7)))"),
                Geometries.wkt("LINESTRING (0 9, 10 9)"));
        Points points = points();
        Layer layer = Layer.of(points);
        List<Geometry> right =
                IntStream.range(0, SIZE).mapToObj(layer::geometry).toList();
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            Matches meets = SpatialJoin.join(engine, Layer.of(left), layer, SpatialPredicate.INTERSECTS);
            Matches near = SpatialJoin.join(engine, Layer.of(left), layer, SpatialPredicate.withinDistance(0.5));
            assertEquals(JoinMethod.BRUTE_FORCE, near.report().method());
            for (int row = 0; row < left.size(); row++) {
                Geometry asked = left.get(row);
                int[] expected = IntStream.range(0, SIZE)
                        .filter(point -> asked.intersects(right.get(point)))
                        .toArray();
                assertArrayEquals(expected, meets.ids(row), "row=" + row);
                int[] expectedNear = IntStream.range(0, SIZE)
                        .filter(point -> !asked.isEmpty() && asked.distance(right.get(point)) <= 0.5)
                        .toArray();
                assertArrayEquals(expectedNear, near.ids(row), "row=" + row);
            }
        }
    }

    @Test
    void shouldSearchForFewPointsWithoutATree() {
        Points points = points();
        Points few = Points.of(new double[] {5, 5, 0, 0, 20, 20}, 2);
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            Matches found = engine.distanceJoin(few, points, 1);
            assertEquals(JoinMethod.BRUTE_FORCE, found.report().method());
            Matches byTree = engine.distanceJoin(few, points, 1, JoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE));
            assertArrayEquals(byTree.toOffsetArray(), found.toOffsetArray());
            assertArrayEquals(byTree.toDistanceArray(), found.toDistanceArray());
            for (int query = 0; query < few.size(); query++) {
                assertArrayEquals(byTree.ids(query), found.ids(query), "query=" + query);
            }
            assertEquals(0, found.count(2));
        }
    }
}
