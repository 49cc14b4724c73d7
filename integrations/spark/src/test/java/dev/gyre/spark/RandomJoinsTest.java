package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random joins give the rows of the engine, with and without Kryo, adaptive execution, and cached inputs and outputs. */
@Tag("thorough")
class RandomJoinsTest {

    private static final int JOINS = 120;
    private static final List<String> METRICS =
            List.of("euclidean", "manhattan", "chebyshev", "cosine", "lp:3", "inner-product");

    private static Engine engine;

    @BeforeAll
    static void open() {
        LocalSpark.stop();
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"JavaSerializer", "KryoSerializer"})
    void shouldFindTheRowsOfTheEngine(String serializer) {
        SparkSession session = LocalSpark.builder("local[2]")
                .config("spark.serializer", "org.apache.spark.serializer." + serializer)
                .getOrCreate();
        try {
            for (int seed = 0; seed < JOINS; seed++) {
                Random random = new Random(seed);
                session.conf().set("spark.sql.adaptive.enabled", random.nextBoolean());
                check(random, serializer + ", seed " + seed);
                session.catalog().clearCache();
            }
        } finally {
            session.stop();
        }
    }

    private static <T> T any(T[] some, Random random) {
        return some[random.nextInt(some.length)];
    }

    private static PointTable table(Points points, Random random) {
        PointTable table = LocalSpark.points(points, any(LocalSpark.Layout.values(), random), 1 + random.nextInt(4));
        return random.nextInt(3) > 0
                ? table
                : new PointTable(table.rows().cache(), table.id(), table.coordinates(), table.kept());
    }

    private static void check(Random random, String what) {
        ShapedPoints shape = any(ShapedPoints.values(), random);
        int dims = 1 + random.nextInt(3);
        Metric metric = Metric.named(METRICS.get(random.nextInt(METRICS.size())));
        if (metric.name().equals("cosine") && shape != ShapedPoints.UNIFORM) {
            metric = Metric.EUCLIDEAN;
        }
        SparkJoinOptions options = SparkJoinOptions.DEFAULT
                .withMethod(any(SparkMethod.values(), random))
                .withPartitions(random.nextInt(9))
                .withMetric(metric);
        JoinOptions same = JoinOptions.DEFAULT.withMetric(metric);
        Points left = shape.points(random.nextInt(400), dims, random.nextInt());
        Points right = shape.points(random.nextInt(700), dims, random.nextInt());
        int k = 1 + random.nextInt(random.nextBoolean() ? 8 : 900);
        double radius = random.nextInt(3) / 2.0;
        String text = what + ": " + shape + " " + left.size() + " x " + right.size() + ", k=" + k + ", radius=" + radius
                + ", " + options;
        // Inner products are no distances within a radius.
        switch (random.nextInt(metric.name().equals("inner-product") ? 2 : 5)) {
            case 0 ->
                compare(
                        SparkJoinsTest.rows(engine.knnJoin(left, right, k, same)),
                        SparkJoins.knnJoin(table(left, random), table(right, random), k, options),
                        random,
                        text);
            case 1 ->
                compare(
                        SparkJoinsTest.rows(engine.knnSelfJoin(right, k, same)),
                        SparkJoins.knnSelfJoin(table(right, random), k, options),
                        random,
                        "self " + text);
            case 2 ->
                compare(
                        SparkJoinsTest.rows(engine.distanceJoin(left, right, radius, same)),
                        SparkJoins.radiusJoin(table(left, random), table(right, random), radius, options),
                        random,
                        "radius " + text);
            case 3 ->
                compare(
                        SparkJoinsTest.rows(engine.radiusSelfJoin(left, radius, same)),
                        SparkJoins.radiusSelfJoin(table(left, random), radius, options),
                        random,
                        "radius, self " + text);
            default -> {
                Boxes boxes = ShapedPoints.UNIFORM.boxes(random.nextInt(300), dims, random.nextInt());
                compare(
                        SparkJoinsTest.rows(engine.boxSelfJoin(boxes, BoxPredicate.INTERSECTS)),
                        SparkJoins.boxSelfJoin(
                                LocalSpark.boxes(boxes, LocalSpark.Layout.SLICES, 3), BoxPredicate.INTERSECTS, options),
                        random,
                        "boxes " + text);
            }
        }
    }

    private static void compare(List<String> expected, Dataset<Row> rows, Random random, String what) {
        assertEquals(expected, LocalSpark.sorted(random.nextInt(3) > 0 ? rows : rows.cache()), what);
    }
}
