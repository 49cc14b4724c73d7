package dev.gyre.engine.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.verify.TopKCase;
import dev.gyre.engine.verify.TopKOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Top-k joins of scores and places that mislead a bound or a grid: infinite scores, clusters far from each other. */
public abstract class TopKHardCasesContract extends EngineContract {

    /** Points of a line, one apart: each row has a pair with itself, and one with each of its two neighbors. */
    private static final int LINE = 600;

    private static final List<ScoreFunction> INFINITE = List.of(
            ScoreFunction.monotone("logarithms", (a, b) -> Math.log(Math.max(0, a)) + Math.log(Math.max(0, b))),
            ScoreFunction.monotone("lowest", (a, b) -> Double.NEGATIVE_INFINITY),
            ScoreFunction.monotone("highest", (a, b) -> Double.POSITIVE_INFINITY),
            ScoreFunction.monotone(
                    "both infinities",
                    (a, b) -> Math.max(a, b) > 5
                            ? Double.POSITIVE_INFINITY
                            : Math.min(a, b) < -5 ? Double.NEGATIVE_INFINITY : a + b));

    private TopPairs join(Points left, Scores leftScores, Points right, Scores rightScores, TopKJoinOptions options) {
        return left == right && leftScores == rightScores
                ? engine().topKSelfJoin(left, leftScores, options)
                : engine().topKJoin(left, leftScores, right, rightScores, options);
    }

    private TopPairs join(Boxes left, Scores leftScores, Boxes right, Scores rightScores, TopKJoinOptions options) {
        return left == right && leftScores == rightScores
                ? engine().topKSelfJoin(left, leftScores, options)
                : engine().topKJoin(left, leftScores, right, rightScores, options);
    }

    @ParameterizedTest
    @EnumSource(TopKJoinOptions.Method.class)
    void shouldFindPairsOfInfiniteScores(TopKJoinOptions.Method method) {
        Points points = Points.wrap(IntStream.range(0, LINE).mapToDouble(i -> i).toArray(), 1);
        Boxes boxes = Boxes.of(points);
        List<Runnable> cases = new ArrayList<>();
        for (ScoreFunction function : INFINITE) {
            for (int order = 0; order < 4; order++) {
                for (int self = 0; self < 2; self++) {
                    int max = function.toString().equals("logarithms") ? 1 : 9;
                    Random random = new Random(7 + order);
                    Scores scores = Scores.of(random.ints(LINE, -max, max).toArray());
                    Scores others = self == 1
                            ? scores
                            : Scores.of(random.ints(LINE, -max, max).toArray());
                    TopKJoinOptions options = TopKJoinOptions.of(1, 1)
                            .withFunction(function)
                            .withAscending(order % 2 == 1, order / 2 == 1)
                            .withMethod(method);
                    boolean same = self == 1;
                    cases.add(() -> check(same, points, scores, others, options));
                    cases.add(() -> check(same, boxes, scores, others, options));
                }
            }
        }
        thinned(cases).forEach(Runnable::run);
    }

    private void check(boolean self, Points points, Scores left, Scores right, TopKJoinOptions options) {
        Points others = self ? points : Points.wrap(points.toRowMajor(), 1);
        TopKCase given = new TopKCase(self, points, others, null, null, left, right, options);
        check(given, k -> join(points, left, others, right, options.withK(k)));
        if (!self) {
            check(given, engine().topKPerLeft(points, left, others, right, options.withK(2)));
        }
    }

    private void check(boolean self, Boxes boxes, Scores left, Scores right, TopKJoinOptions options) {
        Boxes others = self ? boxes : Boxes.wrap(boxes.array().clone(), 1);
        TopKCase given = new TopKCase(self, null, null, boxes, others, left, right, options);
        check(given, k -> join(boxes, left, others, right, options.withK(k)));
        if (!self) {
            check(given, engine().topKPerLeft(boxes, left, others, right, options.withK(2)));
        }
    }

    /** A join with some k. */
    private interface Join {
        TopPairs best(int k);
    }

    private static void check(TopKCase given, Join join) {
        List<TopKOracle.Pair> pairs = new TopKOracle(given).pairs();
        int all = given.self() ? LINE - 1 : 3 * LINE - 2;
        assertEquals(all, pairs.size());
        for (int k : new int[] {1, 100, 520, all - 1, all, all + 1}) {
            TopKOracle oracle = new TopKOracle(new TopKCase(
                    given.self(),
                    given.left(),
                    given.right(),
                    given.leftBoxes(),
                    given.rightBoxes(),
                    given.leftScores(),
                    given.rightScores(),
                    given.options().withK(k)));
            assertEquals(Optional.empty(), oracle.check(pairs, join.best(k)));
        }
    }

    private static void check(TopKCase given, RankedRows perLeft) {
        List<TopKOracle.Pair> pairs = new TopKOracle(given).pairs();
        for (int row = 0; row < LINE; row++) {
            int left = row;
            int[] expected = pairs.stream()
                    .filter(pair -> pair.left() == left)
                    .mapToInt(TopKOracle.Pair::right)
                    .limit(2)
                    .toArray();
            assertArrayEquals(expected, perLeft.ids(row), given + ", left=" + row);
        }
    }

