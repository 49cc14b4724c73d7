package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.KernelContext;

/** {@link KeyRange} with a work-group for each tile. */
public final class KeyRangeWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private KeyRangeWorkGroup() {}

    /**
     * Shapes and result as {@link KeyRange#rangeOfTiles}.
     *
     * @param context the work-group
     * @param items number of tiles
     * @param columns the columns
     * @param parameters see {@link BlockParameters}
     * @param ranges 2 x tiles
     */
    public static void rangeOfTiles(KernelContext context, int items, int[] columns, int[] parameters, int[] ranges) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] leasts = context.allocateIntLocalArray(THREADS);
        int[] greatests = context.allocateIntLocalArray(THREADS);
        int first = tile * parameters[BlockParameters.TILE];
        int length = Math.min(parameters[BlockParameters.TILE], parameters[BlockParameters.SIZE] - first);
        int start = parameters[BlockParameters.KEY_START] + first;
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        int i = thread;
        for (; i < length - 3 * THREADS; i += 4 * THREADS) {
            int a = columns[start + i];
            int b = columns[start + i + THREADS];
            int c = columns[start + i + 2 * THREADS];
            int d = columns[start + i + 3 * THREADS];
            least = Math.min(Math.min(least, Math.min(a, b)), Math.min(c, d));
            greatest = Math.max(Math.max(greatest, Math.max(a, b)), Math.max(c, d));
        }
        for (; i < length; i += THREADS) {
            int key = columns[start + i];
            least = Math.min(least, key);
            greatest = Math.max(greatest, key);
        }
        leasts[thread] = least;
        greatests[thread] = greatest;
        for (int gap = THREADS / 2; gap > 0; gap /= 2) {
            context.localBarrier();
            if (thread < gap) {
                leasts[thread] = Math.min(leasts[thread], leasts[thread + gap]);
                greatests[thread] = Math.max(greatests[thread], greatests[thread + gap]);
            }
        }
        if (thread == 0) {
            ranges[tile] = leasts[0];
            ranges[parameters[BlockParameters.TILES] + tile] = greatests[0];
        }
    }
}
