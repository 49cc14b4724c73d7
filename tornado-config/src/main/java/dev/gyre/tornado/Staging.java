package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.SelfCheck;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * Decides which inputs of programs a device copies from pinned memory. Each kernel is first tried with staged inputs, and its answer is
 * compared with the JVM's. If one is wrong, all inputs of the program stay in their Java arrays. A kernel that passed is noted in the
 * kernel cache, and not tried again. Safe for use by several threads.
 */
final class Staging {

    /** From the heap of an H200's host, at 9 GB/s, a copy of this size needs 0.1 ms: smaller inputs are not worth the memory. */
    private static final long LEAST_BYTES = 1 << 20;

    private final Optional<PinnedMemory> memory;
    private final long leastBytes;
    private final Map<Kernel, Boolean> proofs = new ConcurrentHashMap<>();
    private final Object proving = new Object();

    Staging(Optional<PinnedMemory> memory, long leastBytes) {
        this.memory = memory;
        this.leastBytes = leastBytes;
    }

    /** Returns the staging of a device; it stages nothing if the driver cannot pin memory. */
    static Staging of(Device device, TornadoDevice tornadoDevice) {
        return new Staging(PinnedMemory.of(device, tornadoDevice), LEAST_BYTES);
    }

    /** Tells whether there is an input that could be staged. */
    private boolean isFor(Program program) {
        return memory.isPresent()
                && program.inputs().stream().anyMatch(input -> StagedInputs.isStaged(input, leastBytes));
    }

    /**
     * Returns the staged inputs of a program.
     *
     * @param code where proofs are noted
     * @param canary the small call on which the kernel of a stage is tried
     * @param execution makes an execution of kept code
     */
    StagedInputs inputs(
            Program program,
            Collection<List<Stage>> stages,
            DeviceCode code,
            Function<Stage, Optional<Invocation>> canary,
            BiFunction<Program, StagedInputs, Execution> execution) {
        if (!isFor(program)) {
            return StagedInputs.NONE;
        }
        boolean right = stages.stream()
                .flatMap(List::stream)
                .filter(stage ->
                        stage.arguments().stream().anyMatch(argument -> Phase.contains(program.inputs(), argument)))
                .allMatch(stage -> isProven(stage.kernel(), code, () -> canary.apply(stage), execution));
        return right ? StagedInputs.of(program, memory.orElseThrow(), leastBytes) : StagedInputs.NONE;
    }

    /** Proves a kernel once. A canary takes seconds: it must not run within the map, where other kernels would wait for it. */
    private boolean isProven(
            Kernel kernel,
            DeviceCode code,
            Supplier<Optional<Invocation>> canary,
            BiFunction<Program, StagedInputs, Execution> execution) {
        Boolean known = proofs.get(kernel);
        if (known != null) {
            return known;
        }
        synchronized (proving) {
            known = proofs.get(kernel);
            if (known == null) {
                known = code.isProven(kernel, KernelKeys.Form.STAGED, List.of())
                        || isRight(kernel, code, canary, execution);
                proofs.put(kernel, known);
            }
            return known;
        }
    }

    private boolean isRight(
            Kernel kernel,
            DeviceCode code,
            Supplier<Optional<Invocation>> canary,
            BiFunction<Program, StagedInputs, Execution> execution) {
        try {
            AtomicBoolean complete = new AtomicBoolean();
            boolean right = SelfCheck.difference(kernel, program -> staged(program, execution, complete), canary)
                    .isEmpty();
            if (right && complete.get()) {
                code.prove(kernel, KernelKeys.Form.STAGED, List.of());
            }
            return right;
        } catch (DeviceException | IllegalStateException | NoSuchElementException | UncheckedIOException e) {
            // The code of the case is not kept, or TornadoVM or the driver does not behave like the known versions.
            return false;
        }
    }

    /**
     * Stages all inputs of a kernel's small case that it does not change, and writes them.
     *
     * @param complete set if there was memory for all of them
     */
    private Execution staged(
            Program program, BiFunction<Program, StagedInputs, Execution> execution, AtomicBoolean complete) {
        Phase phase = program.phases().getFirst();
        Program withInputs = program.withInputs(phase.uploads().stream()
                .filter(array -> !Phase.contains(phase.downloads(), array))
                .toArray());
        StagedInputs staged = StagedInputs.of(withInputs, memory.orElseThrow(), 0);
        complete.set(withInputs.inputs().stream().allMatch(input -> staged.onDevice(input) != input));
        Execution made = execution.apply(withInputs, staged);
        withInputs.inputs().forEach(input -> made.write(input, 0, input, 0, Array.getLength(input)));
        return made;
    }
}
