package dev.gyre.tasks.sort;

import dev.gyre.tasks.common.BlockReduce;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link KeyRange} with a work-group for each tile. */
public final class KeyRangeWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private KeyRangeWorkGroup() {}

    /** Shapes and result are as in {@link KeyRange#rangeOfTiles}. */
    public static void rangeOfTiles(KernelContext context, int items, int[] columns, int[] parameters, int[] ranges) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
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
        int leastOfAll = BlockReduce.min(context, thread, THREADS, least);
        int greatestOfAll = BlockReduce.max(context, thread, THREADS, greatest);
        if (thread == 0) {
            ranges[tile] = leastOfAll;
            ranges[parameters[BlockParameters.TILES] + tile] = greatestOfAll;
        }
    }
}
