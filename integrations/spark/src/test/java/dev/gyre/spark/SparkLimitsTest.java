package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Metric;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many neighbors, many rows of an id, queries that are cancelled, and what is left after a query. */
class SparkLimitsTest {

    private final SparkSession session = LocalSpark.session();

    /** Code for these many rows pays off. */
    @BeforeEach
    void compile() {
        session.conf().set(LocalSpark.CODE, "FALLBACK");
    }

    @AfterEach
    void compileNothing() {
        session.conf().set(LocalSpark.CODE, "NO_CODEGEN");
    }

    private Dataset<Row> near(Dataset<Row> rows, int k, SparkMethod method) {
        return SparkJoins.knnSelfJoin(
                PointTable.of(rows, "id", "x", "y"),
                k,
                SparkJoinOptions.DEFAULT.withMethod(method).withPartitions(4));
    }

    @ParameterizedTest
    @EnumSource(
            value = SparkMethod.class,
            names = {"PARTITIONED", "BROADCAST_RIGHT"})
    void shouldFindAllIfAMillionAreAskedFor(SparkMethod method) {
        Dataset<Row> rows = session.sql("SELECT id, rand(1) AS x, rand(2) AS y FROM range(400)");
        Dataset<Row> near = near(rows, 1_000_000, method);
        Row counted = near.selectExpr("count(*)", "max(rank)", "count(DISTINCT query_id)")
                .head();
        assertEquals(400L * 399, counted.getLong(0));
        assertEquals(399, counted.getInt(1));
        assertEquals(400, counted.getLong(2));
    }

    /**
     * Most rows share an id, and so do most of the nearest ones of each: at one place, or anywhere. All neighbors of all rows would not fit
     * into memory.
     */
    @ParameterizedTest
    @EnumSource(
            value = SparkMethod.class,
            names = {"PARTITIONED", "BROADCAST_RIGHT"})
    void shouldJoinManyRowsOfAnId(SparkMethod method) {
        for (String place : new String[] {"rand(1)", "IF(id < 20000, 0.5, rand(1))"}) {
            Dataset<Row> rows = session.sql(
                    "SELECT IF(id < 20000, -1, id) AS id, " + place + " AS x, 0.5D AS y FROM range(0, 20600, 1, 2)");
            Dataset<Row> near = near(rows, 3, method);
            Row counted = near.selectExpr(
                            "count(*)",
                            "count_if(query_id = neighbor_id)",
                            "count_if(query_id = -1 AND rank = 1)",
                            "count_if(rank = 3)")
                    .head();
            assertEquals(61_800, counted.getLong(0), place);
            assertEquals(0, counted.getLong(1), place);
            assertEquals(20_000, counted.getLong(2), place);
            assertEquals(20_600, counted.getLong(3), place);
        }
    }

    private static void await(java.util.function.BooleanSupplier condition, int seconds, String what)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            Thread.sleep(50);
        }
    }

    private int runningTasks() {
        return session.sparkContext().statusTracker().getExecutorInfos()[0].numRunningTasks();
    }

    /** Returns whether a task compares all rows. */
    private static boolean isJoining() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().startsWith("dev.gyre.tasks.distance."));
    }

    /** Without interrupts, as Spark cancels by default: brute force would run on for much longer than the test waits, on any machine. */
    @Test
    void shouldEndTasksOfACancelledJob() throws InterruptedException {
        SparkContext context = session.sparkContext();
        String[] names = LocalSpark.columns(0, 64);
        Dataset<Row> rows = session.range(0, 60_000, 1, 2)
                .selectExpr(Stream.concat(
                                Stream.of("id"),
                                IntStream.range(0, names.length).mapToObj(i -> "rand(" + i + ") AS " + names[i]))
                        .toArray(String[]::new));
        CompletableFuture<Long> running = CompletableFuture.supplyAsync(() -> {
            context.setJobGroup("slow", "brute force", false);
            return SparkJoins.knnSelfJoin(
                            PointTable.of(rows, "id", names),
                            20,
                            SparkJoinOptions.DEFAULT
                                    .withMetric(Metric.INNER_PRODUCT)
                                    .withBroadcastBytes(1 << 30))
                    .filter("distance > 1e9")
                    .count();
        });
        await(SparkLimitsTest::isJoining, 120, "the search begins");
        Thread.sleep(500);
        context.cancelJobGroup("slow");
        await(() -> runningTasks() == 0, 10, "tasks end soon after the job was cancelled");
        assertThrows(CompletionException.class, running::join);
        assertEquals(3, session.sql("SELECT * FROM range(3)").count());
    }

    @Test
    void shouldLeaveNothingBehindAfterAQuery() throws InterruptedException {
        Dataset<Row> rows = session.sql("SELECT id, rand(1) AS x, rand(2) AS y FROM range(3000)");
        Dataset<Row> near = near(rows, 2, SparkMethod.PARTITIONED);
        Map<Object, ?> kept = Map.copyOf(persistent());
        for (int run = 0; run < 2; run++) {
            assertEquals(6000, near.collectAsList().size());
            await(() -> kept.keySet().containsAll(persistent().keySet()), 20, "blocks go with the query");
        }
    }

    private Map<Object, ?> persistent() {
        return scala.jdk.javaapi.CollectionConverters.asJava(
                session.sparkContext().getPersistentRDDs());
    }
}
