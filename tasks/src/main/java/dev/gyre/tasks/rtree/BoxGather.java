package dev.gyre.tasks.rtree;

import dev.gyre.tasks.tree.TreeParameters;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Puts boxes into the order of the tree, so that a search reads the children of a node as one piece of memory. */
public final class BoxGather {

    private BoxGather() {}

    /**
     * Fetches the box of each slot; an item is a slot.
     *
     * @param boxes in: for each row dims lower and dims upper bounds
     * @param ids in: the row of each slot
     * @param parameters in: {@link TreeParameters}
     * @param tree out: the boxes of the slots
     */
    public static void fetchBoxes(int begin, int end, double[] boxes, int[] ids, int[] parameters, double[] tree) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < parameters[TreeParameters.SIZE]) {
                int width = 2 * parameters[TreeParameters.DIMENSIONS];
                int from = ids[slot] * width;
                int to = slot * width;
                for (int i = 0; i < width; i++) {
                    // Adding 0 makes -0 a 0: devices order the two differently in a minimum.
                    tree[to + i] = boxes[from + i] + 0.0;
                }
            }
        }
    }
}
