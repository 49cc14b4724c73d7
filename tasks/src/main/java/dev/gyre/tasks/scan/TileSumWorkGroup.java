package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.BlockReduce;
import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link TileSum} with a work-group for each tile. */
public final class TileSumWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private TileSumWorkGroup() {}

    /** Shapes and result are as in {@link TileSum#sumTiles}. */
    public static void sumTiles(KernelContext context, int items, int[] values, int[] parameters, int[] sums) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        boolean flags = parameters[TileParameters.MODE] == TileSum.FLAGS;
        int sum = 0;
        for (int at = thread; at < to - from; at += THREADS) {
            int value = values[from + at];
            if (flags) {
                sum += value != 0 ? 1 : 0;
            } else {
                sum += value;
            }
        }
        int all = BlockReduce.sum(context, thread, THREADS, sum);
        if (thread == 0 && from < to) {
            sums[tile] = all;
        }
    }
}
