package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import dev.gyre.tasks.partition.SegmentLocate;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The second step of a segmented reduction: completes the segments that go on after the tile in which they begin. */
public final class FloatReduceSpans {

    private FloatReduceSpans() {}

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
            double[] neutral,
            double[] heads,
            double[] results) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                int segment = located[tile + 1];
                if (offsets[segment] >= from && offsets[segment] < to && offsets[segment + 1] > to) {
                    int mode = parameters[TileParameters.MODE];
                    int last = (offsets[segment + 1] - 1) / parameters[TileParameters.TILE];
                    double rest = span(mode, heads, tile + 1, last + 1, neutral[0]);
                    results[segment] = Reductions.combine(mode, results[segment], rest);
                }
            }
        }
    }

    /** In lanes and a tree as a work-group does it, so that the sums have the same bits. */
    private static double span(int mode, double[] heads, int from, int to, double neutral) {
        double[] lanes = new double[Reductions.LANES];
        for (int lane = 0; lane < Reductions.LANES; lane++) {
            lanes[lane] = neutral;
        }
        for (int tile = from; tile < to; tile++) {
            int lane = (tile - from) % Reductions.LANES;
            lanes[lane] = Reductions.combine(mode, lanes[lane], heads[tile]);
        }
        return tree(mode, lanes);
    }

    /** Reduces the lanes in place, the second half to the first until one is left. */
    static double tree(int mode, double[] lanes) {
        for (int half = Reductions.LANES / 2; half > 0; half = half / 2) {
            for (int lane = 0; lane < half; lane++) {
                lanes[lane] = Reductions.combine(mode, lanes[lane], lanes[lane + half]);
            }
        }
        return lanes[0];
    }
}
