package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RankedRTree;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.BoxOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.TopKCase;
import dev.gyre.engine.verify.TopKOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What top-k joins must do on every device, by every method. */
public abstract class TopKJoinContract extends EngineContract {

    private TopPairs join(TopKCase given, TopKJoinOptions options) {
        if (given.left() == null) {
            return given.self()
                    ? engine().topKSelfJoin(given.leftBoxes(), given.leftScores(), options)
                    : engine().topKJoin(
                                    given.leftBoxes(),
                                    given.leftScores(),
                                    given.rightBoxes(),
                                    given.rightScores(),
                                    options);
        }
        return given.self()
                ? engine().topKSelfJoin(given.left(), given.leftScores(), options)
                : engine().topKJoin(given.left(), given.leftScores(), given.right(), given.rightScores(), options);
    }

    @Test
    void shouldFindTheBestPairsOfAllThatAreNear() {
        checkSeries(40, 17);
    }

    @Test
    @Tag("thorough")
    void shouldFindTheBestPairsOfTenThousandCases() {
        checkSeries(10_000, 19);
    }

    /** Returns the methods that support a number of dimensions. */
    private static List<TopKJoinOptions.Method> methods(int dims) {
        return dims <= Boxes.MAX_DIMENSIONS
                ? List.of(TopKJoinOptions.Method.values())
                : List.of(
                        TopKJoinOptions.Method.AUTOMATIC,
                        TopKJoinOptions.Method.THRESHOLD,
                        TopKJoinOptions.Method.JOIN_THEN_SELECT);
    }

