package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Computes the boxes of inner nodes from the boxes below them, several levels at once. */
public final class KdInnerBoxes {

    /** The largest number of levels that an item joins: few launches, but still enough items if there are many nodes. */
    public static final int MAX_LEVELS = 4;

    private KdInnerBoxes() {}

    /**
     * Joins boxes from the bottom up; an item is a node of {@link KdParameters#LEVEL}, with the {@link KdParameters#LEVELS} levels from its
     * own level down.
     *
     * @param begin first node, counted from the first one of its level
     * @param end after the last node; beyond the level, items do nothing
     * @param parameters in: {@link KdParameters}
     * @param boxes in, out: for each node dims lower and dims upper bounds and the least id
     */
    public static void joinBoxes(int begin, int end, int[] parameters, double[] boxes) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int first = 1 << parameters[KdParameters.LEVEL];
            if (item < first) {
                int dims = parameters[KdParameters.DIMENSIONS];
                for (int depth = parameters[KdParameters.LEVELS] - 1; depth >= 0; depth--) {
                    int from = (first + item) << depth;
                    int to = from + (1 << depth);
                    for (int node = from; node < to; node++) {
                        int box = KdNodes.box(node, dims);
                        int left = KdNodes.box(2 * node, dims);
                        int right = KdNodes.box(2 * node + 1, dims);
                        for (int dim = 0; dim < dims; dim++) {
                            boxes[box + dim] = Math.min(boxes[left + dim], boxes[right + dim]);
                            boxes[box + dims + dim] = Math.max(boxes[left + dims + dim], boxes[right + dims + dim]);
                        }
                        boxes[box + 2 * dims] = Math.min(boxes[left + 2 * dims], boxes[right + 2 * dims]);
                    }
                }
            }
        }
    }
}
