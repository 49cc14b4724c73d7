package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What JMH's benchmarks of Gyre have in common: an operation of some sizes on one backend. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class EngineBenchmark {

    /** Which: see the benchmark. */
    @Param("")
    public String operation;

    /** Names and values with commas between, such as {@code n=1000,k=8}. */
    @Param("")
    public String sizes;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;

    /** For JMH. */
    protected EngineBenchmark() {}

    /** Opens the engine and makes what is measured. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        prepare(engine, Sizes.of(sizes));
    }

    /** Makes what is measured. */
    abstract void prepare(Engine opened, Sizes given);

    /** Gives up what {@link #prepare} made. */
    abstract void release();

    /** Closes what is open. */
    @TearDown
    public void close() {
        release();
        engine.close();
    }
}
