package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
        return IntStream.range(0, found.size())
                .mapToObj(row -> RowFactory.create((long) row, found.label(row), found.isCore(row))
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
    @CsvSource({"1, true", "2, false", "7, true", "30, false"})
    void shouldFindTheClustersOfTheEngine(int partitions, boolean isAdaptive) {
        session.conf().set("spark.sql.adaptive.enabled", isAdaptive);
        try {
            for (int minPoints : new int[] {1, 3, 4, 6}) {
                check(grid(600, 36, SEED + minPoints), 1, minPoints, Metric.EUCLIDEAN, partitions, "grid");
            }
            check(grid(500, 40, SEED), 2, 7, Metric.MANHATTAN, partitions, "grid by manhattan");
            check(grid(400, 15, SEED), 0, 3, Metric.CHEBYSHEV, partitions, "equal rows");
        } finally {
            session.conf().unset("spark.sql.adaptive.enabled");
        }
    }

    @ParameterizedTest
    @EnumSource(ShapedPoints.class)
    void shouldFindTheClustersOfAnyShape(ShapedPoints shape) {
        check(shape.points(700, 2, SEED), 0.06, 5, Metric.EUCLIDEAN, 6, shape.name());
    }
}
