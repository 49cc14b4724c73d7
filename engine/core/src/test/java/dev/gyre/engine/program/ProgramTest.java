package dev.gyre.engine.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ProgramTest {

    private final int[] array = new int[3];

    @Test
    void shouldRefuseANegativeNumberOfItems() {
        assertMessage("items must be 0 or more: items=-1, kernel=test-index", () -> TestKernels.INDEX.stage(-1, array));
    }

    @Test
    void shouldRefuseTheWrongNumberOfArguments() {
        assertMessage("kernel test-twice takes 2 arguments: given=1", () -> TestKernels.TWICE.stage(3, array));
        assertMessage("kernel test-index takes 1 arguments: given=2", () -> TestKernels.INDEX.stage(3, array, array));
    }

    @Test
    void shouldRefuseVariantsOfDifferentArity() {
        assertMessage(
                "both variants of uneven must take the same arguments: 1 and 2",
                () -> Kernel.of(
                                "uneven",
                                (KernelFunction.Of1<int[]>) TestKernels::index,
                                sample -> new Invocation(0, List.of(), List.of()))
                        .withJvmVariant((KernelFunction.Of2<int[], int[]>) TestKernels::twice));
    }

    @Test
    void shouldRefusePhasesOfOneName() {
        Phase phase = Phase.named("search").build();
        assertMessage(
                "phases of a program must have different names: program=join, phase=search",
                () -> Program.of("join", phase, Phase.named("load").build(), phase));
    }

    @Test
    void shouldFindPhasesByName() {
        Phase load = Phase.named("load").build();
        Phase search = Phase.named("search").build();
        Program program = Program.of("join", load, search);
        assertSame(search, program.phase("search"));
        assertMessage("program join has no phase build", () -> program.phase("build"));
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

    @Test
    void shouldUseTheFunctionWhereThereIsNoVariant() {
        assertSame(TestKernels.INDEX.function(), TestKernels.INDEX.jvmFunction());
        assertEquals(Optional.empty(), TestKernels.INDEX.groupFunction());
        assertEquals("test-index", TestKernels.INDEX.toString());
    }

    @Test
    void shouldAddVariantsToANewKernelThatKeepsTheRest() {
        KernelFunction.Of1<int[]> faster = TestKernels::index;
        GroupFunction grouped = GroupFunction.threadPerItem(TestKernels.class, "index");
        Kernel onJvm = TestKernels.INDEX.withJvmVariant(faster);
        Kernel onBoth = onJvm.withGroupVariant(grouped);
        assertSame(TestKernels.INDEX.function(), onBoth.function());
        assertSame(faster, onBoth.jvmFunction());
        assertEquals(Optional.of(grouped), onBoth.groupFunction());
        assertEquals("test-index", onBoth.name());
        assertSame(
                faster,
                TestKernels.INDEX
                        .withGroupVariant(grouped)
                        .withJvmVariant(faster)
                        .jvmFunction());
        assertEquals(
                Optional.of(grouped),
                TestKernels.INDEX
                        .withGroupVariant(grouped)
                        .withJvmVariant(faster)
                        .groupFunction());
        assertEquals(Optional.empty(), onJvm.groupFunction());
        assertEquals(Optional.empty(), TestKernels.INDEX.groupFunction());
    }

    @Test
    void shouldMakeEachSampleInvocationFromFreshArrays() {
        Sample sample = new Sample(Shape.GRID, 40, 3, 1);
        for (Kernel kernel : KernelCatalog.all()) {
            Invocation first = kernel.sampleInvocation(sample);
            Invocation second = kernel.sampleInvocation(sample);
            assertEquals(first.items(), second.items(), kernel::name);
            for (Object output : first.outputs()) {
                assertEquals(
                        1,
                        first.arguments().stream()
                                .filter(argument -> argument == output)
                                .count(),
                        () -> kernel + ": an output is no argument");
                assertEquals(
                        0,
                        second.arguments().stream()
                                .filter(argument -> argument == output)
                                .count(),
                        () -> kernel + ": an output is shared by two invocations");
            }
        }
    }

    private static void assertMessage(String message, Executable executable) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, executable).getMessage());
    }
}
