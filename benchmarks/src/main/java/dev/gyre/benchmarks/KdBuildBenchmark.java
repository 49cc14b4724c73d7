package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
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

/** The build of a kd-tree, from coordinates on the host to a tree on the host, transfers and compilation included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class KdBuildBenchmark {

    /** Number of points. */
    @Param("100000")
    public int n;

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

    /** For JMH. */
    public KdBuildBenchmark() {}

    /** Makes the points and opens the engine. */
    @Setup
    public void open() {
        points = BenchmarkData.points(shape, n, dims);
        engine = Backends.open(backend);
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        engine.close();
    }

    /**
     * Builds a tree, and closes it so that trees do not add up.
     *
     * @return the tree
     */
    @Benchmark
    public KdTree build() {
        try (KdTree tree = engine.kdTree(points)) {
            return tree;
        }
    }
}
