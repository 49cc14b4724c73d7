package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Counts or writes the slots of a kd-tree in each region. Their number varies.
 *
 * <p>A ball is given by the coordinates of its center, the largest key of a distance from the center, and the scale of differences
 * ({@link Norms#add(int, double, double, double)}). A window is given by its lower, then its upper bounds. The kind is a scalar, like the
 * norm.
 */
public final class KdMatches {

    /** All points within a distance of a center: {@code dims + 2} numbers. */
    public static final int BALL = 0;

    /** All points within lower and upper bounds: {@code 2 * dims} numbers. */
    public static final int WINDOW = 1;

    private KdMatches() {}

    /**
     * Finds the slots in each region, in their order; an item is a region.
     *
     * @param points in: size x dims coordinates of slots, row-major
     * @param boxes in: for each node dims lower and dims upper bounds
     * @param ids in: the id of each slot
     * @param regions in: items x the numbers of a region
     * @param starts out if counting: the number of slots of each item; in if writing: the first index in {@code found} of each item
     * @param parameters in: {@link KdQueryParameters}
     * @param found out if writing: the ids of the slots
     * @param dims number of dimensions, at most {@link KdParameters#MAX_DIMENSIONS}
     * @param kind kind of the regions
     * @param norm code of the norm by which balls are measured
     * @param write 0 to count, 1 to write
     */
    public static void findInRegions(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] ids,
            double[] regions,
            int[] starts,
            int[] parameters,
            int[] found,
            int dims,
            int kind,
            int norm,
            int write) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[KdQueryParameters.QUERIES]) {
                int start = starts[item];
                int count = walk(regions, item, points, boxes, ids, parameters, found, start, write, dims, kind, norm);
                if (write == 0) {
                    starts[item] = count;
                }
            }
        }
    }

    /**
     * Counts the slots in a region and, if {@code write} is 1, writes their ids from {@code start} on. Descends from the root into every
     * box that the region meets, left before right, so that slots are found in ascending order.
     */
    private static int walk(
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

    /** Returns the distance of a box from a ball's center, as a key, or from a window; at most 0 if the box meets the window. */
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

    /** Does the same as {@link #toBox} for a point. */
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

    /** Returns the widest gap between a window and a box, or point, with bounds at two indices of an array; at most 0 if they meet. */
    private static double gap(double[] window, double[] bounds, int low, int high, int dims) {
        double widest = Math.max(bounds[low] - window[dims], window[0] - bounds[high]);
        for (int dim = 1; dim < dims; dim++) {
            double own = Math.max(bounds[low + dim] - window[dims + dim], window[dim] - bounds[high + dim]);
            widest = Math.max(widest, own);
        }
        return widest;
    }
}
