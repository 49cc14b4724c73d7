package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The smallest box around the points of each leaf. */
public final class KdLeafBoxes {

    private KdLeafBoxes() {}

    /**
     * Finds the box of each leaf; an item is a leaf, which may be empty. The box of an empty leaf is farther from every query than any
     * point.
     *
     * @param begin first leaf
     * @param end after the last leaf: {@code 1 << }{@link KdParameters#HEIGHT} at most
     * @param points in: size x dims coordinates of slots, row-major
     * @param ids in: the id of each slot
     * @param parameters in: {@link KdParameters}
     * @param boxes out: for each node dims lower and dims upper bounds and the least id; those of inner nodes are cleared
     */
    public static void boundLeaves(int begin, int end, double[] points, int[] ids, int[] parameters, double[] boxes) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int leaf = begin + t;
            int leaves = 1 << parameters[KdParameters.HEIGHT];
            if (leaf < leaves) {
                int dims = parameters[KdParameters.DIMENSIONS];
                int size = parameters[KdParameters.SIZE];
                int from = Math.min(leaf, (size >> parameters[KdParameters.LEAF_BITS]) + 1)
                        << parameters[KdParameters.LEAF_BITS];
                int to = Math.min(from + (1 << parameters[KdParameters.LEAF_BITS]), size);
                int box = KdNodes.box(leaves + leaf, dims);
                int inner = KdNodes.box(leaf, dims);
                for (int dim = 0; dim < dims; dim++) {
                    double low = Double.MAX_VALUE;
                    double high = -Double.MAX_VALUE;
                    for (int slot = from; slot < to; slot++) {
                        low = Math.min(low, points[slot * dims + dim]);
                        high = Math.max(high, points[slot * dims + dim]);
                    }
                    boxes[box + dim] = low;
                    boxes[box + dims + dim] = high;
                    boxes[inner + dim] = 0.0;
                    boxes[inner + dims + dim] = 0.0;
                }
                int least = Integer.MAX_VALUE;
                for (int slot = from; slot < to; slot++) {
                    least = Math.min(least, ids[slot]);
                }
                boxes[box + 2 * dims] = least;
                boxes[inner + 2 * dims] = 0.0;
            }
        }
    }
}
