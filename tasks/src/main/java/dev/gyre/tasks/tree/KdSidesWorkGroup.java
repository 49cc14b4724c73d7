package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.BlockReduce;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link KdSides} with a work-group for each tile: a thread has one word of sides. */
public final class KdSidesWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = KdParameters.TILE_WORDS;

    private static final int PER_THREAD = KdParameters.TILE_SLOTS / THREADS;

    private KdSidesWorkGroup() {}

    /** Shapes and result are as in {@link KdSides#markSides}. */
    public static void markSides(
            KernelContext context,
            int items,
            int[] orders,
            int[] ranks,
            int[] splits,
            int[] parameters,
            int[] sides,
            int[] counts) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int order = item / parameters[KdParameters.TILES];
        int from = (item - order * parameters[KdParameters.TILES]) * KdParameters.TILE_SLOTS;
        int to = Math.min(from + KdParameters.TILE_SLOTS, parameters[KdParameters.SIZE]);
        int split = splits[parameters[KdParameters.WINDOW_BITS]];
        int count = 0;
        int bits = 0;
        if (from < to && order != split && order < parameters[KdParameters.ORDERS]) {
            int pivot = KdSides.pivot(from, orders, ranks, splits, parameters);
            int keys = split * parameters[KdParameters.STRIDE];
            int places = order * parameters[KdParameters.STRIDE];
            for (int j = 0; j < PER_THREAD; j++) {
                int slot = from + j * THREADS + thread;
                if (slot < to) {
                    int left = ranks[keys + orders[places + slot]] < pivot ? 1 : 0;
                    bits = bits | (left << j);
                    count += left;
                }
            }
        }
        sides[item * KdParameters.TILE_WORDS + thread] = bits;
        int all = BlockReduce.sum(context, thread, THREADS, count);
        if (thread == 0) {
            counts[item] = all;
        }
    }
}
