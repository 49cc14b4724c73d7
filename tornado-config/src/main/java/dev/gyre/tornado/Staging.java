package dev.gyre.tornado;

import dev.gyre.engine.canary.Canary;
import dev.gyre.engine.canary.Trial;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Decides which inputs and outputs of programs are in pinned memory. Each kernel is first tried with staged arrays, and its answer is
 * compared with the JVM's. If one is wrong, all arrays of the program stay Java arrays. A kernel that passed is noted in the
 * kernel cache, and not tried again. Safe for use by several threads.
 */
final class Staging {

    /** From the heap of an H200's host, at 9 GB/s, a copy of this size needs 0.1 ms: smaller arrays are not worth the memory. */
    private static final long MIN_BYTES = 1 << 20;

    private final Device device;
    private final Optional<PinnedMemory> memory;
    private final long leastBytes;
    private final Map<Kernel, Boolean> proofs = new ConcurrentHashMap<>();

    Staging(Device device, Optional<PinnedMemory> memory, long leastBytes) {
        this.device = device;
        this.memory = memory;
        this.leastBytes = leastBytes;
    }

    /** Returns the staging of a device; it stages nothing if the driver cannot pin memory. */
    static Staging of(Device device, Inside inside) {
        return new Staging(device, inside.pinning().map(PinnedMemory::new), MIN_BYTES);
    }

    /** Tells whether there is an array that could be staged. */
    private boolean isFor(Program program) {
        return memory.isPresent()
                && arrays(program).stream().anyMatch(array -> StagedArrays.isStaged(array, leastBytes));
    }

    /** Returns the inputs and outputs of a program. */
    static List<Object> arrays(Program program) {
        return Stream.concat(program.inputs().stream(), program.outputs().stream())
                .toList();
    }

    /**
     * Returns the staged inputs and outputs of a program.
     *
     * @param code where proofs are noted
     * @param execution makes an execution of kept code
     */
    StagedArrays stage(Program program, DeviceCode code, BiFunction<Program, StagedArrays, Execution> execution) {
        if (!isFor(program)) {
            return StagedArrays.NONE;
        }
        List<Object> arrays = arrays(program);
        Map<Kernel, Stage> users = new LinkedHashMap<>();
        for (Phase phase : program.phases()) {
            phase.stages().stream()
                    .filter(stage -> stage.items() > 0
                            && stage.arguments().stream().anyMatch(argument -> Phase.contains(arrays, argument)))
                    .forEach(stage -> users.putIfAbsent(stage.kernel(), stage));
        }
        if (!proofs.keySet().containsAll(users.keySet())) {
            prove(program.name(), users, code, execution);
        }
        boolean right = users.keySet().stream().allMatch(proofs::get);
        return right ? StagedArrays.of(program, memory.orElseThrow(), leastBytes) : StagedArrays.NONE;
    }

    /** Tries kernels alone, each once. */
    private synchronized void prove(
            String program,
            Map<Kernel, Stage> stages,
            DeviceCode code,
            BiFunction<Program, StagedArrays, Execution> execution) {
        Map<Kernel, Stage> unproven = new LinkedHashMap<>();
        stages.forEach((kernel, stage) -> {
            if (code.isProven(kernel, KernelKeys.Form.STAGED, List.of())) {
                proofs.put(kernel, true);
            } else if (!proofs.containsKey(kernel)) {
                unproven.put(kernel, stage);
            }
        });
        if (!unproven.isEmpty()) {
            Map<Kernel, Trial> trials = Canary.trialsOfKernels(device, program, unproven.values());
            for (Kernel kernel : unproven.keySet()) {
                Trial trial = trials.get(kernel);
                proofs.put(kernel, trial == null || isRight(kernel, trial, code, execution));
            }
        }
    }

    private boolean isRight(
            Kernel kernel, Trial trial, DeviceCode code, BiFunction<Program, StagedArrays, Execution> execution) {
        try {
            AtomicBoolean complete = new AtomicBoolean();
            boolean right = trial.difference(program -> staged(program, execution, complete))
                    .isEmpty();
            if (right && complete.get()) {
                code.prove(kernel, KernelKeys.Form.STAGED, List.of());
            }
            return right;
        } catch (DeviceException | IllegalStateException | NoSuchElementException | UncheckedIOException e) {
            // The code of the trial is not kept, or TornadoVM or the driver does not behave like the known versions.
            return false;
        }
    }

    /**
     * Stages all inputs and outputs of a trial.
     *
     * @param complete set if there was memory for all of them
     */
    private Execution staged(
            Program program, BiFunction<Program, StagedArrays, Execution> execution, AtomicBoolean complete) {
        StagedArrays staged = StagedArrays.of(program, memory.orElseThrow(), 0);
        complete.set(arrays(program).stream().allMatch(array -> staged.onDevice(array) != array));
        return execution.apply(program, staged);
    }
}
