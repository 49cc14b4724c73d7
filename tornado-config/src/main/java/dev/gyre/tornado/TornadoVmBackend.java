package dev.gyre.tornado;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.KernelSamples;
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
 * <p>With a kernel cache, a program is made of kept code, see {@link DeviceCode}: from an earlier process or program, or compiled now.
 * Without a cache, TornadoVM compiles the stages of each program.
 *
 * <p>TornadoVM only prints a line when a driver refuses a launch, and nothing when it does not find a kernel. So before its first use on
 * the device, each kernel runs on a small case, and its answer is compared with the JVM's: the canary. If the case can have the scalars
 * of the program's stage, it runs the very code of that stage. A kernel that passed is noted in the kernel cache and not tried again as
 * long as kernel, device, driver and versions are the same; without a cache it is tried once per process. If the kept code of a kernel
 * does not pass, or TornadoVM does not compile it by itself, the program is compiled as a whole. Compiled code that does not pass is an
 * error.
 */
final class TornadoVmBackend implements Backend {

    private static final Sample CANARY = new Sample(Shape.UNIFORM, 333, 3, 7L);

    private final Device device;
    private final String identity;
    private final DeviceCode target;
    private final Staging staging;
    private final Map<Proof, Boolean> proofs = new ConcurrentHashMap<>();

    /**
     * A kernel to prove, in code that is kept or just compiled.
     *
     * @param scalars the scalars of the stage, which are compiled in, if the kernel has a check for them
     */
    private record Proof(Kernel kernel, KernelKeys.Form form, List<Object> scalars) {

        static Proof ofKept(Stage stage) {
            Kernel kernel = stage.kernel();
            return new Proof(kernel, KernelKeys.Form.KEPT, kernel.provenWithScalars() ? stage.scalars() : List.of());
        }

        static Proof ofCompiled(Stage stage) {
            return new Proof(stage.kernel(), KernelKeys.Form.COMPILED, List.of());
        }

        boolean kept() {
            return form == KernelKeys.Form.KEPT;
        }

        Optional<Invocation> canary() {
            return scalars.isEmpty() ? KernelSamples.call(kernel, CANARY) : KernelSamples.call(kernel, CANARY, scalars);
        }
    }

    TornadoVmBackend(Device device, TornadoDevice tornadoDevice, BackendSettings settings) {
        // The first look at a device may make its buffers.
        this(device, tornadoDevice, settings, TornadoThread.of(device).alone(() -> Staging.of(device, tornadoDevice)));
    }

    TornadoVmBackend(Device device, TornadoDevice tornadoDevice, BackendSettings settings, Staging staging) {
        this.device = device;
        this.identity = TornadoDevices.identity(device);
        this.target = new DeviceCode(device, tornadoDevice, identity, settings);
        this.staging = staging;
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
        List<Stage> all = program.phases().stream()
                .flatMap(phase -> phase.stages().stream())
                .toList();
        Optional<Map<Stage, String>> code = target.isKept() ? code(stages) : Optional.empty();
        if (code.isPresent() && all.stream().allMatch(stage -> isRight(Proof.ofKept(stage)))) {
            try {
                return ofKeptCode(program, stages, code.get(), start);
            } catch (UncheckedIOException e) {
                // TornadoVM accepts code only from a file, and no file can be written: compiling needs none.
            }
        }
        all.forEach(stage -> isRight(Proof.ofCompiled(stage)));
        return execution(program, stages, Map.of(), StagedInputs.NONE, start);
    }

    /** Makes an execution of kept code, with large inputs staged. */
    private Execution ofKeptCode(
            Program program, Map<Phase, List<Stage>> stages, Map<Stage, String> code, long startNanos) {
        StagedInputs staged = staging.inputs(
                program, stages.values(), target, stage -> Proof.ofKept(stage).canary(), (canary, inputs) -> {
                    Map<Phase, List<Stage>> canaryStages = PhaseGraphs.stages(canary);
                    return execution(canary, canaryStages, code(canaryStages).orElseThrow(), inputs, System.nanoTime());
                });
        return execution(program, stages, code, staged, startNanos);
    }

    /** Does nothing: executions free what they hold; the device itself belongs to the process. */
    @Override
    public void close() {}

    /** Returns the code of all stages. A phase that only downloads arrays has a graph that never runs, so its code is empty. */
    private Optional<Map<Stage, String>> code(Map<Phase, List<Stage>> stages) {
        List<Stage> run = new ArrayList<>();
        List<Stage> neverRun = new ArrayList<>();
        stages.forEach((phase, list) -> (PhaseGraphs.hasWork(phase) ? run : neverRun).addAll(list));
        Optional<Map<Stage, String>> code = target.code(run);
        code.ifPresent(texts -> neverRun.forEach(stage -> texts.put(stage, "")));
        return code;
    }

    private Execution execution(
            Program program,
            Map<Phase, List<Stage>> stages,
            Map<Stage, String> code,
            StagedInputs staged,
            long startNanos) {
        boolean done = false;
        try {
            Execution execution = new TornadoVmExecution(program, stages, code, device, target, staged, startNanos);
            done = true;
            return execution;
        } finally {
            if (!done) {
                staged.close();
            }
        }
    }

    /**
     * Tells whether a kernel gives the right answers.
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
        if (target.isProven(proof.kernel(), proof.form(), proof.scalars())) {
            proofs.put(proof, true);
            return true;
        }
        Optional<String> difference = proof.kept() ? tryKept(proof) : tryCompiled(proof);
        if (difference.isPresent() && !proof.kept()) {
            throw new DeviceException(
                    "kernel " + proof.kernel() + " does not work on " + device + ": " + difference.get());
        }
        proofs.put(proof, difference.isEmpty());
        if (difference.isEmpty()) {
            target.prove(proof.kernel(), proof.form(), proof.scalars());
        }
        return difference.isEmpty();
    }

    private Optional<String> tryCompiled(Proof proof) {
        return difference(
                proof,
                program -> execution(
                        program, PhaseGraphs.stages(program), Map.of(), StagedInputs.NONE, System.nanoTime()));
    }

    private Optional<String> tryKept(Proof proof) {
        try {
            return difference(proof, program -> {
                Map<Phase, List<Stage>> stages = PhaseGraphs.stages(program);
                return execution(program, stages, code(stages).orElseThrow(), StagedInputs.NONE, System.nanoTime());
            });
        } catch (DeviceException | NoSuchElementException | UncheckedIOException e) {
            return Optional.of(e.toString());
        }
    }

    private static Optional<String> difference(Proof proof, Function<Program, Execution> preparation) {
        return SelfCheck.difference(proof.kernel(), preparation, proof::canary);
    }
}
