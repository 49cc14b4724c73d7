package dev.gyre.engine.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What joins with a filter and with groups must do on every device. */
public abstract class FilteredJoinContract extends EngineContract {

    /** How the groups of a case are made; the argument is a random number of 0 or more. */
    private static final List<IntUnaryOperator> GROUPS = List.of(
            random -> random % 4,
            random -> 7,
            random -> random,
            random -> random % 2 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE,
            random -> random % 40 - 20);

    private record Case(Points queries, Points points, boolean self, JoinOptions options, double radius, String name) {

        boolean mayMatch(int query, int row) {
            boolean passes = options.filter() == null || options.filter().get(row);
            boolean together = options.groups() == null || options.groups()[row] == options.queryGroups()[query];
            return passes && together && !(self && row == query);
        }
    }

    private record Pair(int row, double key) {}

    /** Compares each pair. */
    private static List<List<Pair>> oracle(Case joined, double radius) {
        Metric metric = joined.options().metric();
        Points space = metric.toSpace(joined.points());
        Points queries = metric.toSpace(joined.queries());
        List<List<Pair>> all = new ArrayList<>();
        for (int query = 0; query < queries.size(); query++) {
            List<Pair> found = new ArrayList<>();
            for (int row = 0; row < space.size(); row++) {
                double key = queries.key(query, space, row, metric.norm());
                if (joined.mayMatch(query, row) && metric.distance(key) <= radius) {
                    found.add(new Pair(row, key));
                }
            }
            found.sort(Comparator.comparingDouble(Pair::key).thenComparingInt(Pair::row));
            all.add(found);
        }
        return all;
    }

    private void assertNearest(Case joined, int k) {
        Neighbors found = joined.self()
                ? engine().knnSelfJoin(joined.points(), k, joined.options())
                : engine().knnJoin(joined.queries(), joined.points(), k, joined.options());
        assertEquals(joined.options().metric(), found.metric());
        assertEquals(k, found.k());
        List<List<Pair>> expected = oracle(joined, Double.POSITIVE_INFINITY);
        for (int query = 0; query < expected.size(); query++) {
            List<Pair> pairs = expected.get(query).stream().limit(k).toList();
            String name = joined.name() + ", query=" + query + ", k=" + k;
            assertEquals(pairs.size(), found.count(query), name);
            for (int rank = 0; rank < pairs.size(); rank++) {
                assertEquals(pairs.get(rank).row(), found.id(query, rank), name);
                assertEquals(pairs.get(rank).key(), found.key(query, rank), name);
            }
        }
    }

    private void assertWithin(Case joined, double radius) {
        Matches found = joined.self()
                ? engine().radiusSelfJoin(joined.points(), radius, joined.options())
                : engine().distanceJoin(joined.queries(), joined.points(), radius, joined.options());
        assertEquals(joined.options().metric(), found.metric());
        List<List<Pair>> expected = oracle(joined, radius);
        for (int query = 0; query < expected.size(); query++) {
            List<Pair> pairs = expected.get(query);
            String name = joined.name() + ", query=" + query + ", radius=" + radius;
            assertArrayEquals(pairs.stream().mapToInt(Pair::row).toArray(), found.ids(query), name);
            for (int rank = 0; rank < pairs.size(); rank++) {
                assertEquals(pairs.get(rank).key(), found.key(query, rank), name);
            }
        }
    }

    /** Compares matches that are handed out, and their numbers. */
    private void assertHandsOut(Case joined) {
        boolean oneGroup = !joined.self()
                || joined.options().queryGroups() == joined.options().groups();
        if (joined.options().filter() != null || !oneGroup) {
            return;
        }
        List<List<Pair>> expected = oracle(joined, joined.radius());
        try (DistanceJoin join = joined.self()
                ? engine().openRadiusSelfJoin(joined.points(), joined.radius(), joined.options())
                : engine().openDistanceJoin(joined.queries(), joined.points(), joined.radius(), joined.options())) {
            assertArrayEquals(expected.stream().mapToInt(List::size).toArray(), join.counts(), joined.name());
            join.forEachMatch(Monitor.NONE, (first, part) -> {
                assertEquals(joined.options().metric(), part.metric());
                for (int query = 0; query < part.queries(); query++) {
                    assertArrayEquals(
                            expected.get(first + query).stream()
                                    .mapToInt(Pair::row)
                                    .toArray(),
                            part.ids(query),
                            joined.name());
                }
            });
        }
    }

    private static int[] groups(int size, int kind, Random random) {
        return IntStream.range(0, size)
                .map(row -> GROUPS.get(kind).applyAsInt(random.nextInt(Integer.MAX_VALUE)))
                .toArray();
    }

    private static BitSet filter(int size, double share, Random random) {
        BitSet rows = new BitSet();
        IntStream.range(0, size).filter(row -> random.nextDouble() < share).forEach(rows::set);
        return rows;
    }

