package dev.gyre.tornado;

import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;

/**
 * The task graphs of a program, which share the arrays on the device: one per phase if TornadoVM compiles the stages, one per stage if it
 * gets kept code.
 *
 * <pre>
 * graph that names an array first (its owner)     all other graphs
 *   transferToDevice   if the phase uploads it     consumeFromDevice
 *   tasks                                          tasks
 *   persistOnDevice    all arrays                  persistOnDevice
 * </pre>
 *
 * <p>TornadoVM takes a consumed array's buffer from the graph that ran last, not from the graph that was named. So every graph names all
 * arrays of the program, even unused ones, and hands them on in any order of runs.
 *
 * <p>TornadoVM 5.2.0 mistakes all prebuilt tasks of a graph for its first one, so each task has its own graph.
 */
final class PhaseGraphs {

    /** The stages of a phase that form one graph. */
    private record Part(Phase phase, List<Stage> stages, boolean first) {

        List<Object> uploads() {
            return first ? phase.uploads() : List.of();
        }

        boolean uses(Object array) {
            return PhaseGraphs.uses(stages, array);
        }
    }

    private final Program program;
    private final Map<Phase, List<Stage>> stages;
    private final DeviceCode target;
    private final StagedArrays staged;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Object, Part> owners = new IdentityHashMap<>();
    private final GridScheduler gridScheduler = new GridScheduler();
    private final List<ImmutableTaskGraph> snapshots = new ArrayList<>();
    private final Map<Integer, Path> files = new LinkedHashMap<>();

    /**
     * Makes the graphs.
     *
     * @param stages the stages to run, see {@link #stages(Program)}
     * @param code the code of all these stages, or empty: then TornadoVM compiles them
     * @param staged the inputs and outputs that are not in their Java arrays
     */
    PhaseGraphs(
            Program program,
            Map<Phase, List<Stage>> stages,
            Map<Stage, String> code,
            DeviceCode target,
            StagedArrays staged) {
        this.program = program;
        this.stages = stages;
        this.target = target;
        this.staged = staged;
        for (Phase phase : program.phases()) {
            split(phase, !code.isEmpty());
        }
        for (Part part : parts) {
            arrays(part).forEach(array -> owners.putIfAbsent(array, part));
        }
        checkHashes();
        try {
            for (int i = 0; i < parts.size(); i++) {
                snapshots.add(graph(i, code).snapshot());
            }
        } catch (RuntimeException | Error e) {
            deleteFiles();
            throw e;
        }
    }

    /**
     * Returns the stages of each phase that have items. TornadoVM accepts no graph without a task, so a phase without such stages gets a
     * stage that does not touch its arrays.
     */
    static Map<Phase, List<Stage>> stages(Program program) {
        Map<Phase, List<Stage>> stages = new IdentityHashMap<>();
        for (Phase phase : program.phases()) {
            List<Stage> withItems =
                    phase.stages().stream().filter(stage -> stage.items() > 0).toList();
            stages.put(
                    phase,
                    withItems.isEmpty() ? List.of(ProbeKernels.INCREMENT.stage(1, (Object) new int[1])) : withItems);
        }
        return stages;
    }

    private void split(Phase phase, boolean graphPerStage) {
        List<Stage> all = stages.get(phase);
        if (graphPerStage) {
            for (int i = 0; i < all.size(); i++) {
                parts.add(new Part(phase, all.subList(i, i + 1), i == 0));
            }
        } else {
            parts.add(new Part(phase, all, true));
        }
    }

    /** TornadoVM distinguishes arrays by their identity hash codes; two arrays with the same code would share a buffer. */
    private void checkHashes() {
        Set<Integer> hashes = new HashSet<>();
        for (Object array : staged.onDevice(owners.keySet())) {
            if (!hashes.add(System.identityHashCode(array))) {
                throw new IllegalStateException(
                        "two arrays of " + program.name()
                                + " have the same identity hash code, so that TornadoVM mistakes one for the other: allocate one of them again");
            }
        }
    }

    private static boolean uses(List<Stage> stages, Object array) {
        return stages.stream().anyMatch(stage -> Phase.contains(stage.arguments(), array));
    }

    ImmutableTaskGraph[] snapshots() {
        return snapshots.toArray(ImmutableTaskGraph[]::new);
    }

    GridScheduler gridScheduler() {
        return gridScheduler;
    }

