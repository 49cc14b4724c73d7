package dev.gyre.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.sample.Sample;
import dev.gyre.engine.sample.Shape;
import dev.gyre.engine.verify.FaultyBackend;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which method is taken and what is said of it. */
class KnnJoinsTest {

    private static final long MUCH = 1L << 40;
    private static final Workers WORKERS = new Workers(2);
    private static final Backend JVM = new JvmBackend(WORKERS);
    private static final String FEW = "a tree would not pay for few pairs, many dimensions or many neighbors";
    private static final String MANY = "many pairs of few dimensions";

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

    @ParameterizedTest
    @CsvSource({
        "2000, 1000, 2, 100, KD_TREE",
        "1999, 1000, 2, 100, FUSED",
        "2000, 1000, 3, 100, FUSED",
        "2000, 1000, 2, 101, FUSED",
        "63, 1000, 2, 101, TWO_STAGE",
        "1999, 1000, 2, 800, TWO_STAGE",
        "40000000, 1000, 12, 100, KD_TREE",
        "39999999, 1000, 12, 100, FUSED",
        "2147483647, 1000, 13, 1, FUSED",
        "0, 1000, 2, 1, FUSED",
        "2147483647, 1000, 2, 1, KD_TREE"
    })
    void shouldExplainWhatItTakes(int queries, int size, int dims, int k, JoinMethod expected) {
        KnnJoins joins = new KnnJoins(JVM, WORKERS, MUCH);
        String explanation = joins.explain(queries, points(size, dims), k, JoinOptions.DEFAULT);
        assertBeginsAndEnds(
                text(expected, queries, size, dims, k, JVM.device(), ""),
                expected == JoinMethod.KD_TREE ? MANY : FEW,
                explanation);
    }

    @ParameterizedTest
    @EnumSource(names = "AUTOMATIC", mode = EnumSource.Mode.EXCLUDE)
    void shouldExplainWhatWasAskedFor(JoinMethod method) {
        KnnJoins joins = new KnnJoins(JVM, WORKERS, MUCH);
        JoinMethod taken = method == JoinMethod.BRUTE_FORCE ? JoinMethod.TWO_STAGE : method;
        String why = method == JoinMethod.BRUTE_FORCE ? "few queries: the points are shared out" : "asked for";
        String parts = method == JoinMethod.KD_TREE ? "" : " (9 queries and 5 points at a time)";
        assertEquals(
                text(taken, 9, 5, 2, 3, JVM.device(), why + parts),
                joins.explain(9, points(5, 2), 3, JoinOptions.DEFAULT.withMethod(method)));
    }

    private static void assertBeginsAndEnds(String begin, String end, String text) {
        assertTrue(text.startsWith(begin) && text.endsWith(end), () -> begin + " … " + end + ": " + text);
    }

    @Test
    void shouldExplainThatATreeDoesNotFitAndDoWithoutIt() {
        Points points = points(1500, 2);
        long bytes = KdTree.buildBytes(1500, 2, JVM.device());
        KnnJoins little = new KnnJoins(JVM, WORKERS, bytes);
        assertBeginsAndEnds(
                text(JoinMethod.FUSED, 1500, 1500, 2, 4, JVM.device(), ""),
                "a tree would be faster, but needs " + bytes + " bytes",
                little.explain(1500, points, 4, JoinOptions.DEFAULT));
        assertEquals(
                JoinMethod.FUSED,
                little.self(points, 4, JoinOptions.DEFAULT).report().method());
        KnnJoins enough = new KnnJoins(JVM, WORKERS, bytes + (1 << 20));
        assertEquals(
                text(JoinMethod.KD_TREE, 1500, 1500, 2, 4, JVM.device(), MANY),
                enough.explain(1500, points, 4, JoinOptions.DEFAULT));
        assertEquals(
                JoinMethod.KD_TREE,
                enough.self(points, 4, JoinOptions.DEFAULT).report().method());
        assertEquals(
                JoinMethod.KD_TREE,
                enough.between(points, points, 4, JoinOptions.DEFAULT).report().method());
    }

    @Test
    void shouldCountTheDimensionsOfTheMetricsSpace() {
        KnnJoins joins = new KnnJoins(JVM, WORKERS, MUCH);
        assertEquals(
                text(JoinMethod.KD_TREE, 6000, 900, 3, 4, JVM.device(), MANY),
                joins.explain(6000, points(900, 2), 4, JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE)));
    }

    /** Kernels of a tree take long to be compiled. */
    @Test
    void shouldWantMorePairsOnADevice() {
        Device gpu = new Device("test", 0, "GPU", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE);
        try (Backend backend = new FaultyBackend(gpu, WORKERS, FaultyBackend.Fault.NONE)) {
            KnnJoins joins = new KnnJoins(backend, WORKERS, MUCH);
            assertBeginsAndEnds(
                    text(JoinMethod.FUSED, 200_000_000, 9999, 2, 4, gpu, ""),
                    FEW,
                    joins.explain(200_000_000, points(9999, 2), 4, JoinOptions.DEFAULT));
            assertEquals(
                    text(JoinMethod.KD_TREE, 200_000_000, 10_000, 2, 4, gpu, MANY),
                    joins.explain(200_000_000, points(10_000, 2), 4, JoinOptions.DEFAULT));
        }
    }
}
