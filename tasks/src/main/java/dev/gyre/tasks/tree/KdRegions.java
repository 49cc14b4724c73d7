package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/**
 * Regions, by kind, and the walk over the nodes of a kd-tree that meet one.
 *
 * <p>A ball is described by the coordinates of its center, the largest key of a distance from there and the scale of
 * differences ({@link Norms#add(int, double, double, double)}), a window by its lower
 * and then its upper bounds. Kinds travel as scalars, as norms do.
 */
public final class KdRegions {

    /** All within a distance of a center: {@code dims + 2} numbers. */
    public static final int BALL = 0;

    /** All within lower and upper bounds: {@code 2 * dims} numbers. */
    public static final int WINDOW = 1;

    private KdRegions() {}

    /**
     * Counts the slots in a region and, where {@code write} is 1, notes their ids. It goes from the root down into every box
     * that the region meets, left before right, so that slots come in ascending order.
     *
     * @param regions all regions
     * @param item which one
     * @param found where ids go, from {@code start} on
     * @param write 0 or 1: a constant, so that nothing is left of what is not asked for
     * @return the number of slots
     */
    static int walk(
            double[] regions,
            int item,
            double[] points,
            double[] boxes,
            int[] ids,
            int[] parameters,
            int[] found,
            int start,
            int write,
            int dims,
            int kind,
            int norm) {
        double[] region = new double[2 * KdParameters.MAX_DIMENSIONS];
        int length = kind == WINDOW ? 2 * dims : dims + 2;
        for (int i = 0; i < length; i++) {
            region[i] = regions[item * length + i];
        }
        double limit = kind == WINDOW ? 0.0 : region[dims];
        double scale = kind == WINDOW ? 1.0 : region[dims + 1];
        int leafBits = parameters[KdQueryParameters.LEAF_BITS];
        int leaves = 1 << parameters[KdQueryParameters.HEIGHT];
        int size = parameters[KdQueryParameters.SIZE];
        int count = 0;
        int node = 1;
        while (node > 0) {
            int down = 0;
            if (toBox(region, boxes, node, scale, dims, kind, norm) <= limit) {
                if (node < leaves) {
                    down = 1;
                } else {
                    int from = (node - leaves) << leafBits;
                    int to = Math.min(from + (1 << leafBits), size);
                    for (int slot = from; slot < to; slot++) {
                        if (toPoint(region, points, slot, scale, dims, kind, norm) <= limit) {
                            if (write == 1) {
                                found[start + count] = ids[slot];
                            }
                            count++;
                        }
                    }
                }
            }
            node = down == 1 ? 2 * node : KdNodes.next(node, 1);
        }
        return count;
    }

    /** How far a box is from a region's center, as a key, or from a window; not above 0 where it meets the window. */
    private static double toBox(double[] region, double[] boxes, int node, double scale, int dims, int kind, int norm) {
        double far = 0.0;
        if (kind == WINDOW) {
            int box = KdNodes.box(node, dims);
            far = gap(region, boxes, box, box + dims, dims);
        } else {
            far = KdNodes.toBox(region, boxes, node, scale, dims, norm);
        }
        return far;
    }

    /** The same for a point. */
    private static double toPoint(
            double[] region, double[] points, int slot, double scale, int dims, int kind, int norm) {
        double far = 0.0;
        if (kind == WINDOW) {
            far = gap(region, points, slot * dims, slot * dims, dims);
        } else {
            far = KdNodes.toPoint(region, points, slot, scale, dims, norm);
        }
        return far;
    }

    /** The widest gap between a window and what has the bounds at two places of an array; not above 0 where they meet. */
    private static double gap(double[] window, double[] bounds, int low, int high, int dims) {
        double widest = Math.max(bounds[low] - window[dims], window[0] - bounds[high]);
        for (int dim = 1; dim < dims; dim++) {
            double own = Math.max(bounds[low + dim] - window[dims + dim], window[dim] - bounds[high + dim]);
            widest = Math.max(widest, own);
        }
        return widest;
    }
}
