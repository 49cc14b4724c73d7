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
import org.apache.spark.sql.AnalysisException;
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

    @Test
    void shouldAcceptArgumentsByName() {
        assertEquals(
                SparkJoinsTest.rows(engine.knnSelfJoin(POINTS, 4, JoinOptions.DEFAULT.withMetric(Metric.MANHATTAN))),
                sql("SELECT * FROM gyre_knn_self_join(metric => 'manhattan', points => TABLE(points), k => 4)"));
        assertEquals(
                SparkJoinsTest.rows(engine.boxSelfJoin(BOXES, BoxPredicate.INTERSECTS)),
                sql("SELECT * FROM gyre_box_self_join(TABLE(boxes), predicate => 'intersects')"));
    }

    @Test
    void shouldDescribeFunctions() {
        String knn = String.join("\n", sql("DESCRIBE FUNCTION EXTENDED gyre_knn_join"));
        assertTrue(knn.contains("gyre_knn_join(queries, points, k [, metric])"), knn);
        assertTrue(knn.contains("SELECT * FROM gyre_knn_join(TABLE(a), TABLE(b), 3)"), knn);
        String distance = String.join("\n", sql("DESCRIBE FUNCTION EXTENDED gyre_distance"));
        assertTrue(distance.contains("gyre_distance(from, to [, metric])"), distance);
        assertTrue(distance.contains("* to - a point: an array or a struct of numbers, or a vector"), distance);
        for (Row name : session.sql("SHOW USER FUNCTIONS LIKE 'gyre_*'").collectAsList()) {
            String text = String.join("\n", sql("DESCRIBE FUNCTION EXTENDED " + name.getString(0)));
            assertTrue(text.contains("Arguments:") && text.contains("Examples:"), text);
            assertFalse(text.contains("null"), text);
        }
    }

    @Test
    void shouldNameTheSettingThatCannotBeRead() {
        for (String[] wrong : new String[][] {
            {"spark.gyre.method", "fast", "automatic, broadcast-right"},
            {"spark.gyre.partitions", "-1", "in 0..1048576"},
            {"spark.gyre.broadcastBytes", "1m", "a whole number"},
            {"spark.gyre.nulls", "drop", "skip or refuse"}
        }) {
            session.conf().set(wrong[0], wrong[1]);
            try {
                AnalysisException thrown = assertThrows(
                        AnalysisException.class,
                        () -> session.sql("SELECT * FROM gyre_knn_self_join(TABLE(points), 2)"));
                assertTrue(thrown.getMessage().contains(wrong[0] + " must be " + wrong[2]), thrown.getMessage());
            } finally {
                session.conf().unset(wrong[0]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gyre_knn_self_join(TABLE(points), 2, 'euclidean', 3)|WRONG_NUM_ARGS.WITHOUT_SUGGESTION",
                "gyre_knn_self_join(TABLE(points))|REQUIRED_PARAMETER_NOT_FOUND",
                "gyre_knn_self_join(TABLE(points), kk => 2)|UNRECOGNIZED_PARAMETER_NAME",
                "gyre_knn_self_join(TABLE(points), 2, k => 2)|DUPLICATE_ROUTINE_PARAMETER_ASSIGNMENT.BOTH_POSITIONAL_AND_NAMED",
                "gyre_knn_self_join(TABLE(points), int(rand() * 3))|NON_FOLDABLE_ARGUMENT"
            })
    void shouldRefuseArgumentsAsSparkDoes(String call, String condition) {
        AnalysisException thrown =
                assertThrows(AnalysisException.class, () -> session.sql("SELECT 1,\n  * FROM " + call));
        assertEquals(condition, thrown.getCondition(), thrown.getMessage());
        assertEquals(2, thrown.line().get(), thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "array(c0, c1)|two points are needed",
                "array(c0, c1), array(0, 0), 7|two points are needed",
                "c0, c1, c0, c1|a point must be an array or a struct of numbers, or a vector: argument=points.c1, type=double",
                "'a', array(c0, c1)|a point must be an array or a struct of numbers, or a vector: argument='a', type=string",
                "array(c0, c1), array(0, 0), 'near'|there is no metric of this name: name=near",
            })
    void shouldRefusePointsThatHaveNoDistance(String arguments, String message) {
        AnalysisException thrown = assertThrows(
                AnalysisException.class, () -> session.sql("SELECT\n gyre_distance(" + arguments + ") FROM points"));
        assertEquals("DATATYPE_MISMATCH.TYPE_CHECK_FAILURE_WITH_HINT", thrown.getCondition());
        assertTrue(
                thrown.getMessage().contains("\"gyre_distance\" due to data type mismatch: " + message),
                thrown.getMessage());
        assertEquals(2, thrown.line().get(), thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gyre_knn_self_join(TABLE(points) PARTITION BY (id), 2)|a table may not have PARTITION BY",
                "gyre_knn_self_join(TABLE(points) WITH SINGLE PARTITION ORDER BY (id), 2)|a table may not have PARTITION BY",
                "gyre_knn_self_join(TABLE(points), 0)|k must be 1 or more: k=0",
                "gyre_knn_self_join(1, 2)|a table is needed here: parameter=points",
                "gyre_knn_self_join(TABLE(points), 3000000000)|k must be a whole number: k=3000000000",
                "gyre_knn_self_join(TABLE(points), 'a')|k must be a whole number: k=a",
                "gyre_knn_self_join(TABLE(points), 2, 'near')|there is no metric of this name: name=near",
                "gyre_knn_join(TABLE(points), TABLE(boxes), 2)|both sides must have the same dimensions",
                "gyre_radius_self_join(TABLE(points), -1)|distance must be 0 or more",
                "gyre_dbscan(TABLE(points), -1, 5)|eps must be 0 or more: eps=-1.0",
                "gyre_dbscan(TABLE(points), 1, 0)|minPoints must be 1 or more: minPoints=0",
                "gyre_dbscan(TABLE(points), 1, 5, 'hamming')|the metric must be one of sums of squares",
                "gyre_self_pair_counts(TABLE(points), 1)|radii must be an array of numbers: radii=1",
                "gyre_self_pair_counts(TABLE(points), array(1, NULL))|radii must be an array of numbers: radii=array(1, ",
                "gyre_self_pair_counts(TABLE(points), array('a'))|radii must be an array of numbers: radii=array(",
                "gyre_box_self_join(TABLE(boxes), 'near')|there is no predicate of this name: predicate=near",
                "gyre_box_self_join(TABLE(boxes), 'within-distance')|distance must be a number: distance=null",
                "gyre_box_self_join(TABLE(boxes), 'contains', 1)|distance and metric are for within-distance only",
                "gyre_box_self_join(TABLE(boxes), 'contains', metric => 'manhattan')|distance and metric are for within-distance only",
                "gyre_knn_self_join(TABLE(points), NULL)|k must be a whole number: k=null",
                "gyre_knn_self_join(TABLE(SELECT id FROM points), 2)|a side of a join needs ids, then coordinates",
                "gyre_knn_self_join(TABLE(SELECT c0, c1 FROM points), 2)|ids must be byte, short, int",
                "gyre_knn_self_join(TABLE(SELECT id, 'a' AS b FROM points), 2)|coordinates must be numbers: column=b"
            })
    void shouldRefuseWrongArguments(String call, String message) {
        AnalysisException thrown = assertThrows(AnalysisException.class, () -> session.sql("SELECT * FROM " + call));
        assertEquals("DATATYPE_MISMATCH.TYPE_CHECK_FAILURE_WITH_HINT", thrown.getCondition());
        assertEquals("42K09", thrown.getSqlState());
        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
        assertTrue(thrown.getMessage().contains("line 1 pos 14"), thrown.getMessage());
    }
}
