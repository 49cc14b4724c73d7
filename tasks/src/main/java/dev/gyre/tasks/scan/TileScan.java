package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The downsweep of a scan: running sums along each tile, starting from the sum of all elements before it.
 *
 * <p>An addition that leaves the range of {@code int} marks its tile. All sums before the first such addition are exact, although the bases
 * wrap around: arithmetic modulo 2^32 is exact for a sum that fits an {@code int}. So the tile with the first overflow is always marked.
 */
public final class TileScan {

    /** Mode: each sum without the element itself. */
    public static final int EXCLUSIVE = 0;

    /** Mode: each sum with the element itself. */
    public static final int INCLUSIVE = 1;

    private TileScan() {}

    /**
     * Scans each tile; an item is a tile.
     *
     * @param values in: the elements
     * @param parameters in: {@link TileParameters}; the mode is {@link #EXCLUSIVE} or {@link #INCLUSIVE}
     * @param bases in: for each tile the sum of all elements before it
     * @param sums out: the running sums
     * @param overflows out: for each tile that has elements 1 if a sum in it overflowed, else 0
     */
    public static void scanTiles(
            int begin, int end, int[] values, int[] parameters, int[] bases, int[] sums, int[] overflows) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                boolean inclusive = parameters[TileParameters.MODE] == INCLUSIVE;
                int sum = bases[tile];
                int overflow = 0;
                for (int i = from; i < to; i++) {
                    int value = values[i];
                    int next = sum + value;
                    overflow |= (sum ^ next) & (value ^ next);
                    sums[i] = inclusive ? next : sum;
                    sum = next;
                }
                overflows[tile] = overflow < 0 ? 1 : 0;
            }
        }
    }
}
