package dev.gyre.tasks.select;

import dev.gyre.tasks.common.BlockScan;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link SelectedWrite} with a work-group for each tile, which handles it in steps. In a step, each thread has {@value #RUN} consecutive
 * keys; a scan counts the keys below the k-th, and those equal to it, before them.
 */
public final class SelectedWriteWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int RUN = 8;
    private static final int STEP = RUN * THREADS;
    private static final int HALF = 16;
    private static final int MASK = (1 << HALF) - 1;

    private SelectedWriteWorkGroup() {}

    /** Shapes and result are as in {@link SelectedWrite#writeSelected}. */
    public static void writeSelected(
            KernelContext context,
            int items,
            int[] keys,
            int[] kth,
            int[] parameters,
            int[] before,
            int[] bestKeys,
            int[] bestIds) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int columns = parameters[RadixParameters.COLUMNS];
        int tiles = parameters[RadixParameters.TILES];
        int row = item / tiles;
        int start = item % tiles * parameters[RadixParameters.TILE];
        int stop = start + Math.min(parameters[RadixParameters.TILE], columns - start);
        int first = row * columns;
        int last = kth[2 * row];
        int wanted = kth[2 * row + 1];
        int out = row * parameters[RadixParameters.K];
        int belowBefore = before[item];
        int equalBefore = before[items + item];
        for (int step = start; step < stop; step += STEP) {
            int runStart = Math.min(step + thread * RUN, stop);
            int runStop = Math.min(runStart + RUN, stop);
            int mine = 0;
            for (int column = runStart; column < runStop; column++) {
                int key = keys[first + column];
                mine += (key < last ? 1 : 0) + (key == last ? 1 << HALF : 0);
            }
            int[] sums = BlockScan.sums(context, thread, mine);
            int others = sums[thread] - mine;
            int all = sums[THREADS - 1];
            int below = belowBefore + (others & MASK);
            int equal = equalBefore + ((others >> HALF) & MASK);
            for (int column = runStart; column < runStop; column++) {
                int key = keys[first + column];
                if (key <= last) {
                    int slot = out + below + Math.min(equal, wanted);
                    int tie = key == last ? 1 : 0;
                    if (tie * equal < wanted) {
                        bestKeys[slot] = key;
                        bestIds[slot] = column;
                    }
                    equal += tie;
                    below += 1 - tie;
                }
            }
            belowBefore += all & MASK;
            equalBefore += (all >> HALF) & MASK;
            context.localBarrier();
        }
    }
}
