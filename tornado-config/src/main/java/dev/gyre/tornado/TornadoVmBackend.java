package dev.gyre.tornado;

import dev.gyre.engine.canary.Canary;
import dev.gyre.engine.canary.Trial;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/**
 * One TornadoVM device.
 *
 * <p>With a kernel cache, a program is made of kept code, see {@link DeviceCode}: from an earlier process or program, or compiled now.
 * Without a cache, TornadoVM compiles the stages of each program.
 *
 * <p>TornadoVM only prints a line when a driver refuses a launch, and nothing when it does not find a kernel. So before the first use of a
 * kernel on the device, a {@link Trial} of its program runs there: the same program made for a small input, whose answers are those of the
 * JVM. This is the canary. If possible, the trial has the scalars of the program's stage, and so runs its very code. A kernel that passed is
 * noted in the kernel cache and not tried again as long as kernel, device, driver and versions are the same; without a cache it is tried
 * once per process. If the kept code of a kernel does not pass, or TornadoVM does not compile it by itself, the program is compiled as a
 * whole. Compiled code that does not pass is an error.
 */
final class TornadoVmBackend implements Backend {

    private final Device device;
    private final String identity;
    private final DeviceCode target;
    private final Staging staging;
    private final Map<Proof, Boolean> proofs = new ConcurrentHashMap<>();

    /**
     * A kernel to prove, in code that is kept or just compiled.
     *
     * @param scalars the scalars of the stage, which are compiled in, if the proof depends on them
     */
    private record Proof(Kernel kernel, KernelKeys.Form form, List<Object> scalars) {

        static Proof of(Stage stage, KernelKeys.Form form) {
            boolean withScalars = form == KernelKeys.Form.KEPT && stage.kernel().provenWithScalars();
            return new Proof(stage.kernel(), form, withScalars ? stage.scalars() : List.of());
        }
    }

    TornadoVmBackend(Device device, TornadoDevice tornadoDevice, BackendSettings settings) {
        this(device, tornadoDevice, settings, Inside.of(device, tornadoDevice));
    }

    TornadoVmBackend(Device device, TornadoDevice tornadoDevice, BackendSettings settings, Inside inside) {
        this(device, tornadoDevice, settings, inside, Staging.of(device, inside));
    }

