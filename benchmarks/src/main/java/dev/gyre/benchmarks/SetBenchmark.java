package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
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

/** The benchmark of all sets: an operation of some sizes on one backend. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SetBenchmark {

    /** What is timed of a {@link HostCall}: all of it. */
    static final String CALL = "call";

    /** What is timed of a {@link DeviceWork}: the stages over data on the device, where the result stays. Launch and wait are part of it. */
    static final String RESIDENT = "resident";

    /** The same with inputs copied to the device and outputs copied back. */
    static final String WITH_TRANSFERS = "withTransfers";

    /** What is timed. */
    @Param(CALL)
    public String what;

    /** A {@link HostCall} or a {@link DeviceWork}. */
    @Param("")
    public String operation;

    /** Names and values with commas between, such as {@code n=1000,k=8}. */
    @Param("")
    public String sizes;

    /** Where it runs: see {@link Backends}. */
    @Param("jvm")
    public String backend;

    private Engine engine;
    private HostCall.Ready ready;

    /** For JMH. */
    public SetBenchmark() {}

    /** Opens the engine and makes what is measured. */
    @Setup
    public void open() {
        engine = Backends.open(backend);
        Sizes given = Sizes.of(sizes);
        ready = what.equals(CALL)
                ? HostCall.valueOf(operation).open(given, engine)
                : DeviceWork.valueOf(operation).prepare(given, engine).ready(what.equals(WITH_TRANSFERS));
    }

    /** Restores what a run changes; not timed. */
    @Setup(Level.Invocation)
    public void restore() {
        ready.restore().run();
    }

    /**
     * Runs it.
     *
     * @return the answer
     */
    @Benchmark
    public Object run() {
        return ready.call().get();
    }

    /** Closes what is open. */
    @TearDown
    public void close() {
        ready.close().run();
        engine.close();
    }
}
