package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.knn.KnnKernels;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.KnnParameters;
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

    private static final String LOAD = "load";
    private static final String SEARCH = "search";
    private static final String COPY_AND_SEARCH = "copy-and-search";

    /** Number of points and of queries, a multiple of {@link KnnParameters#POINT_MULTIPLE}. */
    @Param("131072")
    public int n;

    /** Points kept per query; as there is no self-join in the kernel, one of them is the query itself. */
    @Param("8")
    public int k;

    /** Number of dimensions. */
    @Param({"3", "16"})
    public int dims;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private Execution execution;
    private int[] ids;

    /** For JMH. */
    public ResidentKnnBenchmark() {}

    /** Brings points and queries onto the device and compiles the search by a first run. */
    @Setup
    public void open() {
        if (n % KnnParameters.POINT_MULTIPLE != 0) {
            throw new IllegalArgumentException("n must be a multiple of " + KnnParameters.POINT_MULTIPLE + ": n=" + n);
        }
        float[] points = columns(BenchmarkData.points("UNIFORM", n, dims));
        // Another array, as in a join of two sets.
        float[] queries = points.clone();
        int[] parameters = KnnKernels.parameters(n, n, n, k, 0);
        float[] keys = new float[n * k];
        ids = new int[n * k];
        Stage search = KnnKernels.nearest(dims, k)
                .stage(n, points, queries, parameters, keys, ids, Norm.EUCLIDEAN.code(), dims);
        engine = Backends.open(backend);
        execution = engine.prepare(Program.of(
                "resident knn",
                Phase.named(LOAD).upload(points, queries, parameters).build(),
                Phase.named(SEARCH).stage(search).build(),
                Phase.named(COPY_AND_SEARCH)
                        .upload(points, queries, parameters)
                        .stage(search)
                        .download(keys, ids)
                        .build()));
        execution.run(LOAD, Progress.NONE);
        execution.run(SEARCH, Progress.NONE);
    }

    private static float[] columns(Points points) {
        float[] columns = new float[points.size() * points.dims()];
        for (int row = 0; row < points.size(); row++) {
            for (int dim = 0; dim < points.dims(); dim++) {
                columns[dim * points.size() + row] = (float) points.coordinate(row, dim);
            }
        }
        return columns;
    }

    /** Closes execution and engine. */
    @TearDown
    public void close() {
        execution.close();
        engine.close();
    }

    /** The search over data on the device, whose result stays there. */
    @Benchmark
    public void resident() {
        execution.run(SEARCH, Progress.NONE);
    }

    /**
     * The same search with points and queries copied to the device and keys and ids copied back.
     *
     * @return {@code n x k} ids, in no order within a query
     */
    @Benchmark
    public int[] withTransfers() {
        execution.run(COPY_AND_SEARCH, Progress.NONE);
        return ids;
    }
}
