package dev.gyre.engine.program;

/** Kernels for tests, in no list and without a check. */
public final class TestKernels {

    /** Writes each item's index. */
    public static final Kernel INDEX = Kernel.of(TestKernels.class, "index").named("test-index");

    /** Writes twice the value of each item. */
    public static final Kernel TWICE = Kernel.of(TestKernels.class, "twice").named("test-twice");

    /** Writes each item as a long. */
    public static final Kernel WIDEN = Kernel.of(TestKernels.class, "widen").named("test-widen");

    private TestKernels() {}

    /** The loop of {@link #INDEX}. */
    public static void index(int begin, int end, int[] out) {
        for (int i = begin; i < end; i++) {
            out[i] = i;
        }
    }

    /** The loop of {@link #TWICE}. */
    public static void twice(int begin, int end, int[] in, int[] out) {
        for (int i = begin; i < end; i++) {
            out[i] = 2 * in[i];
        }
    }

    /** The loop of {@link #WIDEN}. */
    public static void widen(int begin, int end, int[] in, long[] out) {
        for (int i = begin; i < end; i++) {
            out[i] = in[i];
        }
    }

    /** The class of a kernel with a variant. */
    public static final class Fill {

        private Fill() {}

        /** Writes a value. */
        public static void fill(int begin, int end, int value, int[] out) {
            for (int i = begin; i < end; i++) {
                out[i] = value;
            }
        }
    }

    /** The variant of {@link Fill}. */
    public static final class FillJvm {

        private FillJvm() {}

        /** Writes a value. */
        public static void fill(int begin, int end, int value, int[] out) {
            java.util.Arrays.fill(out, begin, end, value);
        }
    }

    /** The class of a kernel that shows its slices. */
    public static final class Begins {

        private Begins() {}

        /** Writes the first item of the slice. */
        public static void begins(int begin, int end, int[] out) {
            java.util.Arrays.fill(out, begin, end, begin);
        }
    }
}
