package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.engine.sort.SortStages;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The order of float points by super key, compiled and with the points' columns on the device. Wall-clock time of a phase,
 * so that launch and wait are part of it; where {@link SortMethod#RADIX_THEN_TIES} leaves runs undone, so are the look at
 * their number and the sort that makes up for it. A sort starts from the columns, which it does not change.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResidentSuperKeyBenchmark {

    private static final long SEED = 20261120L;
    private static final int BLOCK = 1 << 16;
    private static final String LOAD = "load";
    private static final String SORT = "sort";
    private static final String FETCH_SKIPPED = "fetch skipped";
    private static final String SORT_AGAIN = "sort by all columns";
    private static final String FETCH = "fetch";
    private static final String FETCH_AGAIN = "fetch by all columns";

    /** Number of points, up to 2^24. */
    @Param("1048576")
    public int n;

    /** Number of dimensions. */
    @Param("4")
    public int dims;

    /** How many points share a value of a coordinate, in the mean: 1 for as good as no ties. */
    @Param({"1", "16"})
    public int ties;

    /** How they are sorted. */
    @Param({"RADIX", "RADIX_THEN_TIES", "MERGE"})
    public SortMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private final List<Object> parameters = new ArrayList<>();
    private Engine engine;
    private Execution execution;
    private SortStages first;
    private SortStages again;
    private int[] skipped;
    private boolean sortedAgain;

    /** For JMH. */
    public ResidentSuperKeyBenchmark() {}

    /** Brings the columns onto the device and compiles the sort by a first run. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        int[] values = values(n, dims, ties);
        makeStages(KeyColumns.of(values, n, dims, 0), engine.device());
        List<Phase> phases = new ArrayList<>();
        phases.add(Phase.named(LOAD).upload(values).upload(parameters.toArray()).build());
        phases.add(phase(SORT, first.stages()));
        phases.add(Phase.named(FETCH).download(first.payload()).build());
        if (skipped != null) {
            phases.add(Phase.named(FETCH_SKIPPED).download(skipped).build());
            phases.add(phase(SORT_AGAIN, again.stages()));
            phases.add(Phase.named(FETCH_AGAIN).download(again.payload()).build());
        }
        execution = engine.prepare(new Program("resident super key", phases));
        execution.run(LOAD, Progress.NONE);
        superKeyOrder();
    }

    private void makeStages(KeyColumns columns, Device device) {
        if (method == SortMethod.MERGE) {
            MergeSort sort = new MergeSort(n, columns);
            parameters.addAll(sort.parameters());
            first = sort.order();
            return;
        }
        RadixSort sort = new RadixSort(n, device);
        if (method == SortMethod.RADIX) {
            first = sort.order(columns);
            parameters.addAll(sort.parameters());
            return;
        }
        SegmentedSort sortOfTies = new SegmentedSort(n, new int[1], columns, device);
        SortStages byFirst = sort.orderByFirst(columns);
        SortStages byOthers = sortOfTies.sort(byFirst.keys(), byFirst.payload());
        List<Stage> stages = new ArrayList<>(byFirst.stages());
        stages.addAll(byOthers.stages());
        first = new SortStages(stages, byOthers.keys(), byOthers.payload());
        again = sort.order(columns);
        parameters.addAll(sort.parameters());
        parameters.addAll(sortOfTies.parameters());
        skipped = sortOfTies.skipped();
    }

    private static Phase phase(String name, List<Stage> stages) {
        Phase.Builder phase = Phase.named(name);
        stages.forEach(phase::stage);
        return phase.build();
    }

    /** Columns of whole numbers as float32, in the bits of which they have the same order, being positive. */
    static int[] values(int n, int dims, int ties) {
        int distinct = Math.ceilDiv(n, ties);
        int[] values = new int[Math.multiplyExact(n, dims)];
        IntStream.range(0, Math.ceilDiv(values.length, BLOCK)).parallel().forEach(block -> {
            SplittableRandom random = new SplittableRandom(SEED + block);
            int end = (int) Math.min(values.length, (block + 1L) * BLOCK);
            for (int i = block * BLOCK; i < end; i++) {
                values[i] = Float.floatToRawIntBits(1 + random.nextInt(distinct));
            }
        });
        return values;
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /** Finds the order of the points on the device; the result stays there. */
    @Benchmark
    public void superKeyOrder() {
        execution.run(SORT, Progress.NONE);
        sortedAgain = false;
        if (skipped != null) {
            execution.run(FETCH_SKIPPED, Progress.NONE);
            sortedAgain = IntStream.of(skipped).anyMatch(count -> count > 0);
        }
        if (sortedAgain) {
            execution.run(SORT_AGAIN, Progress.NONE);
        }
    }

    /** The rows in order, as the last sort left them. */
    int[] fetchedRows() {
        execution.run(sortedAgain ? FETCH_AGAIN : FETCH, Progress.NONE);
        return sortedAgain ? again.payload() : first.payload();
    }
}
