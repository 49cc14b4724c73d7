package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
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

/** The kNN self-join from coordinates on the host to neighbors on the host, transfers and compilation included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class KnnJoinBenchmark {

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

    /** How neighbors are found. */
    @Param("AUTOMATIC")
    public JoinMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param({"jvm-1", "jvm"})
    public String backend;

    private Engine engine;
    private Points points;
    private JoinOptions options;

    /** For JMH. */
    public KnnJoinBenchmark() {}

    /** Makes the points and opens the engine. */
    @Setup
    public void open() {
        points = BenchmarkData.points(shape, n, dims);
        options = JoinOptions.DEFAULT.withMethod(method);
        engine = Backends.open(backend);
    }

    /** Closes the engine. */
    @TearDown
    public void close() {
        engine.close();
    }

    /**
     * Joins.
     *
     * @return the neighbors
     */
    @Benchmark
    public Neighbors join() {
        return engine.knnSelfJoin(points, k, options);
    }
}
