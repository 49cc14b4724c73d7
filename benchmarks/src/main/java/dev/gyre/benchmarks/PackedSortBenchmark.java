package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a sort with payload is to beat on the JVM: the JDK's sort of longs that hold a key above and a payload below. That
 * they have to be packed before and unpacked after is not timed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PackedSortBenchmark {

    /** The sort on one thread. */
    static final String SORT = "Arrays.sort";

    /** The sort on the common pool. */
    static final String PARALLEL_SORT = "Arrays.parallelSort";

    /** Number of keys. */
    @Param("1048576")
    public int n;

    /** How the keys are spread. */
    @Param("RANDOM")
    public KeyDistribution distribution;

    /** Which of the JDK's sorts. */
    @Param({SORT, PARALLEL_SORT})
    public String peer;

    /** Threads that sort, for the report: {@code Arrays.parallelSort} always takes the common pool. */
    @Param("1")
    public String threads;

    private long[] unsorted;
    private long[] packed;

    /** For JMH. */
    public PackedSortBenchmark() {}

    /** Makes the keys. */
    @Setup
    public void open() {
        int[] keys = distribution.keys(n);
        unsorted = new long[n];
        Arrays.setAll(unsorted, row -> (long) keys[row] << 32 | row);
        packed = new long[n];
    }

    /** Brings the keys out of order again; not timed. */
    @Setup(Level.Invocation)
    public void restore() {
        System.arraycopy(unsorted, 0, packed, 0, n);
    }

    /**
     * Sorts.
     *
     * @return keys and rows in order
     */
    @Benchmark
    public long[] sortPacked() {
        if (peer.equals(PARALLEL_SORT)) {
            Arrays.parallelSort(packed);
        } else {
            Arrays.sort(packed);
        }
        return packed;
    }
}