    /**
     * Compares the methods with each other, and bounds the pairs that they test.
     *
     * @param unavoidable pairs of rows that are not near, but no grid can tell apart from near ones
     */
    private void compare(String what, Points points, Scores scores, TopKJoinOptions options, double unavoidable) {
        TopPairs all =
                engine().topKSelfJoin(points, scores, options.withMethod(TopKJoinOptions.Method.JOIN_THEN_SELECT));
        assertFew(what, points.size(), all, unavoidable);
        TopPairs some = engine().topKSelfJoin(points, scores, options.withMethod(TopKJoinOptions.Method.THRESHOLD));
        assertFew(what, points.size(), some, unavoidable);
        assertSame(what, all, some);
        assertSame(
                what,
                all,
                engine().topKSelfJoin(points, scores, options.withMethod(TopKJoinOptions.Method.RANKED_TREES)));
    }

    private static void assertSame(String what, TopPairs expected, TopPairs actual) {
        assertArrayEquals(expected.toLeftArray(), actual.toLeftArray(), what);
        assertArrayEquals(expected.toRightArray(), actual.toRightArray(), what);
        assertArrayEquals(expected.toScoreArray(), actual.toScoreArray(), what);
    }

    private static void assertFew(String what, int rows, TopPairs answer, double unavoidable) {
        long tested = answer.work().pairsTested();
        assertTrue(
                tested < 100.0 * rows + 10 * unavoidable,
                () -> what + ", " + answer + ": rows=" + rows + ", tested=" + tested);
    }

    @Test
    void shouldTestFewPairsOfFarClusters() {
        Random random = new Random(83);
        int n = 20_000;
        Scores scores = Scores.of(random.doubles(n).toArray());
        TopKJoinOptions options = TopKJoinOptions.of(1000, 1);
        double[] places = random.doubles(2L * n, 0, 1000).toArray();
        double[] towns = IntStream.range(0, 2 * n)
                .mapToDouble(i -> places[i] + i / 2 % 2 * 1e6)
                .toArray();
        compare("two towns", Points.wrap(towns, 2), scores, options, 0);
        double[] sizes = IntStream.range(0, 2 * n)
                .mapToDouble(i -> i / 2 % 20 == 0 ? 1e5 * places[i] : places[i])
                .toArray();
        compare("town and country", Points.wrap(sizes, 2), scores, options, 0);
        double[] far = places.clone();
        far[7] = 1e12;
        compare("one far row", Points.wrap(far, 2), scores, options, 0);
        double[] moved = Arrays.stream(places).map(place -> place + 1e12).toArray();
        compare("far from the origin", Points.wrap(moved, 2), scores, options, 0);
        int few = 2_000;
        // All pairs are near, and without a bound a device tests them all.
        compare(
                "all equal",
                Points.wrap(new double[2 * few], 2),
                Scores.of(random.doubles(few).toArray()),
                options,
                few * few);
    }

    @Test
    @Tag("thorough")
    void shouldTestFewPairsOfRandomClusters() {
        List<Integer> seeds = IntStream.range(0, 60).boxed().toList();
        thinned(seeds).forEach(seed -> {
            Random random = new Random(seed);
            int n = 2_000 + random.nextInt(20_000);
            int dims = 1 + random.nextInt(4);
            Points points = Points.wrap(clusters(n, dims, random), dims);
            Scores scores = random.nextBoolean()
                    ? Scores.of(random.doubles(n).toArray())
                    : Scores.of(random.ints(n, 0, 9).toArray());
            // The largest difference of coordinates: all rows that cells of the least width hold are near within four
            // radii.
            TopKJoinOptions options = TopKJoinOptions.of(1 + random.nextInt(5000), radius(points, random))
                    .withMetric(Metric.CHEBYSHEV);
            double near = 0;
            int[] some = random.ints(100, 0, n).toArray();
            for (int a : some) {
                for (int b = 0; b < n; b++) {
                    near += Metric.CHEBYSHEV.distance(points.key(a, points, b, Metric.CHEBYSHEV.norm()))
                                    <= 5 * options.radius()
                            ? 1
                            : 0;
                }
            }
            compare("seed=" + seed + ", dims=" + dims, points, scores, options, near / some.length * n);
        });
    }

    /** Clusters of random sizes, extents and distances, over many magnitudes. */
    private static double[] clusters(int n, int dims, Random random) {
        int count = 1 + random.nextInt(random.nextBoolean() ? 4 : 500);
        double extent = Math.pow(10, 9 * random.nextDouble());
        double[] centers = random.doubles((long) count * dims, -extent, extent).toArray();
        double[] widths = random.doubles(count)
                .map(magnitude -> Math.pow(10, 6 * magnitude - 3))
                .toArray();
        double[] rows = new double[n * dims];
        for (int row = 0; row < n; row++) {
            // Earlier clusters are larger.
            int cluster = (int) (count * Math.pow(random.nextDouble(), 3));
            for (int dim = 0; dim < dims; dim++) {
                rows[row * dims + dim] = centers[cluster * dims + dim] + widths[cluster] * random.nextGaussian();
            }
        }
        return rows;
    }

    /** A radius within which a row has up to a few others. */
    private static double radius(Points points, Random random) {
        int row = random.nextInt(points.size());
        double[] distances = IntStream.range(0, points.size())
                .mapToDouble(
                        other -> Metric.CHEBYSHEV.distance(points.key(row, points, other, Metric.CHEBYSHEV.norm())))
                .sorted()
                .toArray();
        return distances[1 + random.nextInt(4)];
    }
}
