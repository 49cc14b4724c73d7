package dev.gyre.benchmarks;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
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
 * {@link System#arraycopy} from one {@code int[]} to another, in slices over the threads of the JVM: the speed of memory, to
 * compare {@link PartitionBenchmark} with.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CopyBenchmark {

    private static final int SLICE = 1 << 15;

    /** Number of elements. */
    @Param("1000000")
    public int n;

    /** How many threads: {@link Backends#JVM_1} or {@code jvm}. */
    @Param("jvm")
    public String backend;

    private Workers workers;
    private int[] from;
    private int[] to;

    /** For JMH. */
    public CopyBenchmark() {}

    /** Makes arrays and threads. */
    @Setup
    public void open() {
        workers = new Workers(Backends.threads(backend));
        from = new int[n];
        to = new int[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
    }

    /** Ends the threads. */
    @TearDown
    public void close() {
        workers.close();
    }

    /**
     * Copies.
     *
     * @param moved counts bytes read and bytes written
     * @return the copy
     */
    @Benchmark
    public int[] copy(PartitionBenchmark.Moved moved) {
        workers.forEachSlice(
                n, SLICE, (begin, end) -> System.arraycopy(from, begin, to, begin, end - begin), Progress.NONE);
        moved.bytes += 8L * n;
        return to;
    }
}
