package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.SortOptions;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The sort of {@code int} keys with an {@code int} payload from host to host: transfers, allocation on the device and
 * compilation included. {@link PackedSortBenchmark} is what to compare with on the JVM.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SortBenchmark {

    /** Number of keys. */
    @Param("1048576")
    public int n;

    /** How the keys are spread. */
    @Param("RANDOM")
    public KeyDistribution distribution;

    /** How they are sorted. */
    @Param("AUTOMATIC")
    public SortMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param({"jvm-1", "jvm"})
    public String backend;

    private Engine engine;
    private SortOptions options;
    private int[] unsorted;
    private int[] rows;
    private int[] keys;
    private int[] payload;

    /** For JMH. */
    public SortBenchmark() {}

    /** Makes the keys and opens the engine. */
    @Setup
    public void open() {
        unsorted = distribution.keys(n);
        rows = IntStream.range(0, n).toArray();
        keys = new int[n];
        payload = new int[n];
        options = SortOptions.DEFAULT.withMethod(method);
        engine = Backends.open(backend);
    }

    /** Brings keys and payload out of order again; not timed. */
    @Setup(Level.Invocation)
    public void restore() {
        System.arraycopy(unsorted, 0, keys, 0, n);
        System.arraycopy(rows, 0, payload, 0, n);
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        engine.close();
    }

    /**
     * Sorts.
     *
     * @return the payload, which is the rows of the keys in order
     */
    @Benchmark
    public int[] sortInPlace() {
        engine.sorting().sortInPlace(Keys.of(keys), payload, options);
        return payload;
    }
}