    private static JoinOptions among(JoinOptions options, int queries, int points, boolean self, Random random) {
        int kind = random.nextInt(GROUPS.size());
        JoinOptions among = options;
        int what = random.nextInt(3);
        if (what > 0) {
            int[] groups = groups(points, kind, random);
            boolean same = self && random.nextInt(4) > 0;
            among = same ? among.withGroups(groups) : among.withGroups(groups(queries, kind, random), groups);
        }
        return what == 1
                ? among
                : among.withFilter(filter(points, List.of(0.3, 1.0, 0.02).get(random.nextInt(3)), random));
    }

    private static Case randomCase(Shape shape, Metric metric, long seed) {
        Random random = new Random(seed);
        int dims = metric == Metric.HAVERSINE ? 2 : List.of(1, 2, 3, 16).get(random.nextInt(4));
        Points points = MetricCases.in(metric, Points.of(shape.rows(120, dims, random), dims));
        boolean self = random.nextBoolean();
        Points queries = self ? points : MetricCases.in(metric, Points.of(shape.rows(30, dims, random), dims));
        JoinMethod method =
                List.of(JoinMethod.AUTOMATIC, JoinMethod.BRUTE_FORCE).get(random.nextInt(2));
        JoinOptions options = among(
                JoinOptions.DEFAULT.withMetric(metric).withMethod(method), queries.size(), points.size(), self, random);
        Points space = metric.toSpace(points);
        double radius = metric.distance(space.key(1, space, 2, metric.norm()));
        String name = shape + ", " + metric + ", dims=" + dims + ", self=" + self + ", " + method + ", seed=" + seed;
        return new Case(queries, points, self, options, radius, name);
    }

