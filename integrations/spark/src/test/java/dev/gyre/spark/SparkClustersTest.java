package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Clusters, counts of pairs and statistics over Spark are those of the engine on one machine. */
class SparkClustersTest {

    private static final long SEED = 29;

    private static Engine engine;
    private static SparkSession session;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2));
        session = LocalSpark.session();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static SparkJoinOptions partitioned(int partitions) {
        return SparkJoinOptions.DEFAULT.withMethod(SparkMethod.PARTITIONED).withPartitions(partitions);
    }

    static List<String> rows(Clusters found) {
        return rows(found, row -> (long) row);
    }

    private static List<String> rows(Clusters found, IntFunction<Object> ids) {
        return IntStream.range(0, found.size())
                .mapToObj(row -> RowFactory.create(ids.apply(row), found.label(row), found.isCore(row))
                        .toString())
                .sorted()
                .toList();
    }

    private static void check(Points points, double eps, int minPoints, Metric metric, int partitions, String what) {
        Clusters expected = engine.dbscan(points, eps, minPoints, JoinOptions.DEFAULT.withMetric(metric));
        assertEquals(
                rows(expected),
                LocalSpark.sorted(SparkJoins.dbscan(
                        LocalSpark.points(points, LocalSpark.Layout.SLICES, 3),
                        eps,
                        minPoints,
                        partitioned(partitions).withMetric(metric))),
                what + ", eps=" + eps + ", minPoints=" + minPoints + ", partitions=" + partitions + ", seed " + SEED);
    }

    /** Rows of a grid of which some are missing: most distances are ties, and most clusters cross borders. */
    private static Points grid(int size, int width, long seed) {
        Random random = new Random(seed);
        return Points.of(
                IntStream.range(0, 2 * size)
                        .mapToDouble(i -> random.nextInt(width))
                        .toArray(),
                2);
    }

    @ParameterizedTest
    @CsvSource({"1, true, 1", "3, false, 4", "16, true, 5"})
    void shouldFindTheClustersOfTheEngine(int partitions, boolean isAdaptive, int minPoints) {
        checkGrids(partitions, isAdaptive, minPoints);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "3, true", "16, false"})
    @Tag("thorough")
    void shouldFindTheClustersOfTheEngineOfEachSize(int partitions, boolean isAdaptive) {
        checkGrids(partitions, isAdaptive, 1, 4, 5);
    }

    private static void checkGrids(int partitions, boolean isAdaptive, int... several) {
        session.conf().set("spark.sql.adaptive.enabled", isAdaptive);
        try {
            for (int minPoints : several) {
                check(grid(600, 36, SEED + minPoints), 1, minPoints, Metric.EUCLIDEAN, partitions, "grid");
            }
            check(grid(500, 40, SEED), 2, 7, Metric.MANHATTAN, partitions, "grid by manhattan");
            check(grid(400, 15, SEED), 0, 3, Metric.CHEBYSHEV, partitions, "equal rows");
        } finally {
            session.conf().unset("spark.sql.adaptive.enabled");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UNIFORM, 0.05, 5, euclidean",
        "CLUSTERED, 0.4, 8, squared-euclidean",
        "HOT_SPOT, 2, 4, euclidean",
        "ALL_EQUAL, 0, 700, euclidean",
        "ALL_EQUAL, 9, 701, euclidean",
        "OUTLIERS, Infinity, 5, manhattan",
        "EXPONENTIAL, 30, 6, haversine",
        "UNIFORM, 1e-5, 3, cosine"
    })
    void shouldFindTheClustersOfAnyShape(ShapedPoints shape, double eps, int minPoints, String metric) {
        check(shape.points(700, 2, SEED), eps, minPoints, Metric.named(metric), 6, shape + " by " + metric);
    }

    @Test
    @Tag("thorough")
    void shouldFindTheClustersOfRandomPoints() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            ShapedPoints shape = ShapedPoints.values()[random.nextInt(ShapedPoints.values().length)];
            Metric metric = List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV)
                    .get(random.nextInt(3));
            Points points = random.nextBoolean()
                    ? grid(random.nextInt(600), 1 + random.nextInt(40), seed)
                    : shape.points(random.nextInt(900), 1 + random.nextInt(3), seed);
            double eps = random.nextBoolean() ? random.nextInt(4) : random.nextDouble() / 5;
            int minPoints = 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 6);
            check(points, eps, minPoints, metric, 1 + random.nextInt(20), shape + ", seed " + seed + ", " + metric);
        }
    }

    @Test
    void shouldNumberClustersByIdsOfAnyType() {
        Points points = grid(300, 30, SEED);
        Clusters expected = engine.dbscan(points, 1, 3);
        IntFunction<Object> named = row -> "cluster-%05d".formatted(row);
        Dataset<Row> texts =
                LocalSpark.table(DataTypes.StringType, named, points.toRowMajor(), 2, LocalSpark.Layout.SLICES, 2);
        assertEquals(
                rows(expected, named),
                LocalSpark.sorted(SparkJoins.dbscan(PointTable.of(texts, "id", "c0", "c1"), 1, 3, partitioned(4))));
        // Rows that share an id are near each other like others.
        Dataset<Row> pairs = LocalSpark.table(
                DataTypes.IntegerType, row -> row / 50, points.toRowMajor(), 2, LocalSpark.Layout.SLICES, 2);
        Dataset<Row> found = SparkJoins.dbscan(PointTable.of(pairs, "id", "c0", "c1"), 1, 3, partitioned(4));
        assertEquals(
                Arrays.stream(expected.toSizeArray()).sorted().boxed().toList(),
                found.filter("core OR cluster >= 0").groupBy("cluster").count().collectAsList().stream()
                        .map(row -> (int) row.getLong(1))
                        .sorted()
                        .toList());
    }

    @Test
    void shouldFindTheClustersOfFewRows() {
        for (int size = 0; size <= 2; size++) {
            check(grid(size, 3, SEED), 1, 2, Metric.EUCLIDEAN, 4, size + " rows");
        }
        Dataset<Row> some = session.sql(
                "SELECT id, IF(id = 2, NULL, array(double(id))) AS at, 'n' || id AS name" + " FROM range(4)");
        assertEquals(
                List.of("[0,0,true,n0]", "[1,0,true,n1]", "[3,-1,false,n3]"),
                LocalSpark.sorted(SparkJoins.dbscan(
                        PointTable.of(some, "id", "at").keeping("name"),
                        1,
                        2,
                        partitioned(2).withSkippedNulls(true))));
    }

    @Test
    void shouldOfferThemInSql() {
        Points points = grid(400, 30, SEED);
        LocalSpark.table(points, LocalSpark.Layout.HASHED, 2).createOrReplaceTempView("grid");
        assertEquals(
                rows(engine.dbscan(points, 1.5, 4, JoinOptions.DEFAULT.withMetric(Metric.CHEBYSHEV))),
                LocalSpark.sorted(
                        session.sql(
                                "WITH g AS (SELECT * FROM grid) SELECT * FROM gyre_dbscan(TABLE(g), 1.5, min_points => 4, metric => 'chebyshev')")));
        long[] self = engine.pairCounts(points, 1, 2.5);
        long[] others = engine.pairCounts(points, points, 1, 2.5);
        assertEquals(
                List.of("[1.0," + self[0] + "," + others[0] + "]", "[2.5," + self[1] + "," + others[1] + "]"),
                LocalSpark.sorted(
                        session.sql(
                                "SELECT * FROM gyre_self_pair_counts(TABLE(grid), array(2.5, 1))"
                                        + " JOIN (SELECT radius, pairs AS others FROM"
                                        + " gyre_pair_counts(TABLE(grid), TABLE(grid), array(1, 2.5)) WHERE pairs > 7) USING (radius)")));
    }

    private static List<String> counts(long[] pairs, double... radii) {
        return IntStream.range(0, pairs.length)
                .mapToObj(i -> "[" + radii[i] + "," + pairs[i] + "]")
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    void shouldCountThePairsOfTheEngine(SparkMethod method) {
        double[] radii = {3, 0, 1, 1};
        Points left = ShapedPoints.HOT_SPOT.points(500, 2, SEED);
        Points right = ShapedPoints.HOT_SPOT.points(300, 2, SEED + 1);
        SparkJoinOptions options = partitioned(5).withMethod(method);
        PointTable table = LocalSpark.points(left, LocalSpark.Layout.SLICES, 3);
        String what = method + ", seed " + SEED;
        assertEquals(
                counts(engine.pairCounts(left, radii), radii),
                LocalSpark.sorted(SparkJoins.pairCounts(table, options, radii)),
                what);
        assertEquals(
                counts(engine.pairCounts(left, right, radii), radii),
                LocalSpark.sorted(SparkJoins.pairCounts(
                        table, LocalSpark.points(right, LocalSpark.Layout.HASHED, 2), options, radii)),
                what);
        Points none = Points.of(new double[0], 2);
        assertEquals(
                List.of("[Infinity,0]"),
                LocalSpark.sorted(SparkJoins.pairCounts(
                        LocalSpark.points(none, LocalSpark.Layout.SLICES, 1), options, Double.POSITIVE_INFINITY)));
    }

    @Test
    void shouldAggregateTheNeighborsOfTheEngine() {
        Points points = grid(300, 25, SEED);
        double[] values = new Random(SEED).ints(300, -9, 9).asDoubleStream().toArray();
        double[] table = new double[900];
        Arrays.setAll(table, i -> i % 3 == 2 ? values[i / 3] : points.coordinate(i / 3, i % 3));
        PointTable rows = PointTable.of(
                LocalSpark.table(DataTypes.LongType, row -> (long) row, table, 3, LocalSpark.Layout.SLICES, 3),
                "id",
                "c0",
                "c1");
        double[][] columns = {values};
        assertEquals(
                rows(engine.neighborStatistics(points, columns, 1.5)),
                LocalSpark.sorted(SparkJoins.neighborStatistics(rows, "c2", 1.5, partitioned(4))));
        assertEquals(
                rows(engine.nearestStatistics(points, columns, 4, JoinOptions.DEFAULT)),
                LocalSpark.sorted(SparkJoins.nearestStatistics(rows, "c2", 4, partitioned(4))));
    }

    private static List<String> rows(NeighborStatistics all) {
        return IntStream.range(0, all.queries())
                .mapToObj(row -> all.count(row) == 0
                        ? RowFactory.create((long) row, 0, null, null, null, null)
                        : RowFactory.create(
                                (long) row,
                                all.count(row),
                                all.sum(row, 0),
                                all.mean(row, 0),
                                all.minimum(row, 0),
                                all.maximum(row, 0)))
                .map(Row::toString)
                .sorted()
                .toList();
    }

    @Test
    void shouldRefuseWhatTheEngineRefuses() {
        PointTable points = LocalSpark.points(grid(3, 3, SEED), LocalSpark.Layout.SLICES, 1);
        SparkJoinOptions options = SparkJoinOptions.DEFAULT;
        assertRefused("eps must be 0 or more: eps=NaN", () -> SparkJoins.dbscan(points, Double.NaN, 2, options));
        assertRefused("minPoints must be 1 or more: minPoints=0", () -> SparkJoins.dbscan(points, 1, 0, options));
        assertRefused(
                "the metric must be one of sums",
                () -> SparkJoins.dbscan(points, 1, 2, options.withMetric(Metric.named("lp:3"))));
        assertRefused("radii must be 1 to 64: radii=0", () -> SparkJoins.pairCounts(points, options));
        assertRefused("distance must be 0 or more", () -> SparkJoins.pairCounts(points, options, 1, -1));
        assertRefused(
                "a tree has up to 16 dimensions: dimensions=17",
                () -> SparkJoins.dbscan(
                        LocalSpark.points(Points.of(new double[34], 17), LocalSpark.Layout.ONE, 1), 1, 2, options));
    }

    private static void assertRefused(String message, Executable call) {
        String text = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(text.startsWith(message), text);
    }
}
