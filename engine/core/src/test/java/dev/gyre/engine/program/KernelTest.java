package dev.gyre.engine.program;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class KernelTest {

    private static final Kernel FILL = Kernel.of(TestKernels.Fill.class);

    @Test
    void shouldBeNamedAfterItsClassAndAfterOneOfSeveralLoops() {
        assertEquals("fill", FILL.name());
        assertEquals("test-kernels-index", Kernel.of(TestKernels.class, "index").name());
        assertEquals("other", FILL.named("other").name());
        assertEquals("fill", FILL.toString());
    }

    @Test
    void shouldRefuseAClassWithoutExactlyOneLoop() {
        assertRefused(
                "java.lang.String must have one public static void method(int begin, int end, …): found=[]",
                () -> Kernel.of(String.class));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Kernel.of(TestKernels.class))
                .getMessage()
                .startsWith(TestKernels.class.getName() + " must have one public static void method"));
        assertRefused(
                TestKernels.class.getName()
                        + " must have one public static void method none(int begin, int end, …): found=[]",
                () -> Kernel.of(TestKernels.class, "none"));
    }

    @Test
    void shouldRefuseAVariantThatTakesOtherArguments() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Kernel.of(TestKernels.class, "index").withJvmVariant(TestKernels.FillJvm.class))
                .getMessage();
        assertTrue(message.startsWith("both variants of test-kernels-index must take the same arguments: "), message);
    }

    @Test
    void shouldRunTheLoopAndItsVariantOnPartOfTheItems() {
        int[] out = new int[5];
        Kernel withVariant = FILL.withJvmVariant(TestKernels.FillJvm.class);
        withVariant.runLoop(1, 3, List.of(7, out));
        withVariant.runJvmLoop(4, 5, List.of(8, out));
        assertArrayEquals(new int[] {0, 7, 7, 0, 8}, out);
        assertSame(TestKernels.FillJvm.class, withVariant.jvmLoop().getDeclaringClass());
        assertSame(FILL.loop(), FILL.jvmLoop());
    }

    @Test
    void shouldThrowWhatTheLoopThrows() {
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> FILL.runLoop(0, 3, List.of(7, new int[2])));
    }

    @Test
    void shouldKeepTheRestWhereAVariantIsAdded() {
        LongFunction<Invocation> check = seed -> new Invocation(0, List.of(), List.of());
        WorkGroupVariant variant = WorkGroupVariant.groupPerItem(TestKernels.class, 64);
        Kernel kernel = FILL.withCheck(check)
                .withWorkGroupVariant(variant)
                .withJvmVariant(TestKernels.FillJvm.class)
                .named("all");
        assertEquals("all", kernel.name());
        assertEquals(Optional.of(check), kernel.check());
        assertEquals(Optional.of(variant), kernel.workGroupVariant());
        assertSame(TestKernels.FillJvm.class, kernel.jvmLoop().getDeclaringClass());
        assertEquals(Optional.empty(), FILL.workGroupVariant());
        assertEquals(Optional.empty(), FILL.check());
    }

    @Test
    void shouldHandOutSingleItemsWhereAWorkGroupTakesOneOrWhereTold() {
        assertFalse(FILL.sliceOfOne());
        assertFalse(FILL.withWorkGroupVariant(WorkGroupVariant.itemsPerThread(TestKernels.class, 2))
                .sliceOfOne());
        assertFalse(FILL.withWorkGroupVariant(WorkGroupVariant.threadPerItem(TestKernels.class, 64))
                .sliceOfOne());
        assertTrue(FILL.withWorkGroupVariant(WorkGroupVariant.groupPerItem(TestKernels.class, 64))
                .sliceOfOne());
        assertTrue(FILL.withSliceOfOne().named("x").sliceOfOne());
    }

    @Test
    void shouldRefuseArgumentsOfOtherTypesByName() {
        assertRefused(
                "argument 1 of kernel fill must be of type int[]: out=float[]", () -> FILL.stage(2, 7, new float[2]));
        assertRefused("argument 0 of kernel fill must be of type int: value=Long", () -> FILL.stage(2, 7L, new int[2]));
        assertRefused("kernel fill needs 2 arguments: given=1", () -> FILL.stage(2, 7));
    }

    @Test
    void shouldRefuseWorkGroupsOfOtherSizes() {
        assertRefused(
                "threads of a work-group must be a power of two in 1..1024: threads=48",
                () -> WorkGroupVariant.groupPerItem(TestKernels.class, 48));
        assertRefused("items must be 1 or more: items=0", () -> WorkGroupVariant.itemsPerThread(TestKernels.class, 0));
    }
}
