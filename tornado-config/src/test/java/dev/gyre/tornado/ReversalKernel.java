package dev.gyre.tornado;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.Invocation;
import java.util.List;
import java.util.Random;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** A kernel that asks for the length of an array, in a separate class: the code of all kernels of such a class depends on lengths. */
public final class ReversalKernel {

    private static final int ITEMS = 333;

    /** Writes {@code in[in.length - 1 - i]}. */
    static final Kernel REVERSE = Kernel.of(ReversalKernel.class).withCheck(seed -> {
        int[] in = new Random(seed).ints(ITEMS).toArray();
        int[] out = new int[ITEMS];
        return new Invocation(ITEMS, List.of(in, out), List.of(out));
    });

    private ReversalKernel() {}

    /** The loop of {@link #REVERSE}. */
    public static void reverseAll(int begin, int end, int[] in, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = in[in.length - 1 - item];
        }
    }
}
