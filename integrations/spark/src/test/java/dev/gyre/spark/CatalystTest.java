package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The joins as nodes of Spark's plans: adaptive execution, caches, statistics, names of columns. */
class CatalystTest {

    private final SparkSession session = LocalSpark.session();

    private Dataset<Row> near(String id, int k) {
        Dataset<Row> points = session.sql("SELECT " + id + " AS id, double(id % 97) AS x, id / 3 AS y FROM range(500)");
        return SparkJoins.knnSelfJoin(PointTable.of(points, "id", "x", "y"), k, SparkJoinOptions.DEFAULT);
    }

    /** A query with a shuffle runs adaptively, with the join inside. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunAdaptively(boolean adaptive) {
        session.conf().set("spark.sql.adaptive.enabled", adaptive);
        try {
            Dataset<Row> counts = near("id", 3).groupBy("neighbor_id").count().orderBy("neighbor_id");
            long rows = counts.collectAsList().stream()
                    .mapToLong(row -> row.getLong(1))
                    .sum();
            assertEquals(1500, rows);
            String plan = ((org.apache.spark.sql.classic.Dataset<Row>) counts)
                    .queryExecution()
                    .executedPlan()
                    .toString();
            assertEquals(adaptive, plan.startsWith("AdaptiveSparkPlan isFinalPlan=true"), plan);
            assertTrue(plan.contains("GyreJoin"), plan);
            assertEquals(1, JoinReport.of(counts).size());
        } finally {
            session.conf().unset("spark.sql.adaptive.enabled");
        }
    }

    @Test
    void shouldUseTheRowsThatAreCached() {
        Dataset<Row> cached = near("id", 3).cache();
        try {
            assertEquals(1500, cached.count());
            Dataset<Row> again = cached.filter("rank = 1");
            assertTrue(isCached(again), plan(again));
            assertEquals(500, again.count());
        } finally {
            cached.unpersist();
        }
    }

    @Test
    void shouldUseTheRowsOfACachedView() {
        session.sql("SELECT id, double(id * id) AS x FROM range(300)").createOrReplaceTempView("squares");
        String join = "SELECT * FROM gyre_knn_self_join(TABLE(SELECT id, x FROM squares), 2)";
        session.sql("CACHE TABLE near_squares AS " + join);
        try {
            // The statement itself finds the rows too: it is the same join.
            for (String query : List.of("SELECT count(*) FROM near_squares", "SELECT count(*) FROM (" + join + ")")) {
                Dataset<Row> rows = session.sql(query);
                assertTrue(isCached(rows), query + "\n" + plan(rows));
                assertEquals(600, rows.head().getLong(0));
            }
        } finally {
            session.sql("UNCACHE TABLE near_squares");
        }
        Dataset<Row> other = session.sql(join.replace("2)", "3)"));
        assertTrue(!isCached(other), plan(other));
    }

    /** What the columns are called does not matter. */
    @Test
    void shouldUseTheRowsOfACachedJoinOfOtherNames() {
        session.sql("SELECT id, double(id * id) AS x FROM range(200)").createOrReplaceTempView("squares");
        String join = "SELECT * FROM gyre_knn_self_join(TABLE(SELECT id AS %s, x AS %s FROM squares), 2, '%s')";
        Dataset<Row> cached = session.sql(join.formatted("a", "b", "lp:3")).cache();
        try {
            assertTrue(isCached(session.sql(join.formatted("c", "d", "lp:3"))));
            assertTrue(!isCached(session.sql(join.formatted("a", "b", "lp:2"))));
        } finally {
            cached.unpersist();
        }
    }