    TornadoVmBackend(
            Device device, TornadoDevice tornadoDevice, BackendSettings settings, Inside inside, Staging staging) {
        this.device = device;
        this.identity = TornadoDevices.identity(device);
        this.target = new DeviceCode(device, tornadoDevice, identity, settings, inside);
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

    /** The calls of the driver need lengths; TornadoVM's graphs need Java arrays. */
    @Override
    public boolean makesScratch() {
        return target.isKept() && target.inside().calls().isPresent();
    }

    @Override
    public Execution prepare(Program program) {
        long start = System.nanoTime();
        Map<Phase, List<Stage>> stages = PhaseGraphs.stages(program);
        Optional<Map<Stage, String>> code = target.isKept() ? code(stages) : Optional.empty();
        if (code.isPresent() && isRight(program, KernelKeys.Form.KEPT)) {
            try {
                return ofKeptCode(program, stages, code.get(), start);
            } catch (UncheckedIOException e) {
                // TornadoVM accepts code only from a file, and no file can be written: compiling needs none.
            }
        }
        Program compiled = program.withoutScratch();
        isRight(compiled, KernelKeys.Form.COMPILED);
        return execution(compiled, PhaseGraphs.stages(compiled), Map.of(), StagedArrays.NONE, start);
    }

    /** Makes an execution of kept code, with large inputs staged. */
    private Execution ofKeptCode(
            Program program, Map<Phase, List<Stage>> stages, Map<Stage, String> code, long startNanos) {
        StagedArrays staged = staging.stage(program, target, (trial, arrays) -> {
            Map<Phase, List<Stage>> trialStages = PhaseGraphs.stages(trial);
            return execution(trial, trialStages, code(trialStages).orElseThrow(), arrays, System.nanoTime());
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
            StagedArrays staged,
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

    /** Returns the stages of a program that run. */
    private static List<Stage> running(Program program) {
        return program.phases().stream()
                .flatMap(phase -> phase.stages().stream())
                .filter(stage -> stage.items() > 0)
                .toList();
    }

    /**
     * Tells whether the kernels of a program give the right answers.
     *
     * @return false only for kept code
     * @throws DeviceException if compiled code does not
     */
    private boolean isRight(Program program, KernelKeys.Form form) {
        List<Stage> stages = running(program);
        if (stages.stream().anyMatch(stage -> !proofs.containsKey(Proof.of(stage, form)))) {
            prove(program.name(), stages, form);
        }
        return stages.stream().allMatch(stage -> proofs.get(Proof.of(stage, form)));
    }

    private synchronized void prove(String program, List<Stage> stages, KernelKeys.Form form) {
        Map<Proof, Stage> unproven = new LinkedHashMap<>();
        for (Stage stage : stages) {
            Proof proof = Proof.of(stage, form);
            if (!proofs.containsKey(proof)) {
                if (target.isProven(proof.kernel(), form, proof.scalars())) {
                    proofs.put(proof, true);
                } else {
                    unproven.putIfAbsent(proof, stage);
                }
            }
        }
        if (!unproven.isEmpty()) {
            for (Trial trial : Canary.trials(device, program, unproven.values())) {
                Optional<String> difference = difference(trial, form);
                if (difference.isEmpty()) {
                    trial.stages().forEach(stage -> note(Proof.of(stage, form)));
                } else {
                    doubt(trial, difference.get(), unproven.keySet());
                }
            }
            // The others are not tried, or with other scalars: see Canary.
            unproven.keySet().stream()
                    .filter(proof -> !proofs.containsKey(proof))
                    .forEach(this::note);
        }
    }

    private void note(Proof proof) {
        if (!proofs.containsKey(proof)) {
            proofs.put(proof, true);
            target.prove(proof.kernel(), proof.form(), proof.scalars());
        }
    }

    /** Finds the kernels that fail in a trial: those that also fail alone, or else all that were to be proven. */
    private void doubt(Trial trial, String difference, Set<Proof> unproven) {
        Set<Kernel> kernels = trial.stages().map(Stage::kernel).collect(Collectors.toSet());
        List<Proof> tried = unproven.stream()
                .filter(proof -> kernels.contains(proof.kernel()))
                .toList();
        Map<Kernel, String> wrong = new LinkedHashMap<>();
        KernelKeys.Form form = tried.getFirst().form();
        if (kernels.size() == 1) {
            wrong.put(kernels.iterator().next(), difference);
        } else {
            for (Trial alone : trial.ofStages(kernels::contains)) {
                difference(alone, form)
                        .ifPresent(text -> alone.stages().forEach(stage -> wrong.putIfAbsent(stage.kernel(), text)));
            }
        }
        if (form == KernelKeys.Form.COMPILED) {
            throw new DeviceException(wrong.entrySet().stream()
                    .findFirst()
                    .map(entry -> "kernel " + entry.getKey() + " does not work on " + device + ": " + entry.getValue())
                    .orElse("program " + trial.name() + " does not work on " + device + ": " + difference));
        }
        tried.stream()
                .filter(proof -> wrong.isEmpty() || wrong.containsKey(proof.kernel()))
                .forEach(proof -> proofs.put(proof, false));
    }

    /** Runs a trial in kept code, or compiled. */
    private Optional<String> difference(Trial trial, KernelKeys.Form form) {
        Map<Phase, List<Stage>> stages = PhaseGraphs.stages(trial.program());
        if (form == KernelKeys.Form.COMPILED) {
            return trial.difference(
                    program -> execution(program, stages, Map.of(), StagedArrays.NONE, System.nanoTime()));
        }
        try {
            return trial.difference(program ->
                    execution(program, stages, code(stages).orElseThrow(), StagedArrays.NONE, System.nanoTime()));
        } catch (DeviceException | NoSuchElementException | UncheckedIOException e) {
            return Optional.of(e.toString());
        }
    }
}
