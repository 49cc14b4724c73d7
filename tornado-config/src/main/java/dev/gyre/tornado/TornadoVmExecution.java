package dev.gyre.tornado;

import dev.gyre.engine.device.BackendSettings;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.DeviceException;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.device.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/** A program as one TornadoVM execution plan, one task graph per phase. */
final class TornadoVmExecution implements Execution {

    private static final AtomicLong COUNTER = new AtomicLong();

    private final Program program;
    private final Device device;
    private final PhaseGraphs graphs;
    private final TornadoExecutionPlan plan;
    private final Set<String> done = new HashSet<>();
    private Timing timing;
    private boolean closed;

    TornadoVmExecution(Program program, Device device, TornadoDevice tornadoDevice, BackendSettings settings) {
        this.program = program;
        this.device = device;
        long start = System.nanoTime();
        try {
            this.graphs = new PhaseGraphs(program, "gyre" + COUNTER.getAndIncrement(), settings);
            this.plan = new TornadoExecutionPlan(graphs.snapshots());
            plan.withDevice(tornadoDevice)
                    .withGridScheduler(graphs.gridScheduler())
                    .withProfiler(ProfilerMode.SILENT);
        } catch (RuntimeException e) {
            throw new DeviceException("cannot prepare program " + program.name() + " for " + device, e);
        }
        timing = new Timing(0, System.nanoTime() - start, 0, 0);
    }

    @Override
    public void run(String phaseName, Progress progress) {
        if (closed) {
            throw new IllegalStateException("the execution of " + program.name() + " is closed");
        }
        Phase phase = program.phase(phaseName);
        checkOwnersRan(phase);
        if (progress.cancelled() || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled before phase " + phaseName);
        }
        long start = System.nanoTime();
        TornadoProfilerResult profile = execute(phase);
        long wall = System.nanoTime() - start;
        long upload = profile.getDeviceWriteTime();
        long compile = profile.getCompileTime();
        long download = profile.getDeviceReadTime();
        long compute = Math.max(0, wall - upload - compile - download);
        timing = timing.plus(new Timing(upload, compile, compute, download));
        done.add(phaseName);
        phase.stages().forEach(stage -> progress.completed(stage.items()));
    }

    private TornadoProfilerResult execute(Phase phase) {
        try {
            return plan.withGraph(graphs.index(phase)).execute().getProfilerResult();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw new DeviceException(
                    "phase failed: program=" + program.name() + ", phase=" + phase.name() + ", stages=" + stages(phase)
                            + ", device=" + device,
                    e);
        }
    }

    private static List<String> stages(Phase phase) {
        return phase.stages().stream()
                .map(stage -> stage.kernel() + " x " + stage.items())
                .toList();
    }

    private void checkOwnersRan(Phase phase) {
        for (Phase owner : graphs.ownersBefore(phase)) {
            if (!done.contains(owner.name())) {
                throw new IllegalStateException("phase " + phase.name() + " of " + program.name()
                        + " needs arrays of phase " + owner.name() + ", which has not run");
            }
        }
    }

    @Override
    public Timing timing() {
        return timing;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                plan.close();
            } catch (TornadoExecutionPlanException e) {
                throw new DeviceException("cannot free the memory of " + program.name() + " on " + device, e);
            }
        }
    }
}
