package dev.gyre.engine.jvm;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;

/**
 * Runs programs on the threads of this JVM. Kernels use the arrays on the heap: uploads and downloads cost nothing.
 *
 * <p>The threads belong to the caller, which closes them.
 */
public final class JvmBackend implements Backend {

    /** Slices for each thread of a stage that asks for large ones, so that all threads end at about the same time. */
    private static final int SLICES_PER_THREAD = 4;

    private final Workers workers;
    private final Device device;

    /** Makes a backend on the given threads. */
    public JvmBackend(Workers workers) {
        this.workers = workers;
        this.device = device(workers.threads());
    }

    /** Returns this JVM as a device. */
    public static Device device(int threads) {
        String name =
                threads + (threads == 1 ? " thread" : " threads") + ", Java " + System.getProperty("java.version");
        long memory = Runtime.getRuntime().maxMemory();
        return new Device("jvm", 0, name, Device.Type.JVM, memory, 8L * Integer.MAX_VALUE);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Execution prepare(Program program) {
        return new JvmExecution(program);
    }

    @Override
    public void close() {
        // The caller closes the threads.
    }

    private final class JvmExecution implements Execution {

        private final Program program;
        private long computeNanos;
        private boolean closed;

        JvmExecution(Program program) {
            this.program = program;
        }

        @Override
        public void run(String phaseName, Progress progress) {
            if (closed) {
                throw new IllegalStateException("the execution of " + program.name() + " is closed");
            }
            Phase phase = program.phase(phaseName);
            long start = System.nanoTime();
            for (Stage stage : phase.stages()) {
                if (progress.cancelled()) {
                    throw new CancellationException("cancelled: program=" + program.name() + ", phase=" + phaseName);
                }
                try {
                    workers.forEachSlice(stage.items(), slice(stage), stage::run, progress);
                } catch (IndexOutOfBoundsException e) {
                    throw new DeviceException(
                            "stage failed: program=" + program.name() + ", phase=" + phaseName + ", kernel="
                                    + stage.kernel() + ", items=" + stage.items() + ", device=" + device,
                            e);
                }
            }
            computeNanos += System.nanoTime() - start;
        }

        private int slice(Stage stage) {
            int even = stage.items() / (SLICES_PER_THREAD * workers.threads()) / Stage.SLICE * Stage.SLICE;
            return Math.min(stage.slice(), Math.max(Stage.SLICE, even));
        }

        @Override
        public Timing timing() {
            return new Timing(0, 0, computeNanos, 0);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
