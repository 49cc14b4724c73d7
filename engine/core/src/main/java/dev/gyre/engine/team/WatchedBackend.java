package dev.gyre.engine.team;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.ForwardingBackend;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reports the failures of a device to a listener: a failed run at once, and a failed preparation if it is the second in a row, as the first
 * one may be for lack of memory that kept programs occupy. A full heap of this JVM is no failure of the device.
 */
final class WatchedBackend extends ForwardingBackend {

    private final Consumer<DeviceException> listener;
    private final AtomicBoolean refusedBefore = new AtomicBoolean();

    WatchedBackend(Backend backend, Consumer<DeviceException> listener) {
        super(backend);
        this.listener = listener;
    }

    /** Tells whether this JVM ran out of memory, in whatever the backend wrapped that. */
    private static boolean isOfHost(DeviceException failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof VirtualMachineError)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    @Override
    public Execution prepare(Program program) {
        try {
            Execution execution = super.prepare(program);
            refusedBefore.set(false);
            return execution;
        } catch (DeviceException e) {
            if (!isOfHost(e) && refusedBefore.getAndSet(true)) {
                listener.accept(e);
            }
            throw e;
        }
    }

    @Override
    protected void run(Program program, Execution execution, String phase, Progress progress) {
        try {
            execution.run(phase, progress);
        } catch (DeviceException e) {
            if (!isOfHost(e)) {
                listener.accept(e);
            }
            throw e;
        }
    }
}
