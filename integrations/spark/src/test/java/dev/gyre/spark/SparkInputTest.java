package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types of ids and coordinates, and rows that are refused. */
class SparkInputTest {

    private static final SparkJoinOptions PARTITIONED =
            SparkJoinOptions.DEFAULT.withMethod(SparkMethod.PARTITIONED).withPartitions(5);

    private static Dataset<Row> sql(String text) {
        return LocalSpark.session().sql(text);
    }

    private static String refusal(Dataset<Row> rows) {
        return assertThrows(IllegalArgumentException.class, rows::collectAsList).getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CAST(NULL AS DOUBLE)", "double('NaN')", "double('-Infinity')", "1e200"})
    void shouldRefuseValuesWithColumnAndIds(String value) {
        Dataset<Row> rows =
                sql("SELECT id, 1 AS x, IF(id IN (4, 5), " + value + ", 2.0D) AS y FROM range(0, 20, 1, 2)");
        for (SparkMethod method : List.of(SparkMethod.AUTOMATIC, SparkMethod.PARTITIONED)) {
            assertEquals(
                    "values must be finite, of magnitude 2^500 at most, and not null: column=y: rows=2, ids=[4, 5]",
                    refusal(SparkJoins.knnSelfJoin(
                            PointTable.of(rows, "id", "x", "y"), 2, PARTITIONED.withMethod(method))),
                    method.toString());
        }
    }

    @Test
    void shouldRefuseIdsThatAreNull() {
        Dataset<Row> rows = sql("SELECT IF(id = 4, NULL, id) AS name, 1 AS x FROM range(10)");
        assertEquals(
                "ids must not be null: column=name, rows=1",
                refusal(SparkJoins.radiusSelfJoin(PointTable.of(rows, "name", "x"), 2, PARTITIONED)));
    }

    @Test
    void shouldRefusePointsThatTheMetricDoesNotAccept() {
        Dataset<Row> rows = sql("SELECT id, 0 AS lon, IF(id = 7, 91, 45) AS lat FROM range(10)");
        String refused = refusal(SparkJoins.knnSelfJoin(
                PointTable.of(rows, "id", "lon", "lat"), 2, PARTITIONED.withMetric(Metric.HAVERSINE)));
        assertTrue(refused.startsWith("id=7: latitude must be in -90..90"), refused);
    }

    @Test
    void shouldRefuseBoxesWhoseBoundsAreInTheWrongOrder() {
        Dataset<Row> rows = sql("SELECT id, double(id) AS a, IF(id = 7, 3, id + 1) AS b FROM range(10)");
        String refused = refusal(SparkJoins.boxSelfJoin(
                new BoxTable(rows, "id", List.of("a"), List.of("b")), BoxPredicate.INTERSECTS, PARTITIONED));
        assertEquals("lower bounds of boxes must not be above upper ones: columns=[a, b]: rows=1, ids=[7]", refused);
    }

    @Test
    void shouldRunNothingBeforeRowsAreAskedFor() {
        Dataset<Row> rows = sql("SELECT id, double('NaN') AS x FROM range(10)");
        Dataset<Row> near = SparkJoins.knnSelfJoin(PointTable.of(rows, "id", "x"), 2, PARTITIONED);
        assertEquals(4, near.columns().length);
        String plan = near.queryExecution().explainString(org.apache.spark.sql.execution.SimpleMode$.MODULE$);
        assertTrue(
                plan.contains(
                        "GyreJoin knn self-join: k=2, metric=euclidean, method=PARTITIONED, planned by the sizes when it runs"),
                plan);
        refusal(near);
    }

    @ParameterizedTest
    @CsvSource({"tinyint, 100", "smallint, 200", "int, 200", "bigint, 200", "string, 200", "date, 200", "timestamp, 200"
    })
    void shouldKeepTheTypeAndTheOrderOfIds(String type, int size) {
        // Many equal distances, so that the order of ids decides. Ids are in another order than rows.
        Points points = ShapedPoints.GRID.points(size, 2, 5);
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(numbers, new Random(3));
        IntFunction<Object> id = switch (type) {
            case "tinyint" -> row -> (byte) (numbers.get(row) - 50);
            case "smallint" -> row -> (short) (numbers.get(row) - 150);
            case "int" -> row -> numbers.get(row) - 150;
            case "bigint" -> row -> numbers.get(row) - 150L;
            case "string" -> row -> "city-" + (numbers.get(row) % 9 == 0 ? "é" : "") + numbers.get(row);
            case "date" -> row -> new Date(numbers.get(row) * 86_400_000L);
            default -> row -> new Timestamp(numbers.get(row) * 1000L);
        };
        DataType idType = DataType.fromDDL(type);
        Dataset<Row> table = LocalSpark.table(idType, id, points.toRowMajor(), 2, LocalSpark.Layout.SLICES, 3);
        Dataset<Row> near = SparkJoins.knnSelfJoin(PointTable.of(table, "id", "c0", "c1"), 4, PARTITIONED);
        assertEquals(idType, near.schema().apply("neighbor_id").dataType());
        List<String> expected = expected(points, id, 4);
        assertEquals(expected, LocalSpark.sorted(near));
        assertEquals(
                expected,
                LocalSpark.sorted(SparkJoins.knnSelfJoin(
                        PointTable.of(table, "id", "c0", "c1"),
                        4,
                        PARTITIONED.withMethod(SparkMethod.BROADCAST_RIGHT))));
    }

    /** Rows that share an id are not neighbors of each other, and each is answered. */
    @ParameterizedTest
    @EnumSource(
            value = SparkMethod.class,
            names = {"PARTITIONED", "BROADCAST_RIGHT"})
    void shouldLeaveOutRowsOfTheSameId(SparkMethod method) {
        for (ShapedPoints shape : List.of(ShapedPoints.GRID, ShapedPoints.HOT_SPOT, ShapedPoints.ALL_EQUAL)) {
            Points points = shape.points(200, 2, 5);
            IntFunction<Object> id = row -> (long) row % 70;
            Dataset<Row> table =
                    LocalSpark.table(DataTypes.LongType, id, points.toRowMajor(), 2, LocalSpark.Layout.SLICES, 3);
            assertEquals(
                    expected(points, id, 4),
                    LocalSpark.sorted(SparkJoins.knnSelfJoin(
                            PointTable.of(table, "id", "c0", "c1"), 4, PARTITIONED.withMethod(method))),
                    shape + " by " + method);
        }
    }

    /** The plainest answer: all other rows, in the order of (distance, id). */
    private static List<String> expected(Points points, IntFunction<Object> id, int k) {
        Comparator<Object> byId = (a, b) -> a instanceof String text
                ? Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8), b.toString().getBytes(StandardCharsets.UTF_8))
                : compare(a, b);
        List<String> rows = new ArrayList<>();
        for (int query = 0; query < points.size(); query++) {
            int from = query;
            List<Integer> others = IntStream.range(0, points.size())
                    .boxed()
                    .filter(row -> !id.apply(row).equals(id.apply(from)))
                    .sorted(Comparator.<Integer>comparingDouble(row -> points.distanceSq(from, points, row))
                            .thenComparing(id::apply, byId))
                    .limit(k)
                    .toList();
            for (int rank = 0; rank < others.size(); rank++) {
                int other = others.get(rank);
                rows.add(RowFactory.create(
                                id.apply(query),
                                rank + 1,
                                id.apply(other),
                                Math.sqrt(points.distanceSq(query, points, other)))
                        .toString());
            }
        }
        return rows.stream().sorted().toList();
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    @Test
    void shouldReadCoordinatesOfAnyNumericType() {
        SparkSession session = LocalSpark.session();
        Dataset<Row> rows = session.sql(
                "SELECT id, int(id) AS a, float(id / 4) AS b, decimal(id * 3, 10, 2) AS c, tinyint(id % 5) AS d FROM range(50)"
                        .replace("decimal(id * 3, 10, 2)", "CAST(id * 3 AS DECIMAL(10, 2))"));
        Dataset<Row> doubles =
                rows.selectExpr("id", "double(a) AS a", "double(b) AS b", "double(c) AS c", "double(d) AS d");
        assertEquals(
                LocalSpark.sorted(
                        SparkJoins.knnSelfJoin(PointTable.of(doubles, "id", "a", "b", "c", "d"), 3, PARTITIONED)),
                LocalSpark.sorted(
                        SparkJoins.knnSelfJoin(PointTable.of(rows, "id", "a", "b", "c", "d"), 3, PARTITIONED)));
    }
}
