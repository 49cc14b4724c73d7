package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.data.TopPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The best pairs by score: those of the engine, with many equal scores, so that ids decide. */
class TopKTest {

    private static final Points LEFT = ShapedPoints.UNIFORM.points(600, 3, 1);
    private static final Points RIGHT = ShapedPoints.UNIFORM.points(800, 3, 2);

    /** The third number is the score. */
    private static Points coordinates(Points points) {
        double[] all = new double[points.size() * 2];
        for (int row = 0; row < points.size(); row++) {
            all[2 * row] = points.coordinate(row, 0);
            all[2 * row + 1] = points.coordinate(row, 1);
        }
        return Points.of(all, 2);
    }

    private static Points rounded(Points points) {
        double[] all = points.toRowMajor();
        for (int i = 2; i < all.length; i += 3) {
            all[i] = Math.floor(all[i] * 10);
        }
        return Points.of(all, 3);
    }

    private static Scores scores(Points points) {
        double[] scores = new double[points.size()];
        Arrays.setAll(scores, row -> points.coordinate(row, 2));
        return Scores.of(scores);
    }

    private static List<String> rows(TopPairs pairs) {
        List<String> rows = new ArrayList<>();
        for (int rank = 0; rank < pairs.size(); rank++) {
            rows.add(RowFactory.create(
                            rank + 1,
                            (long) pairs.left(rank),
                            (long) pairs.right(rank),
                            pairs.score(rank),
                            pairs.distance(rank))
                    .toString());
        }
        return rows.stream().sorted().toList();
    }

    private static Stream<TopKJoinOptions> options() {
        TopKJoinOptions some = TopKJoinOptions.of(40, 0.05);
        return Stream.of(
                some,
                some.withFunction(ScoreFunction.weighted(2, 0.5)).withMetric(Metric.MANHATTAN),
                some.withFunction(ScoreFunction.PRODUCT).withAscending(true, true),
                some.withAscending(false, true).withK(7));
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    void shouldFindTheBestPairsOfTheEngine(SparkMethod method) {
        // By other methods than that of partitions each has some of the options.
        check(
                method,
                method == SparkMethod.PARTITIONED
                        ? options()
                        : options().skip(method.ordinal()).limit(1));
    }

    @ParameterizedTest
    @EnumSource(SparkMethod.class)
    @Tag("thorough")
    void shouldFindTheBestPairsOfTheEngineWithAnyOptions(SparkMethod method) {
        check(method, options());
    }

    private static void check(SparkMethod method, Stream<TopKJoinOptions> options) {
        Points left = rounded(LEFT);
        Points right = rounded(RIGHT);
        PointTable lefts = PointTable.of(LocalSpark.table(left, LocalSpark.Layout.SLICES, 3), "id", "c0", "c1");
        PointTable rights = PointTable.of(LocalSpark.table(right, LocalSpark.Layout.HASHED, 2), "id", "c0", "c1");
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            options.forEach(best -> {
                Dataset<Row> found = SparkJoins.topKJoin(
                        lefts,
                        "c2",
                        rights,
                        "c2",
                        best,
                        SparkJoinOptions.DEFAULT.withMethod(method).withPartitions(5));
                assertEquals(
                        rows(engine.topKJoin(coordinates(left), scores(left), coordinates(right), scores(right), best)),
                        LocalSpark.sorted(found),
                        best.toString());
            });
        }
    }

    @Test
    void shouldFindTheBestPairsInSql() {
        LocalSpark.table(LEFT, LocalSpark.Layout.SLICES, 1).createOrReplaceTempView("scored_left");
        LocalSpark.table(RIGHT, LocalSpark.Layout.SLICES, 1).createOrReplaceTempView("scored_right");
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            TopKJoinOptions best = TopKJoinOptions.of(5, 0.1).withFunction(ScoreFunction.weighted(1, 3));
            assertEquals(
                    rows(engine.topKJoin(coordinates(LEFT), scores(LEFT), coordinates(RIGHT), scores(RIGHT), best)),
                    LocalSpark.sorted(
                            LocalSpark.session()
                                    .sql(
                                            "SELECT * FROM gyre_top_k_join(TABLE(scored_left), TABLE(scored_right), 5, 0.1, 'weighted:1,3')")));
        }
    }

    @Test
    void shouldRefuseFunctionsWithoutAName() {
        PointTable table = PointTable.of(LocalSpark.table(LEFT, LocalSpark.Layout.SLICES, 1), "id", "c0", "c1");
        TopKJoinOptions best = TopKJoinOptions.of(5, 0.1).withFunction(ScoreFunction.monotone("own", Math::max));
        assertThrows(
                IllegalArgumentException.class,
                () -> SparkJoins.topKJoin(table, "c2", table, "c2", best, SparkJoinOptions.DEFAULT));
    }
}
