package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.TopKJoinOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns that come with each match, points in one column, and rows with nulls. */
class JoinedRowsTest {

    private final SparkSession session = LocalSpark.session();

    @AfterEach
    void reset() {
        session.conf().unset("spark.gyre.method");
        session.conf().unset("spark.gyre.partitions");
        session.conf().unset("spark.gyre.nulls");
    }

    @Test
    void shouldLeaveOutNullsIfAsked() {
        session.sql("SELECT id, IF(id % 4 = 1, NULL, double(id)) AS x FROM range(40)")
                .createOrReplaceTempView("some");
        String join = "SELECT * FROM gyre_knn_self_join(TABLE(some), 2)";
        String all = "SELECT * FROM gyre_knn_self_join(TABLE(SELECT * FROM some WHERE x IS NOT NULL), 2)";
        session.conf().set("spark.gyre.nulls", "skip");
        assertEquals(LocalSpark.sorted(session.sql(all)), LocalSpark.sorted(session.sql(join)));
    }

    @ParameterizedTest
    @CsvSource({"PARTITIONED", "BROADCAST_RIGHT"})
    void shouldKeepColumns(SparkMethod method) {
        keepColumns(method);
    }

    @Test
    @Tag("thorough")
    void shouldKeepColumnsOfABroadcastLeftSide() {
        keepColumns(SparkMethod.BROADCAST_LEFT);
    }

    private void keepColumns(SparkMethod method) {
        session.conf().set("spark.gyre.method", method.name());
        session.conf().set("spark.gyre.partitions", "3");
        String points =
                "SELECT id, array(double(id), id % 7) AS at, concat('n', id) AS name, id % 3 AS third FROM range(90)";
        Dataset<Row> near = session.sql("SELECT * FROM gyre_knn_self_join(TABLE(" + points + "), 3)");
        assertEquals(
                List.of(
                        "query_id",
                        "rank",
                        "neighbor_id",
                        "distance",
                        "query_name",
                        "query_third",
                        "neighbor_name",
                        "neighbor_third"),
                List.of(near.columns()));
        assertEquals(270, near.count());
        assertEquals(
                270,
                near.filter(
                                "query_name = concat('n', query_id) AND neighbor_name = concat('n', neighbor_id)"
                                        + " AND query_third = query_id % 3 AND neighbor_third = neighbor_id % 3 AND query_id <> neighbor_id")
                        .count());
        Dataset<Row> pairs =
                session.sql("SELECT * FROM gyre_radius_join(TABLE(" + points + "), TABLE(" + points + "), 2)");
        assertEquals(
                pairs.count(),
                pairs.filter("left_name = concat('n', left_id) AND right_name = concat('n', right_id)")
                        .count());
        Dataset<Row> best = session.sql("SELECT * FROM gyre_top_k_join(TABLE(SELECT id, at, id AS s, name FROM ("
                + points + ")), TABLE(SELECT id, at, id AS s, name FROM (" + points + ")), 5, 2)");
        assertEquals(5, best.filter("left_name = concat('n', left_id)").count());
        Dataset<Row> table = session.sql(points);
        Dataset<Row> byName = SparkJoins.knnSelfJoin(
                PointTable.of(table, "id", "at").keeping("name"),
                3,
                SparkJoinOptions.DEFAULT.withMethod(method).withPartitions(3));
        assertEquals(LocalSpark.sorted(near.drop("query_third", "neighbor_third")), LocalSpark.sorted(byName));
    }

    private static PointTable withoutIds(Dataset<Row> rows) {
        return PointTable.withoutIds(rows, "x", "y");
    }

    @ParameterizedTest
    @CsvSource({"PARTITIONED", "BROADCAST_LEFT"})
    void shouldJoinRowsWithoutIds(SparkMethod method) {
        joinWithoutIds(method);
    }

    @Test
    @Tag("thorough")
    void shouldJoinRowsWithoutIdsByABroadcastRightSide() {
        joinWithoutIds(SparkMethod.BROADCAST_RIGHT);
    }

