package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
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
    @CsvSource({"PARTITIONED", "BROADCAST_RIGHT", "BROADCAST_LEFT"})
    void shouldKeepColumns(SparkMethod method) {
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
