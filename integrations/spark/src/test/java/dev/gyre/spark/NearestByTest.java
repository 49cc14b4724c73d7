package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * NEAREST BY, from Spark 4.2 on: all columns of both sides come with a match, as from Spark's own join of nearest rows, which compares all
 * pairs.
 */
class NearestByTest {

    /** Few columns of fixed width, with and without nulls, are written in another way. */
    private static final List<String> JOINS =
            List.of("* FROM q LEFT JOIN", "q.name, p.x FROM q JOIN", "* FROM q JOIN", "p.id, p.flag FROM q LEFT JOIN");

    /** Columns of any type, some of them null. Ids repeat; some coordinates are null. */
    private static final String TABLE = """
            SELECT IF(id %% 5 = 0, NULL, id %% 40) AS id, CAST(rand(%1$d) AS FLOAT) AS x, IF(id %% 17 = 3, NULL, rand(%2$d)) AS y,
                repeat('é', int(id %% 30)) AS name, CAST(id / 7 AS DECIMAL(30, 5)) AS price, array(id, NULL) AS list,
                map('k', id) AS map, named_struct('a', id, 'b', string(id)) AS struct, IF(id %% 3 = 0, NULL, id > 9) AS flag,
                make_dt_interval(id) AS days
            FROM range(0, %3$d, 1, 3)
            """;

    /** The rows of Spark's own joins. */
    private static final Map<String, List<String>> EXPECTED = new HashMap<>();

    private static SparkSession session;

    @BeforeAll
    static void makeTables() {
        session = LocalSpark.session();
        session.sql(TABLE.formatted(1, 2, 45)).localCheckpoint().createOrReplaceTempView("q");
        session.sql(TABLE.formatted(3, 4, 65)).localCheckpoint().createOrReplaceTempView("p");
    }

    @AfterEach
    void reset() {
        session.conf().unset("spark.gyre.method");
        session.conf().unset("spark.gyre.partitions");
        session.conf().unset("spark.gyre.nulls");
        session.conf().unset("spark.gyre.crossJoin");
    }

    private static boolean isOurs(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .toString()
                .contains("GyreJoin");
    }

