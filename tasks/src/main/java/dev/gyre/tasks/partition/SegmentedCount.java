package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Counts the keys below the pivots of their segments, in each tile and, within the tile, before each begin of a segment. */
public final class SegmentedCount {

    private SegmentedCount() {}

    /**
     * Counts in each tile; an item is a tile.
     *
     * @param keys in: the elements
     * @param offsets in: segments + 1, ascending from 0 to the number of elements
     * @param pivots in: one per segment
     * @param located in: the output of {@link SegmentLocate}
     * @param parameters in: {@link TileParameters}
     * @param sums out: for each tile that has elements the number of its keys below their pivots
     * @param ranks out: for each segment, the number of such keys before it in the tile of the element before it; 0 for segments that begin
     *     at 0
     */
    public static void countBelow(
            int begin,
            int end,
            int[] keys,
            int[] offsets,
            int[] pivots,
            int[] located,
            int[] parameters,
            int[] sums,
            int[] ranks) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                int segment = located[tile];
                int last = located[tile + 1];
                if (tile == 0) {
                    for (int s = 0; s <= segment; s++) {
                        ranks[s] = 0;
                    }
                }
                int count = below(keys, from, Math.min(offsets[segment + 1], to), pivots[segment]);
                while (segment < last) {
                    segment++;
                    ranks[segment] = count;
                    count += below(keys, offsets[segment], Math.min(offsets[segment + 1], to), pivots[segment]);
                }
                sums[tile] = count;
            }
        }
    }

    private static int below(int[] keys, int from, int to, int pivot) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += keys[i] < pivot ? 1 : 0;
        }
        return count;
    }
}
