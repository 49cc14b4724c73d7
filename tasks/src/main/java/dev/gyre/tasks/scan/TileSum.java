package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The upsweep of a scan: a sum for each tile. Sums wrap around as {@code int} arithmetic does. */
public final class TileSum {

    /** Mode: the sum of the values. */
    public static final int VALUES = 0;

    /** Mode: the number of values that are not 0. */
    public static final int FLAGS = 1;

    private TileSum() {}

    /**
     * Sums each tile; an item is a tile.
     *
     * @param values in: the elements
     * @param parameters in: {@link TileParameters}; the mode is {@link #VALUES} or {@link #FLAGS}
     * @param sums out: one per tile that has elements
     */
    public static void sumTiles(int begin, int end, int[] values, int[] parameters, int[] sums) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                sums[tile] = parameters[TileParameters.MODE] == FLAGS ? flags(values, from, to) : sum(values, from, to);
            }
        }
    }

    private static int sum(int[] values, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** Counts values other than 0, for which the sign of {@code v | -v} is set. The JIT compiler vectorizes this loop without a branch. */
    private static int flags(int[] values, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += ((values[i] | -values[i]) >> 31) & 1;
        }
        return count;
    }
}
