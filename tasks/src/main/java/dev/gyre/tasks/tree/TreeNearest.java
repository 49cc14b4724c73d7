package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.TreeShape;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Finds the entries of a tree that are nearest to each query, which is a point or a box like the entries.
 *
 * <p>A query begins in the node of level 1 that {@link TreeLocate} found, or in its own. Then it searches the siblings of that node, of its
 * parent, and so on up to the root. It skips every box that is farther than the worst entry kept; if a box is as far, only smaller rows
 * count. Level and number give the position in the tree, without a stack. Neighboring queries take the same paths; in a kd-tree on an H200
 * this is as fast as a stack with the nearer child first, or faster.
 *
 * <p>Up to {@link TreeShape#MAX_LIST} entries can be kept in a private sorted list, more entries in a heap in the result.
 */
public final class TreeNearest {

    /** Index of the largest key of a result. */
    public static final int LIMIT = 0;

    /** Index of the scale of differences of {@link Norms#add(int, double, double, double)}. */
    public static final int SCALE = 1;

    /** Number of limits. */
    public static final int LIMITS = 2;

    private TreeNearest() {}

    /**
     * Keeps the {@link TreeParameters#CAPACITY} entries nearest to each query; an item is a query. A list is in the order of (key, row), a
     * heap in no order.
     *
     * @param entries in: for each slot the coordinates of its point, or the bounds of its box
     * @param boxes in: the boxes of the nodes
     * @param rows in: the row of each slot, the least row of each node
     * @param queries in: queries in the form of entries; in a self-join the entries
     * @param order in: for each position its query, so that neighboring queries take the same paths; any array if not
     *     {@link TreeParameters#ORDERED}
     * @param starts in: for each position the node of level 1 in which its query begins; any array in a self-join
     * @param parameters in: {@link TreeParameters}
     * @param limits in: {@link #LIMIT}, beyond which entries are left out, and {@link #SCALE}
     * @param keys out: items x capacity keys, computed by {@link Norms}; the key of an unused element is the largest double
     * @param found out: items x capacity rows; -1 if unused
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param kind the code of {@link TreeShape#nearest}
     * @param norm code of the norm
     */
    public static void nearest(
            int begin,
            int end,
            double[] entries,
            double[] boxes,
            int[] rows,
            double[] queries,
            int[] order,
            int[] starts,
            int[] parameters,
            double[] limits,
            double[] keys,
            int[] found,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int at = parameters[TreeParameters.FIRST_QUERY] + item;
            if (at < parameters[TreeParameters.QUERIES]) {
                int shape = TreeShape.ofNearest(kind);
                int heap = TreeShape.isHeap(kind);
                int corners = TreeShape.corners(shape);
                int fanout = TreeShape.fanout(shape);
                double[] query = new double[2 * TreeParameters.MAX_DIMENSIONS];
                double[] listKeys = new double[TreeShape.list(kind)];
                int[] listIds = new int[TreeShape.list(kind)];
                int width = corners * dims;
                int asked = TreeNodes.query(at, order, parameters) * width;
                for (int i = 0; i < width; i++) {
                    query[i] = queries[asked + i];
                }
                int capacity = parameters[TreeParameters.CAPACITY];
                int first = item * capacity;
                if (heap == 1) {
                    DoubleHeap.clear(keys, found, first, capacity);
                } else {
                    DoubleHeap.clear(listKeys, listIds, 0, capacity);
                }
                int size = parameters[TreeParameters.SIZE];
                int leafSize = parameters[TreeParameters.LEAF_SIZE];
                int levels = parameters[TreeParameters.LEVELS];
                double worst = limits[LIMIT];
                double scale = limits[SCALE];
                int ownSlot = -1;
                int own = 0;
                if (parameters[TreeParameters.SELF] == 1) {
                    ownSlot = at;
                    own = at / leafSize;
                } else {
                    own = starts[at];
                }
                for (int round = 0; round < levels; round++) {
                    // The first node alone; then, on the way up, the siblings of the last node.
                    int top = Math.max(round, 1);
                    int node = own;
                    int last = own + 1;
                    int done = -1;
                    if (round > 0) {
                        done = own;
                        own = TreeNodes.parent(own, fanout);
                        node = own * fanout;
                        last = Math.min(node + fanout, parameters[TreeParameters.COUNTS + top]);
                    }
                    int level = top;
                    int ahead = 1;
                    while (ahead > 0) {
                        int number = parameters[TreeParameters.STARTS + level] + node;
                        int box = TreeNodes.box(number, dims, parameters);
                        double far = TreeNodes.toBox(query, boxes, box, scale, dims, corners, norm);
                        int near = far <= worst ? 1 : 0;
                        if (far == worst) {
                            double lastKey = Double.MAX_VALUE;
                            int lastId = -1;
                            if (heap == 1) {
                                lastKey = keys[first];
                                lastId = found[first];
                            } else {
                                lastKey = listKeys[capacity - 1];
                                lastId = listIds[capacity - 1];
                            }
                            if (far == lastKey) {
                                if (rows[number] > lastId) {
                                    near = 0;
                                }
                            }
                        }
                        // 0 for the node that is done. Computed without conditions: OpenCL would lose a jump.
                        int away = Math.max(node - done, done - node) + top - level;
                        near = near * Math.min(away, 1);
                        int down = 0;
                        if (near == 1) {
                            if (level > 1) {
                                down = 1;
                            } else {
                                int to = Math.min((node + 1) * leafSize, size);
                                for (int slot = node * leafSize; slot < to; slot++) {
                                    double key = TreeNodes.toEntry(query, entries, slot, scale, dims, corners, norm);
                                    if (key <= worst) {
                                        if (slot != ownSlot) {
                                            if (heap == 1) {
                                                worst = NearestPairs.keepInHeap(
                                                        keys, found, first, capacity, key, rows[slot], worst);
                                            } else {
                                                worst = NearestPairs.keepInList(
                                                        listKeys, listIds, 0, capacity, key, rows[slot], worst);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        if (down == 1) {
                            level--;
                            node = node * fanout;
                        } else {
                            node++;
                            int climbs = level < top ? TreeNodes.isPast(level, node, fanout, parameters) : 0;
                            while (climbs == 1) {
                                level++;
                                node = TreeNodes.parent(node - 1, fanout) + 1;
                                climbs = level < top ? TreeNodes.isPast(level, node, fanout, parameters) : 0;
                            }
                        }
                        ahead = Math.max(top - level, last - node);
                    }
                }
                if (heap == 0) {
                    for (int slot = 0; slot < capacity; slot++) {
                        keys[first + slot] = listKeys[slot];
                        found[first + slot] = listIds[slot];
                    }
                }
            }
        }
    }
}
