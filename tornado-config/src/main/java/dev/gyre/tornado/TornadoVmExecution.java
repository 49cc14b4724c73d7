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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
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
    private final Set<Phase> done = new HashSet<>();
    private final Map<Phase, TornadoExecutionResult> results = new LinkedHashMap<>();
    private Timing timing;
    private boolean closed;

    /** With the time at which preparing began, so that all of it counts as compiling. */
    TornadoVmExecution(
            Program program, Device device, TornadoDevice tornadoDevice, BackendSettings settings, long startNanos) {
        this.program = program;
        this.device = device;
        try {
            this.graphs = new PhaseGraphs(program, "gyre" + COUNTER.getAndIncrement(), settings);
            this.plan = new TornadoExecutionPlan(graphs.snapshots());
            plan.withDevice(tornadoDevice).withGridScheduler(graphs.gridScheduler());
        } catch (RuntimeException | Error e) {
            // Where a kernel does not compile, TornadoVM and Graal throw errors of their own.
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

    @Override
    public void run(String phaseName, Progress progress) {
        if (closed) {
            throw new IllegalStateException("the execution of " + program.name() + " is closed");
        }
        Phase phase = program.phase(phaseName);
        if (!done.contains(phase)) {
            checkOwnersRan(phase);
        }
        if (progress.cancelled() || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled before phase " + phaseName);
        }
        Timing spent = Timing.ZERO;
        try {
            if (graphs.hasWork(phase)) {
                spent = execute(phase);
            }
            spent = spent.plus(fetch(graphs.fetched(phase)));
        } catch (RuntimeException | Error e) {
            throw new DeviceException(
                    "phase failed: program=" + program.name() + ", phase=" + phase.name() + ", stages=" + stages(phase)
                            + ", device=" + device,
                    e);
        }
        timing = timing.plus(spent);
        done.add(phase);
        phase.stages().forEach(stage -> progress.completed(stage.items()));
    }

    private Timing execute(Phase phase) {
        boolean profiled = isProfiled(phase);
        if (profiled) {
            plan.withProfiler(ProfilerMode.SILENT);
        } else {
            plan.withoutProfiler();
        }
        long start = System.nanoTime();
        TornadoExecutionResult result = plan.withGraph(graphs.index(phase)).execute();
        long wall = System.nanoTime() - start;
        results.put(phase, result);
        if (!profiled) {
            return new Timing(0, 0, wall, 0);
        }
        TornadoProfilerResult profile = result.getProfilerResult();
        long upload = profile.getDeviceWriteTime();
        long compile = profile.getCompileTime();
        long download = profile.getDeviceReadTime();
        return new Timing(upload, compile, Math.max(0, wall - upload - compile - download), download);
    }

    /**
     * Whether TornadoVM tells what it spent on copying and compiling. For that it waits for every single task, which doubles
     * the time of many short ones: so only the first run of a phase of several stages is asked, which compiles them.
     */
    private boolean isProfiled(Phase phase) {
        return phase.stages().size() <= 1 || !done.contains(phase);
    }

    /**
     * Downloads arrays that the phase's own stages do not use, through the graph of a phase that uses them. Where no such
     * phase has run, the array is on the device as it was uploaded.
     */
    private Timing fetch(List<Object> arrays) {
        long start = System.nanoTime();
        for (Object array : arrays) {
            results.keySet().stream()
                    .filter(phase -> graphs.uses(phase, array))
                    .findFirst()
                    .ifPresent(user -> {
                        plan.withGraph(graphs.index(user));
                        results.get(user).transferToHost(array);
                    });
        }
        return new Timing(0, 0, 0, System.nanoTime() - start);
    }

    private static List<String> stages(Phase phase) {
        return phase.stages().stream()
                .map(stage -> stage.kernel() + " x " + stage.items())
                .toList();
    }

    private void checkOwnersRan(Phase phase) {
        for (Phase owner : graphs.ownersBefore(phase)) {
            if (!done.contains(owner)) {
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
