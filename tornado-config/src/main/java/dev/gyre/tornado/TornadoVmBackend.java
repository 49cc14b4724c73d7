package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.SelfCheck;
import dev.gyre.engine.verify.Shape;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * One TornadoVM device.
 *
 * <p>A program of which all code is kept from an earlier run or process, see {@link KernelCache}, is made of that; any other is
 * compiled, and its code is kept.
 *
 * <p>TornadoVM only prints a line when a driver refuses a launch, and nothing when it does not find a kernel. So each kernel is
 * tried on a small case, and the answer compared with the JVM's, before its first use on the device: the canary. What passed is
 * noted in the kernel cache and not tried again as long as kernel, device, driver and versions are the same; without a cache it
 * is tried once a process. Compiled code and kept code are tried each by itself, kept code at the latest when the backend closes. A kernel whose kept code does not pass is
 * compiled; one whose compiled code does not is an error.
 */
final class TornadoVmBackend implements Backend {

    private static final Sample CANARY = new Sample(Shape.UNIFORM, 333, 3, 7L);

    private final Device device;
    private final String identity;
    private final DeviceCode target;
    private final Map<Proof, Boolean> proofs = new ConcurrentHashMap<>();

    /** What is to be proven: a kernel, in code that is kept or just compiled. */
    private record Proof(Kernel kernel, boolean kept) {}

    TornadoVmBackend(Device device, TornadoDevice tornadoDevice, BackendSettings settings) {
        this.device = device;
        this.identity = TornadoDevices.identity(device);
        this.target = new DeviceCode(device, tornadoDevice, identity, settings);
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Execution prepare(Program program) {
        long start = System.nanoTime();
        Map<Phase, List<Stage>> stages = PhaseGraphs.stages(program);
        Optional<Map<Stage, String>> code = kept(stages);
        List<Kernel> kernels = program.phases().stream()
                .flatMap(phase -> phase.stages().stream())
                .map(Stage::kernel)
                .distinct()
                .toList();
        if (code.isPresent() && kernels.stream().allMatch(kernel -> isRight(new Proof(kernel, true)))) {
            try {
                return execution(program, stages, code.get(), start);
            } catch (UncheckedIOException e) {
                // TornadoVM takes code from a file alone, and no file can be written: compiling needs none.
                code = Optional.empty();
            }
        }
        for (Kernel kernel : kernels) {
            isRight(new Proof(kernel, false));
        }
        return execution(program, stages, Map.of(), start);
    }

    /**
     * Tries the kept form of the kernels that were compiled here, so that the next process has nothing to try. Here, because a
     * first call should not wait for it, and a thread of its own might still be in the driver when the process ends. Executions
     * free what they hold; the device itself belongs to the process.
     */
    @Override
    public void close() {
        if (target.isKept()) {
            List.copyOf(proofs.keySet()).stream()
                    .filter(proof -> !proof.kept())
                    .forEach(proof -> isRight(new Proof(proof.kernel(), true)));
        }
    }

    /** The code of all stages. A phase that only fetches arrays has a graph which is never run, and whose code is never read. */
    private Optional<Map<Stage, String>> kept(Map<Phase, List<Stage>> stages) {
        List<Stage> run = new ArrayList<>();
        List<Stage> neverRun = new ArrayList<>();
        stages.forEach((phase, list) -> (PhaseGraphs.hasWork(phase) ? run : neverRun).addAll(list));
        Optional<Map<Stage, String>> code = target.kept(run);
        code.ifPresent(texts -> neverRun.forEach(stage -> texts.put(stage, "")));
        return code;
    }

    private Execution execution(
            Program program, Map<Phase, List<Stage>> stages, Map<Stage, String> code, long startNanos) {
        return new TornadoVmExecution(program, stages, code, device, target, startNanos);
    }

    /**
     * Whether a kernel gives the right answers.
     *
     * @return false only for kept code
     * @throws DeviceException if compiled code does not
     */
    private boolean isRight(Proof proof) {
        Boolean known = proofs.get(proof);
        return known != null ? known : prove(proof);
    }

    private synchronized boolean prove(Proof proof) {
        Boolean known = proofs.get(proof);
        if (known != null) {
            return known;
        }
        if (target.isProven(proof.kernel(), proof.kept())) {
            proofs.put(proof, true);
            return true;
        }
        Optional<String> difference = proof.kept() ? tryKept(proof.kernel()) : tryCompiled(proof.kernel());
        if (difference.isPresent() && !proof.kept()) {
            throw new DeviceException(
                    "kernel " + proof.kernel() + " does not work on " + device + ": " + difference.get());
        }
        proofs.put(proof, difference.isEmpty());
        if (difference.isEmpty()) {
            target.prove(proof.kernel(), proof.kept());
        }
        return difference.isEmpty();
    }

    private Optional<String> tryCompiled(Kernel kernel) {
        return difference(
                kernel, program -> execution(program, PhaseGraphs.stages(program), Map.of(), System.nanoTime()));
    }

    /** Where the code of the canary is not kept, it is compiled first. */
    private Optional<String> tryKept(Kernel kernel) {
        try {
            return difference(kernel, program -> {
                Map<Phase, List<Stage>> stages = PhaseGraphs.stages(program);
                Optional<Map<Stage, String>> code = kept(stages);
                if (code.isEmpty()) {
                    tryCompiled(kernel);
                    code = kept(stages);
                }
                return execution(program, stages, code.orElseThrow(), System.nanoTime());
            });
        } catch (DeviceException | NoSuchElementException | UncheckedIOException e) {
            return Optional.of(e.toString());
        }
    }

    private Optional<String> difference(Kernel kernel, Function<Program, Execution> preparation) {
        return SelfCheck.difference(kernel, preparation, CANARY);
    }
}
