package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import dev.gyre.tasks.partition.SegmentLocate;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The first step of a segmented reduction of ints: sums, minima or maxima in {@code long}, by tiles. What a segment has in
 * later tiles than the one in which it begins is added by {@link IntReduceSpans}.
 */
public final class IntReduce {

    private IntReduce() {}

    /**
     * Reduces the parts of segments in each tile; an item is a tile. There is one more item than tiles, for the empty
     * segments at the end.
     *
     * @param begin first item
     * @param end after the last item
     * @param values in: the elements
     * @param offsets in: segments + 1, ascending from 0 to the number of elements
     * @param located in: of {@link SegmentLocate}
     * @param parameters in: {@link TileParameters}, tiles of {@link Reductions#TILE}; the mode is one of {@link Reductions}
     * @param neutral in: 1 element, the result of a segment without elements
     * @param heads out: for each tile the reduction of what it has of its first element's segment
     * @param results out: for each segment the reduction of what the tile in which it begins has of it
     */
    public static void reduceTiles(
            int begin,
            int end,
            int[] values,
            int[] offsets,
            int[] located,
            int[] parameters,
            long[] neutral,
            long[] heads,
            long[] results) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int mode = parameters[TileParameters.MODE];
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            int last = located[tile];
            for (int segment = tile == 0 ? 0 : located[tile - 1] + 1; segment <= last; segment++) {
                if (offsets[segment] == offsets[segment + 1]) {
                    results[segment] = neutral[0];
                }
            }
            int segment = last;
            int i = from;
            while (i < to) {
                int stop = Math.min(offsets[segment + 1], to);
                if (i < stop) {
                    long reduced = slice(mode, values, i, stop, neutral[0]);
                    if (i == from) {
                        heads[tile] = reduced;
                    }
                    if (offsets[segment] == i) {
                        results[segment] = reduced;
                    }
                    i = stop;
                }
                segment++;
            }
        }
    }

    /** One loop for each mode: the JIT compiler makes vectors of none that asks for the mode inside. */
    private static long slice(int mode, int[] values, int from, int to, long neutral) {
        long reduced = neutral;
        if (mode == Reductions.SUM) {
            for (int i = from; i < to; i++) {
                reduced += values[i];
            }
            return reduced;
        }
        int extreme = values[from];
        if (mode == Reductions.MIN) {
            for (int i = from; i < to; i++) {
                extreme = Math.min(extreme, values[i]);
            }
        } else {
            for (int i = from; i < to; i++) {
                extreme = Math.max(extreme, values[i]);
            }
        }
        return Reductions.combine(mode, reduced, (long) extreme);
    }
}
