package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import dev.gyre.tasks.partition.SegmentLocate;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The second step of a segmented reduction: completes the segments that go on after the tile in which they begin. */
public final class IntReduceSpans {

    private IntReduceSpans() {}

    /**
     * Completes the segment that leaves each tile, if it begins there; an item is a tile.
     *
     * @param begin first tile
     * @param end after the last tile
     * @param offsets in: segments + 1, ascending from 0 to the number of elements
     * @param located in: of {@link SegmentLocate}
     * @param parameters in: {@link TileParameters}; the mode is one of {@link Reductions}
     * @param neutral in: 1 element, the result of a segment without elements
     * @param heads in: for each tile the reduction of what it has of its first element's segment
     * @param results in, out: for each segment its reduction in the tile in which it begins; then all of it
     */
    public static void reduceSpans(
            int begin,
            int end,
            int[] offsets,
            int[] located,
            int[] parameters,
            long[] neutral,
            long[] heads,
            long[] results) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                int segment = located[tile + 1];
                if (offsets[segment] >= from && offsets[segment] < to && offsets[segment + 1] > to) {
                    int mode = parameters[TileParameters.MODE];
                    int last = (offsets[segment + 1] - 1) / parameters[TileParameters.TILE];
                    long rest = span(mode, heads, tile + 1, last + 1, neutral[0]);
                    results[segment] = Reductions.combine(mode, results[segment], rest);
                }
            }
        }
    }

    private static long span(int mode, long[] heads, int from, int to, long neutral) {
        long reduced = neutral;
        for (int tile = from; tile < to; tile++) {
            reduced = Reductions.combine(mode, reduced, heads[tile]);
        }
        return reduced;
    }
}
