package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.PhaseOwners;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Timing;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/** A program as one TornadoVM execution plan. */
final class TornadoVmExecution implements Execution {

    /** Most runs of a phase that are profiled while none has reported kernel time. */
    private static final int MOST_PROFILED = 4;

    private final Program program;
    private final Device device;
    private final DeviceCode target;
    private final TornadoThread thread;
    private final StagedArrays staged;
    private final PhaseOwners owners;
    private final PhaseGraphs graphs;
    private final TornadoExecutionPlan plan;
    private final Set<Phase> done = new HashSet<>();
    /** The result of each graph's last run, in the order of these runs. */
    private final Map<Integer, TornadoExecutionResult> results = new LinkedHashMap<>();

    private final Map<Phase, Profile> profiles = new HashMap<>();
    private Timing timing;
    /** The graph that ran last, or failed; -1 before the first. */
    private int last = -1;

    private boolean closed;

    /**
     * The times of a phase that TornadoVM's profiler reported. With the profiler, TornadoVM waits for every single task, which doubles
     * the time of many short ones. So only the first run is profiled. If each task has its own graph, TornadoVM waits anyway, and the
     * second run is profiled too: it shows the split of later runs better.
     */
    private record Profile(int runs, long uploadNanos, long kernelNanos, long downloadNanos) {

        boolean isWanted(int stages, int graphs) {
            return runs < (stages <= graphs ? 2 : 1) || kernelNanos == 0 && runs < MOST_PROFILED;
        }

        Profile next() {
            return new Profile(runs + 1, uploadNanos, kernelNanos, downloadNanos);
        }

        Profile next(List<TornadoProfilerResult> told) {
            return new Profile(
                    runs + 1,
                    told.stream()
                            .mapToLong(TornadoProfilerResult::getDeviceWriteTime)
                            .sum(),
                    told.stream()
                            .mapToLong(TornadoProfilerResult::getDeviceKernelTime)
                            .sum(),
                    told.stream()
                            .mapToLong(TornadoProfilerResult::getDeviceReadTime)
                            .sum());
        }

        /** Splits a first run, which also compiles, or brings kept code to the device, and makes the buffers. */
        Timing splitFirst(long wall) {
            long rest = Math.max(0, wall - uploadNanos - downloadNanos);
            long compute = Math.min(rest, kernelNanos);
            return new Timing(uploadNanos, rest - compute, compute, downloadNanos);
        }

        /** Splits a later run like the last one that was profiled. */
        Timing split(long wall) {
            long all = uploadNanos + kernelNanos + downloadNanos;
            long upload = all == 0 ? 0 : (long) ((double) wall * uploadNanos / all);
            long download = all == 0 ? 0 : (long) ((double) wall * downloadNanos / all);
            return new Timing(upload, 0, wall - upload - download, download);
        }
    }

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
        this.target = target;
        this.thread = target.thread();
        this.staged = staged;
        try {
            this.owners = new PhaseOwners(program);
            this.graphs = thread.alone(() -> new PhaseGraphs(program, stages, code, target, staged));
            this.plan = thread.alone(() -> plan(graphs, target));
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

    private static TornadoExecutionPlan plan(PhaseGraphs graphs, DeviceCode target) {
        boolean done = false;
        try {
            TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs.snapshots());
            plan.withDevice(target.device()).withGridScheduler(graphs.gridScheduler());
            done = true;
            return plan;
        } finally {
            if (!done) {
                graphs.deleteFiles();
            }
        }
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
            spent = isProfiled(phase) || isFirst(phase)
                    ? thread.alone(() -> runAndFetch(phase))
                    : thread.beside(() -> runAndFetch(phase));
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

    /** Tells whether the next run of a phase is the one in which TornadoVM compiles. */
    private boolean isFirst(Phase phase) {
        return PhaseGraphs.hasWork(phase) && profile(phase).runs() == 0;
    }

    /** Tells whether the next run of a phase is profiled; the first run is, if the profiler can be switched off again. */
    private boolean isProfiled(Phase phase) {
        return target.inside().has(Inside.Part.PROFILER)
                && PhaseGraphs.hasWork(phase)
                && profile(phase)
                        .isWanted(phase.stages().size(), graphs.graphs(phase).size());
    }

    private Profile profile(Phase phase) {
        return profiles.getOrDefault(phase, new Profile(0, 0, 0, 0));
    }

    private Timing runAndFetch(Phase phase) {
        Timing run = PhaseGraphs.hasWork(phase) ? execute(phase) : Timing.ZERO;
        return run.plus(fetch(graphs.fetched(phase)));
    }

    private Timing execute(Phase phase) {
        Profile before = profile(phase);
        boolean profiled = isProfiled(phase);
        try {
            if (profiled) {
                plan.withProfiler(ProfilerMode.SILENT);
            } else {
                plan.withoutProfiler();
            }
            long start = System.nanoTime();
            List<TornadoProfilerResult> told = runGraphs(phase, before.runs() == 0);
            long wall = System.nanoTime() - start;
            Profile now = profiled ? before.next(told) : before.next();
            profiles.put(phase, now);
            return before.runs() == 0 ? now.splitFirst(wall) : now.split(wall);
        } finally {
            if (profiled) {
                target.inside().profilerOff();
            }
        }
    }

    private List<TornadoProfilerResult> runGraphs(Phase phase, boolean first) {
        List<TornadoProfilerResult> told = new ArrayList<>();
        for (int graph : graphs.graphs(phase)) {
            last = graph;
            TornadoExecutionResult result = plan.withGraph(graph).execute();
            results.remove(graph);
            results.put(graph, result);
            told.add(result.getProfilerResult());
            if (first) {
                graphs.deleteFile(graph);
            }
        }
        return told;
    }

    /**
     * Downloads arrays that the phase's own stages do not use, through the graph that uses them and ran last. If no such graph has run,
     * the array is on the device as it was uploaded.
     */
    private Timing fetch(List<Object> arrays) {
        if (arrays.isEmpty()) {
            return Timing.ZERO;
        }
        long start = System.nanoTime();
        arrays.forEach(this::fetch);
        return new Timing(0, 0, 0, System.nanoTime() - start);
    }

    private void fetch(Object array) {
        results.keySet().stream()
                .filter(graph -> graphs.uses(graph, array))
                .reduce((first, second) -> second)
                .ifPresent(user -> {
                    plan.withGraph(user);
                    results.get(user).transferToHost(staged.onDevice(array));
                });
    }

    @Override
    public void write(Object from, int fromStart, Object to, int start, int length) {
        if (!staged.write(from, fromStart, to, start, length)) {
            Execution.super.write(from, fromStart, to, start, length);
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
            graphs.deleteFiles();
            thread.alone(this::free);
        }
    }

    private void free() {
        try {
            // TornadoVM frees only buffers that the selected graph names and has; the graph that ran last has all. With
            // all graphs selected it would free a buffer once for each graph, which is an error.
            try {
                if (last >= 0) {
                    plan.withGraph(last);
                }
                plan.close();
            } finally {
                staged.close();
            }
        } catch (TornadoExecutionPlanException | RuntimeException e) {
            throw new DeviceException("cannot free the memory of " + program.name() + " on " + device, e);
        }
    }
}
