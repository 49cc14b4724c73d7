package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.SelectionWays;
import dev.gyre.engine.select.SinglePass;
import java.util.concurrent.TimeUnit;
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
 * The k smallest of each row of a float matrix that is on the device, in a single pass, for several ways to cut it up.
 * Wall-clock time of a phase, so that launch and wait are part of it; the result stays on the device.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResidentSelectionBenchmark {

    private static final String LOAD = "load";
    private static final String SELECT = "select";
    private static final String FETCH = "fetch";

    /** Number of rows. */
    @Param("2000")
    public int rows;

    /** Values per row. */
    @Param("1000000")
    public int n;

    /** Values kept per row. */
    @Param({"10", "100", "1000"})
    public int k;

    /** How values are spread over a row: see {@link RowData}. */
    @Param("UNIFORM")
    public RowData distribution;

    /** Parts of each row; 0 for what the engine takes. */
    @Param("0")
    public int parts;

    /** Pairs that a work-group sorts at once; 0 for what the engine takes. */
    @Param("0")
    public int capacity;

    /** Values that a thread of a work-group collects between two sorts; 0 for what the engine takes. */
    @Param("0")
    public int slots;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private Execution execution;
    private RowSelection selection;

    /** For JMH. */
    public ResidentSelectionBenchmark() {}

    /** Brings the values onto the device and compiles the selection by a first run. */
    @Setup
    public void open() {
        float[] values = distribution.rows(rows, n);
        engine = Backends.open(backend);
        selection = RowSelection.singlePass(values, rows, n, k, Order.ASCENDING, shape(), engine.device());
        Phase.Builder select = Phase.named(SELECT);
        selection.stages().forEach(select::stage);
        execution = engine.prepare(Program.of(
                "resident selection",
                Phase.named(LOAD).upload(values).upload(selection.parameters()).build(),
                select.build(),
                Phase.named(FETCH).download(selection.keys(), selection.ids()).build()));
        execution.run(LOAD, Progress.NONE);
        execution.run(SELECT, Progress.NONE);
    }

    private SinglePass shape() {
        SinglePass chosen = SelectionWays.singlePass(rows, n, k, engine.device().type());
        return new SinglePass(
                parts == 0 ? chosen.parts() : parts,
                capacity == 0 ? chosen.capacity() : capacity,
                slots == 0 ? chosen.slots() : slots);
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /** The selection over values on the device, whose result stays there. */
    @Benchmark
    public void resident() {
        execution.run(SELECT, Progress.NONE);
    }

    /** The ids that the last selection found, {@code rows x k}. */
    int[] fetchedIds() {
        execution.run(FETCH, Progress.NONE);
        return selection.ids();
    }
}
