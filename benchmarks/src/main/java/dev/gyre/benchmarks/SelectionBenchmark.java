package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.op.SelectionOptions;
import dev.gyre.engine.op.TopKFloats;
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

/** The k smallest of each row of a float matrix, from values on the host to ids on the host, compilation included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SelectionBenchmark {

    /** Number of rows. */
    @Param("1")
    public int rows;

    /** Values per row. */
    @Param("1000000")
    public int n;

    /** Values kept per row. */
    @Param({"10", "1000"})
    public int k;

    /** How values are spread over a row: see {@link RowData}. */
    @Param("UNIFORM")
    public RowData distribution;

    /** How: see {@link SelectionMethod}. */
    @Param("AUTOMATIC")
    public SelectionMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param({"jvm-1", "jvm"})
    public String backend;

    private Engine engine;
    private float[] values;

    /** For JMH. */
    public SelectionBenchmark() {}

    /** Makes the values and opens the engine. */
    @Setup
    public void open() {
        values = distribution.rows(rows, n);
        engine = Backends.open(backend);
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        engine.close();
    }

    /**
     * Selects.
     *
     * @return the values found
     */
    @Benchmark
    public TopKFloats selectSmallest() {
        return engine.selection().of(values, rows, k, SelectionOptions.DEFAULT.withMethod(method));
    }

    /** The values, for tests. */
    float[] values() {
        return values;
    }
}
