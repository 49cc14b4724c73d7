package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Joins over Spark give the rows of the engine on one machine, for all methods and partitions. */
class SparkJoinsTest {

    private static final long SEED = 20261122;

    private static final List<BoxPredicate> PREDICATES = List.of(
            BoxPredicate.INTERSECTS,
            BoxPredicate.CONTAINS,
            BoxPredicate.WITHIN,
            BoxPredicate.withinDistance(0.05, Metric.MANHATTAN));

    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    static List<String> rows(Neighbors near) {
        List<String> rows = new ArrayList<>();
        for (int query = 0; query < near.queries(); query++) {
            for (int rank = 0; rank < near.count(query); rank++) {
                rows.add(RowFactory.create(
                                (long) query, rank + 1, (long) near.id(query, rank), near.distance(query, rank))
                        .toString());
            }
        }
        return rows.stream().sorted().toList();
    }

    static List<String> rows(Matches matches) {
        List<String> rows = new ArrayList<>();
        for (int query = 0; query < matches.queries(); query++) {
            for (int rank = 0; rank < matches.count(query); rank++) {
                long id = matches.id(query, rank);
                rows.add((matches.hasDistances()
                                ? RowFactory.create((long) query, id, matches.distance(query, rank))
                                : RowFactory.create((long) query, id))
                        .toString());
            }
        }
        return rows.stream().sorted().toList();
    }

