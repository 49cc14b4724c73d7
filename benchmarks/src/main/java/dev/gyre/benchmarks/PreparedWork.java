package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Progress;
import java.util.List;

/**
 * A {@link ResidentWork} on a device. Timed work has separate methods from those that bring the data back into its first state. Not safe
 * for use by several threads.
 */
final class PreparedWork implements AutoCloseable {

    static final String LOAD = "load";
    static final String RUN = "run";
    static final String COPY_AND_RUN = "copy-and-run";
    static final String FETCH = "fetch";

    private final ResidentWork work;
    private final List<int[]> originals;
    private final Execution execution;

    PreparedWork(ResidentWork work, Engine engine) {
        this.work = work;
        originals = work.overwritten().stream().map(int[]::clone).toList();
        execution = engine.prepare(work.program());
        // Run once, so that everything is compiled and every array has its owner on the device.
        execution.run(LOAD, Progress.NONE);
        if (work.detour() != null) {
            runStages();
        }
        run();
    }

    /** Restores the inputs on the host. Call this before {@link #copyAndRun}. */
    void restore() {
        for (int i = 0; i < originals.size(); i++) {
            System.arraycopy(originals.get(i), 0, work.overwritten().get(i), 0, originals.get(i).length);
        }
    }

    /** Copies all inputs to the device again, if a run changes them. Call this before {@link #run}. */
    void load() {
        if (!originals.isEmpty()) {
            restore();
            execution.run(LOAD, Progress.NONE);
        }
    }

    /** Runs the stages over data on the device; the result stays there. */
    void run() {
        if (work.detour() == null) {
            runStages();
        } else {
            work.detour().run().accept(execution, this::runStages);
        }
    }

    private void runStages() {
        execution.run(RUN, Progress.NONE);
    }

    /** Copies the inputs to the device, runs the stages, and copies the outputs back. */
    void copyAndRun() {
        execution.run(COPY_AND_RUN, Progress.NONE);
    }

    /** Copies the outputs of the last run back. */
    List<Object> fetch() {
        execution.run(FETCH, Progress.NONE);
        return work.outputs();
    }

    ResidentWork work() {
        return work;
    }

    /** The same for a benchmark. */
    HostCall.Ready ready(boolean withTransfers) {
        return new HostCall.Ready(
                withTransfers ? this::restore : this::load,
                () -> {
                    if (withTransfers) {
                        copyAndRun();
                    } else {
                        run();
                    }
                    return work.outputs();
                },
                this::close);
    }

    @Override
    public void close() {
        execution.close();
    }
}
