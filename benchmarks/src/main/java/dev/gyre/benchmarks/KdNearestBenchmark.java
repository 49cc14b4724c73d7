package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
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
 * A batch of queries, one for each point, to a kd-tree that is there, from host to host, transfers and compilation included.
 * A query finds its own point, so that one neighbor more is asked for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class KdNearestBenchmark {

    /** Number of points, each of which is a query too. */
    @Param("100000")
    public int n;

    /** Neighbors per query beside its own point. */
    @Param("8")
    public int k;

    /** Number of dimensions. */
    @Param("2")
    public int dims;

    /** Which points: see {@link BenchmarkData#points}. */
    @Param("UNIFORM")
    public String shape;

    /** Where it runs: see {@link Backends}. */
    @Param({"jvm-1", "jvm"})
    public String backend;

    private Engine engine;
    private Points points;
    private KdTree tree;

    /** For JMH. */
    public KdNearestBenchmark() {}

    /** Makes the points and builds the tree. */
    @Setup
    public void open() {
        points = BenchmarkData.points(shape, n, dims);
        engine = Backends.open(backend);
        tree = engine.kdTree(points);
    }

    /** Closes tree and engine. */
    @TearDown
    public void close() {
        tree.close();
        engine.close();
    }

    /**
     * Searches.
     *
     * @return the {@code k + 1} nearest points of every point
     */
    @Benchmark
    public Neighbors nearest() {
        return tree.nearest(points, k + 1);
    }
}
