package dev.gyre.tornado;

import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/** A program as one TornadoVM execution plan: code that TornadoVM compiles, and kept code where there are no {@link DriverCalls}. */
final class GraphRunner implements PhaseRunner {

    /** Most runs of a phase that are profiled while none has reported kernel time. */
    private static final int MAX_PROFILED = 4;

    private final DeviceCode target;
    private final StagedArrays staged;
    private final PhaseGraphs graphs;
    private final TornadoExecutionPlan plan;
    /** The result of each graph's last run, in the order of these runs. */
    private final Map<Integer, TornadoExecutionResult> results = new LinkedHashMap<>();

    private final Map<Phase, PhaseTimes> times = new HashMap<>();
    /** The graph that ran last, or failed; -1 before the first. */
    private int last = -1;

    /** Makes the plan, alone on the thread of the device. */
    GraphRunner(
            Program program,
            Map<Phase, List<Stage>> stages,
            Map<Stage, String> code,
            DeviceCode target,
            StagedArrays staged) {
        this.target = target;
        this.staged = staged;
        this.graphs = new PhaseGraphs(program, stages, code, target, staged);
        boolean done = false;
        try {
            plan = new TornadoExecutionPlan(graphs.snapshots());
            plan.withDevice(target.device()).withGridScheduler(graphs.gridScheduler());
            done = true;
        } finally {
            if (!done) {
                graphs.deleteFiles();
            }
        }
    }

    @Override
    public boolean isAlone(Phase phase) {
        return PhaseGraphs.hasWork(phase) && (isProfiled(phase) || times(phase).runs() == 0);
    }

    /**
     * Tells whether the next run of a phase is profiled: the first one, if the profiler can be switched off again. With the profiler,
     * TornadoVM waits for every single task, which doubles the time of many short ones. If each task has its own graph, TornadoVM waits
     * anyway, and the second run is profiled too: it shows the split of later runs better.
     */
    private boolean isProfiled(Phase phase) {
        PhaseTimes before = times(phase);
        int wanted = phase.stages().size() <= graphs.graphs(phase).size() ? 2 : 1;
        return target.inside().has(Inside.Part.PROFILER)
                && PhaseGraphs.hasWork(phase)
                && (before.runs() < wanted || before.kernelNanos() == 0 && before.runs() < MAX_PROFILED);
    }

    private PhaseTimes times(Phase phase) {
        return times.getOrDefault(phase, PhaseTimes.NONE);
    }

    @Override
    public Supplier<Timing> start(Phase phase) {
        Timing run = PhaseGraphs.hasWork(phase) ? execute(phase) : Timing.ZERO;
        Timing all = run.plus(fetch(graphs.fetched(phase)));
        return () -> all;
    }

    private Timing execute(Phase phase) {
        PhaseTimes before = times(phase);
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
            PhaseTimes now = profiled ? profiled(before, told) : before.next();
            times.put(phase, now);
            return before.runs() == 0 ? now.splitFirst(wall) : now.split(wall);
        } finally {
            if (profiled) {
                target.inside().profilerOff();
            }
        }
    }

    private static PhaseTimes profiled(PhaseTimes before, List<TornadoProfilerResult> told) {
        return before.next(
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

    /**
     * TornadoVM frees only buffers that the selected graph names and has; the graph that ran last has all. With all graphs selected it
     * would free a buffer once for each graph, which is an error.
     */
    @Override
    public void free() {
        graphs.deleteFiles();
        if (last >= 0) {
            plan.withGraph(last);
        }
        try {
            plan.close();
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException(e);
        }
    }
}
