package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link IntReduceSpans} with a work-group for each tile. */
public final class IntReduceSpansWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = Reductions.LANES;

    private IntReduceSpansWorkGroup() {}

    /**
     * Shapes and result as {@link IntReduceSpans#reduceSpans}.
     *
     * @param context the work-group
     * @param items number of tiles
     * @param offsets begins of the segments
     * @param located segments at the borders of tiles
     * @param parameters sizes and mode
     * @param neutral result of an empty segment
     * @param heads first parts of the tiles
     * @param results reductions of the segments
     */
    public static void reduceSpans(
            KernelContext context,
            int items,
            int[] offsets,
            int[] located,
            int[] parameters,
            long[] neutral,
            long[] heads,
            long[] results) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int mode = parameters[TileParameters.MODE];
        int from = TileRange.begin(parameters, tile);
        int to = TileRange.end(parameters, from);
        int segment = 0;
        int last = -1;
        if (from < to) {
            segment = located[tile + 1];
            if (offsets[segment] >= from && offsets[segment] < to && offsets[segment + 1] > to) {
                last = (offsets[segment + 1] - 1) / parameters[TileParameters.TILE];
            }
        }
        long reduced = neutral[0];
        for (int other = tile + 1 + thread; other <= last; other += THREADS) {
            reduced = Reductions.combine(mode, reduced, heads[other]);
        }
        long[] partial = Reductions.tree(context, thread, last > tile ? THREADS / 2 : 0, mode, reduced);
        if (thread == 0 && last > tile) {
            results[segment] = Reductions.combine(mode, results[segment], partial[0]);
        }
    }
}
