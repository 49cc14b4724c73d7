package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the nodes of a kd-tree that are so small that all their points are within a distance of each other. */
public final class TreeSpans {

    private TreeSpans() {}

    /**
     * Compares the diagonal of each box with the distance; an item is a node, the root first.
     *
     * @param boxes in: the boxes of the nodes
     * @param parameters in: {@link TreeParameters}
     * @param limits in: the largest key within the distance, and {@link TreeNearest#SCALE}
     * @param small out: for each node 1 if its box is that small, or empty, else 0
     * @param dims number of dimensions
     * @param norm code of the norm of the distance
     */
    public static void spanNodes(
            int begin, int end, double[] boxes, int[] parameters, double[] limits, int[] small, int dims, int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < 2 * parameters[TreeParameters.COUNTS + 1] - 1) {
                int box = 2 * item * dims;
                double sum = 0.0;
                for (int dim = 0; dim < dims; dim++) {
                    double width = Math.max(boxes[box + dims + dim] - boxes[box + dim], 0.0);
                    sum = Norms.add(norm, sum, width, limits[TreeNearest.SCALE]);
                }
                small[item] = sum <= limits[TreeNearest.LIMIT] ? 1 : 0;
            }
        }
    }
}
