package dev.gyre.spark;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Joins of geometries in a session whose driver collects little. */
class GeometryLimitTest {

    private static SparkSession session;

    @BeforeAll
    static void start() {
        LocalSpark.stop();
        session = LocalSpark.builder("local[2]")
                .config("spark.driver.maxResultSize", "20k")
                .config("spark.sql.codegen.wholeStage", "false")
                .config(LocalSpark.CODE, "NO_CODEGEN")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    @Test
    void shouldSayThatTheRightSideIsTooLarge() {
        String call = "SELECT count(*) FROM gyre_nearest_geometries(TABLE(VALUES (1, 'POINT (1 1)')), %s, 1)";
        GeometryJoinTest.fails(
                session.sql(call.formatted(
                        "TABLE(SELECT id, concat('POINT (', id * 1.37, ' ', sqrt(id), ')') FROM range(20000))")),
                "the right side of a join of geometries goes to every executor, by way of the driver, and is too large");
    }
}
