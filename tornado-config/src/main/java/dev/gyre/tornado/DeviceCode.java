package dev.gyre.tornado;

import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import uk.ac.manchester.tornado.api.AccessorParameters;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.common.Access;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;

/**
 * Keeps the code that TornadoVM generates for a device, in this process and in the {@link KernelCache}, and gives it back as prebuilt
 * tasks, for which no compiler is started.
 *
 * <p>A stage is compiled by itself, in a plan that is not run, with its number of items left open. So stages, programs and canaries
 * of all sizes share one code, as long as their scalars are equal.
 *
 * <p>TornadoVM 5.2.0 has no call that returns the text. {@link Inside} reads it, by reflection, from the code that the device has installed
 * for a plan: {@code device.getDeviceContext().getInstalledCode(plan, …).getGeneratedSourceCode()}. All of these are public methods in
 * exported packages of its drivers, which the API that this class is compiled against does not contain. If they are missing, nothing is
 * kept. The alternative, {@code -Dtornado.print.kernel.dir}, writes one file for all threads of a process and does not say which plan a
 * text belongs to.
 *
 * <p>A prebuilt kernel is found by its name ({@link KernelText}). A launch under a wrong name reports no error. So code is kept only if it
 * contains that name, and a kernel is also tried in this form before it is used.
 *
 * <p>Safe for use by several threads.
 */
final class DeviceCode {

    /** Begins the names of the temporary files with code of this process. */
    static final String FILES = "gyre-kernel-" + ProcessHandle.current().pid() + "-";

    private final TornadoDevice device;
    private final TornadoThread thread;
    private final int workGroupSize;
    private final Optional<KernelCache> cache;
    private final KernelKeys keys;
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final Inside inside;

    DeviceCode(Device device, TornadoDevice tornadoDevice, String identity, BackendSettings settings) {
        this(device, tornadoDevice, identity, settings, Inside.of(device, tornadoDevice));
    }

    DeviceCode(Device device, TornadoDevice tornadoDevice, String identity, BackendSettings settings, Inside inside) {
        this.device = tornadoDevice;
        this.thread = TornadoThread.of(device);
        this.workGroupSize = settings.workGroupSize();
        this.cache = settings.kernelCache().map(KernelCache::new);
        // A kernel is proven for the way in which it is launched.
        String proven = identity + (inside.calls().isPresent() ? "\nkept code launched without task graphs" : "");
        this.keys = new KernelKeys(proven, identity.replace(device.id(), device.backend()));
        this.inside = inside;
    }

    record Task(String graph, String id, Stage stage, List<Object> arguments, StageGrid grid) {

        private static final int ITEMS = 1;

        /** Makes a task to run; if TornadoVM compiles it, the number of items is in the code. */
        static Task of(String graph, String id, Stage stage, int workGroupSize, StagedArrays staged) {
            List<Object> arguments =
                    KernelTasks.arguments(stage).stream().map(staged::onDevice).toList();
            return new Task(graph, id, stage, arguments, StageGrid.of(stage, workGroupSize));
        }

        /**
         * Makes a task to compile but not to run: an array replaces the number of items, so that TornadoVM cannot fold the number, and
         * the code reads it when it runs.
         */
        static Task ofAnySize(String graph, String id, Stage stage, int workGroupSize) {
            Task task = of(graph, id, stage, workGroupSize, StagedArrays.NONE);
            List<Object> arguments = new ArrayList<>(task.arguments());
            arguments.set(ITEMS, new int[0]);
            return new Task(graph, id, stage, arguments, task.grid());
        }

        Object[] arrays() {
            Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
            arguments.stream().filter(argument -> argument.getClass().isArray()).forEach(arrays::add);
            return arrays.toArray();
        }

        String method() {
            return KernelTasks.method(stage.kernel()).getName();
        }

        String fullId() {
            return graph + "." + id;
        }
    }

    /** The device that runs the code. */
    TornadoDevice device() {
        return device;
    }

    /** The thread that runs the code. */
    TornadoThread thread() {
        return thread;
    }

    /** Items per work-group. */
    int workGroupSize() {
        return workGroupSize;
    }

    /** What of TornadoVM's inside the device has. */
    Inside inside() {
        return inside;
    }

    boolean isKept() {
        return cache.isPresent() && inside.has(Inside.Part.KEPT_CODE);
    }

