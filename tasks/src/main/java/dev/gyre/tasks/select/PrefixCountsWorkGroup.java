package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link PrefixCounts} with a work-group for each tile. Each thread counts in its own bytes, four to an int of local memory, so that no
 * atomic operations are needed. A tile has at most 128 keys per thread, which a byte can count.
 *
 * <p>Local memory: {@value #COUNTERS} ints.
 */
public final class PrefixCountsWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 128;

    private static final int DIGITS = RadixParameters.DIGITS;
    private static final int BITS = 8;
    private static final int COUNTERS = DIGITS / 4 * THREADS;

    private PrefixCountsWorkGroup() {}

    /** Shapes and result are as in {@link PrefixCounts#countDigits}. */
    public static void countDigits(
            KernelContext context, int items, int[] keys, int[] lengths, int[] kth, int[] parameters, int[] counts) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int[] counters = context.allocateIntLocalArray(COUNTERS);
        int columns = parameters[RadixParameters.COLUMNS];
        int tiles = parameters[RadixParameters.TILES];
        int shift = parameters[RadixParameters.SHIFT];
        int known = parameters[RadixParameters.KNOWN];
        int row = item / tiles;
        int start = item % tiles * parameters[RadixParameters.TILE];
        int length = Math.min(parameters[RadixParameters.TILE], lengths[row] - start);
        int first = row * columns + start;
        int prefix = kth[2 * row] & known;
        int used = length > 0 ? COUNTERS : 0;
        for (int i = thread; i < used; i += THREADS) {
            counters[i] = 0;
        }
        context.localBarrier();
        for (int i = thread; i < length; i += THREADS) {
            int key = keys[first + i];
            if ((key & known) == prefix) {
                int digit = RadixParameters.digit(key, shift);
                int at = (digit >> 2) * THREADS + thread;
                counters[at] = counters[at] + (1 << ((digit & 3) * BITS));
            }
        }
        context.localBarrier();
        for (int digit = thread; digit < DIGITS; digit += THREADS) {
            int sum = 0;
            if (length > 0) {
                for (int i = 0; i < THREADS; i++) {
                    // Each thread begins at a different counter, so that threads read different banks of local memory.
                    int counter = counters[(digit >> 2) * THREADS + ((i + thread) & (THREADS - 1))];
                    sum += (counter >> ((digit & 3) * BITS)) & (DIGITS - 1);
                }
            }
            counts[item * DIGITS + digit] = sum;
        }
    }
}
