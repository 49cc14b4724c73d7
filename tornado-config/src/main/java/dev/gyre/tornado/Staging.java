package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.SelfCheck;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * Which inputs of programs a device fetches from pinned memory. A kernel is tried with staged inputs once a process, and the answer
 * compared with the JVM's; inputs of one that is not right stay in their Java arrays. Safe for use by several threads.
 */
final class Staging {

    /** From the heap of an H200's host, at 9 GB/s, so much takes 0.1 ms: below, the memory is not worth making. */
    private static final long LEAST_BYTES = 1 << 20;

    private final Optional<PinnedMemory> memory;
    private final long leastBytes;
    private final Map<Kernel, Boolean> proofs = new ConcurrentHashMap<>();

    Staging(Optional<PinnedMemory> memory, long leastBytes) {
        this.memory = memory;
        this.leastBytes = leastBytes;
    }

    /** The staging of a device; none where its driver cannot pin memory. */
    static Staging of(Device device, TornadoDevice tornadoDevice) {
        return new Staging(PinnedMemory.of(device, tornadoDevice), LEAST_BYTES);
    }

    /**
     * Bytes of inputs for each stage from which on a compiled program is better made of kept code. To stage them saves 0.1 ms a
     * MiB, and a graph for each stage costs 0.12 ms more than one for a phase (H200, November 2026).
     */
    private long leastBytesPerStage() {
        return 2 * leastBytes;
    }

    /** Whether there is an input that could be staged. */
    private boolean isFor(Program program) {
        return stagedBytes(program) > 0;
    }

    private long stagedBytes(Program program) {
        return memory.isEmpty()
                ? 0
                : program.inputs().stream()
                        .filter(input -> StagedInputs.isStaged(input, leastBytes))
                        .mapToLong(StagedInputs::bytes)
                        .sum();
    }

    /** Whether a compiled program would gain from being made of kept code, so that its inputs can be staged. */
    boolean pays(Program program, Collection<List<Stage>> stages) {
        long all = stages.stream().mapToLong(List::size).sum();
        return isFor(program) && stagedBytes(program) >= all * leastBytesPerStage();
    }

    /**
     * The staged inputs of a program.
     *
     * @param stages its stages
     * @param sample the case on which kernels are tried
     * @param execution makes an execution of kept code
     */
    StagedInputs inputs(
            Program program,
            Collection<List<Stage>> stages,
            Sample sample,
            BiFunction<Program, StagedInputs, Execution> execution) {
        if (!isFor(program)) {
            return StagedInputs.NONE;
        }
        boolean right = stages.stream()
                .flatMap(List::stream)
                .filter(stage ->
                        stage.arguments().stream().anyMatch(argument -> Phase.contains(program.inputs(), argument)))
                .map(Stage::kernel)
                .distinct()
                .allMatch(kernel -> proofs.computeIfAbsent(kernel, key -> isRight(key, sample, execution)));
        return right ? StagedInputs.of(program, memory.orElseThrow(), leastBytes) : StagedInputs.NONE;
    }

    private boolean isRight(Kernel kernel, Sample sample, BiFunction<Program, StagedInputs, Execution> execution) {
        try {
            return SelfCheck.difference(kernel, program -> staged(program, execution), sample)
                    .isEmpty();
        } catch (DeviceException | IllegalStateException | NoSuchElementException | UncheckedIOException e) {
            // The code of the case is not kept, or TornadoVM or the driver do not do what they do in the versions
            // known.
            return false;
        }
    }

    /** Stages all inputs of a kernel's small case that it does not change, and writes them. */
    private Execution staged(Program program, BiFunction<Program, StagedInputs, Execution> execution) {
        Phase phase = program.phases().getFirst();
        Program withInputs = program.withInputs(phase.uploads().stream()
                .filter(array -> !Phase.contains(phase.downloads(), array))
                .toArray());
        Execution made = execution.apply(withInputs, StagedInputs.of(withInputs, memory.orElseThrow(), 0));
        withInputs.inputs().forEach(input -> made.write(input, 0, input, 0, Array.getLength(input)));
        return made;
    }
}
