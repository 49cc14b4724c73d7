package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The measurements of docs/spark.md. They are not tests, and run only when they are named: {@code mvn -pl integrations/spark -am test
 * -Dtest=SparkMeasurements -Dsurefire.failIfNoSpecifiedTests=false}, with {@code #times}, {@code #others} or {@code #visits} for one of
 * them.
 */
class SparkMeasurements {

    private static final int K = 8;
    private static final int RUNS = 4;

    @TempDir
    private Path folder;

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    private interface Timed {
        void run();
    }

    /** Prints the times of all runs; the first ones include compilation. */
    private static void time(String what, int runs, Timed timed) {
        StringBuilder times = new StringBuilder();
        for (int run = 0; run < runs; run++) {
            System.gc();
            long start = System.nanoTime();
            long cpu = cpuNanos();
            timed.run();
            times.append(String.format(
                    Locale.ROOT, " %.2f (%.2f)", (System.nanoTime() - start) / 1e9, (cpuNanos() - cpu) / 1e9));
        }
        print("%-40s s (s of all threads):%s", what, times);
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private Dataset<Row> uniform(SparkSession session, long size) {
        String file = folder.resolve("uniform-" + size).toString();
        session.range(0, size, 1, 4)
                .selectExpr("id", "rand(1) AS x", "rand(2) AS y", "rand(3) AS z")
                .write()
                .parquet(file);
        return session.read().parquet(file);
    }

    private static void consume(Dataset<Row> rows) {
        rows.write().format("noop").mode("overwrite").save();
    }

    /** As users have it: with generated code. */
    private static SparkSession session() {
        SparkSession session = LocalSpark.session();
        session.conf().set("spark.sql.codegen.wholeStage", true);
        return session;
    }

    @Test
    void times() {
        SparkSession session = session();
        Dataset<Row> table = uniform(session, 2_000_000);
        PointTable points = PointTable.of(table, "id", "x", "y", "z");
        double[] coordinates = new double[3 * 2_000_000];
        for (Row row : table.collectAsList()) {
            for (int dim = 0; dim < 3; dim++) {
                coordinates[3 * (int) row.getLong(0) + dim] = row.getDouble(dim + 1);
            }
        }
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            time("engine, 2 threads, 2 M", RUNS, () -> engine.knnSelfJoin(Points.wrap(coordinates, 3), K));
        }
        time(
                "Spark, method by size, 2 M",
                RUNS,
                () -> consume(SparkJoins.knnSelfJoin(points, K, SparkJoinOptions.DEFAULT)));
        time(
                "Spark, right side to all, 2 M",
                2,
                () -> consume(SparkJoins.knnSelfJoin(
                        points, K, SparkJoinOptions.DEFAULT.withMethod(SparkMethod.BROADCAST_RIGHT))));
    }

    @Test
    void others() {
        SparkSession session = session();
        for (int size : new int[] {2_000, 5_000}) {
            uniform(session, size).createOrReplaceTempView("few");
            time(
                    "cross product and window, " + size,
                    1,
                    () -> consume(
                            session.sql(
                                    "SELECT a, b, d FROM (SELECT a, b, d, row_number() OVER (PARTITION BY a ORDER BY d, b) AS r FROM"
                                            + " (SELECT q.id AS a, p.id AS b, (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y) +"
                                            + " (q.z - p.z) * (q.z - p.z) AS d FROM few q CROSS JOIN few p WHERE q.id <> p.id)) WHERE r <= 8")));
            time(
                    "EXACT NEAREST BY of Spark, " + size,
                    1,
                    () -> consume(
                            session.sql(
                                    "SELECT q.id, p.id FROM few q JOIN few p"
                                            + " EXACT NEAREST 9 BY DISTANCE (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z)")));
            time(
                    "EXACT NEAREST BY of Gyre, " + size,
                    1,
                    () -> consume(
                            session.sql(
                                    "SELECT q.id, p.id FROM few q JOIN few p"
                                            + " EXACT NEAREST 9 BY DISTANCE gyre_distance(q.id, array(q.x, q.y, q.z), p.id, array(p.x, p.y, p.z))")));
        }
    }

    @Test
    void visits() {
        for (ShapedPoints shape :
                new ShapedPoints[] {ShapedPoints.UNIFORM, ShapedPoints.EXPONENTIAL, ShapedPoints.CLUSTERED}) {
            for (int dims : new int[] {2, 3}) {
                visits(shape, dims, 10_000_000, 256);
            }
        }
        for (int partitions : new int[] {16, 1024, 16_384}) {
            visits(ShapedPoints.UNIFORM, 3, 10_000_000, partitions);
        }
        visits(ShapedPoints.UNIFORM, 3, 1_000_000, 256);
        visits(ShapedPoints.UNIFORM, 3, 1_000_000, 10_000);
        visits(ShapedPoints.UNIFORM, 2, 30_000_000, 10_000);
    }

    /** Counts as the tasks do: the rows of the home partition bound the ball, and the bounds of all partitions decide. */
    private static void visits(ShapedPoints shape, int dims, int size, int partitions) {
        Points points = Points.wrap(shape.coordinates(size, dims, 1), dims);
        JoinSpec spec = SpaceTest.spec(dims, K, Metric.EUCLIDEAN);
        Space splits = split(spec, points, partitions);
        double[][] parts = parts(points, splits);
        List<Space.Bounds> bounds = new ArrayList<>();
        for (int part = 0; part < parts.length; part++) {
            bounds.add(bounds(part, parts[part], dims));
        }
        Space space = splits.withBounds(bounds);
        int step = 25;
        long[] visited = new long[1];
        long queries = 0;
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            for (double[] part : parts) {
                int count = Math.ceilDiv(part.length / dims, step);
                double[] some = new double[count * dims];
                for (int query = 0; query < count; query++) {
                    System.arraycopy(part, query * step * dims, some, query * dims, dims);
                }
                try (KdTree tree = engine.kdTree(Points.wrap(part, dims))) {
                    // A query is the first of its own neighbors.
                    Neighbors near = tree.nearest(Points.wrap(some, dims), K + 1);
                    for (int query = 0; query < count; query++) {
                        Space.Bound bound = Space.Bound.of(near.key(query, K));
                        space.touched(some, query * dims, bound, any -> visited[0]++);
                    }
                }
                queries += count;
            }
        }
        int largest =
                Arrays.stream(parts).mapToInt(part -> part.length / dims).max().orElse(0);
        print(
                "%s, %d dimensions, %d points, %d partitions: %.3f partitions per query, model %.3f; largest partition %.2f of the mean",
                shape,
                dims,
                size,
                splits.partitions(),
                (double) visited[0] / queries,
                model(dims, (double) size / partitions, partitions),
                (double) largest * partitions / size);
    }

    private static double[][] parts(Points points, Space splits) {
        int dims = points.dims();
        int[] partition = new int[points.size()];
        int[] sizes = new int[splits.partitions()];
        for (int row = 0; row < points.size(); row++) {
            partition[row] = splits.partition(points.array(), row * dims, 0);
            sizes[partition[row]]++;
        }
        double[][] parts = new double[sizes.length][];
        Arrays.setAll(parts, part -> new double[sizes[part] * dims]);
        for (int row = points.size() - 1; row >= 0; row--) {
            System.arraycopy(points.array(), row * dims, parts[partition[row]], --sizes[partition[row]] * dims, dims);
        }
        return parts;
    }

    private static Space.Bounds bounds(int partition, double[] coordinates, int dims) {
        double[] box = new double[2 * dims];
        Arrays.fill(box, 0, dims, Double.POSITIVE_INFINITY);
        Arrays.fill(box, dims, 2 * dims, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < coordinates.length; i++) {
            box[i % dims] = Math.min(box[i % dims], coordinates[i]);
            box[dims + i % dims] = Math.max(box[dims + i % dims], coordinates[i]);
        }
        return new Space.Bounds(partition, coordinates.length / dims, box, 0, 1);
    }

    /** The volume of a cell grown by the ball of K neighbors, divided by that of the cell; cells at the border of space grow less. */
    private static double model(int dims, double rows, int partitions) {
        double inside = 1 - Math.pow(partitions, -1.0 / dims);
        if (dims == 2) {
            double r = Math.sqrt(K / (Math.PI * rows));
            return 1 + 4 * r * inside + Math.PI * r * r * inside * inside;
        }
        double r = Math.cbrt(K / (4.0 / 3 * Math.PI * rows));
        return 1
                + 6 * r * inside
                + 3 * Math.PI * r * r * inside * inside
                + 4.0 / 3 * Math.PI * r * r * r * inside * inside * inside;
    }

    private static Space split(JoinSpec spec, Points points, int partitions) {
        int sampled = 1 << 18;
        SplittableRandom random = new SplittableRandom(3);
        double[] sample = new double[sampled * points.dims()];
        for (int i = 0; i < sampled; i++) {
            System.arraycopy(
                    points.array(),
                    random.nextInt(points.size()) * points.dims(),
                    sample,
                    i * points.dims(),
                    points.dims());
        }
        return Space.split(spec, new Survey.Sample(new long[sampled], sample), partitions);
    }
}
