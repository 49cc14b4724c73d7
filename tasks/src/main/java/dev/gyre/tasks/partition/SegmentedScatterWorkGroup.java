package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.Bisection;
import dev.gyre.tasks.common.BlockScan;
import dev.gyre.tasks.common.Padding;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link SegmentedScatter} with a work-group for each tile: ranks are scanned as in {@link FlagScatterWorkGroup}, and the
 * segment of each element is kept beside its rank.
 */
public final class SegmentedScatterWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = 8;
    private static final int CHUNK = THREADS * PER_THREAD;

    private SegmentedScatterWorkGroup() {}

    /** Shapes and result are as in {@link SegmentedScatter#scatterSegments}. */
    public static void scatterSegments(
            KernelContext context,
            int items,
            int[] keys,
            int[] payload,
            int[] offsets,
            int[] pivots,
            int[] located,
            int[] parameters,
            int[] bases,
            int[] starts,
            int[] splits,
            int[] outKeys,
            int[] outPayload) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] segments = context.allocateIntLocalArray(CHUNK);
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        int first = 0;
        int last = 0;
        int carry = 0;
        if (from < to) {
            first = located[tile];
            last = located[tile + 1];
            carry = bases[tile];
        }
        for (int done = 0; done < to - from; done += CHUNK) {
            int start = from + done;
            int bits = 0;
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                int flag = 0;
                if (at < to - start) {
                    int segment = Bisection.segmentOf(start + at, offsets, first, last);
                    segments[at] = segment;
                    flag = keys[start + at] < pivots[segment] ? 1 : 0;
                }
                bits = bits | (flag << j);
            }
            int[] ranks = BlockScan.ranks(context, thread, PER_THREAD, bits);
            for (int j = 0; j < PER_THREAD; j++) {
                int at = j * THREADS + thread;
                int element = start + at;
                if (at < to - start) {
                    int segment = segments[at];
                    int target = offsets[segment] + carry + ranks[Padding.place(at)] - starts[segment];
                    if (((bits >> j) & 1) == 0) {
                        target = splits[segment] + element - target;
                    }
                    outKeys[target] = keys[element];
                    outPayload[target] = payload[element];
                }
            }
            carry += ranks[Padding.place(CHUNK)];
            context.localBarrier();
        }
    }
}
