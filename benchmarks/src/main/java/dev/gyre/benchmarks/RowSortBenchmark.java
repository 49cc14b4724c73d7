package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What selection is to beat on the JVM: a copy of each row sorted by the JDK, values alone, without ids. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class RowSortBenchmark {

    private static final String ONE = "1";

    /** Number of rows. */
    @Param("1")
    public int rows;

    /** Values per row. */
    @Param("1000000")
    public int n;

    /** How values are spread over a row: see {@link RowData}. */
    @Param("UNIFORM")
    public RowData distribution;

    /** {@code Arrays.sort}, or {@code Arrays.parallelSort} on the common pool. */
    @Param({"Arrays.sort", "Arrays.parallelSort"})
    public String peer;

    /** Threads that sort, for the report: 1 or more than 1. */
    @Param(ONE)
    public String threads;

    private float[] values;
    private float[] copy;

    /** For JMH. */
    public RowSortBenchmark() {}

    /** Makes the values. */
    @Setup
    public void open() {
        values = distribution.rows(rows, n);
        copy = new float[values.length];
    }

    /**
     * Copies the rows and sorts them.
     *
     * @return the sorted rows
     */
    @Benchmark
    public float[] sortRows() {
        System.arraycopy(values, 0, copy, 0, values.length);
        boolean parallel = peer.endsWith("parallelSort");
        for (int row = 0; row < rows; row++) {
            if (parallel) {
                Arrays.parallelSort(copy, row * n, (row + 1) * n);
            } else {
                Arrays.sort(copy, row * n, (row + 1) * n);
            }
        }
        return copy;
    }
}
