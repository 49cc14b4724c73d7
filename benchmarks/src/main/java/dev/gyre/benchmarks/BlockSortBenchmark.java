package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.BlockSort;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortStages;
import java.util.ArrayList;
import java.util.List;
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
 * The order of keys by blocks beside their full order, both from array to array, and both over one column of keys on the
 * device, where the rows stay. Where the block sort on the device gives up, its time is that of the attempt and a full sort.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class BlockSortBenchmark {

    private static final String LOAD = "load";
    private static final String SORT = "sort";
    private static final String FETCH = "fetch";

    /** Number of keys. */
    @Param("1000000")
    public int n;

    /** Keys of a block. */
    @Param("10000")
    public int blockSize;

    /** How the keys are spread: name of a {@link dev.gyre.engine.verify.Shape}. */
    @Param("UNIFORM")
    public String shape;

    /** Of which type they are: {@code float}, or {@code int} for the same values times 2 to the power of 31. */
    @Param("float")
    public String type;

    /** Passes of the block sort on the device: see {@link BlockSort}. */
    @Param("2")
    public int digits;

    /** Where it runs: see {@link Backends}. */
    @Param({"jvm-1", "jvm"})
    public String backend;

    private Engine engine;
    private Keys keys;
    private BlockSort blocks;
    private SortStages full;
    private Execution execution;

    /** For JMH. */
    public BlockSortBenchmark() {}

    /** Makes the keys, brings them onto the device and compiles the stages by a first run. */
    @Setup
    public void open() {
        double[] values = BenchmarkData.points(shape, n, 1).toRowMajor();
        float[] floats = new float[n];
        int[] ints = new int[n];
        int[] column = new int[n];
        boolean whole = type.equals("int");
        for (int i = 0; i < n; i++) {
            floats[i] = (float) values[i];
            ints[i] = (int) (values[i] * 0x1p31);
            int bits = Float.floatToRawIntBits(floats[i]);
            column[i] = whole ? ints[i] : bits ^ ((bits >> 31) & Integer.MAX_VALUE);
        }
        keys = whole ? Keys.of(ints) : Keys.of(floats);
        engine = Backends.open(backend);
        prepare(KeyColumns.of(column, n, 1, 0));
        residentBlocks();
        residentFullSort();
    }

    private void prepare(KeyColumns columns) {
        int[] starts = IntStream.range(0, Math.ceilDiv(n, blockSize))
                .map(block -> block * blockSize)
                .toArray();
        RadixSort sort = new RadixSort(n, engine.device());
        sort.size(n);
        full = sort.order(columns);
        Phase.Builder sortPhase = Phase.named(SORT).upload(sort.parameters().toArray());
        full.stages().forEach(sortPhase::stage);
        List<Phase> phases = new ArrayList<>();
        phases.add(Phase.named(LOAD).upload(columns.values()).build());
        phases.add(sortPhase.build());
        Phase.Builder fetch = Phase.named(FETCH).download(full.payload());
        blocks = new BlockSort(n, starts.length, columns, digits, engine.device());
        blocks.blocks(n, starts);
        phases.addAll(blocks.phases());
        fetch.download(blocks.rows());
        phases.add(fetch.build());
        execution = engine.prepare(new Program("block sort beside a sort", phases));
        execution.run(LOAD, Progress.NONE);
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /**
     * By blocks.
     *
     * @return the rows
     */
    @Benchmark
    public int[] blocks() {
        return engine.sorting().blockOrder(keys, blockSize, SortOptions.DEFAULT);
    }

    /**
     * The full order.
     *
     * @return the rows
     */
    @Benchmark
    public int[] fullSort() {
        return engine.sorting().argsort(keys);
    }

    /** By blocks, over keys on the device. */
    @Benchmark
    public void residentBlocks() {
        if (!blocks.run(execution)) {
            residentFullSort();
        }
    }

    /** The full order, over keys on the device. */
    @Benchmark
    public void residentFullSort() {
        execution.run(SORT, Progress.NONE);
    }

    /** The rows of the full sort over keys on the device. */
    int[] fetchedFull() {
        execution.run(FETCH, Progress.NONE);
        return full.payload();
    }

    /** The rows of the block sort over keys on the device, if it did not give up. */
    int[] fetchedBlocks() {
        execution.run(FETCH, Progress.NONE);
        return blocks.rows();
    }
}
