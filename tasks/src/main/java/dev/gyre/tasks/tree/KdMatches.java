package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The slots of a kd-tree in each region, counted or written: a search whose results vary in size.
 *
 * <p>A ball is described by the coordinates of its center, the largest key of a distance from there and the scale of
 * differences ({@link Norms#add(int, double, double, double)}), a window by its lower
 * and then its upper bounds. Kinds travel as scalars, as norms do.
 */
public final class KdMatches {

    /** All within a distance of a center: {@code dims + 2} numbers. */
    public static final int BALL = 0;

    /** All within lower and upper bounds: {@code 2 * dims} numbers. */
    public static final int WINDOW = 1;

    private KdMatches() {}

    /**
     * Finds the slots in each region, in their order; an item is a region.
     *
     * @param points in: size x dims coordinates of slots, row-major
     * @param boxes in: for each node dims lower and dims upper bounds
     * @param ids in: the id of each slot
     * @param regions in: items x the numbers of a region
     * @param starts out where slots are counted: for each item their number; in where they are written: where they go
     * @param parameters in: {@link KdQueryParameters}
     * @param found out where slots are written: their ids
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
     * Counts the slots in a region and, where {@code write} is 1, notes their ids from {@code start} on. It goes from the root down into
     * every box that the region meets, left before right, so that slots come in ascending order.
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
