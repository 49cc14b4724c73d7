package dev.gyre.benchmarks.peers;

import dev.gyre.benchmarks.BenchmarkData;
import dev.gyre.engine.jvm.Workers;
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

/** The kNN self-join by other libraries, on the data of {@link dev.gyre.benchmarks.CallBenchmark}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class KnnPeerBenchmark {

    /** Number of points, each of which is a query too. */
    @Param("10000")
    public int n;

    /** Neighbors per point. */
    @Param("8")
    public int k;

    /** Number of dimensions. */
    @Param("2")
    public int dims;

    /** Which points: see {@link BenchmarkData#points}. */
    @Param("UNIFORM")
    public String shape;

    /** Library and structure. */
    @Param({"elki-kdtree", "smile-kdtree", "tinspin-kdtree"})
    public String peer;

    /** Threads that search; building takes one, as the libraries have it. */
    @Param("1")
    public int threads;

    private double[][] rows;
    private Workers workers;
    private KnnPeer library;
    private KnnPeer.Index index;

    /** For JMH. */
    public KnnPeerBenchmark() {}

    /** Makes the points, the threads and an index. */
    @Setup
    public void open() {
        library = KnnPeers.named(peer);
        rows = KnnPeers.rows(BenchmarkData.points(shape, n, dims));
        workers = new Workers(threads);
        index = library.build(rows);
    }

    /** Closes the threads. */
    @TearDown
    public void close() {
        workers.close();
    }

    /**
     * From coordinates to neighbors: what Gyre's join is to be compared with.
     *
     * @return the neighbors
     */
    @Benchmark
    public Object buildAndJoin() {
        return PeerJoin.of(library.build(rows), n, k, workers);
    }

    /**
     * With the index in place.
     *
     * @return the neighbors
     */
    @Benchmark
    public Object join() {
        return PeerJoin.of(index, n, k, workers);
    }
}
