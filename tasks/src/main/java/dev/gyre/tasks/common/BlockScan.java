package dev.gyre.tasks.common;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * Running sums over the threads of a work-group (Hillis and Steele, "Data parallel algorithms", 1986).
 *
 * <p>Helpers of work-groups allocate the local memory that they use, and may return it. If local memory is passed to a helper, TornadoVM
 * 5.2 addresses it as an array of the heap.
 */
public final class BlockScan {

    /** Threads of the work-groups that scan. */
    public static final int THREADS = 256;

    private BlockScan() {}

    /**
     * Returns running sums of one value per thread. All threads of the work-group call this method together. Before they call it again, a
     * barrier must follow the last use of the result.
     *
     * @param context a work-group of {@link #THREADS}
     * @param thread this thread
     * @param value the value of this thread
     * @return for each thread, in local memory, the sum of the values up to and including its own
     */
    public static int[] sums(KernelContext context, int thread, int value) {
        return sums(context, THREADS, thread, value);
    }

    /**
     * Returns running sums as {@link #sums(KernelContext, int, int)}, for work-groups of another size.
     *
     * @param threads threads of the work-group, a constant, a power of 2
     */
    public static int[] sums(KernelContext context, int threads, int thread, int value) {
        int[] sums = context.allocateIntLocalArray(2 * threads);
        // Each round writes the other row. With a power of 4 the number of rounds is even. The result is in the first
        // row.
        int row = threads - (threads & 0x55555555);
        sums[row + thread] = value;
        context.localBarrier();
        for (int offset = 1; offset < threads; offset += offset) {
            int sum = sums[row + thread];
            if (thread >= offset) {
                sum += sums[row + thread - offset];
            }
            row = threads - row;
            sums[row + thread] = sum;
            context.localBarrier();
        }
        return sums;
    }

    /**
     * Ranks the flagged elements of a chunk. All threads of the work-group call this method together. Before they call it again, a barrier
     * must follow the last use of the result.
     *
     * @param context a work-group of {@link #THREADS}
     * @param thread this thread
     * @param perThread elements of a thread, a constant, 1 to 31
     * @param flags bit j is the flag of element {@code j * THREADS + thread}
     * @return in local memory, at the {@linkplain Padding#place place} of each element, the number of flagged elements before it; at the
     *     place of the chunk's end, the number of all flagged elements
     */
    public static int[] ranks(KernelContext context, int thread, int perThread, int flags) {
        int[] ranks = context.allocateIntLocalArray(perThread * THREADS + perThread * THREADS / 32 + 1);
        for (int j = 0; j < perThread; j++) {
            ranks[Padding.place(j * THREADS + thread)] = (flags >> j) & 1;
        }
        context.localBarrier();
        int own = 0;
        for (int j = 0; j < perThread; j++) {
            own += ranks[Padding.place(thread * perThread + j)];
        }
        int[] partial = sums(context, thread, own);
        int running = partial[thread] - own;
        for (int j = 0; j < perThread; j++) {
            int at = Padding.place(thread * perThread + j);
            int flag = ranks[at];
            ranks[at] = running;
            running += flag;
        }
        if (thread == THREADS - 1) {
            ranks[Padding.place(perThread * THREADS)] = running;
        }
        context.localBarrier();
        return ranks;
    }
}
