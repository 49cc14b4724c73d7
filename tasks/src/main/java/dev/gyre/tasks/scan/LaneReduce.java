package dev.gyre.tasks.scan;

import uk.ac.manchester.tornado.api.KernelContext;

/** Reductions over the threads of a work-group of {@link Reductions#LANES}, in the order of {@link FloatSlices}. */
final class LaneReduce {

    private LaneReduce() {}

    /**
     * Reduces one value per thread of a work-group: combines the second half with the first half until one value is left.
     *
     * @param half half the threads, or 0 to reduce nothing
     * @return an array in local memory with the result in the first element; the values of the threads if {@code half} is 0
     */
    static long[] reduce(KernelContext context, int thread, int half, int mode, long value) {
        long[] partial = context.allocateLongLocalArray(Reductions.LANES);
        partial[thread] = value;
        context.localBarrier();
        for (int lanes = half; lanes > 0; lanes = lanes / 2) {
            if (thread < lanes) {
                partial[thread] = Reductions.combine(mode, partial[thread], partial[thread + lanes]);
            }
            context.localBarrier();
        }
        return partial;
    }

    /** Does the same for {@code double}. */
    static double[] reduce(KernelContext context, int thread, int half, int mode, double value) {
        double[] partial = context.allocateDoubleLocalArray(Reductions.LANES);
        partial[thread] = value;
        context.localBarrier();
        for (int lanes = half; lanes > 0; lanes = lanes / 2) {
            if (thread < lanes) {
                partial[thread] = Reductions.combine(mode, partial[thread], partial[thread + lanes]);
            }
            context.localBarrier();
        }
        return partial;
    }
}
