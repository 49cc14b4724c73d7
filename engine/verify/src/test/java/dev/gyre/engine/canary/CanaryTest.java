package dev.gyre.engine.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.TestKernels;
import dev.gyre.engine.verify.FaultyBackend;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanaryTest {

    private static final Device GPU =
            new Device("test", 0, "faulty GPU", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE);
    private static final Workers WORKERS = new Workers(2);
    private static final Backend RIGHT = new FaultyBackend(GPU, WORKERS, FaultyBackend.Fault.NONE);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    /** One stage of each kernel of a rehearsal. */
    private static Map<Kernel, Stage> stages(Rehearsal rehearsal) {
        Map<Kernel, Stage> stages = new HashMap<>();
        rehearsal.trials(GPU, SmallInput.of(List.of())).stream()
                .flatMap(Trial::stages)
                .forEach(stage -> stages.putIfAbsent(stage.kernel(), stage));
        return stages;
    }

    /** Runs a program on a device that does not run a kernel, as if a launch were refused. */
    private static Execution without(Kernel kernel, Program program) {
        List<Phase> phases = program.phases().stream()
                .map(phase -> new Phase(
                        phase.name(),
                        phase.uploads(),
                        phase.stages().stream()
                                .map(stage ->
                                        stage.kernel() == kernel ? new Stage(kernel, 0, stage.arguments()) : stage)
                                .toList(),
                        phase.downloads()))
                .toList();
        return RIGHT.prepare(new Program(program.name(), phases, program.inputs(), program.outputs()));
    }

    private static Optional<String> difference(Trial trial, Kernel broken) {
        try {
            return trial.difference(program -> without(broken, program));
        } catch (RuntimeException e) {
            // Later kernels may fail on what this one has not written.
            return Optional.of(e.toString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAFaultInAnyKernelAndNoneOnADeviceWithoutFaults(Rehearsal rehearsal) {
        Map<Kernel, Stage> stages = stages(rehearsal);
        assertFalse(stages.isEmpty());
        List<Trial> trials = Canary.trials(GPU, "", stages.values());
        for (Trial trial : trials) {
            assertEquals(Optional.empty(), trial.difference(RIGHT::prepare));
        }
        for (Kernel kernel : stages.keySet()) {
            List<Trial> its = trials.stream()
                    .filter(trial -> trial.stages().anyMatch(stage -> stage.kernel() == kernel))
                    .toList();
            assertTrue(
                    its.stream().anyMatch(trial -> difference(trial, kernel).isPresent()),
                    () -> kernel + " does nothing, and no trial of " + its.size() + " shows it");
        }
    }

    @Test
    void shouldFindTheFaultsOfKernelsThatRunAlone() {
        Map<Kernel, Stage> stages = stages(Rehearsal.TREES);
        Map<Kernel, Trial> alone = Canary.trialsOfKernels(GPU, "kd-tree", stages.values());
        assertEquals(stages.keySet(), alone.keySet());
        alone.forEach((kernel, trial) -> {
            assertEquals(Optional.empty(), trial.difference(RIGHT::prepare));
            assertTrue(difference(trial, kernel).orElseThrow().startsWith("output "), kernel::name);
        });
    }

    /** A sort of segments has its keys as scratch, too: its variant for work-groups leaves other things there than its plain loop. */
    @Test
    void shouldNotCompareScratchOfAnyKernel() {
        int found = 0;
        for (Rehearsal rehearsal : Rehearsal.values()) {
            for (Trial trial : rehearsal.trials(GPU, SmallInput.of(List.of()))) {
                for (Trial alone : trial.ofStages(kernel -> true)) {
                    Phase phase = alone.program().phases().getFirst();
                    List<Object> scratch =
                            LoopMemory.scratch(phase.stages().getFirst()).toList();
                    assertTrue(
                            scratch.stream()
                                    .allMatch(array ->
                                            phase.downloads().stream().noneMatch(download -> download == array)),
                            alone::name);
                    found += scratch.size();
                }
            }
        }
        assertTrue(found > 0);
    }

    /** Scalars are compiled in, so that only a trial with the same ones tries the code of a stage. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 16})
    void shouldTryTheCodeOfTheStageItself(int dims) {
        SmallInput input = new SmallInput((n, columns, random) -> new double[n * columns], 50, dims, 1, 3);
        for (Rehearsal rehearsal : List.of(Rehearsal.TREES, Rehearsal.KNN)) {
            List<Stage> stages = rehearsal.trials(GPU, input).stream()
                    .flatMap(Trial::stages)
                    .filter(stage -> stage.kernel().provenWithScalars())
                    .toList();
            List<Trial> trials = Canary.trials(GPU, "", stages);
            for (Stage stage : stages) {
                assertTrue(
                        trials.stream()
                                .flatMap(Trial::stages)
                                .anyMatch(tried -> tried.kernel() == stage.kernel()
                                        && tried.scalars().equals(stage.scalars())),
                        () -> stage.kernel() + " " + stage.scalars());
            }
        }
    }

    /** Another program may have the kernel, but not with the same stages around it. */
    @Test
    void shouldPreferTrialsOfTheSameProgram() {
        List<Stage> scans = stages(Rehearsal.SCAN).values().stream().toList();
        for (String program : List.of("scan", "compaction")) {
            Stage scan = scans.stream()
                    .filter(stage -> stage.kernel().name().equals("row-scan"))
                    .findAny()
                    .orElseThrow();
            assertEquals(
                    List.of(program),
                    Canary.trials(GPU, program, List.of(scan)).stream()
                            .map(Trial::name)
                            .toList());
        }
    }

    @Test
    void shouldTakeTheCheckOfAKernelOfTheCaller() {
        Invocation call = new Invocation(2, List.of(new int[2]), List.of());
        Kernel checked = TestKernels.INDEX.withCheck(seed -> call);
        Stage stage = checked.stage(5, (Object) new int[5]);
        List<Trial> trials = Canary.trials(GPU, "own", List.of(stage));
        assertEquals(
                List.of(2),
                trials.stream().flatMap(Trial::stages).map(Stage::items).toList());
        assertEquals(List.of(), Canary.trials(GPU, "own", List.of(TestKernels.INDEX.stage(5, (Object) new int[5]))));
    }
}