    /** Returns the code of all stages, and compiles unknown code now; empty if TornadoVM does not give the code. */
    Optional<Map<Stage, String>> code(Collection<Stage> stages) {
        Map<Stage, String> all = new IdentityHashMap<>();
        for (Stage stage : stages) {
            String key = key(stage);
            if (known(key).isEmpty()) {
                thread.alone(() -> compile(key, stage));
            }
            Optional<String> code = known(key);
            if (code.isEmpty()) {
                return Optional.empty();
            }
            all.put(stage, code.get());
        }
        inside.builds()
                .ifPresent(driver ->
                        driver.build(all.values(), cache.map(directory -> new MachineCode.Kept(directory, keys))));
        return Optional.of(all);
    }

    /** Returns a key that is equal for stages with the same code. */
    String key(Stage stage) {
        return keys.ofCode(stage, StageGrid.of(stage, workGroupSize).group());
    }

    private Optional<String> known(String key) {
        String code = texts.get(key);
        if (code == null && cache.isPresent()) {
            code = cache.get().code(key).orElse(null);
            if (code != null) {
                texts.put(key, code);
            }
        }
        return Optional.ofNullable(code);
    }

    /** Compiles a stage in a plan that is not run. */
    private void compile(String key, Stage stage) {
        Task task = Task.ofAnySize("gyre", "s0", stage, workGroupSize);
        TaskGraph graph = new TaskGraph(task.graph());
        GridScheduler grid = new GridScheduler(task.fullId(), task.grid().workerGrid());
        try {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, task.arrays());
            KernelTasks.add(graph, task.id(), stage.kernel(), task.arguments());
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
                plan.withDevice(device).withGridScheduler(grid).withPreCompilation();
                inside.generated(plan.getId(), task).ifPresent(code -> keep(key, code));
            }
        } catch (RuntimeException | Error | TornadoExecutionPlanException e) {
            // The stage is compiled again in its program; if that fails too, the error names both.
        }
    }

    private void keep(String key, String code) {
        texts.put(key, code);
        inside.builds().ifPresent(driver -> driver.note(code));
        cache.ifPresent(directory -> directory.keep(key, code));
    }

    boolean isProven(Kernel kernel, KernelKeys.Form form, List<Object> scalars) {
        return cache.isPresent() && cache.get().isProven(keys.ofProof(kernel, form, scalars));
    }

    void prove(Kernel kernel, KernelKeys.Form form, List<Object> scalars) {
        cache.ifPresent(directory -> directory.prove(
                keys.ofProof(kernel, form, scalars), kernel + ", " + form + " " + scalars + "\n" + keys.machine()));
    }

    private static boolean isData(Object argument) {
        return argument.getClass().isArray() || StagedArrays.isArray(argument);
    }

    private static Access access(List<Object> arguments, int at, Predicate<Object> empty) {
        Object argument = arguments.get(at);
        List<Object> later = arguments.subList(at + 1, arguments.size());
        List<Object> earlier = arguments.subList(0, at);
        if (!isData(argument) || later.stream().anyMatch(other -> other == argument)) {
            return Access.READ_ONLY;
        }
        boolean first = earlier.stream().noneMatch(other -> other == argument);
        return first && empty.test(argument) ? Access.WRITE_ONLY : Access.READ_WRITE;
    }

    /**
     * Adds a task that runs kept code to a graph.
     *
     * <p>Arrays count as read and written. Arrays without content count as written only: otherwise TornadoVM would copy them to the
     * device in the first run. If an array is several arguments, only the last of them counts as written, or TornadoVM does not
     * terminate.
     *
     * @param empty whether an array has no content yet when the task runs first
     * @return the file with the code; delete it when the graph has run once
     */
    Path addPrebuilt(TaskGraph graph, Task task, String code, Predicate<Object> empty) {
        AccessorParameters parameters = new AccessorParameters(task.arguments().size());
        for (int i = 0; i < task.arguments().size(); i++) {
            Object argument = task.arguments().get(i);
            parameters.set(i, argument, access(task.arguments(), i, empty));
        }
        try {
            // A file of this process: another process may remove the file of the cache meanwhile.
            Path file = Files.createTempFile(FILES, ".txt");
            Files.writeString(file, inside.text().whole(code, task));
            graph.prebuiltTask(task.id(), task.method(), file.toString(), parameters);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write a temporary file with the code of "
                            + task.stage().kernel(),
                    e);
        }
    }
}