    /** Each row comes twice, and most distances are those of several points. */
    private void joinWithoutIds(SparkMethod method) {
        SparkJoinOptions options = SparkJoinOptions.DEFAULT.withMethod(method).withPartitions(3);
        Dataset<Row> queries =
                session.sql("SELECT concat('q', id % 30) AS name, double(id % 30) AS x, id % 2 AS y FROM range(60)");
        Dataset<Row> points =
                session.sql("SELECT id % 40 * 3 AS x, 0 AS y, map('id', id % 40) AS tags FROM range(0, 80, 1, 3)");
        Dataset<Row> near = SparkJoins.knnJoin(withoutIds(queries), withoutIds(points), 4, options);
        assertEquals(
                "rank, distance, query_name, query_x, query_y, neighbor_x, neighbor_y, neighbor_tags",
                String.join(", ", near.columns()));
        List<String> ranked = new ArrayList<>();
        for (int query = 0; query < 60; query++) {
            int x = query % 30;
            int y = query % 2;
            double[] distances = IntStream.range(0, 80)
                    .mapToDouble(point -> Math.hypot(x - point % 40 * 3, y))
                    .sorted()
                    .toArray();
            for (int rank = 0; rank < 4; rank++) {
                ranked.add("[%d,%.9f,q%d]".formatted(rank + 1, distances[rank], x));
            }
        }
        String columns = "format_string('[%d,%.9f,%s]', rank, distance, query_name)";
        assertEquals(
                ranked.stream().sorted().toList(),
                near.selectExpr(columns).collectAsList().stream()
                        .map(row -> row.getString(0))
                        .sorted()
                        .toList());
        String matches =
                "neighbor_x = neighbor_tags['id'] * 3 AND abs(distance - hypot(query_x - neighbor_x, query_y)) < 1e-12";
        assertEquals(240, near.filter(matches).count());
        // The choice among equal distances depends on the rows alone.
        assertEquals(
                LocalSpark.sorted(SparkJoins.knnJoin(
                        withoutIds(queries.repartition(5)),
                        withoutIds(points.repartition(2)),
                        4,
                        SparkJoinOptions.DEFAULT)),
                LocalSpark.sorted(near));
        queries.crossJoin(points.toDF("p", "q", "tags"))
                .filter("abs(x - p) <= 2")
                .createOrReplaceTempView("within");
        assertEquals(
                LocalSpark.sorted(session.sql("SELECT abs(x - p), name, p, tags FROM within")),
                LocalSpark.sorted(SparkJoins.radiusJoin(
                                withoutIds(queries), withoutIds(points), 2, options.withMetric(Metric.CHEBYSHEV))
                        .selectExpr("abs(left_x - right_x)", "left_name", "right_x", "right_tags")));
    }

    @Test
    void shouldJoinBoxesWithAllColumns() {
        Dataset<Row> boxes =
                session.sql("SELECT id, double(id) AS low, id + 1.5D AS high, string(id) AS name FROM range(50)");
        BoxTable table = new BoxTable(boxes, null, List.of("low"), List.of("high")).keepingAll();
        Dataset<Row> pairs = SparkJoins.boxJoin(table, table, BoxPredicate.INTERSECTS, SparkJoinOptions.DEFAULT);
        assertEquals(
                "left_id, left_low, left_high, left_name, right_id, right_low, right_high, right_name",
                String.join(", ", pairs.columns()));
        assertEquals(148, pairs.count());
        assertEquals(
                148,
                pairs.filter("abs(left_id - right_id) <= 1 AND left_name = left_id AND right_high = right_id + 1.5D")
                        .count());
    }

    /** Without ids the point is the first column; a self-join needs ids. */
    @Test
    void shouldAcceptSidesOfSqlWithoutIds() {
        session.sql("SELECT array(double(id), 1) AS at, concat('n', id) AS name FROM range(20)")
                .createOrReplaceTempView("named");
        Dataset<Row> near = session.sql(
                "SELECT * FROM gyre_knn_join(TABLE(SELECT id, array(id + 0.1, 1) FROM range(20)), TABLE(named), 1)");
        assertEquals("query_id, rank, distance, neighbor_name", String.join(", ", near.columns()));
        assertEquals(20, near.filter("neighbor_name = concat('n', query_id)").count());
        Exception refused =
                assertThrows(Exception.class, () -> session.sql("SELECT * FROM gyre_knn_self_join(TABLE(named), 1)"));
        assertTrue(refused.getMessage().contains("a self-join needs ids"), refused.getMessage());
        PointTable points = withoutIds(session.sql("SELECT double(id) AS x, 1 AS y, 2 AS s FROM range(9)"));
        assertThrows(
                IllegalArgumentException.class,
                () -> SparkJoins.topKJoin(
                        points, "s", points, "s", TopKJoinOptions.of(2, 1), SparkJoinOptions.DEFAULT));
    }

    @Test
    void shouldReadVectors() {
        Dataset<Row> rows = TestVector.table(session, 60);
        Dataset<Row> near = SparkJoins.knnSelfJoin(PointTable.of(rows, "id", "v"), 2, SparkJoinOptions.DEFAULT);
        Dataset<Row> columns =
                session.sql("SELECT id, double(id * id) AS x, double(0) AS y, double(id % 5) AS z FROM range(60)");
        assertEquals(
                LocalSpark.sorted(SparkJoins.knnSelfJoin(
                        PointTable.of(columns, "id", "x", "y", "z"), 2, SparkJoinOptions.DEFAULT)),
                LocalSpark.sorted(near));
    }

    @Test
    void shouldRefusePointsOfOtherDimensions() {
        session.sql("SELECT id, IF(id = 6, array(1.0D), array(double(id), 2.0D)) AS at FROM range(9)")
                .createOrReplaceTempView("uneven");
        Exception refused = assertThrows(
                IllegalArgumentException.class,
                () -> session.sql("SELECT * FROM gyre_knn_self_join(TABLE(uneven), 1)")
                        .collectAsList());
        assertEquals(
                "points must have one number of coordinates: column=at, coordinates=2: rows=1, ids=[6]",
                refused.getMessage());
    }
}
