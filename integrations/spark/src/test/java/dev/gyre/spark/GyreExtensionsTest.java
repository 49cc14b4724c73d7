package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The joins in SQL. */
class GyreExtensionsTest {

    private static final long SEED = 17;

    private static final Points POINTS = ShapedPoints.UNIFORM.points(400, 2, SEED);
    private static final Points QUERIES = ShapedPoints.UNIFORM.points(150, 2, SEED + 1);
    private static final Boxes BOXES = ShapedPoints.UNIFORM.boxes(200, 2, SEED);

    private static Engine engine;
    private static SparkSession session;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2));
        session = LocalSpark.session();
        LocalSpark.table(POINTS, LocalSpark.Layout.SLICES, 2).createOrReplaceTempView("points");
        LocalSpark.table(QUERIES, LocalSpark.Layout.SLICES, 1).createOrReplaceTempView("queries");
        LocalSpark.table(BOXES, LocalSpark.Layout.SLICES, 2).createOrReplaceTempView("boxes");
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static List<String> sql(String text) {
        return LocalSpark.sorted(session.sql(text));
    }

    @Test
    void shouldJoinNeighbors() {
        assertEquals(
                SparkJoinsTest.rows(engine.knnJoin(QUERIES, POINTS, 3)),
                sql("SELECT * FROM gyre_knn_join(TABLE(queries), TABLE(points), 3)"));
        assertEquals(
                SparkJoinsTest.rows(engine.knnSelfJoin(POINTS, 4, JoinOptions.DEFAULT.withMetric(Metric.MANHATTAN))),
                sql("SELECT * FROM gyre_knn_self_join(TABLE(SELECT id, c0, c1 FROM points), 4, 'manhattan')"));
    }

    @Test
    void shouldJoinWithinARadius() {
        assertEquals(
                SparkJoinsTest.rows(engine.distanceJoin(QUERIES, POINTS, 0.1)),
                sql(
                        "WITH few AS (SELECT * FROM queries) SELECT * FROM gyre_radius_join(TABLE(few), TABLE(points), 0.1)"));
        assertEquals(
                SparkJoinsTest.rows(engine.radiusSelfJoin(POINTS, 0.1)),
                sql("SELECT * FROM gyre_radius_self_join(TABLE(points), 0.1)"));
    }

    @Test
    void shouldJoinBoxes() {
        assertEquals(
                SparkJoinsTest.rows(engine.boxJoin(BOXES, BOXES, BoxPredicate.CONTAINS)),
                sql("SELECT * FROM gyre_box_join(TABLE(boxes), TABLE(boxes), 'contains')"));
        assertEquals(
                SparkJoinsTest.rows(engine.boxSelfJoin(BOXES, BoxPredicate.withinDistance(0.02, Metric.CHEBYSHEV))),
                sql("SELECT * FROM gyre_box_self_join(TABLE(boxes), 'within-distance', 0.02, 'chebyshev')"));
    }

    @Test
    void shouldJoinAResultWithItselfAndWithItsInput() {
        assertEquals(
                List.of("[" + POINTS.size() + "]"),
                sql("WITH near AS (SELECT * FROM gyre_knn_self_join(TABLE(points), 1))"
                        + " SELECT count(*) FROM near a JOIN near b ON a.query_id = b.query_id"
                        + " JOIN points p ON p.id = b.neighbor_id WHERE a.distance = b.distance"));
    }

    @ParameterizedTest
    @CsvSource({"JOIN, EXACT, euclidean", "JOIN, APPROX, manhattan", "LEFT JOIN, EXACT, chebyshev"})
    void shouldAnswerNearestByAsSparkDoes(String join, String mode, String metric) {
        String plain = "SELECT q.id, p.id, p.c0 FROM queries q " + join + " points p " + mode
                + " NEAREST 3 BY DISTANCE gyre_distance(%s, array(q.c0, q.c1), p.id, array(p.c0, p.c1), '" + metric
                + "')";
        Dataset<Row> ours = session.sql(plain.formatted("q.id"));
        // If an id is not a column, the rule does not apply: Spark then compares all pairs.
        Dataset<Row> theirs = session.sql(plain.formatted("q.id + 0"));
        assertTrue(ours.queryExecution().toString().contains("GyreJoin"));
        assertFalse(theirs.queryExecution().toString().contains("GyreJoin"));
        assertEquals(LocalSpark.sorted(theirs), LocalSpark.sorted(ours));
        assertEquals(3 * QUERIES.size(), ours.count());
    }

    @Test
    void shouldReadOptionsOfTheSession() {
        session.conf().set("spark.gyre.method", "partitioned");
        session.conf().set("spark.gyre.partitions", "5");
        try {
            Dataset<Row> near = session.sql("SELECT * FROM gyre_knn_self_join(TABLE(points), 2)");
            assertEquals(SparkJoinsTest.rows(engine.knnSelfJoin(POINTS, 2)), LocalSpark.sorted(near));
            assertEquals(5, JoinReport.of(near).get(0).partitions());
        } finally {
            session.conf().unset("spark.gyre.method");
            session.conf().unset("spark.gyre.partitions");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gyre_knn_self_join(TABLE(points), 0)|k must be 1 or more: k=0",
                "gyre_knn_self_join(1, 2)|gyre_knn_self_join needs a table here: argument=1",
                "gyre_knn_self_join(TABLE(points), 'a')|k must be a whole number: k=a",
                "gyre_knn_self_join(TABLE(points), 2, 'near')|there is no metric of this name: name=near",
                "gyre_knn_join(TABLE(points), TABLE(boxes), 2)|both sides must have the same dimensions",
                "gyre_radius_self_join(TABLE(points), -1)|distance must be 0 or more",
                "gyre_box_self_join(TABLE(boxes), 'near')|there is no predicate of this name: predicate=near",
                "gyre_knn_self_join(TABLE(SELECT id FROM points), 2)|a side of a join needs ids, then coordinates",
                "gyre_knn_self_join(TABLE(SELECT c0, c1 FROM points), 2)|ids must be byte, short, int",
                "gyre_knn_self_join(TABLE(SELECT id, 'a' AS b FROM points), 2)|coordinates must be numbers: column=b"
            })
    void shouldRefuseWrongArguments(String call, String message) {
        Exception thrown = assertThrows(
                Exception.class, () -> session.sql("SELECT * FROM " + call).collectAsList());
        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
    }
}
