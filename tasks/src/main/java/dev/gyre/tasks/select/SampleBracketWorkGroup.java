package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link SampleBracket} with a work-group for each row.
 *
 * <p>Local memory: {@value SampleParameters#MAX_SIZE} ints.
 */
public final class SampleBracketWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private SampleBracketWorkGroup() {}

    /** Shapes and result are as in {@link SampleBracket#chooseBracket}. */
    public static void chooseBracket(
            KernelContext context, int items, int[] keys, int[] parameters, int[] scratch, int[] bracket) {
        int row = context.groupIdx;
        int thread = context.localIdx;
        int[] sorted = context.allocateIntLocalArray(SampleParameters.MAX_SIZE);
        int columns = parameters[SampleParameters.COLUMNS];
        int size = parameters[SampleParameters.SIZE];
        int lower = parameters[SampleParameters.LOWER];
        int upper = parameters[SampleParameters.UPPER];
        int stratum = columns / size;
        for (int slot = thread; slot < size; slot += THREADS) {
            sorted[slot] = keys[row * columns + SampleParameters.column(slot, stratum)];
        }
        context.localBarrier();
        for (int run = 2; run <= size; run += run) {
            for (int distance = run / 2; distance > 0; distance = distance / 2) {
                for (int pair = thread; pair < size / 2; pair += THREADS) {
                    int slot = 2 * pair - (pair & (distance - 1));
                    int one = sorted[slot];
                    int other = sorted[slot + distance];
                    int turned = (slot & run) == 0 ? 0 : distance;
                    sorted[slot + turned] = Math.min(one, other);
                    sorted[slot + distance - turned] = Math.max(one, other);
                }
                context.localBarrier();
            }
        }
        if (thread == 0) {
            bracket[2 * row] = lower < 0 ? Integer.MIN_VALUE : sorted[Math.max(lower, 0)];
            bracket[2 * row + 1] = upper >= size ? Integer.MAX_VALUE : sorted[Math.min(upper, size - 1)];
        }
    }
}
