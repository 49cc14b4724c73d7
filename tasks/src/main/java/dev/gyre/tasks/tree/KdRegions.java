package dev.gyre.tasks.tree;

/**
 * Regions, by kind, and the walk over the nodes of a kd-tree that meet one.
 *
 * <p>A ball is described by the coordinates of its center and the largest key of a distance from there, a window by its lower
 * and then its upper bounds. Kinds travel as scalars, as norms do.
 */
public final class KdRegions {

    /** All within a distance of a center: {@code dims + 1} floats. */
    public static final int BALL = 0;

    /** All within lower and upper bounds: {@code 2 * dims} floats. */
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
            float[] regions,
            int item,
            float[] points,
            float[] boxes,
            int[] ids,
            int[] parameters,
            int[] found,
            int start,
            int write,
            int dims,
            int kind,
            int norm) {
        float[] region = new float[2 * KdParameters.MAX_DIMENSIONS];
        int length = kind == WINDOW ? 2 * dims : dims + 1;
        for (int i = 0; i < length; i++) {
            region[i] = regions[item * length + i];
        }
        float limit = kind == WINDOW ? 0f : region[dims];
        int leafBits = parameters[KdQueryParameters.LEAF_BITS];
        int leaves = 1 << parameters[KdQueryParameters.HEIGHT];
        int size = parameters[KdQueryParameters.SIZE];
        int count = 0;
        int node = 1;
        while (node > 0) {
            int down = 0;
            if (toBox(region, boxes, node, dims, kind, norm) <= limit) {
                if (node < leaves) {
                    down = 1;
                } else {
                    int from = (node - leaves) << leafBits;
                    int to = Math.min(from + (1 << leafBits), size);
                    for (int slot = from; slot < to; slot++) {
                        if (toPoint(region, points, slot, dims, kind, norm) <= limit) {
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
    private static float toBox(float[] region, float[] boxes, int node, int dims, int kind, int norm) {
        float far = 0f;
        if (kind == WINDOW) {
            far = gap(region, boxes, node * 2 * dims, node * 2 * dims + dims, dims);
        } else {
            far = KdNodes.toBox(region, boxes, node, dims, norm);
        }
        return far;
    }

    /** The same for a point. */
    private static float toPoint(float[] region, float[] points, int slot, int dims, int kind, int norm) {
        float far = 0f;
        if (kind == WINDOW) {
            far = gap(region, points, slot * dims, slot * dims, dims);
        } else {
            far = KdNodes.toPoint(region, points, slot, dims, norm);
        }
        return far;
    }

    /** The widest gap between a window and what has the bounds at two places of an array; not above 0 where they meet. */
    private static float gap(float[] window, float[] bounds, int low, int high, int dims) {
        float widest = Math.max(bounds[low] - window[dims], window[0] - bounds[high]);
        for (int dim = 1; dim < dims; dim++) {
            float own = Math.max(bounds[low + dim] - window[dims + dim], window[dim] - bounds[high + dim]);
            widest = Math.max(widest, own);
        }
        return widest;
    }
}
