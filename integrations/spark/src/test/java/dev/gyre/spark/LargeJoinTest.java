package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.contract.JavaExample;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large joins, compared row by row with the engine's on one machine, in the tasks themselves. */
@Tag("thorough")
class LargeJoinTest {

    private static final int K = 8;

    /** For the tasks, which run in this process. */
    private static volatile Neighbors expected;

    private static final LongAdder ROWS = new LongAdder();
    private static final LongAdder WRONG = new LongAdder();

    @TempDir
    private Path folder;

    private static void check(Dataset<Row> near, String what) {
        ROWS.reset();
        WRONG.reset();
        near.foreachPartition((ForeachPartitionFunction<Row>) rows -> rows.forEachRemaining(row -> {
            int query = (int) row.getLong(0);
            int rank = row.getInt(1) - 1;
            ROWS.increment();
            if (expected.id(query, rank) != row.getLong(2) || expected.distance(query, rank) != row.getDouble(3)) {
                WRONG.increment();
            }
        }));
        assertEquals(0, WRONG.sum(), what);
        assertEquals((long) expected.queries() * expected.k(), ROWS.sum(), what);
    }

    /** Returns points whose ids are their rows, as the engine has them. */
    private static Points points(Dataset<Row> table, int dims) {
        int size = (int) table.count();
        double[] coordinates = new double[size * dims];
        table.toLocalIterator().forEachRemaining(row -> {
            for (int dim = 0; dim < dims; dim++) {
                coordinates[(int) row.getLong(0) * dims + dim] = row.getDouble(dim + 1);
            }
        });
        return Points.wrap(coordinates, dims);
    }

    private static void join(Points points, Metric metric) {
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            expected = engine.knnSelfJoin(points, K, JoinOptions.DEFAULT.withMetric(metric));
        }
    }

    private static SparkJoinOptions over(int partitions) {
        return SparkJoinOptions.DEFAULT.withMethod(SparkMethod.PARTITIONED).withPartitions(partitions);
    }

    @ParameterizedTest
    @CsvSource({"uniform, rand(%d)", "exponential, -ln(1 - rand(%d))"})
    void shouldEqualTheEngineOnTwoMillionPoints(String shape, String coordinate) {
        SparkSession session = LocalSpark.session();
        String file = folder.resolve("points").toString();
        session.range(0, 2_000_000, 1, 4)
                .selectExpr(
                        "id",
                        coordinate.formatted(1) + " AS x",
                        coordinate.formatted(2) + " AS y",
                        coordinate.formatted(3) + " AS z")
                .write()
                .parquet(file);
        Dataset<Row> table = session.read().parquet(file);
        join(points(table, 3), Metric.EUCLIDEAN);
        PointTable asRead = PointTable.of(table, "id", "x", "y", "z");
        check(SparkJoins.knnSelfJoin(asRead, K, over(1)), shape + " over 1 partition");
        Dataset<Row> near = SparkJoins.knnSelfJoin(asRead, K, over(64));
        check(near, shape + " over 64 partitions");
        // All rows of a slab in x come from one partition of the input.
        PointTable sorted = PointTable.of(table.repartitionByRange(5, table.col("x")), "id", "x", "y", "z");
        check(SparkJoins.knnSelfJoin(sorted, K, over(16)), shape + " over 16 partitions, by range");
        expected = null;
    }

    @Test
    void shouldEqualTheEngineOnTheCities() {
        SparkSession session = LocalSpark.session();
        Path file = JavaExample.root().resolve("engine/cli/src/main/resources/dev/gyre/cli/data-sets/cities.csv.gz");
        session.read()
                .option("header", "true")
                .option("inferSchema", "true")
                .csv(file.toString())
                .createOrReplaceTempView("read_cities");
        Dataset<Row> cities = session.sql(
                        "SELECT row_number() OVER (ORDER BY id) - 1L AS id, lon, lat FROM read_cities")
                .cache();
        join(points(cities, 2), Metric.HAVERSINE);
        assertTrue(expected.queries() > 100_000);
        for (int partitions : new int[] {1, 16, 63}) {
            Dataset<Row> read = partitions % 2 == 1 ? cities : cities.repartition(5, cities.col("lat"));
            check(
                    SparkJoins.knnSelfJoin(
                            PointTable.of(read, "id", "lon", "lat"),
                            K,
                            over(partitions).withMetric(Metric.HAVERSINE)),
                    "cities over " + partitions + " partitions");
        }
        cities.unpersist();
        expected = null;
    }

    /** A third of all rows share one place: their partition is split by ids, and its queries go to several tasks. */
    @Test
    void shouldSplitAHotSpot() {
        Dataset<Row> table = LocalSpark.session()
                .sql(
                        "SELECT id, IF(id % 3 = 0, 0, rand(1)) AS x, IF(id % 3 = 0, 0, rand(2)) AS y FROM range(0, 120000, 1, 4)")
                .cache();
        join(points(table, 2), Metric.EUCLIDEAN);
        Dataset<Row> near = SparkJoins.knnSelfJoin(PointTable.of(table, "id", "x", "y"), K, over(12));
        check(near, "hot spot");
        near.toLocalIterator().forEachRemaining(row -> {});
        JoinReport report = JoinReport.of(near).get(0);
        assertTrue(report.plan().startsWith("PARTITIONED"), report.toString());
        assertTrue(report.tasks() >= 12, report.toString());
        assertTrue(report.visits() > 0 && report.partitionsPerQuery() < 2, report.toString());
        table.unpersist();
        expected = null;
    }
}
