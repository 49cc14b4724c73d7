package dev.gyre.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.TestCosts;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which method is chosen, and how it is explained. */
class KnnJoinsTest {

    private static final Set<JoinMethod> WITH_INDEX =
            EnumSet.of(JoinMethod.KD_TREE, JoinMethod.GRID, JoinMethod.HYBRID_GRID);

    private static final long MUCH = 1L << 40;
    private static final Workers WORKERS = new Workers(2);
    private static final Backend JVM = new JvmBackend(WORKERS);
    private static final String CHEAPEST = "estimated to be the fastest";

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    private static Points points(int size, int dims) {
        return Points.of(new Sample(Shape.UNIFORM, size, dims, 3).rows(new Random(3)), dims);
    }

    private static String text(JoinMethod method, int queries, int points, int dims, int k, Device device, String why) {
        return method + " for " + queries + " queries among " + points + " points of " + dims + " dimensions, k=" + k
                + ", on " + device + ": " + why;
    }

    private static KnnJoins joins(Backend backend, long memory, Rates costs) {
        Context context = new Context(backend, WORKERS, memory);
        return new KnnJoins(TestCosts.planner(context, CostModel.given(device -> costs)));
    }

    /** A matrix costs four times as much a unit, but has fewer units for long lists; a tree costs its build. */
    private static final Rates BUILD_OF_A_SECOND = TestCosts.of(Map.of(
            Operation.FUSED, new Rates.Rate(0, 1e-7, 0),
            Operation.TWO_STAGE, new Rates.Rate(0.05, 4e-7, 0),
            Operation.BUILD, new Rates.Rate(1, 0, 0)));

    private static final Rates FREE_TREE = TestCosts.of(
            Map.of(Operation.FUSED, new Rates.Rate(0, 1e-6, 0), Operation.TWO_STAGE, new Rates.Rate(0, 1e-4, 0)));

    @ParameterizedTest
    @CsvSource({
        "1000, 2000, 2, 1, KD_TREE",
        "1000, 100, 2, 1, FUSED",
        "900, 999, 17, 800, TWO_STAGE",
        "2147483647, 1000, 16, 1, KD_TREE",
        "2147483647, 1000, 17, 1, FUSED",
        "0, 1000, 2, 1, FUSED"
    })
    void shouldExplainWhatItTakes(int queries, int size, int dims, int k, JoinMethod expected) {
        KnnJoins joins = joins(JVM, MUCH, BUILD_OF_A_SECOND);
        List<String> lines = joins.explain(queries, points(size, dims), k, JoinOptions.DEFAULT)
                .lines()
                .toList();
        String start = text(expected, queries, size, dims, k, JVM.device(), "");
        assertTrue(lines.get(0).startsWith(start), lines::toString);
        boolean tree = expected == JoinMethod.KD_TREE;
        assertTrue(lines.get(1).matches("  jvm FUSED +\\S+ s" + taken(expected, JoinMethod.FUSED)), lines::toString);
        assertTrue(
                lines.get(2).matches("  jvm TWO_STAGE +\\S+ s" + taken(expected, JoinMethod.TWO_STAGE)),
                lines::toString);
        String ofTree =
                dims > KdTree.MAX_DIMENSIONS ? "a tree has up to 16 dimensions" : "1.00 s" + (tree ? ", chosen" : "");
        assertTrue(lines.get(3).matches("  jvm KD_TREE +" + ofTree), lines::toString);
        assertEquals(List.of("costs of jvm: given", "test"), lines.subList(4, lines.size()));
    }

    private static String taken(JoinMethod expected, JoinMethod method) {
        return expected == method ? ", chosen" : "";
    }

    /** By the default costs of an unmeasured machine. */
    @Test
    void shouldKnowWithoutAMeasurementThatTreesAreForManyPairsOfFewDimensions() {
        KnnJoins joins = new KnnJoins(TestCosts.planner(new Context(JVM, WORKERS, MUCH)));
        assertTrue(joins.explain(100_000, points(100_000, 2), 8, JoinOptions.DEFAULT)
                .startsWith("KD_TREE"));
        assertTrue(joins.explain(100, points(300, 2), 8, JoinOptions.DEFAULT).startsWith("FUSED"));
        assertTrue(joins.explain(20_000, points(20_000, 14), 8, JoinOptions.DEFAULT)
                .startsWith("FUSED"));
    }

