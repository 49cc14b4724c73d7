package dev.gyre.tornado;

import dev.gyre.engine.device.BackendSettings;
import dev.gyre.engine.probe.ProbeKernels;
import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;

/**
 * The task graphs of a program, one per phase, that share the arrays on the device.
 *
 * <pre>
 * phase that names an array first (its owner)     all other phases
 *   transferToDevice   if it is uploaded           consumeFromDevice(every other graph)
 *   tasks                                          tasks
 *   persistOnDevice                                persistOnDevice
 * </pre>
 *
 * <p>TornadoVM takes a consumed array's buffer from the graph that ran last, whichever that is. So every graph names all
 * arrays of the program, used by it or not, and hands them on whatever the order of runs.
 */
final class PhaseGraphs {

    private final Program program;
    private final String prefix;
    private final BackendSettings settings;
    private final Map<Object, Phase> owners = new IdentityHashMap<>();
    private final GridScheduler gridScheduler = new GridScheduler();
    private final List<ImmutableTaskGraph> snapshots = new ArrayList<>();

    PhaseGraphs(Program program, String prefix, BackendSettings settings) {
        this.program = program;
        this.prefix = prefix;
        this.settings = settings;
        for (Phase phase : program.phases()) {
            arrays(phase).forEach(array -> owners.putIfAbsent(array, phase));
        }
        checkHashes();
        checkUploads();
        for (Phase phase : program.phases()) {
            snapshots.add(graph(phase).snapshot());
        }
    }

    /** TornadoVM tells arrays apart by their identity hash codes; two with the same one would share a buffer. */
    private void checkHashes() {
        Set<Integer> hashes = new HashSet<>();
        for (Object array : owners.keySet()) {
            if (!hashes.add(System.identityHashCode(array))) {
                throw new IllegalStateException(
                        "two arrays of " + program.name()
                                + " have the same identity hash code, which TornadoVM takes for the same array: allocate one anew");
            }
        }
    }

    /** A graph that uploads an array has a buffer of its own for it, which the owner would not see. */
    private void checkUploads() {
        for (Phase phase : program.phases()) {
            for (Object array : phase.uploads()) {
                Phase owner = owners.get(array);
                if (!contains(owner.uploads(), array)) {
                    throw new IllegalArgumentException("an array that phase " + phase.name() + " of " + program.name()
                            + " uploads must be uploaded by phase " + owner.name()
                            + " too, which is the first to use it");
                }
            }
        }
    }

    private static boolean contains(List<Object> arrays, Object array) {
        return arrays.stream().anyMatch(other -> other == array);
    }

    ImmutableTaskGraph[] snapshots() {
        return snapshots.toArray(ImmutableTaskGraph[]::new);
    }

    GridScheduler gridScheduler() {
        return gridScheduler;
    }

    int index(Phase phase) {
        return program.phases().indexOf(phase);
    }

    /** The phases that must have run before this one, because they bring arrays to the device that it uses. */
    Set<Phase> ownersBefore(Phase phase) {
        Set<Phase> before = new LinkedHashSet<>();
        for (Object array : arrays(phase)) {
            if (owners.get(array) != phase) {
                before.add(owners.get(array));
            }
        }
        return before;
    }

    /** Whether there is anything to run: a phase may do no more than fetch arrays of other phases. */
    boolean hasWork(Phase phase) {
        return !phase.uploads().isEmpty() || phase.stages().stream().anyMatch(stage -> stage.items() > 0);
    }

    /**
     * The downloads that no stage of the phase uses, but one of another phase: TornadoVM's graph would not copy them. An
     * array that no stage uses at all is on the device as it was uploaded.
     */
    List<Object> fetched(Phase phase) {
        return phase.downloads().stream()
                .filter(array ->
                        !uses(phase, array) && program.phases().stream().anyMatch(other -> uses(other, array)))
                .toList();
    }

    /** Whether a stage of the phase that has items uses the array. */
    boolean uses(Phase phase, Object array) {
        return phase.stages().stream()
                .filter(stage -> stage.items() > 0)
                .anyMatch(stage -> stage.arguments().stream().anyMatch(argument -> argument == array));
    }

    private TaskGraph graph(Phase phase) {
        TaskGraph graph = new TaskGraph(name(phase));
        Collection<Object> arrays = arrays(phase);
        // TornadoVM drops the upload of an array that is also consumed: one that is uploaded gets a buffer of this
        // graph's.
        Object[] foreign = owners.keySet().stream()
                .filter(array -> owners.get(array) != phase && !contains(phase.uploads(), array))
                .toArray();
        for (Phase other : program.phases()) {
            if (other != phase && foreign.length > 0) {
                graph.consumeFromDevice(name(other), foreign);
            }
        }
        if (!phase.uploads().isEmpty()) {
            graph.transferToDevice(
                    DataTransferMode.EVERY_EXECUTION, phase.uploads().toArray());
        }
        List<Stage> stages = stages(phase);
        for (int i = 0; i < stages.size(); i++) {
            addTask(graph, "s" + i, stages.get(i));
        }
        List<Object> downloads =
                phase.downloads().stream().filter(array -> uses(phase, array)).toList();
        if (!downloads.isEmpty()) {
            graph.transferToHost(DataTransferMode.EVERY_EXECUTION, downloads.toArray());
        }
        graph.persistOnDevice(arrays.toArray());
        return graph;
    }

    /** The stages that have items; TornadoVM takes no graph without a task, so that one that does nothing stands in. */
    private static List<Stage> stages(Phase phase) {
        List<Stage> stages =
                phase.stages().stream().filter(stage -> stage.items() > 0).toList();
        return stages.isEmpty() ? List.of(ProbeKernels.INCREMENT.stage(1, (Object) new int[1])) : stages;
    }

    private void addTask(TaskGraph graph, String id, Stage stage) {
        graph.addTask(KernelTasks.task(id, stage));
        Optional<GroupFunction> variant = stage.kernel().groupFunction();
        int threadsPerItem = variant.map(GroupFunction::threadsPerItem).orElse(1);
        int itemsPerThread = variant.map(GroupFunction::itemsPerThread).orElse(1);
        int group = threadsPerItem > 1 ? threadsPerItem : settings.workGroupSize();
        int threads = Math.multiplyExact(Math.ceilDiv(stage.items(), itemsPerThread), threadsPerItem);
        WorkerGrid1D grid = new WorkerGrid1D(Math.multiplyExact(Math.ceilDiv(threads, group), group));
        grid.setLocalWork(group, 1, 1);
        gridScheduler.addWorkerGrid(graph.getTaskGraphName() + "." + id, grid);
    }

    private String name(Phase phase) {
        return prefix + "p" + index(phase);
    }

    /** The arrays of a phase, each once. */
    private static Collection<Object> arrays(Phase phase) {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        arrays.addAll(phase.uploads());
        phase.stages()
                .forEach(stage -> stage.arguments().stream()
                        .filter(argument -> argument.getClass().isArray())
                        .forEach(arrays::add));
        arrays.addAll(phase.downloads());
        return arrays;
    }
}
