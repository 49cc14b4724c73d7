package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.TreeShape;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link TreeNearest} for lists, with the entries of a query in local memory: in a heap there, which is put in order at the end. The private memory of
 * many queries does not fit the caches of a GPU.
 *
 * <p>The elements of the heaps of a work-group alternate, so that its threads do not wait for each other's banks. Local memory: 384 bytes for each
 * element of a list.
 *
 * <p>All-nearest-neighbors by leaves, as jz-tree does it (arXiv 2604.05885), was tried here: the queries of a work-group walk together and search each leaf
 * that one of them needs. With lists instead of heaps, on an H200 in November 2026, 2,000,000 and 10,000,000 points of 3 dimensions among
 * themselves took 23 and 127 ms with 30 neighbors, and 31 and 170 by walks of their own; with other queries 49 and 44 for 2,000,000, since groups do not begin
 * where leaves do; with 8 neighbors 10.9 and 8.6. By walks with heaps it is 24 and 125 ms for themselves, and 34 with other queries.
 */
public final class TreeNearestWorkGroup {

    /** Threads of a work-group, each of which searches for a query: one warp, so that most groups fit a multiprocessor. */
    public static final int THREADS = 32;

    private TreeNearestWorkGroup() {}

    /** Shapes and result are as in {@link TreeNearest#nearest}, for lists. */
    public static void nearest(
            KernelContext context,
            int items,
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
        int lane = context.localIdx;
        int item = context.groupIdx * THREADS + lane;
        int[] heapRows = context.allocateIntLocalArray(TreeShape.list(kind) * THREADS);
        double[] heapKeys = context.allocateDoubleLocalArray(TreeShape.list(kind) * THREADS);
        int at = parameters[TreeParameters.FIRST_QUERY] + item;
        if (at >= parameters[TreeParameters.QUERIES]) {
            item = items;
        }
        if (item < items) {
            int shape = TreeShape.ofNearest(kind);
            int corners = TreeShape.corners(shape);
            int fanout = TreeShape.fanout(shape);
            double[] query = new double[2 * TreeParameters.MAX_DIMENSIONS];
            int width = corners * dims;
            int asked = TreeNodes.query(at, order, parameters) * width;
            for (int i = 0; i < width; i++) {
                query[i] = queries[asked + i];
            }
            int capacity = parameters[TreeParameters.CAPACITY];
            for (int i = 0; i < capacity; i++) {
                heapKeys[i * THREADS + lane] = Double.MAX_VALUE;
                heapRows[i * THREADS + lane] = -1;
            }
            int size = parameters[TreeParameters.SIZE];
            int leafSize = parameters[TreeParameters.LEAF_SIZE];
            int levels = parameters[TreeParameters.LEVELS];
            double worst = limits[TreeNearest.LIMIT];
            double scale = limits[TreeNearest.SCALE];
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
                        if (far == heapKeys[lane]) {
                            if (rows[number] > heapRows[lane]) {
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
                                        int row = rows[slot];
                                        int better = key < heapKeys[lane] ? 1 : 0;
                                        if (key == heapKeys[lane]) {
                                            better = row < heapRows[lane] ? 1 : 0;
                                        }
                                        if (better == 1) {
                                            int hole = 0;
                                            int child = 1;
                                            while (child < capacity) {
                                                double childKey = heapKeys[child * THREADS + lane];
                                                if (child + 1 < capacity) {
                                                    double otherKey = heapKeys[(child + 1) * THREADS + lane];
                                                    int later = otherKey > childKey ? 1 : 0;
                                                    if (otherKey == childKey) {
                                                        later = heapRows[(child + 1) * THREADS + lane]
                                                                        > heapRows[child * THREADS + lane]
                                                                ? 1
                                                                : 0;
                                                    }
                                                    child += later;
                                                    childKey = Math.max(childKey, otherKey);
                                                }
                                                int sinks = childKey > key ? 1 : 0;
                                                if (childKey == key) {
                                                    sinks = heapRows[child * THREADS + lane] > row ? 1 : 0;
                                                }
                                                if (sinks == 1) {
                                                    heapKeys[hole * THREADS + lane] = childKey;
                                                    heapRows[hole * THREADS + lane] = heapRows[child * THREADS + lane];
                                                    hole = child;
                                                    child = 2 * child + 1;
                                                } else {
                                                    child = capacity;
                                                }
                                            }
                                            heapKeys[hole * THREADS + lane] = key;
                                            heapRows[hole * THREADS + lane] = row;
                                            worst = Math.min(worst, heapKeys[lane]);
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
            // The worst pair of the heap becomes the last one of the list, and so on.
            int first = item * capacity;
            for (int written = 0; written < capacity; written++) {
                int rest = capacity - 1 - written;
                keys[first + rest] = heapKeys[lane];
                found[first + rest] = heapRows[lane];
                double key = heapKeys[rest * THREADS + lane];
                int row = heapRows[rest * THREADS + lane];
                int hole = 0;
                int child = 1;
                while (child < rest) {
                    double childKey = heapKeys[child * THREADS + lane];
                    if (child + 1 < rest) {
                        double otherKey = heapKeys[(child + 1) * THREADS + lane];
                        int later = otherKey > childKey ? 1 : 0;
                        if (otherKey == childKey) {
                            later = heapRows[(child + 1) * THREADS + lane] > heapRows[child * THREADS + lane] ? 1 : 0;
                        }
                        child += later;
                        childKey = Math.max(childKey, otherKey);
                    }
                    int sinks = childKey > key ? 1 : 0;
                    if (childKey == key) {
                        sinks = heapRows[child * THREADS + lane] > row ? 1 : 0;
                    }
                    if (sinks == 1) {
                        heapKeys[hole * THREADS + lane] = childKey;
                        heapRows[hole * THREADS + lane] = heapRows[child * THREADS + lane];
                        hole = child;
                        child = 2 * child + 1;
                    } else {
                        child = rest;
                    }
                }
                heapKeys[hole * THREADS + lane] = key;
                heapRows[hole * THREADS + lane] = row;
            }
        }
    }
}
