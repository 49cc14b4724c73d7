package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.Bisection;
import dev.gyre.tasks.common.BlockScan;
import dev.gyre.tasks.common.Padding;
import dev.gyre.tasks.common.TileRange;
import dev.gyre.tasks.scan.TileScanWorkGroup;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link SegmentedCount} with a work-group for each tile, which scans it in chunks as {@link TileScanWorkGroup} does. */
public final class SegmentedCountWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = 8;
    private static final int CHUNK = THREADS * PER_THREAD;

    private SegmentedCountWorkGroup() {}

    /** Shapes and result are as in {@link SegmentedCount#countBelow}. */
    public static void countBelow(
            KernelContext context,
            int items,
            int[] keys,
            int[] offsets,
            int[] pivots,
            int[] located,
            int[] parameters,
            int[] sums,
            int[] ranks) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        int first = 0;
        int last = 0;
        if (from < to) {
            first = located[tile];
            last = located[tile + 1];
        }
        int carry = 0;
        for (int done = 0; done < to - from; done += CHUNK) {
            int start = from + done;
            int bits = 0;
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                int flag = 0;
                if (at < to - start) {
                    int segment = Bisection.segmentOf(start + at, offsets, first, last);
                    flag = keys[start + at] < pivots[segment] ? 1 : 0;
                }
                bits = bits | (flag << j);
            }
            int[] before = BlockScan.ranks(context, thread, PER_THREAD, bits);
            for (int segment = first + 1 + thread; segment <= last; segment += THREADS) {
                int at = offsets[segment] - start;
                if (at >= 0 && at < Math.min(CHUNK, to - start)) {
                    ranks[segment] = carry + before[Padding.place(at)];
                }
            }
            carry += before[Padding.place(CHUNK)];
            context.localBarrier();
        }
        if (from < to) {
            for (int segment = first + 1 + thread; segment <= last; segment += THREADS) {
                if (offsets[segment] == to) {
                    ranks[segment] = carry;
                }
            }
            if (tile == 0) {
                for (int segment = thread; segment <= first; segment += THREADS) {
                    ranks[segment] = 0;
                }
            }
            if (thread == 0) {
                sums[tile] = carry;
            }
        }
    }
}