    /** Compares with the join of Spark, which takes another ranking for one that it must compute itself. */
    private void check(String statement) {
        Dataset<Row> ours = session.sql(statement.replace("1 * ", ""));
        Dataset<Row> theirs = session.sql(statement);
        assertTrue(isOurs(ours), statement);
        assertFalse(isOurs(theirs), statement);
        List<String> expected = EXPECTED.computeIfAbsent(statement, missing -> LocalSpark.sorted(theirs));
        assertEquals(expected, LocalSpark.sorted(ours), statement);
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    void shouldGiveAllColumnsOfBothSides(SparkMethod method) {
        checkColumns(method, method == SparkMethod.PARTITIONED ? JOINS : JOINS.subList(0, 2));
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    @Tag("thorough")
    void shouldGiveAllColumnsOfBothSidesByAnyMethod(SparkMethod method) {
        checkColumns(method, JOINS);
    }

    private void checkColumns(SparkMethod method, List<String> joins) {
        session.conf().set("spark.gyre.method", method.name());
        session.conf().set("spark.gyre.partitions", "4");
        for (String join : joins) {
            check("SELECT " + join
                    + " p EXACT NEAREST 4 BY DISTANCE 1 * gyre_distance(array(q.x, q.y), array(p.x, p.y))");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q.id, array(q.x, q.y), p.id, array(p.x, p.y)",
                "p.id, array(p.x, p.y), q.id, array(q.x, q.y), 'manhattan'",
                "q.id + 0, array(q.x + 1, 2 * q.y), p.price, array(p.x, p.y)",
                "struct(q.x, q.y), struct(p.x, p.y), 'chebyshev'",
                "array(q.x, q.y), array(p.x, p.y), lower('MANHATTAN')",
                "filter(array(q.x, q.y), c -> true), array(p.x, p.y)",
                "filter(array(q.x, q.y), c -> true), filter(array(p.x, p.y), c -> true)"
            })
    void shouldReadPointsOfAnyForm(String arguments) {
        check("SELECT q.name, p.* FROM q JOIN p EXACT NEAREST 3 BY DISTANCE 1 * gyre_distance(" + arguments + ")");
    }

    @Test
    void shouldJoinATableWithItself() {
        check("SELECT a.name, b.price FROM p a JOIN p b EXACT NEAREST 2 BY DISTANCE"
                + " 1 * gyre_distance(array(a.x, a.y), array(b.x, b.y))");
        check("WITH n AS (SELECT a.name, b.price FROM p a JOIN p b EXACT NEAREST 2 BY DISTANCE"
                + " 1 * gyre_distance(array(a.x, a.y), array(b.x, b.y)))"
                + " SELECT count(*) FROM n JOIN n AS m ON n.price = m.price");
    }

    @Test
    void shouldJoinByTheMethodOfDataSets() {
        Dataset<Row> queries = session.table("q");
        Dataset<Row> points = session.table("p");
        Dataset<Row> near = queries.nearestByJoin(
                points,
                functions.call_function(
                        "gyre_distance",
                        functions.array(queries.col("x"), queries.col("y")),
                        functions.array(points.col("x"), points.col("y"))),
                3,
                "exact",
                "distance",
                "inner");
        assertTrue(isOurs(near));
        assertEquals(20, near.columns().length);
        assertEquals(
                3
                        * session.sql("SELECT * FROM q WHERE x IS NOT NULL AND y IS NOT NULL")
                                .count(),
                near.count());
    }

    /** Otherwise Spark joins all pairs, and the log says why. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1000 * gyre_distance(array(q.x, q.y), array(p.x, p.y))|the ranking must be gyre_distance alone",
                "gyre_distance(array(q.x, p.y), array(p.x, q.y))|each point, and its id, must be of one side",
                "gyre_distance(p.id, array(q.x, q.y), q.id, array(p.x, p.y))|each point, and its id, must be of one side",
                "gyre_distance(array(q.x, q.y), array(p.x, p.y), IF(q.x > 0, 'manhattan', 'euclidean'))|the metric must be a constant",
                "gyre_distance(array(q.x, rand()), array(p.x, p.y))|the arguments must be deterministic"
            })
    void shouldRefuseACrossJoinIfAsked(String ranking, String why) {
        String join = "SELECT q.name\nFROM q JOIN p EXACT NEAREST 2 BY DISTANCE " + ranking;
        assertFalse(isOurs(session.sql(join)), join);
        session.conf().set("spark.gyre.crossJoin", "refuse");
        AnalysisException refused = assertThrows(AnalysisException.class, () -> session.sql(join));
        assertTrue(
                refused.getMessage().contains("Spark compares each left row with each right row, because " + why),
                refused.getMessage());
        assertEquals(2, refused.line().get());
        session.conf().set("spark.gyre.crossJoin", "never");
        assertThrows(AnalysisException.class, () -> session.sql(join));
    }

    @Test
    void shouldRefuseSimilaritiesIfAsked() {
        session.conf().set("spark.gyre.crossJoin", "refuse");
        AnalysisException refused = assertThrows(
                AnalysisException.class,
                () -> session.sql("SELECT * FROM q JOIN p EXACT NEAREST 2 BY SIMILARITY"
                        + " -gyre_distance(array(q.x, q.y), array(p.x, p.y))"));
        assertTrue(refused.getMessage().contains("NEAREST BY DISTANCE alone is fast"), refused.getMessage());
    }

    /** What no join can answer is no cross join, either. */
    @Test
    void shouldRefusePointsOfOtherDimensions() {
        AnalysisException refused = assertThrows(
                AnalysisException.class,
                () -> session.sql("SELECT * FROM q JOIN p EXACT NEAREST 2 BY DISTANCE"
                        + " gyre_distance(array(q.x), array(p.x, p.y))"));
        assertTrue(refused.getMessage().contains("both sides must have the same dimensions"), refused.getMessage());
        assertEquals(1, refused.line().get());
    }

    @Test
    void shouldRefuseNullsIfAsked() {
        session.conf().set("spark.gyre.nulls", "refuse");
        Dataset<Row> near = session.sql("SELECT * FROM q JOIN p EXACT NEAREST 2 BY DISTANCE"
                + " gyre_distance(array(q.x, q.y), array(p.x, p.y))");
        Exception refused = assertThrows(IllegalArgumentException.class, near::collectAsList);
        assertTrue(refused.getMessage().contains("column=y: rows=4"), refused.getMessage());
    }
}
