package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.NearestPairs;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Finds the boxes of an R-tree that are nearest to each query, which is also a box.
 *
 * <p>A query begins in the node of the lowest level that {@link BoxLocate} found. Then it searches the siblings of that node, of its
 * parent, and so on up to the root. It skips every node that is farther than the worst box kept. Level and number give the position in the
 * tree, without a stack. If a node is as far as the worst box kept, as are many that touch the query, only smaller rows count.
 *
 * <p>Up to {@link NearestPairs#LIST} boxes can be kept in a private sorted list, more boxes in a heap in the result.
 */
public final class BoxNearest {

    /** Index of the largest key of a result. */
    public static final int LIMIT = 0;

    /** Index of the number of queries. */
    public static final int QUERIES = 1;

    /** Index of the number of boxes that are kept for a query. */
    public static final int CAPACITY = 2;

    /** Number of limits. */
    public static final int LIMITS = 3;

    private BoxNearest() {}

    /**
     * Keeps the {@link #CAPACITY} boxes nearest to each query; an item is a query. A list is in the order of (key, row), a heap in no
     * order.
     *
     * @param tree in: the boxes of all levels
     * @param ids in: the row of each slot
     * @param least in: the least row of each node, from {@link LeastRows}
     * @param queries in: queries x 2 dims bounds
     * @param order in: for each item its query, so that neighboring queries take the same paths
     * @param starts in: the node of the lowest level in which each item's query begins
     * @param parameters in: {@link RTreeParameters}
     * @param limits in: {@link #LIMIT}, {@link #QUERIES}, {@link #CAPACITY}
     * @param keys out: items x capacity keys; the key of an unused slot is the largest double
     * @param found out: items x capacity rows; -1 if unused
     * @param dims number of dimensions, at most {@link RTreeParameters#MAX_DIMENSIONS}
     * @param heap 0 to keep boxes in a list, 1 to keep them in a heap
     * @param norm code of the norm
     */
    public static void nearest(
            int begin,
            int end,
            double[] tree,
            int[] ids,
            int[] least,
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
            if (item < limits[QUERIES]) {
                double[] query = new double[2 * RTreeParameters.MAX_DIMENSIONS];
                double[] listKeys = new double[NearestPairs.LIST];
                int[] listIds = new int[NearestPairs.LIST];
                for (int i = 0; i < 2 * dims; i++) {
                    query[i] = queries[2 * order[item] * dims + i];
                }
                int capacity = (int) limits[CAPACITY];
                int row = item * capacity;
                if (heap == 1) {
                    DoubleHeap.clear(keys, found, row, capacity);
                } else {
                    DoubleHeap.clear(listKeys, listIds, 0, capacity);
                }
                int size = parameters[RTreeParameters.SIZE];
                int nodeSize = parameters[RTreeParameters.NODE_SIZE];
                int levels = parameters[RTreeParameters.LEVELS];
                double worst = limits[LIMIT];
                int own = starts[item];
                for (int round = 0; round < levels; round++) {
                    // The first node alone; then, on the way up, the siblings of the last node.
                    int top = Math.max(round, 1);
                    int node = own;
                    int last = own + 1;
                    int done = -1;
                    if (round > 0) {
                        done = own;
                        own = own / nodeSize;
                        node = own * nodeSize;
                        last = Math.min(node + nodeSize, count(parameters, top));
                    }
                    int level = top;
                    while (level <= top) {
                        if (node >= last) {
                            int parent = (node - 1) / nodeSize;
                            level++;
                            node = parent + 1;
                            last = Math.min((parent / nodeSize + 1) * nodeSize, count(parameters, level));
                        } else {
                            int box = parameters[RTreeParameters.STARTS + level] + node;
                            double far = BoxRelations.key(query, 0, tree, 2 * box * dims, dims, norm);
                            int near = far <= worst ? 1 : 0;
                            if (far == worst) {
                                double lastKey = Double.MAX_VALUE;
                                int lastId = -1;
                                if (heap == 1) {
                                    lastKey = keys[row];
                                    lastId = found[row];
                                } else {
                                    lastKey = listKeys[capacity - 1];
                                    lastId = listIds[capacity - 1];
                                }
                                if (far == lastKey) {
                                    if (least[box - size] > lastId) {
                                        near = 0;
                                    }
                                }
                            }
                            // 0 for the node that is done. Computed without conditions: OpenCL would lose a jump.
                            int away = Math.max(node - done, done - node) + top - level;
                            near = near * Math.min(away, 1);
                            int down = 0;
                            if (near == 1) {
                                down = level > 1 ? 1 : 0;
                                if (level == 1) {
                                    int to = Math.min((node + 1) * nodeSize, size);
                                    for (int slot = node * nodeSize; slot < to; slot++) {
                                        double key = BoxRelations.key(query, 0, tree, 2 * slot * dims, dims, norm);
                                        if (key <= worst) {
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
                            if (down == 1) {
                                level--;
                                last = Math.min((node + 1) * nodeSize, count(parameters, level));
                                node = node * nodeSize;
                            } else {
                                node++;
                            }
                        }
                    }
                }
                if (heap == 0) {
                    for (int place = 0; place < capacity; place++) {
                        keys[row + place] = listKeys[place];
                        found[row + place] = listIds[place];
                    }
                }
            }
        }
    }

    private static int count(int[] parameters, int level) {
        return parameters[RTreeParameters.STARTS + level + 1] - parameters[RTreeParameters.STARTS + level];
    }
}
