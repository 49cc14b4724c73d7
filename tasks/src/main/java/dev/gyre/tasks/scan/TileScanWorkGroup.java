package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.BlockReduce;
import dev.gyre.tasks.common.BlockScan;
import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link TileScan} with a work-group for each tile, which handles it in chunks. Neighboring threads read neighboring elements of a chunk
 * into local memory. Then each thread scans consecutive elements.
 *
 * <p>In local memory a gap follows every 32 elements, so that threads that scan consecutive elements at the same time do not collide in one
 * bank.
 */
public final class TileScanWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = 8;
    private static final int CHUNK = THREADS * PER_THREAD;
    private static final int PADDED = CHUNK + CHUNK / 32;

    private TileScanWorkGroup() {}

    /** Shapes and result are as in {@link TileScan#scanTiles}. */
    public static void scanTiles(
            KernelContext context,
            int items,
            int[] values,
            int[] parameters,
            int[] bases,
            int[] sums,
            int[] overflows) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] chunk = context.allocateIntLocalArray(PADDED);
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        boolean inclusive = parameters[TileParameters.MODE] == TileScan.INCLUSIVE;
        int overflow = 0;
        int carry = 0;
        if (from < to) {
            carry = bases[tile];
        }
        for (int done = 0; done < to - from; done += CHUNK) {
            int start = from + done;
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                int value = 0;
                if (at < to - start) {
                    value = values[start + at];
                }
                chunk[at + (at >> 5)] = value;
            }
            context.localBarrier();
            int own = 0;
            for (int j = 0; j < PER_THREAD; j++) {
                int at = thread * PER_THREAD + j;
                own += chunk[at + (at >> 5)];
            }
            int[] partial = BlockScan.sums(context, thread, own);
            int running = carry + partial[thread] - own;
            for (int j = 0; j < PER_THREAD; j++) {
                int at = thread * PER_THREAD + j;
                int value = chunk[at + (at >> 5)];
                int next = running + value;
                overflow = overflow | ((running ^ next) & (value ^ next));
                chunk[at + (at >> 5)] = inclusive ? next : running;
                running = next;
            }
            carry += partial[THREADS - 1];
            context.localBarrier();
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                if (at < to - start) {
                    sums[start + at] = chunk[at + (at >> 5)];
                }
            }
            context.localBarrier();
        }
        int all = BlockReduce.or(context, thread, THREADS, overflow);
        if (thread == 0 && from < to) {
            overflows[tile] = all < 0 ? 1 : 0;
        }
    }
}
