package dev.gyre.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.TestCosts;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The methods that the default costs choose for calls of the benchmark, on 16 threads and on a GPU: the fastest ones when the costs were
 * tuned.
 */
class ChoicesTest {

    private static final int THREADS = 16;
    private static final Workers WORKERS = new Workers(2);
    private static final Device GPU = new Device("card", 0, "Card", Device.Type.GPU, 1L << 40, 8L * Integer.MAX_VALUE);
    private static final Context ON_JVM = context(new JvmBackend(WORKERS));
    private static final Context ON_GPU = context(new FaultyBackend(GPU, WORKERS, FaultyBackend.Fault.NONE));

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    /** Choices of later calls, for which nothing is compiled. */
    private static Context context(Backend backend) {
        return new Context(backend, WORKERS, 1L << 40, 1L << 30, () -> TestCosts.defaults(backend.device(), THREADS));
    }

    private static String joined(Context place, Workload work) {
        Strategy tree = Strategy.of("KD_TREE", work, Operation.BUILD, Operation.SEARCH)
                .withObstacle(work.dims() > 16 ? "a tree has up to 16 dimensions" : "");
        return Placement.on(place)
                .preview(any -> Stream.concat(
                                KnnJoin.strategies(place, work, JoinMethod.AUTOMATIC).stream(), Stream.of(tree))
                        .toList())
                .strategy()
                .name();
    }

    private static String byAllDistances(Context place, Workload work) {
        return Placement.on(place)
                .preview(any -> KnnJoin.strategies(place, work, JoinMethod.BRUTE_FORCE))
                .strategy()
                .name();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 1000, 3, 8, FUSED, FUSED",
        "10000, 10000, 3, 8, KD_TREE, FUSED",
        "100000, 100000, 3, 8, KD_TREE, KD_TREE",
        "131072, 131072, 3, 8, KD_TREE, KD_TREE",
        "1000000, 1000000, 3, 8, KD_TREE, KD_TREE",
        "2000000, 2000000, 3, 8, KD_TREE, KD_TREE",
        "10000000, 10000000, 3, 8, KD_TREE, KD_TREE",
        "2000000, 2000000, 6, 8, KD_TREE, KD_TREE",
        "1000, 1000, 64, 20, FUSED, TWO_STAGE",
        "10000, 10000, 64, 20, FUSED, TWO_STAGE",
        "100000, 10000, 64, 20, FUSED, TWO_STAGE",
        "1000000, 10000, 64, 20, FUSED, TWO_STAGE"
    })
    void shouldJoinByTheFastestMethod(int n, int queries, int dims, int k, String onJvm, String onGpu) {
        Workload work = new Workload(n, queries, dims, k);
        assertEquals(onJvm, joined(ON_JVM, work));
        assertEquals(onGpu, joined(ON_GPU, work));
    }

    /** Without a tree: also with lists of candidates that are too long for registers, and with too few queries for all threads. */
    @ParameterizedTest
    @CsvSource({
        "1000, 1000, 3, 8, FUSED, FUSED",
        "131072, 131072, 3, 8, FUSED, FUSED",
        "2000000, 2000000, 6, 8, FUSED, FUSED",
        "2000000, 1, 3, 8, TWO_STAGE, TWO_STAGE",
        "262144, 4096, 16, 8, FUSED, TWO_STAGE",
        "131072, 131072, 3, 100, FUSED, TWO_STAGE",
        "100000, 500, 8, 4000, TWO_STAGE, TWO_STAGE"
    })
    void shouldGoThroughAllDistancesByTheFastestMethod(
            int n, int queries, int dims, int k, String onJvm, String onGpu) {
        Workload work = new Workload(n, queries, dims, k);
        assertEquals(onJvm, byAllDistances(ON_JVM, work));
        assertEquals(onGpu, byAllDistances(ON_GPU, work));
    }

    @ParameterizedTest
    @CsvSource({
        "1000, MERGE, MERGE",
        "2000, MERGE, MERGE",
        "10000, RADIX, MERGE",
        "100000, RADIX, RADIX",
        "1000000, RADIX, RADIX",
        "10000000, RADIX, RADIX",
        "16777216, RADIX, RADIX"
    })
    void shouldSortByTheFastestMethod(int n, String onJvm, String onGpu) {
        assertStart(onJvm + " for ", Placed.sorting(Placement.on(ON_JVM)).explain(n, 1));
        assertStart(onGpu + " for ", Placed.sorting(Placement.on(ON_GPU)).explain(n, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "2000, 1000, 100, SINGLE_PASS, SINGLE_PASS",
        "2000, 10000, 100, SINGLE_PASS, SINGLE_PASS",
        "2000, 50000, 100, SINGLE_PASS, SINGLE_PASS",
        "2000, 100000, 100, SINGLE_PASS, SINGLE_PASS",
        "1, 10000000, 100, SINGLE_PASS, SINGLE_PASS",
        "1, 1000000, 5000, RADIX_SELECT, SAMPLE_SELECT",
        "1, 1000000, 900000, SORT, SAMPLE_SELECT"
    })
    void shouldSelectByTheFastestMethod(int rows, int n, int k, String onJvm, String onGpu) {
        assertStart(onJvm, Placed.selection(Placement.on(ON_JVM)).explain(rows, n, k, SelectionOptions.DEFAULT));
        assertStart(onGpu, Placed.selection(Placement.on(ON_GPU)).explain(rows, n, k, SelectionOptions.DEFAULT));
    }

    private static void assertStart(String start, String text) {
        assertTrue(text.startsWith(start), text);
        assertTrue(
                List.of(text.split("\n")).stream()
                                .filter(line -> line.endsWith(", chosen"))
                                .count()
                        == 1,
                text);
    }
}
