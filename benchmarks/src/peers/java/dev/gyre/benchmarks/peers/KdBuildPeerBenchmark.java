package dev.gyre.benchmarks.peers;

import dev.gyre.benchmarks.BenchmarkData;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The build of an index by other libraries, on the data of {@link dev.gyre.benchmarks.CallBenchmark}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class KdBuildPeerBenchmark {

    /** Number of points. */
    @Param("100000")
    public int n;

    /** Number of dimensions. */
    @Param("2")
    public int dims;

    /** Which points: see {@link BenchmarkData#points}. */
    @Param("UNIFORM")
    public String shape;

    /** Library and structure. */
    @Param({"elki-kdtree", "smile-kdtree", "tinspin-kdtree"})
    public String peer;

    /** Threads that build: the libraries have one. */
    @Param("1")
    public int threads;

    private Supplier<KnnPeer.Index> builder;

    /** For JMH. */
    public KdBuildPeerBenchmark() {}

    /**
     * Makes the points and brings them into the library's form.
     *
     * @throws IllegalArgumentException if more than one thread is asked for
     */
    @Setup
    public void open() {
        if (threads != 1) {
            throw new IllegalArgumentException("the libraries build by one thread: threads=" + threads);
        }
        builder = KnnPeers.named(peer).builder(KnnPeers.rows(BenchmarkData.points(shape, n, dims)));
    }

    /**
     * Builds an index.
     *
     * @return the index
     */
    @Benchmark
    public Object build() {
        return builder.get();
    }
}