    private static SparkJoinOptions partitioned(int partitions) {
        return SparkJoinOptions.DEFAULT.withMethod(SparkMethod.PARTITIONED).withPartitions(partitions);
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    void shouldFindTheNeighborsOfTheEngine(ShapedPoints shape) {
        checkSelfJoin(shape, 1200, 7);
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    @Tag("thorough")
    void shouldFindTheSameOverAnyPartitions(ShapedPoints shape) {
        checkSelfJoin(shape, 5000, 1, 2, 3, 16, 64);
    }

    private static void checkSelfJoin(ShapedPoints shape, int size, int... partitions) {
        Points points = shape.points(size, 3, SEED);
        List<String> expected = rows(engine.knnSelfJoin(points, 8));
        for (int some : partitions) {
            LocalSpark.Layout layout = LocalSpark.Layout.values()[(some + shape.ordinal()) % 3];
            assertEquals(
                    expected,
                    LocalSpark.sorted(
                            SparkJoins.knnSelfJoin(LocalSpark.points(points, layout, 3), 8, partitioned(some))),
                    shape + ", " + layout + ", over " + some + " partitions, seed " + SEED);
        }
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    void shouldFindTheNeighborsOfTwoSets(SparkMethod method) {
        Points queries = ShapedPoints.GRID.points(1000, 2, SEED);
        Points points = ShapedPoints.GRID.points(2000, 2, SEED + 1);
        assertEquals(
                rows(engine.knnJoin(queries, points, 5)),
                LocalSpark.sorted(SparkJoins.knnJoin(
                        LocalSpark.points(queries, LocalSpark.Layout.SLICES, 3),
                        LocalSpark.points(points, LocalSpark.Layout.HASHED, 4),
                        5,
                        partitioned(5).withMethod(method))),
                method + ", seed " + SEED);
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    void shouldFindThePairsWithinARadius(SparkMethod method) {
        for (ShapedPoints shape : List.of(ShapedPoints.GRID, ShapedPoints.CLUSTERED)) {
            Points left = shape.points(700, 2, SEED);
            Points right = shape.points(900, 2, SEED + 1);
            assertEquals(
                    rows(engine.distanceJoin(left, right, 1)),
                    LocalSpark.sorted(SparkJoins.radiusJoin(
                            LocalSpark.points(left, LocalSpark.Layout.SLICES, 3),
                            LocalSpark.points(right, LocalSpark.Layout.ONE, 1),
                            1,
                            partitioned(6).withMethod(method))),
                    shape + " " + method + ", seed " + SEED);
        }
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    void shouldFindTheBoxes(SparkMethod method) {
        // Partitions depend on the predicate; by the other methods each has one of them.
        int inTurn = method.ordinal() % PREDICATES.size();
        checkBoxes(method, method == SparkMethod.PARTITIONED ? PREDICATES : PREDICATES.subList(inTurn, inTurn + 1));
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    @Tag("thorough")
    void shouldFindTheBoxesOfEachPredicate(SparkMethod method) {
        checkBoxes(method, PREDICATES);
    }

    private static void checkBoxes(SparkMethod method, List<BoxPredicate> predicates) {
        Boxes left = ShapedPoints.UNIFORM.boxes(500, 2, SEED);
        Boxes right = ShapedPoints.UNIFORM.boxes(600, 2, SEED + 5);
        for (BoxPredicate predicate : predicates) {
            assertEquals(
                    rows(engine.boxJoin(left, right, predicate)),
                    LocalSpark.sorted(SparkJoins.boxJoin(
                            LocalSpark.boxes(left, LocalSpark.Layout.HASHED, 3),
                            LocalSpark.boxes(right, LocalSpark.Layout.SLICES, 2),
                            predicate,
                            partitioned(9).withMethod(method))),
                    predicate + " " + method + ", seed " + SEED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "euclidean, 3, 8",
        "squared-euclidean, 2, 8",
        "manhattan, 3, 8",
        "chebyshev, 2, 8",
        "haversine, 2, 8",
        "cosine, 3, 8",
        "inner-product, 3, 3",
        "lp:2.5, 3, 8",
        "euclidean, 20, 4"
    })
    void shouldJoinByEveryMetric(String name, int dims, int partitions) {
        Metric metric = Metric.named(name);
        Points points = ShapedPoints.UNIFORM.points(1200, dims, SEED);
        assertEquals(
                rows(engine.knnSelfJoin(points, 4, JoinOptions.DEFAULT.withMetric(metric))),
                LocalSpark.sorted(SparkJoins.knnSelfJoin(
                        LocalSpark.points(points, LocalSpark.Layout.SLICES, 2),
                        4,
                        partitioned(partitions).withMetric(metric))),
                name + ", seed " + SEED);
    }

    @Test
    void shouldJoinSetsOfOneRowAndNone() {
        Points none = Points.of(new double[0], 2);
        Points one = Points.of(new double[] {1, 2}, 2);
        Points three = ShapedPoints.UNIFORM.points(3, 2, SEED);
        for (SparkMethod method : SparkMethod.values()) {
            checkSets(none, three, method);
            checkSets(three, none, method);
            checkSets(three, one, method);
        }
        checkSets(none, none, SparkMethod.PARTITIONED);
    }

    private static void checkSets(Points left, Points right, SparkMethod method) {
        SparkJoinOptions options = partitioned(2).withMethod(method);
        PointTable leftTable = LocalSpark.points(left, LocalSpark.Layout.SLICES, 1);
        PointTable rightTable = LocalSpark.points(right, LocalSpark.Layout.ONE, 1);
        String what = left.size() + " and " + right.size() + " by " + method;
        assertEquals(
                rows(engine.knnJoin(left, right, 5)),
                LocalSpark.sorted(SparkJoins.knnJoin(leftTable, rightTable, 5, options)),
                what);
        assertEquals(
                rows(engine.distanceJoin(left, right, 0.5)),
                LocalSpark.sorted(SparkJoins.radiusJoin(leftTable, rightTable, 0.5, options)),
                what);
    }

    @Test
    void shouldJoinWithFewerRowsInAPartitionThanNeighbors() {
        Points points = ShapedPoints.UNIFORM.points(200, 2, SEED);
        assertEquals(
                rows(engine.knnSelfJoin(points, 50)),
                LocalSpark.sorted(SparkJoins.knnSelfJoin(
                        LocalSpark.points(points, LocalSpark.Layout.SLICES, 2), 50, partitioned(9))));
    }

    @Test
    void shouldBroadcastASideUpToTheLimit() {
        Points points = ShapedPoints.UNIFORM.points(500, 2, SEED);
        // As Spark lays out rows: 8 bytes for nulls, then the columns.
        long bytes = 500L * 4 * Double.BYTES;
        SparkJoinOptions options = SparkJoinOptions.DEFAULT.withPartitions(4);
        assertEquals("BROADCAST_RIGHT", method(points, options.withBroadcastBytes(bytes)));
        assertEquals("PARTITIONED", method(points, options.withBroadcastBytes(bytes - 1)));
        assertEquals(
                "broadcastBytes must be 0 or more: broadcastBytes=-1",
                assertThrows(IllegalArgumentException.class, () -> options.withBroadcastBytes(-1))
                        .getMessage());
    }

    /** Checks that the rows of a join are those of the engine, and returns the method by which it ran. */
    private static String method(Points points, SparkJoinOptions options) {
        Dataset<Row> near = SparkJoins.knnSelfJoin(LocalSpark.points(points, LocalSpark.Layout.SLICES, 2), 3, options);
        assertEquals(rows(engine.knnSelfJoin(points, 3)), LocalSpark.sorted(near));
        return JoinReport.of(near).get(0).plan().split(":")[0];
    }
}
