package dev.gyre.tornado;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.Sample;
import java.util.List;
import java.util.Random;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Kernels of the tests' own, in no catalog: some that work, and some that a device must refuse. */
public final class DeviceKernels {

    /** Writes {@code in[i] * factor[0]}. */
    static final Kernel SCALE = kernel("test-scale", DeviceKernels::scaleAll);

    /** Adds in to out. */
    static final Kernel ADD = add("test-add");

    /** As {@link #ADD}, with a variant for groups that is right. */
    static final Kernel GROUPED = add("test-grouped").withGroupVariant(variant("addInGroups"));

    /** As {@link #ADD}, with a variant for groups that is wrong in its last item. */
    static final Kernel WRONG = add("test-wrong").withGroupVariant(variant("addWrongly"));

    /** Calls what TornadoVM cannot compile. */
    static final Kernel LEADING_ZEROS = kernel("test-leading-zeros", DeviceKernels::countLeadingZeros);

    /** Throws, if only for a factor of 0. */
    static final Kernel THROWING = kernel("test-throwing", DeviceKernels::scaleOrThrow);

    private DeviceKernels() {}

    private static Kernel kernel(String name, KernelFunction.Of3<int[], int[], int[]> function) {
        return Kernel.of(name, function, DeviceKernels::sample);
    }

    /** With an element after the last item, which the kernel must leave alone. */
    private static Kernel add(String name) {
        return Kernel.of(name, (KernelFunction.Of2<int[], int[]>) DeviceKernels::addAll, sample -> {
            Random random = sample.random();
            int[] in = random.ints(sample.size() + 1L).toArray();
            int[] out = random.ints(sample.size() + 1L).toArray();
            return new Invocation(sample.size(), List.of(in, out), List.of(out));
        });
    }

    private static GroupFunction variant(String method) {
        return GroupFunction.threadPerItem(DeviceKernels.class, method);
    }

    private static Invocation sample(Sample sample) {
        int[] in = sample.random().ints(sample.size()).toArray();
        int[] out = new int[in.length];
        return new Invocation(sample.size(), List.of(in, new int[] {3}, out), List.of(out));
    }

    /** The loop of {@link #SCALE}. */
    public static void scaleAll(int begin, int end, int[] in, int[] factor, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = in[item] * factor[0];
        }
    }

    /** The loop of {@link #ADD}. */
    public static void addAll(int begin, int end, int[] in, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = out[item] + in[item];
        }
    }

    /** The loop of {@link #LEADING_ZEROS}. */
    public static void countLeadingZeros(int begin, int end, int[] in, int[] factor, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = Integer.numberOfLeadingZeros(in[item]) * factor[0];
        }
    }

    /** The loop of {@link #THROWING}. */
    public static void scaleOrThrow(int begin, int end, int[] in, int[] factor, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (factor[0] == 0) {
                throw new IllegalArgumentException("factor is 0");
            }
            out[item] = in[item] * factor[0];
        }
    }

    /** The variant of {@link #GROUPED}. */
    public static void addInGroups(KernelContext context, int items, int[] in, int[] out) {
        int item = context.globalIdx;
        if (item < items) {
            out[item] = out[item] + in[item];
        }
    }

    /** The variant of {@link #WRONG}. */
    public static void addWrongly(KernelContext context, int items, int[] in, int[] out) {
        int item = context.globalIdx;
        if (item < items - 1) {
            out[item] = out[item] + in[item];
        }
    }
}
