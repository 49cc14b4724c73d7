// Apache License 2.0.

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Joins of the nearest 5 points over Spark with two threads: the engine alone, ids only, and with all columns; run from its source by
 * {@code spark.sh}, which tells how. Arguments: the folder of the tables, which are made if it is not there; the rows of each; then what to
 * run, in turns, as often as it is named. {@code nearest} and {@code intersects} join the first million trips of SpatialBench with its
 * buildings, from the tables in the folder. Prints the seconds of wall time and of all threads for each run, and at last, not timed, the
 * number of rows and the sum of their distances. Property {@code stages}: prints the stages, too.
 */
public final class SparkKnn {

    private static final int K = 5;
    private static final int FILES = 4;

    /** Ten columns that come with each point. */
    private static final String PAYLOAD =
            "id * 7 AS c1, cast(id % 1000 AS int) AS c2, id / 3.0 AS c3, concat('name ', id) AS c4, concat('street ', id % 5000) AS c5,"
                    + " date_add(date'2020-01-01', cast(id % 2000 AS int)) AS c6, id % 3 = 0 AS c7, cast(id % 100 AS short) AS c8,"
                    + " sha1(cast(id AS string)) AS c9, timestamp_seconds(id) AS c10";

    private static final String IDS =
            "SELECT * FROM gyre_knn_join(TABLE(SELECT id, x, y FROM q), TABLE(SELECT id, x, y FROM p), " + K + ")";

    private static final String ROWS = "SELECT * FROM q JOIN p EXACT NEAREST " + K
            + " BY DISTANCE gyre_distance(array(q.x, q.y), array(p.x, p.y))";

    private static final String TRIPS = "TABLE(SELECT t_tripkey, t_pickuploc FROM trip WHERE t_tripkey <= 1000000)";
    private static final String BUILDINGS = "TABLE(SELECT b_buildingkey, b_boundary FROM building)";
    private static final Map<String, String> GEOMETRIES = Map.of(
            "nearest",
            "SELECT * FROM gyre_nearest_geometries(" + TRIPS + ", " + BUILDINGS + ", " + K + ")",
            "intersects",
            "SELECT * FROM gyre_spatial_join(" + TRIPS + ", " + BUILDINGS + ", 'intersects')");

    private SparkKnn() {}

    /** Runs what the arguments name. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        long rows = Long.parseLong(arguments[1]);
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("knn")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.extensions", "dev.gyre.spark.GyreExtensions")
                .getOrCreate();
        spark.sparkContext().setLogLevel("WARN");
        List<String> asked = List.of(arguments).subList(2, arguments.length);
        boolean areOnlyGeometries = GEOMETRIES.keySet().containsAll(asked);
        for (String table : areOnlyGeometries ? List.of("trip", "building") : List.<String>of()) {
            spark.read().parquet(folder.resolve(table + ".parquet").toString()).createOrReplaceTempView(table);
        }
        for (String side : areOnlyGeometries ? List.<String>of() : List.of("q", "p")) {
            String file = folder.resolve(side).toString();
            if (!Files.exists(Path.of(file))) {
                int seed = side.equals("q") ? 1 : 3;
                spark.range(0, rows, 1, FILES)
                        .selectExpr("*", "rand(" + seed + ") AS x", "rand(" + (seed + 1) + ") AS y")
                        .createOrReplaceTempView("made");
                spark.sql("SELECT *, " + PAYLOAD + " FROM made")
                        .write()
                        .parquet(file);
            }
            spark.read().parquet(file).createOrReplaceTempView(side);
        }
        if (Boolean.getBoolean("stages")) {
            spark.sparkContext().addSparkListener(new Stages());
        }
        for (String what : asked) {
            switch (what) {
                case "engine" -> engine(spark);
                case "ids" -> time(what, () -> consume(spark.sql(IDS)));
                case "rows" -> time(what, () -> consume(spark.sql(ROWS)));
                case "sums" -> System.out.println("ids: rows and sum of distances "
                        + spark.sql("SELECT count(*), sum(distance) FROM (" + IDS + ")").first());
                case "nearest", "intersects" -> time(what, () -> consume(spark.sql(GEOMETRIES.get(what))));
                default -> throw new IllegalArgumentException(
                        "engine, ids, rows or sums; or nearest and intersects: " + what);
            }
        }
        if (areOnlyGeometries) {
            for (String what : new TreeSet<>(asked)) {
                System.out.println(what + ": rows " + spark.sql(GEOMETRIES.get(what)).count());
            }
        }
        spark.stop();
    }

    private static void consume(Dataset<Row> rows) {
        rows.write().format("noop").mode("overwrite").save();
    }

    private static Points left;
    private static Points right;

    private static void engine(SparkSession spark) {
        if (left == null) {
            left = points(spark, "q");
            right = points(spark, "p");
        }
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            time("engine", () -> engine.knnJoin(left, right, K));
        }
    }

    private static Points points(SparkSession spark, String side) {
        List<Double> all = new ArrayList<>();
        spark.sql("SELECT x, y FROM " + side).toLocalIterator().forEachRemaining(row -> {
            all.add(row.getDouble(0));
            all.add(row.getDouble(1));
        });
        return Points.wrap(all.stream().mapToDouble(Double::doubleValue).toArray(), 2);
    }

    private static void time(String what, Runnable run) {
        System.gc();
        long begin = System.nanoTime();
        long threads = threadNanos();
        run.run();
        System.out.printf(
                Locale.ROOT,
                "%s: s (s of all threads): %.2f (%.2f)%n",
                what,
                (System.nanoTime() - begin) / 1e9,
                (threadNanos() - threads) / 1e9);
    }

    private static long threadNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Prints each stage that ends: its wall time, and of its tasks the run time, processor time, and the time of garbage collection. */
    private static final class Stages extends SparkListener {

        @Override
        public void onStageCompleted(SparkListenerStageCompleted completed) {
            StageInfo stage = completed.stageInfo();
            System.out.printf(
                    Locale.ROOT,
                    "  stage %d, %d tasks: wall %.2f, run %.2f, processor %.2f, gc %.2f, shuffled in %d KB, out %d KB: %s%n",
                    stage.stageId(),
                    stage.numTasks(),
                    ((Long) stage.completionTime().get() - (Long) stage.submissionTime().get()) / 1e3,
                    stage.taskMetrics().executorRunTime() / 1e3,
                    stage.taskMetrics().executorCpuTime() / 1e9,
                    stage.taskMetrics().jvmGCTime() / 1e3,
                    stage.taskMetrics().shuffleReadMetrics().totalBytesRead() / 1024,
                    stage.taskMetrics().shuffleWriteMetrics().bytesWritten() / 1024,
                    stage.name());
        }
    }
}