    /** Whether groups can be parted: numbers of 32 bits times four times the sum of all extents must be coordinates. */
    private static boolean arePartable(Case joined) {
        Points space = joined.options().metric().toSpace(joined.points());
        Points queries = joined.options().metric().toSpace(joined.queries());
        double sum = 0;
        for (int dim = 0; dim < space.dims(); dim++) {
            int at = dim;
            DoubleSummaryStatistics range = Stream.of(space, queries)
                    .flatMapToDouble(
                            rows -> IntStream.range(0, rows.size()).mapToDouble(row -> rows.coordinate(row, at)))
                    .summaryStatistics();
            sum += range.getMax() - range.getMin();
        }
        return joined.options().groups() == null || sum < 0x1p467;
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindWhatTheOracleFinds(Shape shape) {
        List<Metric> metrics = MetricCases.all().stream()
                .filter(metric -> metric.norm().isOfDifferences())
                .toList();
        int step = 1 + thinning() / 8;
        for (int at = shape.ordinal() % step; at < metrics.size(); at += step) {
            for (long seed = 0; seed < 12; seed += thinning()) {
                Case joined = randomCase(shape, metrics.get(at), 1000L * shape.ordinal() + 100 * at + seed);
                if (!arePartable(joined)) {
                    assertThrows(IllegalArgumentException.class, () -> assertNearest(joined, 3));
                    continue;
                }
                assertNearest(joined, 1 + (int) seed % 5);
                assertWithin(joined, joined.radius());
                assertWithin(joined, Double.POSITIVE_INFINITY);
                assertHandsOut(joined);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldJoinManyRows(int dims) {
        int n = isThorough() ? 40_000 : 20_000;
        Random random = new Random(dims);
        Points points = Points.of(Shape.DUPLICATES.rows(n, dims, random), dims);
        Points spread = Points.of(Shape.UNIFORM.rows(n, dims, random), dims);
        int[] groups = groups(n, 4, random);
        BitSet filter = filter(n, 0.01, random);
        for (Points rows : List.of(points, spread)) {
            Neighbors found = engine().knnSelfJoin(rows, 4, JoinOptions.DEFAULT.withGroups(groups));
            Neighbors few = engine().knnSelfJoin(
                            rows, 4, JoinOptions.DEFAULT.withGroups(groups).withFilter(filter));
            for (int query = 0; query < n; query += isThorough() ? 997 : 1997) {
                int row = query;
                assertRow(rows, found, row, other -> groups[other] == groups[row] && other != row, "dims=" + dims);
                assertRow(
                        rows,
                        few,
                        row,
                        other -> filter.get(other) && groups[other] == groups[row] && other != row,
                        "filter, dims=" + dims);
            }
        }
    }

    private static void assertRow(Points rows, Neighbors found, int query, IntPredicate matches, String name) {
        int[] expected = IntStream.range(0, rows.size())
                .filter(matches)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer row) -> rows.distanceSq(query, rows, row))
                        .thenComparingInt(row -> row))
                .limit(found.k())
                .mapToInt(row -> row)
                .toArray();
        assertArrayEquals(expected, Arrays.copyOf(found.ids(query), expected.length), name + ", query=" + query);
        assertEquals(expected.length, found.count(query), name + ", query=" + query);
    }

    @Test
    void shouldJoinFewRows() {
        Points none = Points.of(new double[0], 2);
        Points one = Points.of(new double[] {1, 2}, 2);
        JoinOptions group = JoinOptions.DEFAULT.withGroups(new int[] {5});
        assertEquals(0, engine().knnSelfJoin(one, 3, group).count(0));
        assertEquals(0, engine().radiusSelfJoin(one, 3, group).size());
        assertEquals(1, engine().knnJoin(one, one, 3, group).count(0));
        assertEquals(
                0,
                engine().knnJoin(one, one, 3, group.withGroups(new int[] {4}, new int[] {5}))
                        .count(0));
        assertEquals(
                0, engine().knnJoin(one, one, 3, group.withFilter(new BitSet())).count(0));
        JoinOptions noGroups = JoinOptions.DEFAULT.withGroups(new int[0]).withFilter(new BitSet());
        assertEquals(0, engine().knnSelfJoin(none, 1, noGroups).queries());
        assertEquals(
                0,
                engine().knnJoin(one, none, 2, JoinOptions.DEFAULT.withGroups(new int[1], new int[0]))
                        .count(0));
    }

    @Test
    void shouldAddNothingToKeysWithinAGroup() {
        Points points = Points.of(new double[] {0, 0, 1e-200, 0, 3, 4, 3, 5}, 2);
        Neighbors found = engine().knnSelfJoin(points, 3, JoinOptions.DEFAULT.withGroups(new int[] {1, 1, 2, 2}));
        assertArrayEquals(new int[] {1, Neighbors.NONE, Neighbors.NONE}, found.ids(0));
        assertEquals(0, found.key(0, 0));
        assertEquals(1, found.distance(2, 0));
    }

    @Test
    void shouldExplain() {
        Points points = Points.of(Shape.UNIFORM.rows(100, 2, new Random(1)), 2);
        JoinOptions groups = JoinOptions.DEFAULT.withGroups(new int[100]);
        String nearest = engine().explainKnnJoin(100, points, 3, groups);
        assertTrue(nearest.contains("of 3 dimensions"), nearest);
        assertTrue(nearest.contains("part the groups"), nearest);
        assertTrue(engine().explainRadiusJoin(points, groups).contains("part the groups"));
        BitSet two = BitSet.valueOf(new long[] {3});
        String filtered = engine().explainKnnJoin(100, points, 3, JoinOptions.DEFAULT.withFilter(two));
        assertTrue(filtered.contains("among 2 points of 2 dimensions"), filtered);
    }

    @Test
    void shouldRefuse() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        int[] two = {1, 2};
        JoinOptions groups = JoinOptions.DEFAULT.withGroups(two);
        assertRefuses("each row needs a group", () -> engine().knnSelfJoin(points, 1, groups.withGroups(new int[3])));
        assertRefuses(
                "must be of rows",
                () -> engine().knnSelfJoin(points, 1, JoinOptions.DEFAULT.withFilter(BitSet.valueOf(new long[] {4}))));
        assertRefuses("both queries and points", () -> JoinOptions.DEFAULT.withGroups(two, null));
        assertRefuses("need a metric", () -> engine().knnSelfJoin(points, 1, groups.withMetric(Metric.INNER_PRODUCT)));
        assertRefuses("no grid", () -> engine().radiusSelfJoin(points, 1, groups.withMethod(JoinMethod.GRID)));
        for (JoinOptions refused :
                List.of(groups.withGroups(two, new int[2]), JoinOptions.DEFAULT.withFilter(new BitSet()))) {
            assertRefuses("hand out", () -> engine().openRadiusSelfJoin(points, 1, refused));
        }
        Points far = Points.of(new double[] {0, 0, 0x1p500, 4}, 2);
        assertRefuses("too far", () -> engine().knnSelfJoin(far, 1, groups));
        List<Consumer<JoinOptions>> others = List.of(
                options -> engine().dbscan(points, 1, 2, options),
                options -> engine().spanningTree(points, options),
                options -> engine().outliers(points, 1, options),
                options -> engine().neighborGraph(points, 1, GraphKind.UNION, options),
                options -> engine().pairCounts(points, options, 1),
                options -> engine().neighborStatistics(points, new double[][] {{1, 2}}, 1, options));
        for (Consumer<JoinOptions> other : others) {
            assertRefuses("no filter and no groups", () -> other.accept(groups));
            assertRefuses("no filter and no groups", () -> other.accept(JoinOptions.DEFAULT.withFilter(new BitSet())));
        }
    }

    private static void assertRefuses(String reason, Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.contains(reason), message);
    }
}
