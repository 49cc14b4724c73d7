package dev.gyre.tasks.select;

import dev.gyre.tasks.common.BlockScan;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link RangeWrite} with a work-group for each tile, which handles it in steps. In a step, each thread has {@value #RUN} consecutive keys;
 * a scan counts the keys within the range before them.
 *
 * <p>Local memory: twice {@value #THREADS} ints.
 */
public final class RangeWriteWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int RUN = 8;
    private static final int STEP = RUN * THREADS;

    private RangeWriteWorkGroup() {}

    /** Shapes and result are as in {@link RangeWrite#writeRange}. */
    public static void writeRange(
            KernelContext context, int items, int[] keys, int[] ranges, int[] parameters, int[] before, int[] found) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int columns = parameters[RadixParameters.COLUMNS];
        int tiles = parameters[RadixParameters.TILES];
        int row = item / tiles;
        int start = item % tiles * parameters[RadixParameters.TILE];
        int least = ranges[BracketChoice.RANGE * row + 1];
        int greatest = ranges[BracketChoice.RANGE * row + 2];
        int length = least > greatest ? 0 : Math.min(parameters[RadixParameters.TILE], columns - start);
        int stop = start + length;
        int first = row * columns;
        int out = first + before[ranges[BracketChoice.RANGE * row] * items + item];
        for (int step = start; step < stop; step += STEP) {
            int runStart = Math.min(step + thread * RUN, stop);
            int runStop = Math.min(runStart + RUN, stop);
            int mine = 0;
            for (int column = runStart; column < runStop; column++) {
                int key = keys[first + column];
                mine += (key >= least ? 1 : 0) * (key <= greatest ? 1 : 0);
            }
            int[] sums = BlockScan.sums(context, thread, mine);
            int slot = out + sums[thread] - mine;
            int all = sums[THREADS - 1];
            for (int column = runStart; column < runStop; column++) {
                int key = keys[first + column];
                if (key >= least) {
                    if (key <= greatest) {
                        found[slot] = key;
                        slot++;
                    }
                }
            }
            out += all;
            context.localBarrier();
        }
    }
}
