package dev.gyre.engine.plan;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reports the failures of a device to a listener: a failed run at once, and a failed preparation if it is the second in a row, as the first
 * one may be for lack of memory that kept programs occupy. A full heap of this JVM is no failure of the device.
 */
final class WatchedBackend implements Backend {

    private final Backend backend;
    private final Consumer<DeviceException> listener;
    private final AtomicBoolean refusedBefore = new AtomicBoolean();

    WatchedBackend(Backend backend, Consumer<DeviceException> listener) {
        this.backend = backend;
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
    public Device device() {
        return backend.device();
    }

    @Override
    public String identity() {
        return backend.identity();
    }

    @Override
    public Execution prepare(Program program) {
        try {
            Execution execution = new Watched(backend.prepare(program));
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
    public void close() {
        backend.close();
    }

    private final class Watched implements Execution {

        private final Execution execution;

        Watched(Execution execution) {
            this.execution = execution;
        }

        @Override
        public void run(String phase, Progress progress) {
            try {
                execution.run(phase, progress);
            } catch (DeviceException e) {
                if (!isOfHost(e)) {
                    listener.accept(e);
                }
                throw e;
            }
        }

        @Override
        public void write(Object from, int fromStart, Object to, int start, int length) {
            execution.write(from, fromStart, to, start, length);
        }

        @Override
        public Timing timing() {
            return execution.timing();
        }

        @Override
        public void close() {
            execution.close();
        }
    }
}
