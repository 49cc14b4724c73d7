package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.BlockScan;
import dev.gyre.tasks.common.Padding;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link KdHalves} with a work-group for each tile: slots are ranked by a scan of the sides in local memory. */
public final class KdHalvesWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = KdParameters.TILE_SLOTS / THREADS;

    private KdHalvesWorkGroup() {}

    /** Shapes and result are as in {@link KdHalves#splitWindows}. */
    public static void splitWindows(
            KernelContext context,
            int items,
            int[] orders,
            int[] splits,
            int[] sides,
            int[] counts,
            int[] parameters,
            int[] halves) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        int order = item / parameters[KdParameters.TILES];
        int from = (item - order * parameters[KdParameters.TILES]) * KdParameters.TILE_SLOTS;
        int to = Math.min(from + KdParameters.TILE_SLOTS, parameters[KdParameters.SIZE]);
        if (order >= parameters[KdParameters.ORDERS]) {
            to = from;
        }
        int bits = parameters[KdParameters.WINDOW_BITS];
        int start = order * parameters[KdParameters.STRIDE];
        int split = splits[bits];
        int word = 0;
        if (from < to && order != split) {
            word = sides[item * KdParameters.TILE_WORDS + thread];
        }
        int[] ranks = BlockScan.ranks(context, thread, PER_THREAD, word);
        int half = 1 << (bits - 1);
        int window = from >> bits << bits;
        int left = 0;
        if (from < to) {
            left = window + counts[item] - (from >> bits) * half;
        }
        int right = window + half + from - left;
        for (int j = 0; j < PER_THREAD; j++) {
            int at = j * THREADS + thread;
            int slot = from + at;
            if (slot < to) {
                int before = ranks[Padding.place(at)];
                int target = slot;
                if (order != split) {
                    target = right + at - before;
                    if (((word >> j) & 1) == 1) {
                        target = left + before;
                    }
                }
                halves[start + target] = orders[start + slot];
            }
        }
    }
}
