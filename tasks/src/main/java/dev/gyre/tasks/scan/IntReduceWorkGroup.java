package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.SegmentSearch;
import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link IntReduce} with a work-group for each tile. A tile of one segment is read in the order of the threads. In any other
 * tile each thread goes through a run of consecutive elements; then a thread whose run has the begin of a segment that
 * leaves it goes through the first parts of the runs that follow.
 */
public final class IntReduceWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = Reductions.LANES;

    private static final int RUN = Reductions.RUN;
    private static final int TILE = Reductions.TILE;

    private IntReduceWorkGroup() {}

    /**
     * Shapes and result as {@link IntReduce#reduceTiles}.
     *
     * @param context the work-group
     * @param items number of tiles and one
     * @param values the elements
     * @param offsets begins of the segments
     * @param located segments at the borders of tiles
     * @param parameters sizes and mode
     * @param neutral result of an empty segment
     * @param heads first parts of the tiles
     * @param results reductions of the segments
     */
    public static void reduceTiles(
            KernelContext context,
            int items,
            int[] values,
            int[] offsets,
            int[] located,
            int[] parameters,
            long[] neutral,
            long[] heads,
            long[] results) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] elements = context.allocateIntLocalArray(TILE + TILE / RUN);
        int mode = parameters[TileParameters.MODE];
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        int first = located[tile];
        int emptyFrom = 0;
        if (tile > 0) {
            emptyFrom = located[tile - 1] + 1;
        }
        for (int segment = emptyFrom + thread; segment <= first; segment += THREADS) {
            if (offsets[segment] == offsets[segment + 1]) {
                results[segment] = neutral[0];
            }
        }
        boolean whole = false;
        if (from < to) {
            whole = to - from == TILE && offsets[first + 1] >= to;
        }
        for (int j = 0; j < RUN; j++) {
            int at = j * THREADS + thread;
            if (at < to - from) {
                elements[at + (at >> 4)] = values[from + at];
            }
        }
        long reduced = neutral[0];
        int wholeTo = whole ? TILE : 0;
        for (int at = thread; at < wholeTo; at += THREADS) {
            reduced = Reductions.combine(mode, reduced, (long) elements[at + (at >> 4)]);
        }
        long[] partial = Reductions.tree(context, thread, whole ? THREADS / 2 : 0, mode, reduced);
        if (whole && thread == 0) {
            heads[tile] = partial[0];
            if (offsets[first] == from) {
                results[first] = partial[0];
            }
        }
        int runFrom = thread * RUN;
        int runTo = Math.min(runFrom + RUN, to - from);
        boolean running = !whole && runFrom < runTo;
        int segment = first;
        if (running) {
            int last = located[tile + 1];
            segment = SegmentSearch.of(from + runFrom, offsets, first, last);
            int head = segment;
            int stop = offsets[segment + 1] - from;
            for (int at = runFrom; at < runTo; at++) {
                if (at >= stop) {
                    segment = SegmentSearch.of(from + at, offsets, segment, last);
                    stop = offsets[segment + 1] - from;
                    reduced = neutral[0];
                }
                reduced = Reductions.combine(mode, reduced, (long) elements[at + (at >> 4)]);
                if (at + 1 == Math.min(stop, runTo)) {
                    if (segment == head) {
                        partial[thread] = reduced;
                    }
                    if (offsets[segment] - from >= runFrom) {
                        results[segment] = reduced;
                    }
                }
            }
        }
        context.localBarrier();
        if (running) {
            int segmentTo = Math.min(offsets[segment + 1], to) - from;
            // The first thread goes on with what began in an earlier tile too. (TornadoVM loses the way out of a && (b
            // || c).)
            if (segmentTo > runTo && Math.max(offsets[segment] - from, 0) >= runFrom) {
                int lastRun = (segmentTo - 1) / RUN;
                for (int run = thread + 1; run <= lastRun; run++) {
                    reduced = Reductions.combine(mode, reduced, partial[run]);
                }
                if (offsets[segment] >= from) {
                    results[segment] = reduced;
                }
            }
            if (thread == 0) {
                heads[tile] = segment == first ? reduced : partial[0];
            }
        }
    }
}
