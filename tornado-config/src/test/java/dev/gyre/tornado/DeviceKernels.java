package dev.gyre.tornado;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import java.util.List;
import java.util.Random;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The tests' own kernels, in no list: some work, and some must be refused by a device. */
public final class DeviceKernels {

    private static final int ITEMS = 333;

    /** Writes {@code in[i] * factor[0]}. */
    static final Kernel SCALE = scaling("test-scale", "scaleAll");

    /** As {@link #SCALE}, by a factor that is compiled in. */
    static final Kernel SCALE_BY = Kernel.of(DeviceKernels.class, "scaleBy");

    /** Adds in to out. */
    static final Kernel ADD = add("test-add");

    /** As {@link #ADD}, with a variant for work-groups that is right. */
    static final Kernel GROUPED = add("test-grouped").withWorkGroupVariant(variant("addInGroups"));

    /** As {@link #ADD}, with a variant for work-groups that is wrong in its last item. */
    static final Kernel WRONG = add("test-wrong").withWorkGroupVariant(variant("addWrongly"));

    /** Writes the sum of a float, a long and a double. */
    static final Kernel SUM = Kernel.of(DeviceKernels.class, "sumTypes")
            .named("test-sum")
            .withCheck(seed -> {
                long[] longs = new Random(seed).longs(ITEMS, -99, 99).toArray();
                double[] out = new double[ITEMS];
                return new Invocation(ITEMS, List.of(new float[ITEMS], longs, new double[ITEMS], out), List.of(out));
            });

    /** Calls a method that TornadoVM cannot compile. */
    static final Kernel LEADING_ZEROS = scaling("test-leading-zeros", "countLeadingZeros");

    /** Throws, but only for a factor of 0. */
    static final Kernel THROWING = scaling("test-throwing", "scaleOrThrow");

    private DeviceKernels() {}

    private static Kernel scaling(String name, String method) {
        return Kernel.of(DeviceKernels.class, method).named(name).withCheck(seed -> {
            int[] in = new Random(seed).ints(ITEMS).toArray();
            int[] out = new int[ITEMS];
            return new Invocation(ITEMS, List.of(in, new int[] {3}, out), List.of(out));
        });
    }

    /** The check has an element after the last item, which the kernel must not change. */
    private static Kernel add(String name) {
        return Kernel.of(DeviceKernels.class, "addAll").named(name).withCheck(seed -> {
            Random random = new Random(seed);
            int[] in = random.ints(ITEMS + 1L).toArray();
            int[] out = random.ints(ITEMS + 1L).toArray();
            return new Invocation(ITEMS, List.of(in, out), List.of(out));
        });
    }

    private static WorkGroupVariant variant(String method) {
        return new WorkGroupVariant(DeviceKernels.class, method, 1, 1);
    }

    /** The loop of {@link #SCALE}. */
    public static void scaleAll(int begin, int end, int[] in, int[] factor, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = in[item] * factor[0];
        }
    }

    /** The loop of {@link #SCALE_BY}. */
    public static void scaleBy(int begin, int end, int[] in, int factor, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = in[item] * factor;
        }
    }

    /** The loop of {@link #ADD}. */
    public static void addAll(int begin, int end, int[] in, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = out[item] + in[item];
        }
    }

    /** The loop of {@link #SUM}. */
    public static void sumTypes(int begin, int end, float[] a, long[] b, double[] c, double[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            out[item] = a[item] + b[item] + c[item];
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