    /** Returns the graphs of a phase, in the order in which they run. */
    List<Integer> graphs(Phase phase) {
        List<Integer> graphs = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).phase() == phase) {
                graphs.add(i);
            }
        }
        return graphs;
    }

    /** Tells whether there is anything to run: a phase may only download arrays of other phases. */
    static boolean hasWork(Phase phase) {
        return !phase.uploads().isEmpty() || phase.stages().stream().anyMatch(stage -> stage.items() > 0);
    }

    /**
     * Returns the downloads that only stages of other phases use: TornadoVM's graph of this phase would not copy them. An array that no
     * stage uses at all is on the device as it was uploaded, and is not among them.
     */
    List<Object> fetched(Phase phase) {
        return phase.downloads().stream()
                .filter(array -> !uses(stages.get(phase), array) && isUsed(array))
                .toList();
    }

    /** Tells whether a stage of the graph uses the array. */
    boolean uses(int graph, Object array) {
        return parts.get(graph).uses(array);
    }

    private TaskGraph graph(int index, Map<Stage, String> code) {
        Part part = parts.get(index);
        TaskGraph graph = new TaskGraph(name(index));
        // TornadoVM drops the upload of an array that is also consumed: an uploaded array gets a buffer of this graph.
        Object[] foreign = staged.onDevice(owners.keySet().stream()
                .filter(array -> owners.get(array) != part && !Phase.contains(part.uploads(), array))
                .toList());
        if (foreign.length > 0) {
            // One name is enough: with a name for each graph, the time to build a program grew with the square of its
            // graphs.
            graph.consumeFromDevice(name(index == 0 ? 1 : 0), foreign);
        }
        if (!part.uploads().isEmpty()) {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, staged.onDevice(part.uploads()));
        }
        addTasks(graph, index, code);
        Object[] downloads = part.phase().downloads().stream()
                .filter(array -> lastUser(part.phase(), array) == part)
                .toArray();
        if (downloads.length > 0) {
            graph.transferToHost(DataTransferMode.EVERY_EXECUTION, staged.onDevice(List.of(downloads)));
        }
        // All arrays, so that the graph that ran last frees all of them: a buffer that only other graphs name is never
        // freed.
        graph.persistOnDevice(staged.onDevice(owners.keySet()));
        return graph;
    }

    private void addTasks(TaskGraph graph, int index, Map<Stage, String> code) {
        Part part = parts.get(index);
        List<Stage> tasks = part.stages();
        List<Object> empty = List.of(staged.onDevice(owners.keySet().stream()
                .filter(array -> owners.get(array) == part && !Phase.contains(part.uploads(), array))
                .toList()));
        for (int i = 0; i < tasks.size(); i++) {
            String id = "s" + i;
            Stage stage = tasks.get(i);
            DeviceCode.Task task = DeviceCode.Task.of(name(index), id, stage, target.workGroupSize(), staged);
            if (code.isEmpty()) {
                KernelTasks.add(graph, id, stage.kernel(), task.arguments());
            } else {
                files.put(
                        index, target.addPrebuilt(graph, task, code.get(stage), array -> Phase.contains(empty, array)));
            }
            gridScheduler.addWorkerGrid(task.fullId(), task.grid().workerGrid());
        }
    }

    private Part lastUser(Phase phase, Object array) {
        return parts.stream()
                .filter(part -> part.phase() == phase && part.uses(array))
                .reduce((first, second) -> second)
                .orElse(null);
    }

    /** Returns a name, the same in every plan: the name of a PTX kernel contains it, and a driver's cache compares whole texts. */
    private static String name(int index) {
        return "gyre" + index;
    }

    /** Tells whether a stage that runs uses the array. */
    private boolean isUsed(Object array) {
        return stages.values().stream().anyMatch(list -> uses(list, array));
    }

    /**
     * Returns the arrays of a graph, each once. A stage without items claims no array that another stage uses: its graph would own the
     * array and never make its buffer.
     */
    private Collection<Object> arrays(Part part) {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        arrays.addAll(part.uploads());
        part.stages()
                .forEach(stage -> stage.arguments().stream()
                        .filter(argument -> argument.getClass().isArray())
                        .forEach(arrays::add));
        if (part.first()) {
            part.phase().stages().stream()
                    .filter(stage -> stage.items() == 0)
                    .flatMap(stage -> stage.arguments().stream())
                    .filter(argument -> argument.getClass().isArray() && !isUsed(argument))
                    .forEach(arrays::add);
            // An array that a later stage writes belongs to the graph of that stage.
            part.phase().downloads().stream()
                    .filter(array -> part.uses(array) || !uses(part.phase().stages(), array))
                    .forEach(arrays::add);
        }
        return arrays;
    }

    /** Deletes the file with a graph's code, which TornadoVM has read in the graph's first run. */
    void deleteFile(int graph) {
        Path file = files.remove(graph);
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // A small file stays in the directory of temporary files.
                file.toFile().deleteOnExit();
            }
        }
    }

    /** Deletes all files with code that are still there. */
    void deleteFiles() {
        List.copyOf(files.keySet()).forEach(this::deleteFile);
    }
}
