package dev.gyre.tasks.rtree;

import dev.gyre.tasks.tree.TreeParameters;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Cuts an order of boxes into tiles. */
public final class TileMarks {

    private TileMarks() {}

    /**
     * Marks each row with its tile; an item is a position in the order.
     *
     * @param order in: the rows
     * @param parameters in: {@link TreeParameters}
     * @param keys out: the column after the dimensions' columns has the tile number of each row
     */
    public static void markTiles(int begin, int end, int[] order, int[] parameters, int[] keys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < parameters[TreeParameters.SIZE]) {
                int column = parameters[TreeParameters.DIMENSIONS] * parameters[TreeParameters.STRIDE];
                keys[column + order[slot]] = slot / parameters[TreeParameters.TILE];
            }
        }
    }
}
