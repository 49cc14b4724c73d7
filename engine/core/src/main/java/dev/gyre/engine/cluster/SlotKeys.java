package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.SquareSums;

/**
 * Keys of slots and nodes of a kd-tree of points, on the JVM. Keys of boxes are rounded as those of points are, so that they bound them exactly.
 * Immutable.
 */
final class SlotKeys {

    private final double[] points;
    private final double[] boxes;
    private final Norm norm;
    private final int dims;
    private final boolean euclidean;

    SlotKeys(TreeLayout layout, TreeArrays arrays, Norm norm) {
        points = arrays.entries();
        boxes = arrays.boxes();
        this.norm = norm;
        dims = layout.dims();
        euclidean = norm.equals(Norm.EUCLIDEAN);
    }

    /**
     * Which of some consecutive slots are near a slot.
     *
     * @param from the first of at most {@link TreeLayout#MAX_OF_LEAF} slots
     * @param limit the largest key of a near slot
     * @return bit i is set if slot {@code from + i} is near
     */
    int near(int slot, int from, int to, double limit) {
        int bits = 0;
        if (euclidean && dims == 2) {
            double x = points[2 * slot];
            double y = points[2 * slot + 1];
            for (int other = from; other < to; other++) {
                double key = SquareSums.square(points[2 * other] - x) + SquareSums.square(points[2 * other + 1] - y);
                bits |= (SquareSums.isNear(key, limit) & 1) << (other - from);
            }
            return bits;
        }
        for (int other = from; other < to; other++) {
            bits |= (SquareSums.isNear(ofSlots(slot, other), limit) & 1) << (other - from);
        }
        return bits;
    }

    /**
     * Which of some consecutive slots are near each of them.
     *
     * @param near filled: for each slot what {@link #near} returns for it
     */
    void nearEachOther(int from, int to, double limit, int[] near) {
        for (int i = 0; i < to - from; i++) {
            int bits = near(from + i, from, from + i, limit);
            near[i] = bits;
            for (int left = bits; left != 0; left &= left - 1) {
                near[Integer.numberOfTrailingZeros(left)] |= 1 << i;
            }
        }
    }

    private double ofSlots(int slot, int other) {
        if (euclidean) {
            return SquareSums.toPoint(points, slot * dims, points, other * dims, dims);
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            key = norm.add(key, points[other * dims + dim] - points[slot * dims + dim]);
        }
        return key;
    }

    /** The least key of a slot and the box of a node. */
    double toBox(int slot, int node) {
        return nearest(points, slot * dims, 0, node);
    }

    /** The largest key of a slot and the box of a node. */
    double toCorner(int slot, int node) {
        return farthest(points, slot * dims, 0, node);
    }

    /** The least key of the boxes of two nodes. */
    double nearest(int a, int b) {
        return nearest(boxes, TreeLayout.box(a, dims), dims, b);
    }

    /** The largest key of the boxes of two nodes. */
    double farthest(int a, int b) {
        return farthest(boxes, TreeLayout.box(a, dims), dims, b);
    }

    private double nearest(double[] from, int at, int width, int node) {
        int low = TreeLayout.box(node, dims);
        if (euclidean) {
            return SquareSums.toBox(from, at, width, boxes, low, dims);
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double gap = Math.max(boxes[low + dim] - from[at + width + dim], from[at + dim] - boxes[low + dims + dim]);
            key = norm.add(key, Math.max(gap, 0));
        }
        return key;
    }

    private double farthest(double[] from, int at, int width, int node) {
        int low = TreeLayout.box(node, dims);
        if (euclidean) {
            return SquareSums.toCorner(from, at, width, boxes, low, dims);
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            key = norm.add(
                    key, Math.max(from[at + width + dim] - boxes[low + dim], boxes[low + dims + dim] - from[at + dim]));
        }
        return key;
    }
}
