package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/** A {@link HostCall}: from data on the host to an answer on the host, transfers included. */
public class CallBenchmark extends EngineBenchmark {

    private HostCall.Ready ready;

    /** For JMH. */
    public CallBenchmark() {}

    @Override
    void prepare(Engine opened, Sizes given) {
        ready = HostCall.valueOf(operation).open(given, opened);
    }

    /** Brings in place again what a call changes; not timed. */
    @Setup(Level.Invocation)
    public void restore() {
        ready.restore().run();
    }

    @Override
    void release() {
        ready.close().run();
    }

    /**
     * Calls.
     *
     * @return the answer
     */
    @Benchmark
    public Object call() {
        return ready.call().get();
    }
}
