package dev.gyre.benchmarks;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Stands for a device and keeps stages of a call: for each of some kernels the one that takes longest, with the arrays as they are when it
 * begins. Operations make the programs that they would make for the device; the threads of this JVM run them. A call is made twice: the first
 * time shows which stages take longest. Not safe for use by several threads.
 */
final class StageCapture implements Backend {

    private static final int SLICE = 32;

    private final Device device;
    private final Workers workers;
    private final Map<String, Longest> longest = new HashMap<>();
    private final Map<String, Integer> met = new HashMap<>();
    private final Map<String, Stage> kept = new HashMap<>();
    private boolean keeping;

    /** The number of a kernel's stage that took longest, among all of its stages, and its time. */
    private record Longest(int number, long nanos) {}

    private StageCapture(Device device, Workers workers, List<String> kernels) {
        this.device = device;
        this.workers = workers;
        kernels.forEach(kernel -> longest.put(kernel, new Longest(0, -1)));
    }

    /**
     * Makes a call.
     *
     * @param kernels names of kernels
     * @param call makes the call on a device, the same each time
     * @return the stage of each kernel that takes longest, with arrays of its own; none of a kernel that does not run
     */
    static Map<String, Stage> of(Device device, Workers workers, List<String> kernels, Consumer<Backend> call) {
        StageCapture capture = new StageCapture(device, workers, kernels);
        call.accept(capture);
        capture.met.clear();
        capture.keeping = true;
        call.accept(capture);
        return capture.kept;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Execution prepare(Program program) {
        return new Capturing(program);
    }

    private void run(Stage stage) {
        String name = stage.kernel().name();
        Longest known = longest.get(name);
        int number = met.merge(name, 1, Integer::sum);
        if (known != null && keeping && number == known.number) {
            kept.put(name, ofCopies(stage));
        }
        Kernel kernel = stage.kernel();
        long nanos = Run.time(() -> workers.forEachSlice(
                stage.items(),
                kernel.sliceOfOne() ? 1 : SLICE,
                (begin, end) -> kernel.runJvmLoop(begin, end, stage.arguments())));
        if (known != null && !keeping && nanos > known.nanos) {
            longest.put(name, new Longest(number, nanos));
        }
    }

    private static Stage ofCopies(Stage stage) {
        Map<Object, Object> own = new IdentityHashMap<>();
        List<Object> arguments = stage.arguments().stream()
                .map(argument ->
                        argument.getClass().isArray() ? own.computeIfAbsent(argument, StageCapture::copyOf) : argument)
                .toList();
        return new Stage(stage.kernel(), stage.items(), arguments);
    }

    static Object copyOf(Object array) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        System.arraycopy(array, 0, copy, 0, Array.getLength(array));
        return copy;
    }

    @Override
    public void close() {
        // There is nothing to free.
    }

    /** Runs a program: on the JVM with the arrays of the caller, elsewhere with arrays of its own, as a device does. */
    private final class Capturing implements Execution {

        private final Program program;
        private final Optional<Map<Object, Object>> memory;

        Capturing(Program program) {
            this.program = program;
            this.memory = device.type() == Device.Type.JVM ? Optional.empty() : Optional.of(new IdentityHashMap<>());
        }

        private Object here(Object argument) {
            return memory.isEmpty() || !argument.getClass().isArray()
                    ? argument
                    : memory.get().computeIfAbsent(argument, StageCapture::copyOf);
        }

        @Override
        public void run(String name, Progress progress) {
            Phase phase = program.phase(name);
            phase.uploads().forEach(array -> copy(array, here(array)));
            for (Stage stage : phase.stages()) {
                if (stage.items() > 0) {
                    StageCapture.this.run(new Stage(
                            stage.kernel(),
                            stage.items(),
                            stage.arguments().stream().map(this::here).toList()));
                }
                progress.completed(stage.items());
            }
            phase.downloads().forEach(array -> copy(here(array), array));
        }

        private static void copy(Object from, Object to) {
            if (from != to) {
                System.arraycopy(from, 0, to, 0, Array.getLength(from));
            }
        }

        @Override
        public Timing timing() {
            return Timing.ZERO;
        }

        @Override
        public void close() {
            memory.ifPresent(Map::clear);
        }
    }
}
