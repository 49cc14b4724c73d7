package dev.gyre.tornado;

import dev.gyre.engine.device.PhaseOwners;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;

/** A program on a device of TornadoVM: checks, times and errors around the {@link PhaseRunner} that runs its phases. */
final class TornadoVmExecution implements Execution {

    private final Program program;
    private final Device device;
    private final TornadoThread thread;
    private final StagedArrays staged;
    private final PhaseOwners owners;
    private final PhaseRunner runner;
    private final Set<Phase> done = Collections.newSetFromMap(new IdentityHashMap<>());
    private Timing timing;
    private boolean closed;

    /**
     * Prepares a program.
     *
     * @param stages the stages to run, see {@link PhaseGraphs#stages}
     * @param code the code of all these stages, or empty: then TornadoVM compiles them
     * @param staged the inputs and outputs that are not in their Java arrays, freed with this execution; none without code
     * @param startNanos the time at which preparing began, so that all of it counts as compiling
     */
    TornadoVmExecution(
            Program program,
            Map<Phase, List<Stage>> stages,
            Map<Stage, String> code,
            Device device,
            DeviceCode target,
            StagedArrays staged,
            long startNanos) {
        this.program = program;
        this.device = device;
        this.thread = target.thread();
        this.staged = staged;
        try {
            this.owners = new PhaseOwners(program);
            Optional<DriverCalls> calls =
                    code.isEmpty() ? Optional.empty() : target.inside().calls();
            this.runner = calls.isPresent()
                    ? new DriverRunner(program, code, target.workGroupSize(), staged, calls.get())
                    : thread.alone(() -> new GraphRunner(program, stages, code, target, staged));
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throwIfHeapIsFull(e);
            // If a kernel does not compile, TornadoVM and Graal throw their own errors.
            throw new DeviceException(
                    "cannot prepare for the device: program=" + program.name() + ", phases="
                            + program.phases().stream()
                                    .map(phase -> phase.name() + stages(phase))
                                    .toList()
                            + ", device=" + device,
                    e);
        }
        timing = new Timing(0, System.nanoTime() - startNanos, 0, 0);
    }

    /** Throws the error of a full Java heap, which TornadoVM may wrap: the device is not to blame for it. */
    private static void throwIfHeapIsFull(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError full) {
                throw full;
            }
        }
    }

    @Override
    public void run(String phaseName, Progress progress) {
        if (closed) {
            throw new IllegalStateException("the execution of " + program.name() + " is closed");
        }
        Phase phase = program.phase(phaseName);
        if (!done.contains(phase)) {
            owners.checkRan(phase, done);
        }
        if (progress.cancelled() || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled before phase " + phaseName);
        }
        Timing spent;
        try {
            spent = runner.isAlone(phase)
                    ? thread.alone(() -> runner.start(phase).get())
                    : thread.beside(() -> runner.start(phase));
        } catch (RuntimeException | Error e) {
            throwIfHeapIsFull(e);
            throw new DeviceException(
                    "phase failed: program=" + program.name() + ", phase=" + phase.name() + ", stages=" + stages(phase)
                            + ", device=" + device,
                    e);
        }
        timing = timing.plus(spent);
        done.add(phase);
        phase.stages().forEach(stage -> progress.completed(stage.items()));
    }

    @Override
    public void write(Object from, int fromStart, Object to, int start, int length) {
        if (!staged.write(from, fromStart, to, start, length)) {
            Execution.super.write(from, fromStart, to, start, length);
        }
    }

    @Override
    public void writeBits(float[] from, int fromStart, int[] to, int start, int length) {
        if (!staged.writeBits(from, fromStart, to, start, length)) {
            Execution.super.writeBits(from, fromStart, to, start, length);
        }
    }

    @Override
    public void read(Object from, int start, Object to, int toStart, int length) {
        if (!staged.read(from, start, to, toStart, length)) {
            Execution.super.read(from, start, to, toStart, length);
        }
    }

    private static List<String> stages(Phase phase) {
        return phase.stages().stream()
                .map(stage -> stage.kernel() + " x " + stage.items())
                .toList();
    }

    @Override
    public Timing timing() {
        return timing;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            thread.alone(this::free);
        }
    }

    private void free() {
        try {
            try {
                runner.free();
            } finally {
                staged.close();
            }
        } catch (RuntimeException e) {
            throw new DeviceException("cannot free the memory of " + program.name() + " on " + device, e);
        }
    }
}
