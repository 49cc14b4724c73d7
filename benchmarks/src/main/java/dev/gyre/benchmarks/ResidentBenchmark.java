package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/**
 * A {@link DeviceWork}, compiled and with its data on the device. Wall-clock time of a phase, so that launch and wait are part of
 * it.
 */
public class ResidentBenchmark extends EngineBenchmark {

    private PreparedWork prepared;

    /** For JMH. */
    public ResidentBenchmark() {}

    @Override
    void prepare(Engine opened, Sizes given) {
        DeviceWork work = DeviceWork.valueOf(operation);
        prepared = work.work(given, opened).prepare(opened);
        if (work == DeviceWork.SEGMENTED_SORT
                && IntStream.of((int[]) fetched().get(2)).sum() > 0) {
            throw new IllegalStateException("some segments are too long to be sorted in one stage");
        }
    }

    /** Brings inputs that a run overwrites in place again; not timed. */
    @Setup(Level.Invocation)
    public void load() {
        prepared.load();
    }

    @Override
    void release() {
        prepared.close();
    }

    /** Over data on the device; the result stays there. */
    @Benchmark
    public void resident() {
        prepared.run();
    }

    /**
     * With inputs copied to the device and outputs copied back.
     *
     * @return the outputs
     */
    @Benchmark
    public List<Object> withTransfers() {
        prepared.copyAndRun();
        return prepared.work().outputs();
    }

    /** The arrays that the last run left. */
    List<Object> fetched() {
        return prepared.fetch();
    }

    /** The arrays on the host. */
    List<Object> inputs() {
        return prepared.work().inputs();
    }
}
