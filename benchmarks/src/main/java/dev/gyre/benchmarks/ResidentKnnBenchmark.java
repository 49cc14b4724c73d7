package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.List;
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
 * The kernel of the kNN join alone: every point against every point, compiled and with its data on the device, and the
 * same with all copies. Wall-clock time of a phase, so that launch and wait are part of it.
 *
 * <p>{@link KnnJoinBenchmark} measures the whole join: a few candidates more than k, compilation, and the exact order.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResidentKnnBenchmark {

    /** Number of points. */
    @Param("131072")
    public int n;

    /** Number of queries, which are other points of the same distribution. */
    @Param("131072")
    public int queries;

    /** Points kept per query. */
    @Param("8")
    public int k;

    /** Number of dimensions. */
    @Param({"3", "16"})
    public int dims;

    /** How: a method of {@link KnnWork}. */
    @Param("FUSED")
    public JoinMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private PreparedWork work;
    private List<Object> ids;

    /** For JMH. */
    public ResidentKnnBenchmark() {}

    /** Brings points and queries onto the device and compiles the search by a first run. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        double[] rows = points().toRowMajor();
        Points searched = Points.of(Arrays.copyOf(rows, n * dims), dims);
        Points asked = Points.of(Arrays.copyOfRange(rows, n * dims, rows.length), dims);
        ResidentWork search = KnnWork.of(method, asked, searched, k, engine);
        ids = search.outputs();
        work = search.prepare(engine);
    }

    /** The points, then the queries. */
    Points points() {
        return BenchmarkData.floatPoints("UNIFORM", n + queries, dims);
    }

    /** Closes work and engine. */
    @TearDown
    public void close() {
        work.close();
        engine.close();
    }

    /** The search over data on the device, whose result stays there. */
    @Benchmark
    public void resident() {
        work.run();
    }

    /**
     * The same search with points and queries copied to the device and ids copied back.
     *
     * @return ids for batch after batch of queries, {@code rows x k} each, in no order within a query
     */
    @Benchmark
    public List<Object> withTransfers() {
        work.copyAndRun();
        return ids;
    }
}
