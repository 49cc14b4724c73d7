package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortMethod;
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
import org.openjdk.jmh.annotations.TearDown;

/**
 * The sort of {@code int} keys with an {@code int} payload, compiled and with its data on the device. Wall-clock time of a
 * phase, so that launch and wait are part of it; the keys are copied there anew before each sort, which is not.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResidentSortBenchmark {

    /** Number of keys. */
    @Param("1048576")
    public int n;

    /** How the keys are spread. */
    @Param("RANDOM")
    public KeyDistribution distribution;

    /** How they are sorted. */
    @Param({"RADIX", "MERGE"})
    public SortMethod method;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private ResidentWork work;
    private PreparedWork prepared;

    /** For JMH. */
    public ResidentSortBenchmark() {}

    /** Makes the keys and compiles the sort by a first run. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        work = SortWork.pairs(method, distribution.keys(n), engine.device());
        prepared = work.prepare(engine);
    }

    /** Brings the keys out of order again; not timed. */
    @Setup(Level.Invocation)
    public void load() {
        prepared.load();
    }

    /** Closes what is open. */
    @TearDown
    public void close() {
        prepared.close();
        engine.close();
    }

    /** Sorts keys on the device; the result stays there. */
    @Benchmark
    public void resident() {
        prepared.run();
    }

    /** The payload that the last sort left. */
    int[] fetchedPayload() {
        prepared.fetch();
        return (int[]) work.outputs().get(0);
    }
}
