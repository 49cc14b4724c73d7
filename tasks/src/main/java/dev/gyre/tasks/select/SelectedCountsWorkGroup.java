package dev.gyre.tasks.select;

import dev.gyre.tasks.common.BlockReduce;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link SelectedCounts} with a work-group for each tile. One int adds up both counts. */
public final class SelectedCountsWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private static final int HALF = 16;
    private static final int MASK = (1 << HALF) - 1;

    private SelectedCountsWorkGroup() {}

    /** Shapes and result are as in {@link SelectedCounts#countSelected}. */
    public static void countSelected(
            KernelContext context, int items, int[] keys, int[] kth, int[] parameters, int[] counts) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int columns = parameters[RadixParameters.COLUMNS];
        int tiles = parameters[RadixParameters.TILES];
        int row = item / tiles;
        int start = item % tiles * parameters[RadixParameters.TILE];
        int length = Math.min(parameters[RadixParameters.TILE], columns - start);
        int first = row * columns + start;
        int last = kth[2 * row];
        int sum = 0;
        for (int i = thread; i < length; i += THREADS) {
            int key = keys[first + i];
            sum += (key < last ? 1 : 0) + (key == last ? 1 << HALF : 0);
        }
        int all = BlockReduce.sum(context, thread, THREADS, sum);
        if (thread == 0) {
            counts[item] = all & MASK;
            counts[items + item] = (all >> HALF) & MASK;
        }
    }
}
