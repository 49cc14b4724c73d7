package dev.gyre.engine.program;

import java.util.List;

/** Kernels of the tests' own, in no catalog. */
public final class TestKernels {

    /** Writes each item's index. */
    public static final Kernel INDEX = Kernel.of(
            "test-index",
            (KernelFunction.Of1<int[]>) TestKernels::index,
            sample -> new Invocation(0, List.of(), List.of()));

    /** Writes twice the value of each item. */
    public static final Kernel TWICE = Kernel.of(
            "test-twice",
            (KernelFunction.Of2<int[], int[]>) TestKernels::twice,
            sample -> new Invocation(0, List.of(), List.of()));

    private TestKernels() {}

    static void index(int begin, int end, int[] out) {
        for (int i = begin; i < end; i++) {
            out[i] = i;
        }
    }

    static void twice(int begin, int end, int[] in, int[] out) {
        for (int i = begin; i < end; i++) {
            out[i] = 2 * in[i];
        }
    }
}
