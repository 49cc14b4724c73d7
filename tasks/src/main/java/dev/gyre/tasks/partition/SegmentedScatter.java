package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Moves, in each segment, keys below the pivot to the front and the others behind them; both keep their order. */
public final class SegmentedScatter {

    private SegmentedScatter() {}

    /**
     * Moves the elements of each tile to their positions; an item is a tile.
     *
     * @param keys in: the elements
     * @param payload in: one value per element
     * @param offsets in: segments + 1, ascending from 0 to the number of elements
     * @param pivots in: one per segment
     * @param located in: the output of {@link SegmentLocate}
     * @param parameters in: {@link TileParameters}
     * @param bases in: for each tile the number of keys below their pivots before it
     * @param starts in: for each segment the number of keys below their pivots before it
     * @param splits in: for each segment the position after its last key below the pivot
     * @param outKeys out: the moved keys
     * @param outPayload out: the moved payload
     */
    public static void scatterSegments(
            int begin,
            int end,
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
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                int below = bases[tile];
                int segment = located[tile];
                int i = from;
                while (i < to) {
                    int stop = Math.min(offsets[segment + 1], to);
                    int lower = offsets[segment] + below - starts[segment];
                    int upper = splits[segment] + i - lower;
                    int moved = moveSlice(keys, payload, pivots[segment], i, stop, lower, upper, outKeys, outPayload);
                    below += moved;
                    i = Math.max(i, stop);
                    segment++;
                }
            }
        }
    }

    /** Moves elements without a branch on the comparison, which would be mispredicted for half of the keys. */
    private static int moveSlice(
            int[] keys,
            int[] payload,
            int pivot,
            int from,
            int to,
            int firstLower,
            int firstUpper,
            int[] outKeys,
            int[] outPayload) {
        int lower = firstLower;
        int upper = firstUpper;
        for (int i = from; i < to; i++) {
            int key = keys[i];
            int flag = key < pivot ? 1 : 0;
            int target = upper + (lower - upper) * flag;
            outKeys[target] = key;
            outPayload[target] = payload[i];
            lower += flag;
            upper += 1 - flag;
        }
        return lower - firstLower;
    }
}
