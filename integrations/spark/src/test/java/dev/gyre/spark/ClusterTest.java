package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** Joins over a master and two workers, separate processes on this machine: executors that are killed and tasks that fail change no row. */
@Tag("thorough")
class ClusterTest {

    private static final Points POINTS = ShapedPoints.CLUSTERED.points(20_000, 3, 5);

    @TempDir
    private static Path folder;

    private static Cluster cluster;
    private static SparkSession session;
    private static List<String> expected;

    @BeforeAll
    static void start() throws Exception {
        LocalSpark.stop();
        cluster = Cluster.start(folder, 2);
        session = LocalSpark.builder(cluster.master())
                .config("spark.executor.memory", "1g")
                .config("spark.executor.cores", "1")
                .config("spark.executor.extraClassPath", cluster.folders())
                .config("spark.executor.extraJavaOptions", "-Dlog4j2.level=ERROR")
                .config("spark.speculation", "true")
                .config("spark.speculation.multiplier", "1.1")
                .config("spark.default.parallelism", "4")
                .getOrCreate();
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            expected = SparkJoinsTest.rows(engine.knnSelfJoin(POINTS, 5));
        }
    }

    @AfterAll
    static void stop() {
        session.stop();
        cluster.close();
    }

    private static Dataset<Row> near(Dataset<Row> table, SparkMethod method) {
        return SparkJoins.knnSelfJoin(
                PointTable.of(table, "id", "c0", "c1", "c2"),
                5,
                SparkJoinOptions.DEFAULT.withMethod(method).withPartitions(6));
    }

    private static void awaitExecutors(int count) throws InterruptedException {
        for (int i = 0; i < 600 && executors() < count; i++) {
            Thread.sleep(100);
        }
        assertEquals(count, executors());
    }

    /** The driver counts as one. */
    private static int executors() {
        return session.sparkContext().statusTracker().getExecutorInfos().length - 1;
    }

    private static Dataset<Row> table() {
        return LocalSpark.table(POINTS, LocalSpark.Layout.SLICES, 4);
    }

    @ParameterizedTest
    @CsvSource({"PARTITIONED", "BROADCAST_RIGHT"})
    void shouldJoinOverTwoWorkers(SparkMethod method) throws InterruptedException {
        awaitExecutors(2);
        assertEquals(expected, LocalSpark.sorted(near(table(), method)));
    }

    @Test
    void shouldFindClustersOverTwoWorkers() throws InterruptedException {
        awaitExecutors(2);
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            SparkJoinOptions options = SparkJoinOptions.DEFAULT.withPartitions(6);
            PointTable points = PointTable.of(table(), "id", "c0", "c1", "c2");
            assertEquals(
                    SparkClustersTest.rows(engine.dbscan(POINTS, 0.15, 4)),
                    LocalSpark.sorted(SparkJoins.dbscan(points, 0.15, 4, options)));
            assertEquals(
                    List.of("[0.1," + engine.pairCounts(POINTS, 0.1)[0] + "]"),
                    LocalSpark.sorted(SparkJoins.pairCounts(points, options.withBroadcastBytes(0), 0.1)));
        }
    }

    @Test
    void shouldJoinGeometriesOverTwoWorkers() throws InterruptedException {
        awaitExecutors(2);
        assertEquals(
                List.of("[1000]"),
                LocalSpark.sorted(session.sql("SELECT count(*) FROM gyre_nearest_geometries("
                        + "TABLE(SELECT id, concat('POINT (', id, ' 0.25)') FROM range(0, 1000, 1, 4)),"
                        + " TABLE(SELECT id, concat('LINESTRING (', id, ' 1, ', id, ' 9)') FROM range(0, 1000, 1, 3)), 1)"
                        + " WHERE left_id = right_id AND distance = 0.75")));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5})
    void shouldFindTheSameRowsWhenAnExecutorIsKilled(int afterStages) throws InterruptedException {
        awaitExecutors(2);
        AtomicInteger stages = new AtomicInteger();
        AtomicInteger killed = new AtomicInteger();
        SparkListener killer = new SparkListener() {
            @Override
            public void onStageCompleted(SparkListenerStageCompleted stage) {
                if (stages.incrementAndGet() == afterStages) {
                    killed.set(cluster.killAnExecutor() ? 1 : 0);
                }
            }
        };
        session.sparkContext().addSparkListener(killer);
        try {
            assertEquals(expected, LocalSpark.sorted(near(table(), SparkMethod.PARTITIONED)));
        } finally {
            session.sparkContext().removeSparkListener(killer);
        }
        assertEquals(1, killed.get(), "an executor was killed after stage " + afterStages + " of " + stages);
    }

    /** Broadcasts that executors have, without those of tasks, which are small. */
    private static long broadcasts() {
        return Arrays.stream(SparkEnv.get().blockManager().master().getStorageStatus())
                .filter(executor -> !executor.blockManagerId().isDriver())
                .flatMap(executor -> CollectionConverters.asJava(executor.blocks()).entrySet().stream())
                .filter(block ->
                        block.getKey().isBroadcast() && block.getValue().memSize() > 100_000)
                .count();
    }

    @Test
    void shouldReleaseBroadcastsOnTheExecutors() throws InterruptedException {
        long before = broadcasts();
        // Without a query of its own, nothing says when it ends, but that the driver collects it as garbage.
        RDD<Row> open = near(table(), SparkMethod.BROADCAST_RIGHT).rdd();
        assertEquals(100_000, open.count());
        long kept = broadcasts();
        assertTrue(kept > before, before + " before, " + kept + " after");
        assertEquals(expected, LocalSpark.sorted(near(table(), SparkMethod.BROADCAST_RIGHT)));
        for (int i = 0; i < 200 && broadcasts() > kept; i++) {
            Thread.sleep(100);
        }
        assertEquals(kept, broadcasts());
        Reference.reachabilityFence(open);
    }

    @Test
    void shouldFindTheSameRowsWhenTasksFail() {
        AtomicInteger failed = new AtomicInteger();
        SparkListener counter = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (!end.reason().toString().equals("Success")) {
                    failed.incrementAndGet();
                }
            }
        };
        session.sparkContext().addSparkListener(counter);
        try {
            Dataset<Row> table = table();
            Dataset<Row> failing = table.mapPartitions(
                    (MapPartitionsFunction<Row, Row>) rows -> {
                        TaskContext task = TaskContext.get();
                        if (task.attemptNumber() == 0 && task.partitionId() % 2 == 1) {
                            throw new IllegalStateException("fails the first time");
                        }
                        return rows;
                    },
                    Encoders.row(table.schema()));
            assertEquals(expected, LocalSpark.sorted(near(failing, SparkMethod.PARTITIONED)));
            assertTrue(failed.get() > 0);
        } finally {
            session.sparkContext().removeSparkListener(counter);
        }
    }

    @Test
    void shouldRefuseRowsInAClusterAsElsewhere() {
        Dataset<Row> rows = session.sql("SELECT id, IF(id = 5, double('NaN'), 1.0D) AS x FROM range(0, 100, 1, 4)");
        Dataset<Row> near = SparkJoins.knnSelfJoin(PointTable.of(rows, "id", "x"), 2, SparkJoinOptions.DEFAULT);
        String refused = assertThrows(IllegalArgumentException.class, near::collectAsList)
                .getMessage();
        assertTrue(refused.endsWith("column=x: rows=1, ids=[5]"), refused);
    }
}
