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

/**
 * Random joins give the rows of the engine and of Spark's own cross joins, with and without Kryo, adaptive execution, and cached inputs and
 * outputs.
 */
@Tag("thorough")
class RandomJoinsTest {

    private static final int JOINS = 120;
    private static final int CROSS_JOINS = 24;
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
        run(serializer, JOINS, (session, random, what) -> check(random, what));
    }

    @ParameterizedTest
    @ValueSource(strings = {"JavaSerializer", "KryoSerializer"})
    void shouldFindTheRowsOfCrossJoins(String serializer) {
        run(serializer, CROSS_JOINS, RandomJoinsTest::checkCrossJoin);
    }

    private interface Check {
        void check(SparkSession session, Random random, String what);
    }

    private static void run(String serializer, int joins, Check check) {
        SparkSession session = LocalSpark.builder("local[2]")
                .config("spark.serializer", "org.apache.spark.serializer." + serializer)
                .getOrCreate();
        try {
            for (int seed = 0; seed < joins; seed++) {
                Random random = new Random(seed);
                session.conf().set("spark.sql.adaptive.enabled", random.nextBoolean());
                check.check(session, random, serializer + ", seed " + seed);
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

    /** A table with nulls, repeated places, and columns of other types. */
    private static int view(SparkSession session, String name, Random random) {
        int rows = random.nextInt(150);
        Dataset<Row> table =
                session.sql("SELECT id, IF(id %% 13 = 5, NULL, round(rand(%d), 2)) AS x, round(rand(%d), 1) AS y,"
                                .formatted(random.nextInt(), random.nextInt())
                        + " repeat('é', int(id % 5)) AS name, IF(id % 3 = 0, NULL, CAST(id AS DECIMAL(20, 3))) AS price"
                        + " FROM range(0, %d, 1, %d)".formatted(rows, 1 + random.nextInt(4)));
        (random.nextBoolean() ? table.cache() : table).createOrReplaceTempView(name);
        return rows;
    }

    private static void checkCrossJoin(SparkSession session, Random random, String seed) {
        int lefts = view(session, "l", random);
        int rights = view(session, "r", random);
        boolean isSelf = random.nextInt(3) == 0;
        String[] metric = any(
                new String[][] {
                    {"euclidean", "(l.x - r.x) * (l.x - r.x) + (l.y - r.y) * (l.y - r.y)", "sqrt(%s)"},
                    {"manhattan", "abs(l.x - r.x) + abs(l.y - r.y)", "%s"},
                    {"chebyshev", "IF(r.x IS NULL OR l.x IS NULL, NULL, greatest(abs(l.x - r.x), abs(l.y - r.y)))", "%s"
                    }
                },
                random);
        // Rows are in the order of the key: two keys may have one distance.
        String distance = metric[2].formatted(metric[1]);
        String left = "TABLE(SELECT id, array(x, y) AS at, name, price FROM l)";
        String tables = isSelf ? left : left + ", TABLE(SELECT id, array(x, y) AS at, name, price FROM r)";
        String pairs = "(SELECT l.id AS a, r.id AS b, " + metric[1] + " AS key, " + distance
                + " AS d, l.name AS n, l.price AS p, r.name AS m, r.price AS q" + " FROM l CROSS JOIN "
                + (isSelf ? "l AS r WHERE l.id <> r.id" : "r") + ")";
        SparkMethod method = any(SparkMethod.values(), random);
        int k = 1 + random.nextInt(random.nextBoolean() ? 5 : 200);
        String what = seed + ": " + lefts + " x " + (isSelf ? "itself" : rights) + ", k=" + k + ", " + metric[0] + ", "
                + method;
        session.conf().set("spark.gyre.nulls", "skip");
        session.conf().set("spark.gyre.method", method.name());
        session.conf().set("spark.gyre.partitions", random.nextInt(6));
        String function =
                "SELECT * FROM gyre_%s_" + (isSelf ? "self_join(" : "join(") + tables + ", %s, '" + metric[0] + "')";
        compare(
                LocalSpark.sorted(session.sql("SELECT a, rank, b, d, n, p, m, q FROM (SELECT *, row_number() OVER"
                        + " (PARTITION BY a ORDER BY key, b) AS rank FROM " + pairs
                        + " WHERE d IS NOT NULL) WHERE rank <= " + k)),
                session.sql(function.formatted("knn", k)),
                random,
                what);
        compare(
                LocalSpark.sorted(session.sql("SELECT a, b, d, n, p, m, q FROM " + pairs + " WHERE d <= 0.25")),
                session.sql(function.formatted("radius", 0.25)),
                random,
                "radius, " + what);
        if (!isSelf && session.version().compareTo("4.2") >= 0) {
            // Among equal distances Spark chooses as it likes.
            String near = "SELECT l.name, l.price, " + distance + " FROM l " + any(new String[] {"", "LEFT "}, random)
                    + "JOIN r EXACT NEAREST " + k + " BY DISTANCE ";
            compare(
                    LocalSpark.sorted(session.sql(near + metric[1])),
                    session.sql(near + "gyre_distance(array(l.x, l.y), array(r.x, r.y), '" + metric[0] + "')"),
                    random,
                    "nearest, " + what);
        }
    }

    private static void compare(List<String> expected, Dataset<Row> rows, Random random, String what) {
        assertEquals(expected, LocalSpark.sorted(random.nextInt(3) > 0 ? rows : rows.cache()), what);
    }
}
