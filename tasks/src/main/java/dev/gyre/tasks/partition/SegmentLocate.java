package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.Bisection;
import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the segments at the borders of tiles, so that the threads of a tile search only among the segments of the tile. */
public final class SegmentLocate {

    private SegmentLocate() {}

    /**
     * Locates the begin of each tile; an item is a tile. One more item than tiles locates the end of the elements.
     *
     * @param offsets in: segments + 1, ascending from 0 to the number of elements
     * @param parameters in: {@link TileParameters}
     * @param located out: for each item the last segment that begins at or before the tile's first element: if the tile has
     *     elements, the segment of the first; from the item after the last tile on, the last segment
     */
    public static void locateTiles(int begin, int end, int[] offsets, int[] parameters, int[] located) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int element = TileRange.begin(parameters, item);
            located[item] = Bisection.segmentOf(element, offsets, 0, parameters[TileParameters.SEGMENTS] - 1);
        }
    }
}
