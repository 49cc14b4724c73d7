package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Joins, for each point of a kd-tree, one number of all points within a distance of it, itself included: their sum, which ends at a most, or
 * the least.
 *
 * <p>A search begins in the point's own leaf, and goes on with the sibling of that leaf, the sibling of its parent, and so on up to the
 * root: most sums reach their end in the first leaves. It needs no stack, because the next node follows from a node's number. A node that
 * lies within the distance counts at once. A least is the same in every order, and so is a sum of numbers from 0 on that ends at a most.
 */
public final class TreeFold {

    /** The kind of a sum. */
    public static final int SUM = 0;

    /** The kind of a least. */
    public static final int LEAST = 1;

    /** The number of a point that has none, and asks for the least of others. */
    public static final int NONE = Integer.MAX_VALUE;

    private TreeFold() {}

    /**
     * Folds the numbers within a distance of each point; an item is a slot.
     *
     * @param points in: for each slot the coordinates of its point
     * @param boxes in: the boxes of the nodes
     * @param values in: for a sum, for each slot the sum of the numbers of all slots before it, then the sum of all; for a least, for each
     *     slot its number, or {@link #NONE}, and then for each node the least of its slots
     * @param parameters in: {@link TreeParameters}; {@link TreeParameters#CAPACITY} is the most that a sum can be
     * @param limits in: the largest key within the distance, and {@link TreeNearest#SCALE}
     * @param folded out: for each slot its sum, or its own number, or the least one within the distance if it has none
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param kind {@link #SUM} or {@link #LEAST}
     * @param norm code of the norm of the distance
     */
    public static void foldNear(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] values,
            int[] parameters,
            double[] limits,
            int[] folded,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int own = begin + t;
            int size = parameters[TreeParameters.SIZE];
            if (own < size) {
                double[] point = new double[TreeParameters.MAX_DIMENSIONS];
                for (int dim = 0; dim < dims; dim++) {
                    point[dim] = points[own * dims + dim];
                }
                double limit = limits[TreeNearest.LIMIT];
                double scale = limits[TreeNearest.SCALE];
                int leafSize = parameters[TreeParameters.LEAF_SIZE];
                int leaves = parameters[TreeParameters.COUNTS + 1];
                int most = parameters[TreeParameters.CAPACITY];
                int result = kind == LEAST ? values[own] : 0;
                int edge = leaves + own / leafSize;
                if (kind == LEAST) {
                    edge = result < NONE ? 0 : edge;
                }
                int top = edge;
                while (edge > 0) {
                    int node = top;
                    while (node > 0) {
                        int down = 0;
                        int worth = 1;
                        if (kind == LEAST) {
                            worth = values[size + node - 1] < result ? 1 : 0;
                        }
                        if (worth == 1) {
                            int box = 2 * (node - 1) * dims;
                            if (TreeNodes.toBox(point, boxes, box, scale, dims, 1, norm) <= limit) {
                                int inside = 0;
                                if (node < leaves) {
                                    double reach = TreeNodes.toCorner(point, boxes, box, scale, dims, norm);
                                    inside = reach <= limit ? 1 : 0;
                                    down = 1 - inside;
                                }
                                if (down == 0) {
                                    int from = node;
                                    int to = node + 1;
                                    while (from < leaves) {
                                        from = 2 * from;
                                        to = 2 * to;
                                    }
                                    from = Math.min((from - leaves) * leafSize, size);
                                    to = Math.min((to - leaves) * leafSize, size);
                                    if (inside == 1) {
                                        if (kind == LEAST) {
                                            result = Math.min(result, values[size + node - 1]);
                                        } else {
                                            result += values[to] - values[from];
                                        }
                                        to = from;
                                    }
                                    for (int slot = from; slot < to; slot++) {
                                        double key = TreeNodes.toEntry(point, points, slot, scale, dims, 1, norm);
                                        if (key <= limit) {
                                            if (kind == LEAST) {
                                                result = Math.min(result, values[slot]);
                                            } else {
                                                result += values[slot + 1] - values[slot];
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        if (down == 1) {
                            node = 2 * node;
                        } else {
                            int climbs = node > top ? node % 2 : 0;
                            while (climbs == 1) {
                                node = node / 2;
                                climbs = node > top ? node % 2 : 0;
                            }
                            node = node > top ? node + 1 : 0;
                        }
                        if (kind == SUM) {
                            if (result >= most) {
                                node = 0;
                                edge = 0;
                            }
                        }
                    }
                    int sibling = edge % 2 == 0 ? edge + 1 : edge - 1;
                    top = edge > 1 ? sibling : 0;
                    edge = edge / 2;
                }
                folded[own] = kind == LEAST ? result : Math.min(result, most);
            }
        }
    }
}
