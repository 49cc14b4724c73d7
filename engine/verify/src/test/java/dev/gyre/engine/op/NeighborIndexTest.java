package dev.gyre.engine.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.TestCosts;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.OperationCheck;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search strategies, on this JVM and on a device that also runs on this JVM. */
class NeighborIndexTest {

    private static final Workers WORKERS = new Workers(2);
    private static final Backend JVM = new JvmBackend(WORKERS);
    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Backend DEVICE = new FaultyBackend(CARD, WORKERS, FaultyBackend.Fault.NONE);
    private static final long MEMORY = 1L << 30;
    private static final int ORACLE_ROWS = 17;

    private static final Rates CHEAP = TestCosts.flat(1e-12);
    private static final Rates DEAR = TestCosts.flat(1);
    private static final CostModel DEFAULTS = CostModel.load(Path.of("there is no such file"), 2);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAsTheOracleWithEachStrategy(NeighborIndexOptions.Strategy strategy) {
        answerAsTheOracle(strategy, 6);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("thorough")
    void shouldAnswerAsTheOracleInHundredsOfCases(NeighborIndexOptions.Strategy strategy) {
        answerAsTheOracle(strategy, 300);
    }

    private static void answerAsTheOracle(NeighborIndexOptions.Strategy strategy, int cases) {
        for (Sample sample : Sample.series(cases, 31 + strategy.ordinal())) {
            Random random = sample.random();
            Metric metric = MetricCases.draw(
                    strategy.isTree() ? MetricCases.ofTrees() : MetricCases.all(), sample.dims(), random);
            int size = MetricCases.rows(metric, sample.size());
            Points points =
                    MetricCases.in(metric, Points.of(sample.shape().rows(size, sample.dims(), random), sample.dims()));
            Points queries =
                    MetricCases.in(metric, Points.of(sample.shape().rows(17, sample.dims(), random), sample.dims()));
            NeighborIndexOptions options =
                    NeighborIndexOptions.DEFAULT.withMetric(metric).withCandidates(Set.of(strategy));
            int k = random.nextInt(3) == 0 ? size + 2 : 1 + random.nextInt(9);
            try (NeighborIndex index = build(DEVICE, DEFAULTS, points, options)) {
                Neighbors nearest = index.nearest(queries, k);
                Neighbors others = index.nearestOthers(k);
                assertRight(queries, points, false, metric, nearest, sample + ", k=" + k);
                assertRight(points, points, true, metric, others, sample + ", k=" + k);
                assertStrategy(strategy, nearest.report());
                assertStrategy(strategy, others.report());
            }
        }
    }

    /** Checks all rows, or a random sample of many rows, as the oracle is slow. */
    private static void assertRight(
            Points queries, Points points, boolean self, Metric metric, Neighbors found, String what) {
        assertEquals(queries.size(), found.queries(), what);
        Points querySpace = metric.toSpace(queries);
        Points space = metric.toSpace(points);
        IntStream rows = queries.size() <= ORACLE_ROWS
                ? IntStream.range(0, queries.size())
                : new Random(queries.size()).ints(ORACLE_ROWS, 0, queries.size());
        rows.forEach(row -> assertEquals(
                Optional.empty(),
                KnnOracle.difference(querySpace, space, self, metric.norm(), row, found),
                () -> what + ", self=" + self));
    }

    private static void assertStrategy(NeighborIndexOptions.Strategy strategy, ExecutionReport report) {
        assertEquals(strategy.isOnDevice() ? "card:0" : "jvm", report.device().id());
        assertEquals(strategy.isTree(), report.method() == JoinMethod.KD_TREE);
    }

    /** The answers must be right for any costs. */
    @Test
    void shouldPassItsCheck() {
        for (Sample sample : Sample.series(22, 5)) {
            assertEquals(
                    Optional.empty(),
                    OperationCheck.named("neighbor-index").check(new Context(DEVICE, WORKERS, MEMORY), sample),
                    sample::toString);
        }
    }

    @Test
    void shouldTakeTheDeviceWhereItIsFree() {
        Points points = points(2000, 3);
        try (NeighborIndex index = build(DEVICE, TestCosts.model(DEAR, CHEAP), points, NeighborIndexOptions.DEFAULT)) {
            assertEquals(CARD, index.nearest(points(1, 3), 5).report().device());
            assertEquals(CARD, index.nearestOthers(5).report().device());
        }
        try (NeighborIndex index = build(DEVICE, TestCosts.model(CHEAP, DEAR), points, NeighborIndexOptions.DEFAULT)) {
            assertEquals("jvm", index.nearest(points(1, 3), 5).report().device().id());
            assertEquals("jvm", index.nearestOthers(5).report().device().id());
        }
    }

    /** The device is slow to start, and then fast. */
    @Test
    void shouldAnswerAFewQueriesOnTheJvmAndManyOnTheDevice() {
        Rates jvm = TestCosts.defaults(JVM.device(), 2);
        Rates device = TestCosts.defaults(CARD, 2);
        Points points = points(100_000, 16);
        NeighborIndexOptions options = NeighborIndexOptions.DEFAULT.withCandidates(EnumSet.of(
                NeighborIndexOptions.Strategy.JVM_BRUTE_FORCE, NeighborIndexOptions.Strategy.DEVICE_BRUTE_FORCE));
        try (NeighborIndex index = build(DEVICE, TestCosts.model(jvm, device), points, options)) {
            assertEquals(
                    "jvm", index.nearest(points(1, 16), 5).report().device().id());
            assertTaken(NeighborIndexOptions.Strategy.DEVICE_BRUTE_FORCE, index.explain(100_000, 5));
            assertTaken(NeighborIndexOptions.Strategy.JVM_BRUTE_FORCE, index.explain(1, 5));
        }
    }

    /** Building costs nothing on the JVM, and searching costs nothing on the device. */
    @Test
    void shouldSearchATreeOfOneDeviceOnTheOther() {
        Points points = points(3000, 3);
        Points queries = points(50, 3);
        Rates builds = TestCosts.each(operation -> operation == Operation.BUILD ? 1e-12 : 1);
        Rates searches = TestCosts.each(operation -> operation == Operation.BUILD ? 1 : 1e-12);
        NeighborIndexOptions trees = NeighborIndexOptions.DEFAULT.withCandidates(
                EnumSet.of(NeighborIndexOptions.Strategy.JVM_KD_TREE, NeighborIndexOptions.Strategy.DEVICE_KD_TREE));
        try (NeighborIndex index = build(DEVICE, TestCosts.model(builds, searches), points, trees)) {
            assertTrue(index.choice().startsWith("a kd-tree, built on jvm ("), index::choice);
            Neighbors found = index.nearest(queries, 7);
            assertStrategy(NeighborIndexOptions.Strategy.DEVICE_KD_TREE, found.report());
            assertRight(queries, points, false, Metric.EUCLIDEAN, found, "queries");
        }
        try (NeighborIndex index = build(DEVICE, TestCosts.model(searches, builds), points, trees)) {
            assertTrue(index.choice().startsWith("a kd-tree, built on card:0 ("), index::choice);
            Neighbors found = index.nearestOthers(7);
            assertStrategy(NeighborIndexOptions.Strategy.JVM_KD_TREE, found.report());
            assertRight(points, points, true, Metric.EUCLIDEAN, found, "self");
        }
    }

    @Test
    void shouldCountPreparingOnlyForASearchOfAnotherKind() {
        Rates costs = TestCosts.fixed(Map.of(Operation.PREPARE, 1000.0));
        NeighborIndexOptions options = NeighborIndexOptions.DEFAULT.withCandidates(EnumSet.of(
                NeighborIndexOptions.Strategy.JVM_BRUTE_FORCE, NeighborIndexOptions.Strategy.DEVICE_KD_TREE));
        CostModel free = TestCosts.model(TestCosts.flat(500), costs);
        try (NeighborIndex index = build(DEVICE, free, points(500, 2), options)) {
            assertEquals(1000, estimateOfTree(index, 3), 1);
            index.nearest(points(5, 2), 3);
            assertEquals(0, estimateOfTree(index, 3), 1);
            assertEquals(1000, estimateOfTree(index, 4), 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "300000, 2, 300000, 10, true",
        "300000, 2, 1, 10, false",
        "300, 2, 300, 10, false",
        "20000, 16, 20000, 10, false",
        "300000, 2, 0, 10, false"
    })
    void shouldBuildATreeWhereItPays(int n, int dims, long queries, int k, boolean tree) {
        NeighborIndexOptions options = NeighborIndexOptions.DEFAULT.expecting(queries, k);
        try (NeighborIndex index = build(JVM, DEFAULTS, points(n, dims), options)) {
            assertEquals(tree, index.choice().startsWith("a kd-tree, built on jvm"), index::choice);
        }
    }

    @Test
    void shouldExplainEveryStrategy() {
        try (NeighborIndex index =
                build(JVM, DEFAULTS, points(5000, 2), NeighborIndexOptions.DEFAULT.expecting(1_000_000, 5))) {
            List<String> lines = index.explain(1000, 5).lines().toList();
            assertEquals("1000 queries of k=5 among 5000 points of 2 dimensions:", lines.get(0));
            assertTrue(lines.get(1).matches("  jvm FUSED +\\S+ s"), lines.get(1));
            assertTrue(lines.get(2).matches("  jvm TWO_STAGE +\\S+ s"), lines.get(2));
            assertTrue(lines.get(3).matches("  jvm kd tree +\\S+ s, chosen"), lines.get(3));
            assertTrue(
                    lines.get(4)
                            .matches("built: a kd-tree, built on jvm .*: the cheapest for 1000000 queries of k=5"
                                    + " among 5000 points of 2 dimensions, \\S+ s expected"),
                    lines.get(4));
            assertEquals("costs of jvm: defaults, as there is no file there is no such file", lines.get(5));
            assertEquals("test", lines.get(6));
            assertEquals(7, lines.size());
        }
    }

    @Test
    void shouldSayWhyThereIsNoTree() {
        try (NeighborIndex index = build(JVM, DEFAULTS, points(50, 20), NeighborIndexOptions.DEFAULT)) {
            assertTrue(explained(index).contains("jvm kd tree a tree has up to 16 dimensions"), index.explain(1, 1));
        }
        try (NeighborIndex index = build(JVM, DEFAULTS, points(50, 2), NeighborIndexOptions.DEFAULT)) {
            assertTrue(explained(index).contains("jvm kd tree no tree was built"), index.explain(1, 1));
            assertTrue(index.choice().startsWith("no tree: the cheapest for 50 queries of k=10 among 50 points"));
        }
    }

    @Test
    void shouldRefuseWhenNoWayIsLeft() {
        assertMessage(
                "no strategy can search the index: ",
                () -> build(JVM, DEFAULTS, points(9, 2), only(NeighborIndexOptions.Strategy.DEVICE_KD_TREE)));
        assertMessage(
                "no strategy can search the index: ",
                () -> build(JVM, DEFAULTS, points(9, 17), only(NeighborIndexOptions.Strategy.JVM_KD_TREE)));
    }

    @Test
    void shouldDoWithoutATreeUnderMetricsThatNoneTakes() {
        NeighborIndexOptions words = NeighborIndexOptions.DEFAULT.withMetric(Metric.HAMMING);
        Points points = Points.ofBits(new long[] {1, 3, 7, 1}, 3);
        try (NeighborIndex index = build(JVM, DEFAULTS, points, words)) {
            assertTrue(
                    explained(index).contains("jvm kd tree a tree does not support the metric hamming"),
                    index.explain(1, 1));
            assertEquals(3, index.nearestOthers(1).id(0, 0));
        }
        assertMessage(
                "no strategy can search the index: ",
                () -> build(
                        JVM,
                        DEFAULTS,
                        points,
                        only(NeighborIndexOptions.Strategy.JVM_KD_TREE).withMetric(Metric.HAMMING)));
    }

    @Test
    void shouldRefuseWrongSearches() {
        try (NeighborIndex index = build(JVM, DEFAULTS, points(9, 2), NeighborIndexOptions.DEFAULT)) {
            assertMessage("k must be 1 or more: k=0, n=9", () -> index.nearest(points(1, 2), 0));
            assertMessage("k must be 1 or more: k=0, n=9", () -> index.nearestOthers(0));
            assertMessage("k must be 1 or more: k=0, n=9", () -> index.explain(1, 0));
            assertMessage("queries must be 0 or more: queries=-1", () -> index.explain(-1, 1));
            assertMessage("queries and points must have the same dimensions", () -> index.nearest(points(1, 3), 1));
        }
    }

    @Test
    void shouldRefusePointsThatTheMetricDoesNotTakeAtOnce() {
        NeighborIndexOptions sphere =
                only(NeighborIndexOptions.Strategy.JVM_BRUTE_FORCE).withMetric(Metric.HAVERSINE);
        assertThrows(
                IllegalArgumentException.class, () -> build(JVM, DEFAULTS, Points.of(new double[] {0, 91}, 2), sphere));
    }

    @ParameterizedTest
    @ValueSource(longs = {-2, Long.MIN_VALUE})
    void shouldRefuseWrongOptions(long queries) {
        NeighborIndexOptions options = NeighborIndexOptions.DEFAULT;
        assertMessage("expected queries must be 0 or more", () -> options.expecting(queries, 1));
        assertMessage("expected k must be 1 or more: expectedK=0", () -> options.expecting(1, 0));
        assertMessage("candidates must be one or more", () -> options.withCandidates(Set.of()));
    }

    @Test
    void shouldBeOfNoUseOnceClosed() {
        NeighborIndex index = build(JVM, DEFAULTS, points(9, 2), NeighborIndexOptions.DEFAULT);
        assertEquals(9, index.size());
        assertEquals(2, index.dims());
        assertEquals(Metric.EUCLIDEAN, index.metric());
        index.close();
        index.close();
        assertThrows(IllegalStateException.class, () -> index.nearest(points(1, 2), 1));
        assertThrows(IllegalStateException.class, () -> index.nearestOthers(1));
        assertThrows(IllegalStateException.class, () -> index.explain(1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"JVM_BRUTE_FORCE", "JVM_KD_TREE"})
    void shouldEndWhenItsMonitorSaysSo(NeighborIndexOptions.Strategy strategy) {
        try (NeighborIndex index = build(JVM, DEFAULTS, points(5000, 2), only(strategy))) {
            AtomicLong told = new AtomicLong();
            index.nearestOthers(3, (done, total) -> told.incrementAndGet() > 0);
            assertTrue(told.get() > 0);
            assertThrows(CancellationException.class, () -> index.nearestOthers(3, (done, total) -> false));
            assertThrows(CancellationException.class, () -> index.nearest(points(5000, 2), 3, (done, total) -> false));
        }
        if (strategy.isTree()) {
            NeighborIndexOptions watched = only(strategy).withMonitor((done, total) -> false);
            assertThrows(CancellationException.class, () -> build(JVM, DEFAULTS, points(5000, 2), watched));
        }
    }

    private static double estimateOfTree(NeighborIndex index, int k) {
        String line = index.explain(5, k)
                .lines()
                .filter(text -> text.startsWith("  card:0 kd tree"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.strip().split(" +")[3]);
    }

    private static String explained(NeighborIndex index) {
        return index.explain(1, 1).replaceAll(" +", " ");
    }

    private static NeighborIndexOptions only(NeighborIndexOptions.Strategy strategy) {
        return NeighborIndexOptions.DEFAULT.withCandidates(Set.of(strategy));
    }

    private static NeighborIndex build(Backend backend, CostModel costs, Points points, NeighborIndexOptions options) {
        return Placed.neighborIndex(TestCosts.planner(new Context(backend, WORKERS, MEMORY), costs), points, options);
    }

    private static Points points(int n, int dims) {
        return Points.of(Shape.UNIFORM.rows(n, dims, new Random(n)), dims);
    }

    private static void assertTaken(NeighborIndexOptions.Strategy strategy, String explained) {
        assertTrue(
                explained
                        .lines()
                        .anyMatch(line -> line.startsWith("  " + (strategy.isOnDevice() ? "card:0" : "jvm"))
                                && line.contains(" kd tree ") == strategy.isTree()
                                && line.endsWith(", chosen")),
                explained);
    }

    private static void assertMessage(String start, org.junit.jupiter.api.function.Executable executable) {
        String message =
                assertThrows(IllegalArgumentException.class, executable).getMessage();
        assertTrue(message.startsWith(start), message);
    }
}
