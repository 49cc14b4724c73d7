package dev.gyre.engine.verify;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.ForwardingBackend;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A device that runs a number of phases, and throws in each one after them. */
public final class PlantedFault extends ForwardingBackend {

    private final AtomicInteger left;
    private final Function<String, RuntimeException> exception;

    /**
     * Makes a device with a fault.
     *
     * @param backend the backend that runs the phases until then
     * @param runs number of phases that run
     * @param exception makes the exception, with a message
     */
    public PlantedFault(Backend backend, int runs, Function<String, RuntimeException> exception) {
        super(backend);
        this.left = new AtomicInteger(runs);
        this.exception = exception;
    }

    /** Returns whether the device has failed. */
    public boolean hasFailed() {
        return left.get() < 0;
    }

    @Override
    protected void run(Program program, Execution execution, String phase, Progress progress) {
        if (left.decrementAndGet() < 0) {
            throw exception.apply("planted in phase " + phase);
        }
        execution.run(phase, progress);
    }
}
