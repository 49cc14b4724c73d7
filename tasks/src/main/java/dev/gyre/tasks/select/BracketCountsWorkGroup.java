package dev.gyre.tasks.select;

import dev.gyre.tasks.common.BlockReduce;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link BracketCounts} with a work-group for each tile. Each int adds up two counts.
 *
 * <p>Local memory: twice {@value #THREADS} ints.
 */
public final class BracketCountsWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private static final int HALF = 16;
    private static final int MASK = (1 << HALF) - 1;

    private BracketCountsWorkGroup() {}

    /** Shapes and result are as in {@link BracketCounts#countBuckets}. */
    public static void countBuckets(
            KernelContext context, int items, int[] keys, int[] bracket, int[] parameters, int[] counts) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int columns = parameters[RadixParameters.COLUMNS];
        int tiles = parameters[RadixParameters.TILES];
        int row = item / tiles;
        int start = item % tiles * parameters[RadixParameters.TILE];
        int length = Math.max(0, Math.min(parameters[RadixParameters.TILE], columns - start));
        int first = row * columns + start;
        int lower = bracket[2 * row];
        int upper = bracket[2 * row + 1];
        int lowSum = 0;
        int highSum = 0;
        for (int i = thread; i < length; i += THREADS) {
            int key = keys[first + i];
            lowSum += (key < lower ? 1 : 0) + (key == lower ? 1 << HALF : 0);
            highSum += (key > upper ? 1 : 0) + (key == upper ? 1 << HALF : 0);
        }
        int lows = BlockReduce.sum(context, thread, THREADS, lowSum);
        int highs = BlockReduce.sum(context, thread, THREADS, highSum);
        if (thread == 0) {
            int below = lows & MASK;
            int low = (lows >> HALF) & MASK;
            int above = highs & MASK;
            int high = lower == upper ? 0 : (highs >> HALF) & MASK;
            counts[item] = below;
            counts[items + item] = low;
            counts[2 * items + item] = length - below - low - high - above;
            counts[3 * items + item] = high;
            counts[4 * items + item] = above;
        }
    }
}
