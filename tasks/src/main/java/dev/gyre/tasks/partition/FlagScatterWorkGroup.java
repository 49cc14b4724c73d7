package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.BlockScan;
import dev.gyre.tasks.common.Padding;
import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import dev.gyre.tasks.scan.TileScanWorkGroup;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link FlagScatter} with a work-group for each tile, which handles it in chunks. The ranks of a chunk are scanned in local memory as in
 * {@link TileScanWorkGroup}. The elements are written in the order of the threads, so that neighboring threads write flagged elements, and
 * also the others, side by side.
 */
public final class FlagScatterWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = 8;
    private static final int CHUNK = THREADS * PER_THREAD;

    private FlagScatterWorkGroup() {}

    /** Shapes and result are as in {@link FlagScatter#scatterFlagged}. */
    public static void scatterFlagged(
            KernelContext context,
            int items,
            int[] flags,
            int[] payload,
            int[] parameters,
            int[] bases,
            int[] total,
            int[] out) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        boolean moved = (parameters[TileParameters.MODE] & FlagScatter.PAYLOAD) != 0;
        boolean others = (parameters[TileParameters.MODE] & FlagScatter.OTHERS) != 0;
        int flagged = total[0];
        int carry = 0;
        if (from < to) {
            carry = bases[tile];
        }
        for (int done = 0; done < to - from; done += CHUNK) {
            int start = from + done;
            int bits = 0;
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                int flag = 0;
                if (at < to - start) {
                    flag = flags[start + at] != 0 ? 1 : 0;
                }
                bits = bits | (flag << j);
            }
            int[] ranks = BlockScan.ranks(context, thread, PER_THREAD, bits);
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                int element = start + at;
                if (at < to - start) {
                    int rank = carry + ranks[Padding.place(at)];
                    int target = rank;
                    if (((bits >> j) & 1) == 0) {
                        target = others ? flagged + element - rank : -1;
                    }
                    if (target >= 0) {
                        out[target] = moved ? payload[element] : element;
                    }
                }
            }
            carry += ranks[Padding.place(CHUNK)];
            context.localBarrier();
        }
    }
}
