package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Joins in a session whose serializer is Kryo, and accepts only classes that it knows, with and without adaptive execution, of inputs that are
 * cached. Its driver collects little.
 */
class KryoTest {

    private static final Points POINTS = ShapedPoints.CLUSTERED.points(900, 2, 5);
    private static final Points QUERIES = ShapedPoints.CLUSTERED.points(300, 2, 6);
    private static final Boxes BOXES = ShapedPoints.UNIFORM.boxes(300, 2, 7);

    private static SparkSession session;
    private static Engine engine;

    @BeforeAll
    static void start() {
        LocalSpark.stop();
        session = LocalSpark.builder("local[2]")
                .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .config("spark.kryo.registrationRequired", "true")
                .config("spark.kryo.classesToRegister", "dev.gyre.spark.Shared")
                .config("spark.driver.maxResultSize", "1m")
                .getOrCreate();
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2));
    }

    @AfterAll
    static void stop() {
        engine.close();
        session.stop();
    }

    @Test
    void shouldSayThatGeometriesAreTooManyForTheDriver() {
        GeometryJoinTest.fails(
                session.sql("SELECT count(*) FROM gyre_nearest_geometries(TABLE(VALUES (1, 'POINT (1 1)')), "
                        + "TABLE(SELECT id, concat('POINT (', id * 1.37, ' ', sqrt(id), ')') FROM range(100000)), 1)"),
                "the right side of a join of geometries goes to every executor, by way of the driver, and is too large");
    }

    @ParameterizedTest
    @CsvSource({"BROADCAST_LEFT, false", "BROADCAST_RIGHT, true", "PARTITIONED, true"})
    void shouldFindTheRowsOfTheEngine(SparkMethod method, boolean adaptive) {
        check(method, adaptive);
    }

    @ParameterizedTest
    @CsvSource({"AUTOMATIC, true", "BROADCAST_LEFT, true", "BROADCAST_RIGHT, false", "PARTITIONED, false"})
    @Tag("thorough")
    void shouldFindTheRowsOfTheEngineByAnyMethod(SparkMethod method, boolean adaptive) {
        check(method, adaptive);
    }

    private static void check(SparkMethod method, boolean adaptive) {
        session.conf().set("spark.sql.adaptive.enabled", adaptive);
        SparkJoinOptions options = SparkJoinOptions.DEFAULT.withMethod(method).withPartitions(4);
        PointTable points = cached(LocalSpark.points(POINTS, LocalSpark.Layout.SLICES, 3));
        PointTable queries = cached(LocalSpark.points(QUERIES, LocalSpark.Layout.HASHED, 2));
        assertEquals(
                SparkJoinsTest.rows(engine.knnJoin(QUERIES, POINTS, 4)),
                LocalSpark.sorted(
                        SparkJoins.knnJoin(queries, points, 4, options).cache()));
        assertEquals(
                SparkJoinsTest.rows(engine.knnSelfJoin(POINTS, 4)),
                LocalSpark.sorted(SparkJoins.knnSelfJoin(points, 4, options)));
        assertEquals(
                SparkJoinsTest.rows(engine.distanceJoin(QUERIES, POINTS, 0.2)),
                LocalSpark.sorted(SparkJoins.radiusJoin(queries, points, 0.2, options)));
        assertEquals(
                SparkJoinsTest.rows(engine.boxSelfJoin(BOXES, BoxPredicate.INTERSECTS)),
                LocalSpark.sorted(SparkJoins.boxSelfJoin(
                        LocalSpark.boxes(BOXES, LocalSpark.Layout.SLICES, 2), BoxPredicate.INTERSECTS, options)));
        assertEquals(
                SparkClustersTest.rows(engine.dbscan(POINTS, 0.2, 4)),
                LocalSpark.sorted(SparkJoins.dbscan(points, 0.2, 4, options)));
        assertEquals(
                List.of("[0.2," + engine.pairCounts(POINTS, 0.2)[0] + "]"),
                LocalSpark.sorted(SparkJoins.pairCounts(points, options, 0.2)));
        session.catalog().clearCache();
    }

    @Test
    void shouldJoinGeometries() {
        assertEquals(
                List.of("[1,1,7,1.0]", "[2,1,8,0.0]"),
                LocalSpark.sorted(session.sql("SELECT * FROM gyre_nearest_geometries("
                        + "TABLE(VALUES (1, 'POINT (1 1)'), (2, 'POINT (5 5)')),"
                        + " TABLE(VALUES (7, 'POINT (1 2)'), (8, 'POLYGON ((4 4, 9 4, 4 9, 4 4))')), 1)")));
    }

    private static PointTable cached(PointTable table) {
        return new PointTable(table.rows().cache(), table.id(), table.coordinates(), table.kept());
    }
}
