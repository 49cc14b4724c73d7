package dev.gyre.tornado;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.sample.Sample;
import java.util.List;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** A kernel that asks for the length of an array, in a class of its own: code of all kernels of such a class depends on it. */
public final class ReversalKernel {

    /** Writes {@code in[in.length - 1 - i]}. */
    static final Kernel REVERSE = Kernel.of(
            "test-reverse", (KernelFunction.Of2<int[], int[]>) ReversalKernel::reverseAll, ReversalKernel::sample);

    private ReversalKernel() {}

    private static Invocation sample(Sample sample) {
        int[] in = sample.random().ints(sample.size()).toArray();
        int[] out = new int[sample.size()];
        return new Invocation(sample.size(), List.of(in, out), List.of(out));
    }

    /** The loop of {@link #REVERSE}. */
    public static void reverseAll(int begin, int end, int[] in, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = in[in.length - 1 - item];
        }
    }
}
