package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.TileParameters;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Computes the splits of segments from counts within tiles. */
public final class SegmentSplit {

    private SegmentSplit() {}

    /**
     * Finds the split of each segment; an item is a segment.
     *
     * @param offsets in: segments + 1, ascending from 0 to the number of elements
     * @param parameters in: {@link TileParameters}
     * @param bases in: for each tile the number of keys below their pivots before it
     * @param total in: 1 element, the number of all keys below their pivots
     * @param ranks in: the ranks of {@link SegmentedCount}
     * @param starts out: for each segment the number of keys below their pivots before it
     * @param splits out: for each segment the position after its last key below the pivot
     */
    public static void splitSegments(
            int begin,
            int end,
            int[] offsets,
            int[] parameters,
            int[] bases,
            int[] total,
            int[] ranks,
            int[] starts,
            int[] splits) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int segment = begin + t;
            if (segment < parameters[TileParameters.SEGMENTS]) {
                int tile = parameters[TileParameters.TILE];
                int from = offsets[segment];
                int start = 0;
                if (from > 0) {
                    start = bases[(from - 1) / tile] + ranks[segment];
                }
                int next = total[0];
                if (segment + 1 < parameters[TileParameters.SEGMENTS]) {
                    int to = offsets[segment + 1];
                    next = 0;
                    if (to > 0) {
                        next = bases[(to - 1) / tile] + ranks[segment + 1];
                    }
                }
                starts[segment] = start;
                splits[segment] = from + next - start;
            }
        }
    }
}