    /** A join that a query has twice runs once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunEqualJoinsOnce(boolean adaptive) {
        session.sql("SELECT id, double(id * id % 1009) AS x FROM range(300)").createOrReplaceTempView("squares");
        session.conf().set("spark.sql.adaptive.enabled", adaptive);
        session.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        try {
            Dataset<Row> rows =
                    session.sql("WITH near AS (SELECT * FROM gyre_knn_self_join(TABLE(SELECT id, x FROM squares), 3))"
                            + " SELECT count(*) FROM near AS a JOIN near AS b ON a.query_id = b.query_id");
            assertEquals(300 * 9, rows.collectAsList().get(0).getLong(0));
            assertTrue(plan(rows).contains("ReusedExchange"), plan(rows));
            assertEquals(1, JoinReport.of(rows).size(), plan(rows));
        } finally {
            session.conf().unset("spark.sql.adaptive.enabled");
            session.conf().unset("spark.sql.autoBroadcastJoinThreshold");
        }
    }

    private static String plan(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .executedPlan()
                .toString();
    }

    private static boolean isCached(Dataset<Row> rows) {
        return plan(rows).contains("InMemoryTableScan") || plan(rows).contains("Scan In-memory table");
    }

    private static Statistics statistics(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .optimizedPlan()
                .stats();
    }

    @Test
    void shouldEstimateTheSizeOfTheResult() {
        Dataset<Row> near = near("id", 50);
        Statistics statistics = statistics(near);
        // Spark's own estimate of the input is half of what it is.
        assertTrue(statistics.sizeInBytes().toLong() >= 500 * 50 * 14, statistics.toString());
        assertTrue(statistics.sizeInBytes().toLong() <= 500 * 50 * 100, statistics.toString());
        session.sql("SELECT id, double(id) AS x, double(id) AS s FROM range(100000)")
                .createOrReplaceTempView("scored");
        Dataset<Row> best = session.sql("SELECT * FROM gyre_top_k_join(TABLE(scored), TABLE(scored), 10, 1)");
        assertTrue(
                statistics(best).sizeInBytes().toLong() < 2000, statistics(best).toString());
        Dataset<Row> pairs = session.sql(
                "SELECT * FROM gyre_radius_join(TABLE(SELECT id, x FROM scored), TABLE(SELECT id, x FROM scored), 1)");
        assertTrue(
                statistics(pairs).sizeInBytes().toLong() < 1 << 30,
                statistics(pairs).toString());
        // Nobody knows how many of the pairs are near to each other: all of them would be too many for a broadcast.
        Dataset<Row> few =
                session.sql("SELECT * FROM gyre_radius_self_join(TABLE(SELECT id, x FROM scored WHERE id < 5000), 1)");
        assertTrue(
                statistics(few).sizeInBytes().toLong() > 10 << 20,
                statistics(few).toString());
        Dataset<Row> fewer =
                session.sql("SELECT * FROM gyre_radius_self_join(TABLE(SELECT id, double(id) FROM range(100)), 1)");
        assertTrue(
                statistics(fewer).sizeInBytes().toLong() < 100 * 100 * 60,
                statistics(fewer).toString());
    }

    @Test
    void shouldRefuseStreams() {
        Dataset<Row> rates = session.readStream().format("rate").load().selectExpr("value AS id", "double(value) AS x");
        IllegalArgumentException refused = org.junit.jupiter.api.Assertions.assertThrows(
                IllegalArgumentException.class,
                () -> SparkJoins.knnSelfJoin(PointTable.of(rates, "id", "x"), 1, SparkJoinOptions.DEFAULT));
        assertTrue(refused.getMessage().startsWith("streams cannot be joined"), refused.getMessage());
    }

    @Test
    void shouldReadColumnsOfAnyName() {
        Dataset<Row> points = session.sql(
                "SELECT id AS `the.id`, double(id) AS `x,1`, IF(id = 7, double('NaN'), 1) AS `y.1` FROM range(20)");
        PointTable table = PointTable.of(points, "the.id", "x,1", "y.1");
        String refused = org.junit.jupiter.api.Assertions.assertThrows(
                        IllegalArgumentException.class,
                        () -> SparkJoins.knnSelfJoin(table, 1, SparkJoinOptions.DEFAULT)
                                .collectAsList())
                .getMessage();
        assertTrue(refused.endsWith("column=y.1: rows=1, ids=[7]"), refused);
        PointTable clean = PointTable.of(points.filter("id <> 7".replace("id", "`the.id`")), "the.id", "x,1", "y.1");
        assertEquals(
                19,
                SparkJoins.knnSelfJoin(clean, 1, SparkJoinOptions.DEFAULT)
                        .collectAsList()
                        .size());
    }
}
