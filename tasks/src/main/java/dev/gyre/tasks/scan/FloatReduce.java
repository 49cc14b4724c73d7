package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import dev.gyre.tasks.partition.SegmentLocate;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The first step of a segmented reduction of floats: sums, minima or maxima in {@code double}, by tiles. What a segment has
 * in later tiles than the one in which it begins is added by {@link FloatReduceSpans}.
 *
 * <p>The order of additions follows from the offsets alone, so that every device gives the same bits. A tile of
 * {@link Reductions#TILE} elements that lies in one segment is added up in 256 lanes, element i to lane i mod 256, and the
 * lanes as a balanced tree. Any other part of a segment in a tile is cut at multiples of 16 elements; each piece is added up
 * from its first element on, and then the pieces are.
 */
public final class FloatReduce {

    private FloatReduce() {}

    /**
     * Reduces the parts of segments in each tile; an item is a tile. There is one more item than tiles, for the empty
     * segments at the end.
     *
     * @param begin first item
     * @param end after the last item
     * @param values in: the elements, none of them NaN
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
            float[] values,
            int[] offsets,
            int[] located,
            int[] parameters,
            double[] neutral,
            double[] heads,
            double[] results) {
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
                    double reduced = slice(mode, values, i, stop, neutral[0]);
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

    private static double slice(int mode, float[] values, int from, int to, double neutral) {
        if (from % Reductions.TILE == 0 && to - from == Reductions.TILE) {
            return whole(mode, values, from, neutral);
        }
        int cut = from + Math.min(to - from, Reductions.RUN - from % Reductions.RUN);
        double reduced = run(mode, values, from, cut, neutral);
        for (int done = 0; done < to - cut; done += Reductions.RUN) {
            int start = cut + done;
            int end = start + Math.min(Reductions.RUN, to - start);
            reduced = Reductions.combine(mode, reduced, run(mode, values, start, end, neutral));
        }
        return reduced;
    }

    private static double run(int mode, float[] values, int from, int to, double neutral) {
        double reduced = neutral;
        for (int i = from; i < to; i++) {
            reduced = Reductions.combine(mode, reduced, (double) values[i]);
        }
        return reduced;
    }

    private static double whole(int mode, float[] values, int from, double neutral) {
        double[] lanes = new double[Reductions.LANES];
        for (int lane = 0; lane < Reductions.LANES; lane++) {
            lanes[lane] = neutral;
        }
        for (int i = from; i < from + Reductions.TILE; i += Reductions.LANES) {
            if (mode == Reductions.SUM) {
                for (int lane = 0; lane < Reductions.LANES; lane++) {
                    lanes[lane] += values[i + lane];
                }
            } else {
                for (int lane = 0; lane < Reductions.LANES; lane++) {
                    lanes[lane] = Reductions.combine(mode, lanes[lane], (double) values[i + lane]);
                }
            }
        }
        return FloatReduceSpans.tree(mode, lanes);
    }
}
