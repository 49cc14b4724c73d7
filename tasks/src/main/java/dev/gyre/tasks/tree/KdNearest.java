package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Finds the points of a kd-tree that are nearest to each query.
 *
 * <p>A query begins in its leaf. Then it searches the subtree beside that leaf, beside the leaf's parent, and so on up to the root. It
 * skips every box that is farther than the worst point kept. The node's number gives the position in the tree, without a stack. Neighboring
 * queries take the same paths; on an H200 this is as fast as a stack with the nearer child first, or faster.
 *
 * <p>Up to {@value #LIST} points can be kept in a private sorted list, more points in a heap in the result.
 */
public final class KdNearest {

    /** Index of the largest key of a result. */
    public static final int LIMIT = 0;

    /** Index of the scale of differences of {@link Norms#add(int, double, double, double)}. */
    public static final int SCALE = 1;

    /** Number of limits. */
    public static final int LIMITS = 2;

    /** The largest number of points in the list. */
    public static final int LIST = NearestPairs.LIST;

    private KdNearest() {}

    /**
     * Keeps the {@link KdQueryParameters#CAPACITY} points nearest to each query; an item is a query. A list is in the order of (distance,
     * id), a heap in no order.
     *
     * @param points in: size x dims coordinates of slots, row-major
     * @param boxes in: for each node dims lower and dims upper bounds and the least id
     * @param ids in: the id of each slot
     * @param queries in: queries x dims coordinates, row-major; in a self-join the points
     * @param order in: for each item its query, so that neighboring queries take the same paths; any array in a self-join
     * @param starts in: the leaf in which each item's query begins; any array in a self-join
     * @param parameters in: {@link KdQueryParameters}
     * @param limits in: {@link #LIMIT}, beyond which slots are left out, and {@link #SCALE}
     * @param keys out: items x capacity keys of the distances, computed by {@link Norms}; the key of an unused slot is the largest double
     * @param found out: items x capacity ids; -1 if unused
     * @param dims number of dimensions, at most {@link KdParameters#MAX_DIMENSIONS}
     * @param heap 0 to keep candidates in a list, 1 to keep them in a heap
     * @param norm code of the norm
     */
    public static void nearest(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] ids,
            double[] queries,
            int[] order,
            int[] starts,
            int[] parameters,
            double[] limits,
            double[] keys,
            int[] found,
            int dims,
            int heap,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int at = parameters[KdQueryParameters.FIRST_QUERY] + item;
            if (at < parameters[KdQueryParameters.QUERIES]) {
                int query = KdNodes.query(at, order, parameters);
                double[] place = new double[KdParameters.MAX_DIMENSIONS];
                double[] listKeys = new double[LIST];
                int[] listIds = new int[LIST];
                for (int dim = 0; dim < dims; dim++) {
                    place[dim] = queries[query * dims + dim];
                }
                int capacity = parameters[KdQueryParameters.CAPACITY];
                int row = item * capacity;
                if (heap == 1) {
                    DoubleHeap.clear(keys, found, row, capacity);
                } else {
                    DoubleHeap.clear(listKeys, listIds, 0, capacity);
                }
                int own = parameters[KdQueryParameters.SELF] == 1 ? at : -1;
                int leafBits = parameters[KdQueryParameters.LEAF_BITS];
                int leaves = 1 << parameters[KdQueryParameters.HEIGHT];
                int size = parameters[KdQueryParameters.SIZE];
                double worst = limits[LIMIT];
                double scale = limits[SCALE];
                int edge = KdNodes.start(at, starts, parameters);
                int top = edge;
                while (edge > 0) {
                    int node = top;
                    while (node > 0) {
                        int down = 0;
                        double far = KdNodes.toBox(place, boxes, node, scale, dims, norm);
                        int near = far <= worst ? 1 : 0;
                        if (far == worst) {
                            // If the box is as far as the worst point kept, points with larger ids do not count.
                            double least = boxes[KdNodes.box(node, dims) + 2 * dims];
                            double last = Double.MAX_VALUE;
                            int lastId = -1;
                            if (heap == 1) {
                                last = keys[row];
                                lastId = found[row];
                            } else {
                                last = listKeys[capacity - 1];
                                lastId = listIds[capacity - 1];
                            }
                            if (far == last) {
                                if (least > lastId) {
                                    near = 0;
                                }
                            }
                        }
                        if (near == 1) {
                            if (node < leaves) {
                                down = 1;
                            } else {
                                int from = (node - leaves) << leafBits;
                                int to = Math.min(from + (1 << leafBits), size);
                                for (int slot = from; slot < to; slot++) {
                                    double key = KdNodes.toPoint(place, points, slot, scale, dims, norm);
                                    if (key <= worst) {
                                        if (slot != own) {
                                            if (heap == 1) {
                                                worst = NearestPairs.keepInHeap(
                                                        keys, found, row, capacity, key, ids[slot], worst);
                                            } else {
                                                worst = NearestPairs.keepInList(
                                                        listKeys, listIds, 0, capacity, key, ids[slot], worst);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        node = down == 1 ? 2 * node : KdNodes.next(node, top);
                    }
                    top = edge ^ 1;
                    edge = edge == 1 ? 0 : edge / 2;
                }
                if (heap == 0) {
                    for (int slot = 0; slot < capacity; slot++) {
                        keys[row + slot] = listKeys[slot];
                        found[row + slot] = listIds[slot];
                    }
                }
            }
        }
    }
}
