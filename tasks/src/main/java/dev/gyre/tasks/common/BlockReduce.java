package dev.gyre.tasks.common;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * Reductions over the threads of a work-group, by a tree in local memory. All threads of the work-group call a reduction together, and all
 * get the result. A barrier must separate two calls of the same reduction in a loop.
 */
public final class BlockReduce {

    private static final int SUM = 0;
    private static final int MIN = 1;
    private static final int MAX = 2;
    private static final int OR = 3;

    private BlockReduce() {}

    /** Returns the sum of the threads' values, one per thread. The number of threads is a power of two. */
    public static int sum(KernelContext context, int thread, int threads, int value) {
        return reduce(context, thread, threads, SUM, value);
    }

    /** Returns the smallest of the threads' values, one per thread. The number of threads is a power of two. */
    public static int min(KernelContext context, int thread, int threads, int value) {
        return reduce(context, thread, threads, MIN, value);
    }

    /** Returns the largest of the threads' values, one per thread. The number of threads is a power of two. */
    public static int max(KernelContext context, int thread, int threads, int value) {
        return reduce(context, thread, threads, MAX, value);
    }

    /** Returns the bitwise OR of the threads' values, one per thread. The number of threads is a power of two. */
    public static int or(KernelContext context, int thread, int threads, int value) {
        return reduce(context, thread, threads, OR, value);
    }

    private static int reduce(KernelContext context, int thread, int threads, int operator, int value) {
        int[] partial = context.allocateIntLocalArray(threads);
        partial[thread] = value;
        context.localBarrier();
        for (int half = threads / 2; half > 0; half = half / 2) {
            if (thread < half) {
                partial[thread] = combine(operator, partial[thread], partial[thread + half]);
            }
            context.localBarrier();
        }
        return partial[0];
    }

    private static int combine(int operator, int a, int b) {
        if (operator == SUM) {
            return a + b;
        }
        if (operator == MIN) {
            return Math.min(a, b);
        }
        if (operator == MAX) {
            return Math.max(a, b);
        }
        return a | b;
    }
}
