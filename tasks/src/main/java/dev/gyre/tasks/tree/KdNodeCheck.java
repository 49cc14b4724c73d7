package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.CoordinateKeys;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Checks boxes and order of all nodes of a kd-tree in parallel (Brown 2015 verifies each level the same way). */
public final class KdNodeCheck {

    private KdNodeCheck() {}

    /**
     * Checks each node against its points or children; an item is a node.
     *
     * @param begin first node; node 0 does not exist and has no findings
     * @param end after the last node
     * @param points in: size x dims coordinates of slots, row-major
     * @param boxes in: for each node dims lower and dims upper bounds
     * @param cuts in: for each dimension {@link CoordinateKeys#CUTS}; points with equal keys have no order
     * @param splits in: for each binary logarithm of a window's size, the dimension by which such windows are split
     * @param parameters in: {@link KdParameters}
     * @param findings out: for each node bits of {@link KdFindings}
     */
    public static void checkNodes(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            double[] cuts,
            int[] splits,
            int[] parameters,
            int[] findings) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int node = begin + t;
            int leaves = 1 << parameters[KdParameters.HEIGHT];
            int finding = 0;
            if (node >= leaves) {
                finding = ofLeaf(node - leaves, points, boxes, node, parameters);
            } else if (node > 0) {
                int bits = parameters[KdParameters.LEAF_BITS] + parameters[KdParameters.HEIGHT];
                for (int above = node; above > 1; above = above / 2) {
                    bits--;
                }
                finding = ofInner(node, boxes, cuts, splits[bits], parameters[KdParameters.DIMENSIONS]);
            }
            findings[node] = finding;
        }
    }

    private static int ofLeaf(int leaf, double[] points, double[] boxes, int node, int[] parameters) {
        int dims = parameters[KdParameters.DIMENSIONS];
        int size = parameters[KdParameters.SIZE];
        int leafBits = parameters[KdParameters.LEAF_BITS];
        int from = Math.min(leaf, (size >> leafBits) + 1) << leafBits;
        int to = Math.min(from + (1 << leafBits), size);
        int within = 1;
        int tight = 1;
        for (int dim = 0; dim < dims; dim++) {
            double low = boxes[KdNodes.box(node, dims) + dim];
            double high = boxes[KdNodes.box(node, dims) + dims + dim];
            int atLow = 0;
            int atHigh = 0;
            for (int slot = from; slot < to; slot++) {
                double place = points[slot * dims + dim];
                int above = place >= low ? 1 : 0;
                int below = place <= high ? 1 : 0;
                int onLow = place == low ? 1 : 0;
                int onHigh = place == high ? 1 : 0;
                within = within & above & below;
                atLow = atLow | onLow;
                atHigh = atHigh | onHigh;
            }
            if (from >= to) {
                atLow = low == Double.MAX_VALUE ? 1 : 0;
                atHigh = high == -Double.MAX_VALUE ? 1 : 0;
            }
            tight = tight & atLow & atHigh;
        }
        return (1 - within) * KdFindings.OUTSIDE + (1 - tight) * KdFindings.LOOSE;
    }

    private static int ofInner(int node, double[] boxes, double[] cuts, int split, int dims) {
        int box = KdNodes.box(node, dims);
        int left = KdNodes.box(2 * node, dims);
        int right = KdNodes.box(2 * node + 1, dims);
        int union = 1;
        for (int dim = 0; dim < dims; dim++) {
            int low = boxes[box + dim] == Math.min(boxes[left + dim], boxes[right + dim]) ? 1 : 0;
            int high = boxes[box + dims + dim] == Math.max(boxes[left + dims + dim], boxes[right + dims + dim]) ? 1 : 0;
            union = union & low & high;
        }
        int least = boxes[box + 2 * dims] == Math.min(boxes[left + 2 * dims], boxes[right + 2 * dims]) ? 1 : 0;
        union = union & least;
        double highest = boxes[left + dims + split];
        double lowest = boxes[right + split];
        int ordered = highest <= lowest ? 1 : 0;
        if (ordered == 0) {
            ordered = CoordinateKeys.key(highest, cuts, split) <= CoordinateKeys.key(lowest, cuts, split) ? 1 : 0;
        }
        return (1 - union) * KdFindings.UNION + (1 - ordered) * KdFindings.SPLIT;
    }
}