    @ParameterizedTest
    @EnumSource(names = {"R_TREE", "FRONTIER"})
    void shouldRefuseMethodsOfBoxes(JoinMethod method) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> JoinOptions.DEFAULT.withMethod(method));
        assertEquals(
                "points are joined by one of [AUTOMATIC, BRUTE_FORCE, FUSED, TWO_STAGE, KD_TREE, GRID, HYBRID_GRID]: method="
                        + method,
                refused.getMessage());
    }

    @ParameterizedTest
    @EnumSource(
            names = {"AUTOMATIC", "R_TREE", "FRONTIER"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldExplainWhatWasAskedFor(JoinMethod method) {
        KnnJoins joins = joins(JVM, MUCH, BUILD_OF_A_SECOND);
        JoinMethod taken = method == JoinMethod.BRUTE_FORCE ? JoinMethod.FUSED : method;
        String why = method == JoinMethod.BRUTE_FORCE ? CHEAPEST : "asked for";
        String parts = WITH_INDEX.contains(method) ? "" : " (9 queries and 5 points at a time)";
        assertEquals(
                text(taken, 9, 5, 2, 3, JVM.device(), why + parts),
                firstLine(joins.explain(9, points(5, 2), 3, JoinOptions.DEFAULT.withMethod(method))));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElseThrow();
    }

    @Test
    void shouldExplainThatATreeDoesNotFitAndDoWithoutIt() {
        Points points = points(1500, 2);
        long bytes = KdTree.buildBytes(1500, 2, JVM.device());
        KnnJoins little = joins(JVM, bytes, FREE_TREE);
        String explained = little.explain(1500, points, 4, JoinOptions.DEFAULT);
        assertTrue(explained.startsWith(text(JoinMethod.FUSED, 1500, 1500, 2, 4, JVM.device(), "")), explained);
        Matcher said = Pattern.compile(
                        "a tree of 1500 points does not fit the memory: needed=(\\d+) bytes, limit=" + bytes)
                .matcher(explained);
        assertTrue(said.find(), explained);
        long needed = Long.parseLong(said.group(1));
        String less = joins(JVM, needed - 1, FREE_TREE).explain(1500, points, 4, JoinOptions.DEFAULT);
        assertTrue(less.contains("needed=" + needed + " bytes, limit=" + (needed - 1)), less);
        assertEquals(
                JoinMethod.FUSED,
                little.nearest(points, points, true, 4, JoinOptions.DEFAULT)
                        .report()
                        .method());
        KnnJoins enough = joins(JVM, needed, FREE_TREE);
        assertEquals(
                text(JoinMethod.KD_TREE, 1500, 1500, 2, 4, JVM.device(), CHEAPEST),
                firstLine(enough.explain(1500, points, 4, JoinOptions.DEFAULT)));
        assertEquals(
                JoinMethod.KD_TREE,
                enough.nearest(points, points, true, 4, JoinOptions.DEFAULT)
                        .report()
                        .method());
        assertEquals(
                JoinMethod.KD_TREE,
                enough.nearest(points, points, false, 4, JoinOptions.DEFAULT)
                        .report()
                        .method());
    }

    @Test
    void shouldCountTheDimensionsOfTheMetricsSpace() {
        KnnJoins joins = joins(JVM, MUCH, FREE_TREE);
        assertEquals(
                text(JoinMethod.KD_TREE, 6000, 900, 3, 4, JVM.device(), CHEAPEST),
                firstLine(joins.explain(6000, points(900, 2), 4, JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE))));
    }

    /** A tree is much faster once its kernels are compiled, which the second call on a named device does. */
    @Test
    void shouldCompileForATreeInTheSecondCall() {
        Device gpu = new Device("test", 0, "GPU", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE);
        Rates costs = TestCosts.of(Map.of(
                Operation.FUSED, new Rates.Rate(1, 0, 0),
                Operation.TWO_STAGE, new Rates.Rate(1, 0, 0),
                Operation.BUILD, new Rates.Rate(0, 0, 1.25),
                Operation.SEARCH, new Rates.Rate(0, 0, 1.25)));
        try (Backend backend = new FaultyBackend(gpu, WORKERS, FaultyBackend.Fault.NONE)) {
            KnnJoins joins = joins(backend, MUCH, costs);
            Points points = points(500, 2);
            for (JoinMethod expected : List.of(JoinMethod.FUSED, JoinMethod.KD_TREE, JoinMethod.KD_TREE)) {
                assertEquals(
                        expected,
                        joins.nearest(points, points, true, 3, JoinOptions.DEFAULT)
                                .report()
                                .method());
            }
            String explained = joins.explain(500, points, 3, JoinOptions.DEFAULT);
            assertTrue(explained.startsWith("KD_TREE") && !explained.contains("the first time"), explained);
        }
    }
}