    private void checkSeries(int cases, long seed) {
        thinned(Sample.series(cases, seed)).forEach(sample -> {
            TopKCase given = TopKCase.draw(sample, TopKJoinOptions.Method.AUTOMATIC, sample.random());
            TopKOracle oracle = new TopKOracle(given);
            List<TopKOracle.Pair> pairs = oracle.pairs();
            for (TopKJoinOptions.Method method : methods(sample.dims())) {
                Optional<String> wrong =
                        oracle.check(pairs, join(given, given.options().withMethod(method)));
                assertTrue(wrong.isEmpty(), () -> sample + ", " + method + ": " + wrong.orElse(""));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(TopKJoinOptions.Method.class)
    void shouldGiveTheBeginningOfTheAnswerForMore(TopKJoinOptions.Method method) {
        thinned(Sample.series(24, 23)).forEach(sample -> {
            Random random = sample.random();
            if (!methods(sample.dims()).contains(method)) {
                return;
            }
            TopKCase given = TopKCase.draw(sample, method, random);
            TopPairs more = join(given, given.options().withK(200));
            TopPairs less = join(given, given.options().withK(1 + random.nextInt(199)));
            int size = less.size();
            assertTrue(size <= more.size(), sample.toString());
            assertArrayEquals(Arrays.copyOf(more.toLeftArray(), size), less.toLeftArray(), () -> sample + ", " + given);
            assertArrayEquals(
                    Arrays.copyOf(more.toRightArray(), size), less.toRightArray(), () -> sample + ", " + given);
        });
    }

    /** Compares all methods in a large case with the method that finds all near pairs first. */
    private void compare(String name, double[] left, Scores leftScores, double[] right, Scores rightScores) {
        Points leftPoints = Points.of(left, 2);
        Points rightPoints = Points.of(right, 2);
        for (int k : new int[] {1, 50, 3000}) {
            TopKJoinOptions options = TopKJoinOptions.of(k, 1);
            TopPairs expected = engine().topKJoin(
                            leftPoints,
                            leftScores,
                            rightPoints,
                            rightScores,
                            options.withMethod(TopKJoinOptions.Method.JOIN_THEN_SELECT));
            for (TopKJoinOptions.Method method : TopKJoinOptions.Method.values()) {
                TopPairs actual =
                        engine().topKJoin(leftPoints, leftScores, rightPoints, rightScores, options.withMethod(method));
                String what = name + ", k=" + k + ", method=" + method;
                assertArrayEquals(expected.toLeftArray(), actual.toLeftArray(), what);
                assertArrayEquals(expected.toRightArray(), actual.toRightArray(), what);
                assertArrayEquals(expected.toScoreArray(), actual.toScoreArray(), what);
                assertArrayEquals(expected.toDistanceArray(), actual.toDistanceArray(), what);
            }
        }
    }

    private static double[] places(int rows, double side, Random random) {
        return random.doubles(2L * rows, 0, side).toArray();
    }

    @Test
    void shouldBoundScoresThatDependOnPlaces() {
        Random random = new Random(31);
        double[] left = places(12_000, 100, random);
        double[] right = places(9_000, 100, random);
        Scores rising = Scores.of(
                IntStream.range(0, 12_000).mapToDouble(i -> left[2 * i]).toArray());
        Scores falling = Scores.of(
                IntStream.range(0, 9_000).mapToDouble(i -> -right[2 * i]).toArray());
        compare("against each other", left, rising, right, falling);
        Scores tied = Scores.of(
                IntStream.range(0, 9_000).map(i -> (int) right[2 * i] / 10).toArray());
        compare("with each other", left, rising, right, tied);
    }

    @Test
    void shouldTestFewPairsWhereScoresAreAgainstEachOther() {
        Random random = new Random(73);
        int n = 100_000;
        double[] left = places(n, 300, random);
        double[] right = places(n, 300, random);
        // Rows within ten units have the same score: only pairs across a border between them are the best ones.
        Scores rising =
                Scores.of(IntStream.range(0, n).map(i -> (int) left[2 * i] / 10).toArray());
        Scores falling = Scores.of(
                IntStream.range(0, n).map(i -> -((int) right[2 * i] / 10)).toArray());
        Points leftPoints = Points.of(left, 2);
        Points rightPoints = Points.of(right, 2);
        TopKJoinOptions options = TopKJoinOptions.of(1_000, 1);
        TopPairs expected = engine().topKJoin(
                        leftPoints,
                        rising,
                        rightPoints,
                        falling,
                        options.withMethod(TopKJoinOptions.Method.JOIN_THEN_SELECT));
        TopPairs actual = engine().topKJoin(
                        leftPoints, rising, rightPoints, falling, options.withMethod(TopKJoinOptions.Method.THRESHOLD));
        assertArrayEquals(expected.toLeftArray(), actual.toLeftArray());
        assertArrayEquals(expected.toRightArray(), actual.toRightArray());
        assertEquals(1.0, actual.score(999));
        double near = Math.PI * n * n / (300.0 * 300.0);
        assertTrue(
                actual.work().pairsTested() < near,
                "pairs tested: " + actual.work().pairsTested());
    }

    @Test
    void shouldBoundEqualScores() {
        Random random = new Random(37);
        int[] equal = new int[12_000];
        double[] left = places(12_000, 100, random);
        double[] right = places(12_000, 100, random);
        compare("equal", left, Scores.of(equal), right, Scores.of(equal));
        // The first left rows have no partner.
        Arrays.fill(left, 0, 16_000, -500);
        compare("equal, far at first", left, Scores.of(equal), right, Scores.of(equal));
    }

    @Test
    void shouldBoundHotSpotsAndSkewedSizes() {
        Random random = new Random(41);
        double[] left = places(8_000, 100, random);
        double[] right = places(300, 100, random);
        for (int i = 0; i < 3_000; i++) {
            left[i] = 50 + 0.1 * random.nextGaussian();
        }
        for (int i = 0; i < 100; i++) {
            right[i] = 50 + 0.1 * random.nextGaussian();
        }
        Scores many = Scores.of(random.ints(8_000, 0, 101).toArray());
        Scores few = Scores.of(random.ints(300, 0, 101).toArray());
        compare("many and few", left, many, right, few);
        compare("few and many", right, few, left, many);
    }

    /** Also joins by trees, which use neither parts nor cells. */
    @Test
    void shouldJoinManyRowsInParts() {
        Random random = new Random(71);
        int n = (1 << 16) + 1;
        double[] left = places(n, 250, random);
        double[] right = places(n, 250, random);
        for (int i = 0; i < 200; i++) {
            left[random.nextInt(2 * n)] = 1e12 * random.nextGaussian();
            right[random.nextInt(2 * n)] = left[random.nextInt(2 * n)];
        }
        Scores leftScores = Scores.of(
                IntStream.range(0, n).mapToDouble(i -> left[2 * i] % 50).toArray());
        Scores rightScores = Scores.of(
                IntStream.range(0, n).mapToDouble(i -> -right[2 * i] % 50).toArray());
        Points leftPoints = Points.of(left, 2);
        Points rightPoints = Points.of(right, 2);
        TopKJoinOptions options = TopKJoinOptions.of(2_000, 1);
        List<TopPairs> answers = new ArrayList<>();
        for (TopKJoinOptions.Method method : List.of(
                TopKJoinOptions.Method.RANKED_TREES,
                TopKJoinOptions.Method.JOIN_THEN_SELECT,
                TopKJoinOptions.Method.THRESHOLD)) {
            answers.add(
                    engine().topKJoin(leftPoints, leftScores, rightPoints, rightScores, options.withMethod(method)));
        }
        for (TopPairs answer : answers) {
            assertArrayEquals(answers.getFirst().toLeftArray(), answer.toLeftArray());
            assertArrayEquals(answers.getFirst().toRightArray(), answer.toRightArray());
            assertArrayEquals(answers.getFirst().toScoreArray(), answer.toScoreArray());
        }
    }

    @Test
    void shouldCallAFunctionOfTheCallers() {
        Points points = Points.of(new double[] {0, 1, 2, 3}, 1);
        Scores scores = Scores.of(4, 1, 3, 2);
        TopKJoinOptions options = TopKJoinOptions.of(2, 1)
                .withFunction(ScoreFunction.monotone("squares", (a, b) -> a * Math.abs(a) + b * Math.abs(b)));
        TopPairs pairs = engine().topKSelfJoin(points, scores, options);
        assertArrayEquals(new int[] {0, 2}, pairs.toLeftArray());
        assertArrayEquals(new int[] {1, 3}, pairs.toRightArray());
        assertArrayEquals(new double[] {17, 13}, pairs.toScoreArray());
        assertArrayEquals(new double[] {1, 1}, pairs.toDistanceArray());
        TopKJoinOptions wrong = options.withFunction(ScoreFunction.monotone("nothing", (a, b) -> Double.NaN));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> engine().topKSelfJoin(points, scores, wrong))
                .getMessage();
        assertTrue(message.startsWith("the score function must not give NaN: function=nothing, left="), message);
    }

    @Test
    void shouldRefuseWrongInput() {
        Points points = Points.of(new double[] {0, 1, 2, 3}, 2);
        TopKJoinOptions options = TopKJoinOptions.of(1, 1);
        assertRefused(
                "left scores must be as many as left rows: left scores=1, left rows=2",
                () -> engine().topKJoin(points, Scores.of(1), points, Scores.of(1, 2), options));
        assertRefused(
                "left and right rows must have the same dimensions: left=2, right=1",
                () -> engine().topKJoin(
                                points, Scores.of(1, 2), Points.of(new double[] {1}, 1), Scores.of(1), options));
        assertRefused(
                "scores of a product must be 0 or more: least right score=-1.0",
                () -> engine().topKJoin(
                                points,
                                Scores.of(1, 2),
                                points,
                                Scores.of(1, -1),
                                options.withFunction(ScoreFunction.PRODUCT)));
        assertRefused("k must be 1 or more: k=0", () -> TopKJoinOptions.of(0, 1));
        assertRefused("radius must be 0 or more: radius=NaN", () -> TopKJoinOptions.of(1, Double.NaN));
        assertRefused(
                "the metric must be one of differences: metric=inner-product",
                () -> options.withMetric(Metric.INNER_PRODUCT));
        assertRefused(
                "the scores of a product are ascending on both sides or on none: left=true, right=false",
                () -> options.withFunction(ScoreFunction.PRODUCT).withAscending(true, false));
        assertRefused("leftWeight must be in 0..2^500: leftWeight=-1.0", () -> ScoreFunction.weighted(-1, 1));
        assertRefused(
                "scores must be numbers of magnitude 2^500 at most: row=1, score=NaN",
                () -> Scores.of(1.0, Double.NaN));
        assertRefused(
                "scores must be numbers of magnitude 2^500 at most: row=0, score=-Infinity",
                () -> Scores.of(Float.NEGATIVE_INFINITY));
    }

    @Test
    void shouldExplainTheChoice() {
        TopKJoinOptions options = TopKJoinOptions.of(10, 1);
        String all = engine().explainTopKJoin(1000, 2000, 2, options);
        assertTrue(
                all.startsWith(
                        "THRESHOLD for the 10 best pairs of 1000 and 2000 rows of 2 dimensions, within 1.0 (euclidean), on "),
                all);
        for (TopKJoinOptions.Method method : methods(2)) {
            assertTrue(method == TopKJoinOptions.Method.AUTOMATIC || all.contains(" " + method + " "), all);
        }
        String blocks = engine().explainTopKJoin(1000, 2000, 2, options.withMethod(TopKJoinOptions.Method.BLOCKS));
        assertTrue(blocks.startsWith("BLOCKS ") && blocks.contains(": asked for\n"), blocks);
        Points wide = Points.of(new double[9], 9);
        assertRefused(
                "no strategy is possible: " + engine().device().id()
                        + " RANKED_TREES: a tree of boxes has up to 8 dimensions",
                () -> engine().topKSelfJoin(
                                wide, Scores.of(1), options.withMethod(TopKJoinOptions.Method.RANKED_TREES)));
    }

    /** Returns the first k partners of each left row, from all pairs in their order. */
    private static List<List<TopKOracle.Pair>> partners(List<TopKOracle.Pair> pairs, int left, int k) {
        List<List<TopKOracle.Pair>> partners = new ArrayList<>();
        for (int row = 0; row < left; row++) {
            partners.add(new ArrayList<>());
        }
        for (TopKOracle.Pair pair : pairs) {
            if (partners.get(pair.left()).size() < k) {
                partners.get(pair.left()).add(pair);
            }
        }
        return partners;
    }

    private static void assertRows(List<List<TopKOracle.Pair>> expected, RankedRows actual, String what) {
        assertEquals(expected.size(), actual.queries(), what);
        for (int query = 0; query < expected.size(); query++) {
            List<TopKOracle.Pair> rows = expected.get(query);
            String where = what + ", query=" + query;
            assertArrayEquals(rows.stream().mapToInt(TopKOracle.Pair::right).toArray(), actual.ids(query), where);
            for (int rank = 0; rank < rows.size(); rank++) {
                assertEquals(rows.get(rank).score(), actual.score(query, rank), where);
                assertEquals(rows.get(rank).right(), actual.id(query, rank), where);
            }
        }
        assertEquals(actual.size(), actual.toOffsetArray()[expected.size()], what);
    }

    @Test
    void shouldFindTheBestPartnersOfEachLeftRow() {
        thinned(Sample.series(30, 59)).forEach(sample -> {
            TopKCase given = TopKCase.draw(sample, TopKJoinOptions.Method.AUTOMATIC, sample.random());
            if (given.self()) {
                return;
            }
            TopKJoinOptions options = given.options().withK(1 + given.options().k() % 20);
            RankedRows actual = given.left() == null
                    ? engine().topKPerLeft(
                                    given.leftBoxes(),
                                    given.leftScores(),
                                    given.rightBoxes(),
                                    given.rightScores(),
                                    options)
                    : engine().topKPerLeft(
                                    given.left(), given.leftScores(), given.right(), given.rightScores(), options);
            List<TopKOracle.Pair> pairs = new TopKOracle(given).pairs();
            assertRows(partners(pairs, given.leftScores().size(), options.k()), actual, sample + ", " + given);
        });
    }

    @Test
    void shouldFindTheBestBoxesOfEachWindow() {
        thinned(Sample.series(30, 61)).forEach(sample -> {
            Random random = sample.random();
            Boxes boxes = BoxCases.draw(sample, sample.size(), random);
            Boxes queries = BoxCases.draw(sample, random.nextInt(40), random);
            BoxPredicate predicate = BoxOracle.predicate(queries, boxes, random);
            Scores scores = Scores.of(random.ints(boxes.size(), 0, 50).toArray());
            boolean ascending = random.nextBoolean();
            int k = 1 + random.nextInt(30);
            List<TopKOracle.Pair> pairs = new ArrayList<>();
            for (int query = 0; query < queries.size(); query++) {
                for (int row = 0; row < boxes.size(); row++) {
                    if (predicate.holds(queries, query, boxes, row)) {
                        pairs.add(new TopKOracle.Pair(query, row, scores.score(row), 0));
                    }
                }
            }
            Comparator<TopKOracle.Pair> byScore = Comparator.comparingDouble(TopKOracle.Pair::score);
            pairs.sort((ascending ? byScore : byScore.reversed()).thenComparingInt(TopKOracle.Pair::right));
            try (RTree tree = engine().rTree(boxes)) {
                RankedRTree ranked = tree.ranked(scores, ascending);
                assertEquals(boxes.size(), ranked.size());
                RankedRows actual = ranked.top(queries, predicate, k, Monitor.NONE);
                assertRows(partners(pairs, queries.size(), k), actual, sample + ", " + predicate);
                assertRefused("k must be 1 or more: k=0", () -> ranked.top(queries, predicate, 0, Monitor.NONE));
                assertRefused(
                        "scores must be as many as boxes: scores=" + (boxes.size() + 1) + ", boxes=" + boxes.size(),
                        () -> tree.ranked(Scores.of(new int[boxes.size() + 1]), ascending));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(TopKJoinOptions.Method.class)
    void shouldEndWhenTheMonitorOrAnInterruptAsksForIt(TopKJoinOptions.Method method) {
        Random random = new Random(43);
        Points points = Points.of(places(20_000, 30, random), 2);
        Scores scores = Scores.of(random.ints(20_000, 0, 9).toArray());
        TopKJoinOptions options = TopKJoinOptions.of(100, 1).withMethod(method);
        assertThrows(
                CancellationException.class,
                () -> engine().topKJoin(
                                points, scores, points, scores, options.withMonitor((done, total) -> done < 0)));
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> engine().topKJoin(points, scores, points, scores, options));
        assertTrue(Thread.interrupted());
        assertEquals(
                100, engine().topKJoin(points, scores, points, scores, options).size());
    }

    @ParameterizedTest
    @EnumSource(TopKJoinOptions.Method.class)
    void shouldTellOfProgress(TopKJoinOptions.Method method) {
        Random random = new Random(47);
        Points points = Points.of(places(5_000, 30, random), 2);
        Scores scores = Scores.of(random.ints(5_000, 0, 9).toArray());
        List<long[]> told = new ArrayList<>();
        engine().topKJoin(
                        points,
                        scores,
                        points,
                        scores,
                        TopKJoinOptions.of(100, 1)
                                .withMethod(method)
                                .withMonitor((done, total) -> told.add(new long[] {done, total})));
        long before = 0;
        for (long[] step : told) {
            assertTrue(step[0] >= before && step[0] <= 5_000, Arrays.toString(step));
            assertEquals(5_000, step[1]);
            before = step[0];
        }
        assertEquals(5_000, before);
    }

    @Test
    void shouldServeCallsOfAllSizes() {
        reuse(53, (n, random, what) -> {
            double[] places = places(n, Math.sqrt(n + 1), random);
            Points points = Points.of(places, 2);
            Scores scores = Scores.of(random.ints(n, 0, 101).toArray());
            TopPairs pairs = engine().topKSelfJoin(points, scores, TopKJoinOptions.of(10, 1));
            TopPairs all = engine().topKSelfJoin(
                            points,
                            scores,
                            TopKJoinOptions.of(10, 1).withMethod(TopKJoinOptions.Method.JOIN_THEN_SELECT));
            assertArrayEquals(all.toLeftArray(), pairs.toLeftArray(), what);
            assertArrayEquals(all.toRightArray(), pairs.toRightArray(), what);
        });
    }
}
