package dev.gyre.engine.program;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.engine.program.Phase.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgramTest {

    private final int[] array = new int[3];

    @Test
    void shouldRefuseANegativeNumberOfItems() {
        assertRefused("items must be 0 or more: items=-1, kernel=test-index", () -> TestKernels.INDEX.stage(-1, array));
    }

    @Test
    void shouldRefuseSlicesWithoutItems() {
        assertRefused(
                "slice must be 1 or more: slice=0, kernel=test-index",
                () -> TestKernels.INDEX.stage(3, array).withSlice(0));
    }

    @Test
    void shouldRefuseTheWrongNumberOfArguments() {
        assertRefused("kernel test-twice needs 2 arguments: given=1", () -> TestKernels.TWICE.stage(3, array));
        assertRefused("kernel test-index needs 1 arguments: given=2", () -> TestKernels.INDEX.stage(3, array, array));
    }

    @Test
    void shouldRefusePhasesOfOneName() {
        Phase phase = Phase.named("search").build();
        assertRefused(
                "phases of a program must have different names: program=join, phase=search",
                () -> Program.of("join", phase, Phase.named("load").build(), phase));
    }

    @Test
    void shouldRefuseInputsThatAreNotUploadedOrComeBack() {
        int[] in = new int[3];
        Phase load = Phase.named("load").upload(in, array).build();
        Phase fetch = Phase.named("fetch").download(array).build();
        assertSame(
                in,
                new Program("join", List.of(load, fetch), List.of(in), List.of())
                        .inputs()
                        .getFirst());
        String message = "an input must be uploaded, and the other way only as both: program=join";
        assertRefused(message, () -> new Program("join", List.of(load, fetch), List.of(in, array), List.of()));
        assertRefused(message, () -> new Program("join", List.of(fetch), List.of(in), List.of()));
        assertRefused(message, () -> new Program("join", List.of(load), List.of(new int[3]), List.of()));
    }

    @Test
    void shouldRefuseOutputsThatAreNotDownloadedOrGoBack() {
        int[] out = new int[3];
        List<Phase> phases = List.of(
                Phase.named("load").upload(array).build(),
                Phase.named("fetch").download(out, array).build());
        assertSame(
                out,
                new Program("join", phases, List.of(), List.of(out)).outputs().getFirst());
        assertSame(
                array,
                new Program("join", phases, List.of(array), List.of(array))
                        .outputs()
                        .getFirst());
        String message = "an output must be downloaded, and the other way only as both: program=join";
        assertRefused(message, () -> new Program("join", phases, List.of(), List.of(out, array)));
        assertRefused(message, () -> new Program("join", phases, List.of(), List.of(new int[3])));
    }

    @Test
    void shouldFindPhasesByName() {
        Phase load = Phase.named("load").build();
        Phase search = Phase.named("search").build();
        Program program = Program.of("join", load, search);
        assertSame(search, program.phase("search"));
        assertRefused("program join has no phase build", () -> program.phase("build"));
    }

    @Test
    void shouldReplaceScratchByArraysOfItsLength() {
        int[] scratch = new int[0];
        Phase phase = Phase.named("run")
                .upload(array)
                .stage(TestKernels.TWICE.stage(3, array, scratch))
                .stage(TestKernels.TWICE.stage(3, scratch, array))
                .download(array)
                .build();
        Program program = new Program("join", List.of(phase), List.of(array), List.of(array), Map.of(scratch, 5));
        assertEquals(5, program.length(scratch));
        assertEquals(3, program.length(array));
        assertEquals(4 * 5 + 4 * 3, program.bytes());
        assertEquals(4 * 5, program.largestArrayBytes());
        Program whole = program.withoutScratch();
        List<Stage> stages = whole.phase("run").stages();
        int[] made = (int[]) stages.get(0).arguments().get(1);
        assertEquals(5, made.length);
        assertSame(made, stages.get(1).arguments().get(0));
        assertSame(array, stages.get(0).arguments().get(0));
        assertSame(array, whole.outputs().getFirst());
        assertEquals(program.bytes(), whole.bytes());
        assertSame(whole, whole.withoutScratch());
    }

    @Test
    void shouldRefuseScratchThatIsCopiedOrHasElements() {
        int[] empty = new int[0];
        String message = "a scratch array must be empty, and no phase may copy it: program=join";
        Phase up = Phase.named("run").upload(empty).build();
        Phase down = Phase.named("run").download(empty).build();
        Phase none = Phase.named("run").build();
        for (Phase phase : List.of(up, down)) {
            assertRefused(message, () -> new Program("join", List.of(phase), List.of(), List.of(), Map.of(empty, 3)));
        }
        assertRefused(message, () -> new Program("join", List.of(none), List.of(), List.of(), Map.of(array, 3)));
    }

    @Test
    void shouldKeepArraysThemselvesAndCopiesOfLists() {
        Stage stage = TestKernels.INDEX.stage(3, array);
        assertSame(array, stage.arguments().get(0));
        List<Object> uploads = new ArrayList<>(List.of(array));
        List<Stage> stages = new ArrayList<>(List.of(stage));
        Phase phase = new Phase("load", uploads, stages, uploads);
        uploads.clear();
        stages.clear();
        assertSame(array, phase.uploads().get(0));
        assertSame(array, phase.downloads().get(0));
        assertEquals(List.of(stage), phase.stages());
        List<Phase> phases = new ArrayList<>(List.of(phase));
        Program program = new Program("join", phases);
        phases.clear();
        assertEquals(List.of(phase), program.phases());
        List<Object> outputs = new ArrayList<>(List.of(array));
        Invocation invocation = new Invocation(3, outputs, outputs);
        outputs.clear();
        assertSame(array, invocation.arguments().get(0));
        assertSame(array, invocation.outputs().get(0));
    }
}
