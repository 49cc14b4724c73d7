package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;
import dev.gyre.tasks.common.TreeShape;

/**
 * {@link TreeNearest} for the JVM, with special code for kd-trees, where a node's number gives its position without its level, and for lists
 * of boxes in the Euclidean norm. Lists are kept in the result itself, and Euclidean sums over two and three dimensions are written out. All
 * other searches run {@link TreeNearest}.
 *
 * <p>In a kd-tree, queries of one leaf that want many entries are searched together: see {@link KdLeafSearch}. A single query with a list begins
 * with a bound that the queries before it suggest, and is searched again without it if fewer entries than wanted are within. A heap would be in
 * another order than that of {@link TreeNearest}.
 */
public final class TreeNearestJvm {

    private static final int KD_TREE = TreeShape.of(2, 1);

    /**
     * A search begins with a bound: the number of entries within it is expected to exceed those wanted by this many standard deviations. With 8
     * wanted of a million uniform points, 3 % of the queries are searched again; 1 was slower, 3 as fast (one thread of an AMD EPYC).
     */
    private static final double DEVIATIONS = 2;

    /**
     * The share of a query in the usual key of the last neighbor; with a half and twice as much the search took 1 and 2 % longer, no more than the
     * noise.
     */
    static final double SHARE = 0.125;

    /**
     * Queries of one call of the method that searches. The next call runs the code that was compiled meanwhile, where a long loop would be compiled
     * from its middle, up to three times. A first join of 135,233 cities took 0.33 s with 32, 0.28 s with 8, and 0.43 s in a single loop; a warm
     * search in space took 1 % longer with 8 than with 32, which cost nothing (2 cores of an AMD EPYC, November 2026).
     */
    private static final int TOGETHER = 32;

    private TreeNearestJvm() {}

    /** Shapes and result are as in {@link TreeNearest#nearest}. */
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
        int last = Math.min(end, parameters[TreeParameters.QUERIES] - parameters[TreeParameters.FIRST_QUERY]);
        if (TreeShape.ofNearest(kind) == KD_TREE) {
            boolean together = last - begin >= KdLeafSearch.MIN_QUERIES
                    && norm == Norms.EUCLIDEAN
                    && TreeShape.isHeap(kind) == 0
                    && dims >= KdLeafSearch.MIN_DIMS
                    && dims <= KdLeafSearch.MAX_DIMS
                    && parameters[TreeParameters.CAPACITY] >= KdLeafSearch.MIN_CAPACITY;
            double[] columns = new double[together ? KdLeafSearch.columns(dims) : 0];
            double[] distances = new double[together ? KdLeafSearch.DISTANCES : 0];
            int[] places = new int[together ? KdLeafSearch.PLACES : 0];
            double usual = Double.MAX_VALUE;
            int to;
            for (int from = begin; from < last; from = to) {
                to = Math.min(from + TOGETHER, last);
                if (together) {
                    to = leafEnd(from, to, starts, parameters);
                    if (to - from >= KdLeafSearch.MIN_QUERIES && usual < Double.MAX_VALUE) {
                        usual = KdLeafSearch.search(
                                from,
                                to,
                                entries,
                                boxes,
                                rows,
                                queries,
                                order,
                                starts,
                                parameters,
                                limits,
                                keys,
                                found,
                                dims,
                                usual,
                                columns,
                                distances,
                                places);
                        continue;
                    }
                }
                usual = inKdTree(
                        from,
                        to,
                        entries,
                        boxes,
                        rows,
                        queries,
                        order,
                        starts,
                        parameters,
                        limits,
                        keys,
                        found,
                        dims,
                        TreeShape.isHeap(kind) == 1,
                        norm,
                        usual);
            }
        } else if (norm == Norms.EUCLIDEAN
                && TreeShape.isHeap(kind) == 0
                && TreeShape.corners(TreeShape.ofNearest(kind)) == 2) {
            ofBoxes(begin, last, entries, rows, queries, order, starts, parameters, limits, keys, found, dims, kind);
        } else {
            TreeNearest.nearest(
                    begin,
                    end,
                    entries,
                    boxes,
                    rows,
                    queries,
                    order,
                    starts,
                    parameters,
                    limits,
                    keys,
                    found,
                    dims,
                    kind,
                    norm);
        }
    }

    /** Returns the end of the items from one on that begin in the same leaf. */
    private static int leafEnd(int from, int most, int[] starts, int[] parameters) {
        int first = parameters[TreeParameters.FIRST_QUERY];
        if (parameters[TreeParameters.SELF] == 1) {
            int leafSize = parameters[TreeParameters.LEAF_SIZE];
            return Math.min(most, ((first + from) / leafSize + 1) * leafSize - first);
        }
        int end = from + 1;
        while (end < most && starts[first + end] == starts[first + from]) {
            end++;
        }
        return end;
    }

    /** Searches for a few queries; returns the usual key of their last neighbor, which begins with that of the queries before. */
    static double inKdTree(
            int begin,
            int end,
            double[] points,
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
            boolean heap,
            int norm,
            double before) {
        int first = parameters[TreeParameters.FIRST_QUERY];
        int capacity = parameters[TreeParameters.CAPACITY];
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        boolean self = parameters[TreeParameters.SELF] == 1;
        boolean euclidean = norm == Norms.EUCLIDEAN;
        boolean plane = euclidean && dims == 2;
        double scale = limits[TreeNearest.SCALE];
        double limit = limits[TreeNearest.LIMIT];
        // Made here, so that the JVM knows that no other array is the same.
        double[] point = new double[dims];
        double[] hitKeys = new double[leafSize];
        int[] hitSlots = new int[leafSize];
        double margin = Math.pow(1 + DEVIATIONS / Math.sqrt(capacity), 2.0 / dims);
        double usual = before;
        double bound = heap ? limit : Math.min(limit, margin * usual);
        int item = begin;
        while (item < end) {
            int query = TreeNodes.query(first + item, order, parameters);
            int own = self ? query : -1;
            for (int dim = 0; dim < dims; dim++) {
                point[dim] = queries[query * dims + dim];
            }
            double placeX = point[0];
            double placeY = point[dims - 1];
            int row = item * capacity;
            int last = heap ? row : row + capacity - 1;
            DoubleHeap.clear(keys, found, row, capacity);
            double worst = bound;
            int edge = leaves + (self ? query / leafSize : starts[first + item]);
            int top = edge;
            while (edge > 0) {
                int node = top;
                while (node > 0) {
                    double far = euclidean
                            ? toBox(point, boxes, node, dims)
                            : TreeNodes.toBox(point, boxes, 2 * (node - 1) * dims, scale, dims, 1, norm);
                    boolean near = far <= worst;
                    if (far == worst && far == keys[last]) {
                        near = rows[size + node - 1] <= found[last];
                    }
                    if (near && node >= leaves) {
                        int from = (node - leaves) * leafSize;
                        int to = Math.min(from + leafSize, size);
                        int hits =
                                plane ? within(points, from, to, placeX, placeY, worst, hitKeys, hitSlots) : to - from;
                        for (int hit = 0; hit < hits; hit++) {
                            int slot = plane ? hitSlots[hit] : from + hit;
                            double key = plane
                                    ? hitKeys[hit]
                                    : euclidean
                                            ? SquareSums.toPoint(point, points, slot, dims)
                                            : TreeNodes.toEntry(point, points, slot, scale, dims, 1, norm);
                            if (key <= worst && slot != own) {
                                worst = heap
                                        ? NearestPairs.keepInHeap(keys, found, row, capacity, key, rows[slot], worst)
                                        : keep(keys, found, row, last, key, rows[slot], worst);
                            }
                        }
                    }
                    node = near && node < leaves ? 2 * node : next(node, top);
                }
                top = edge ^ 1;
                edge = edge == 1 ? 0 : edge / 2;
            }
            boolean full = found[last] >= 0;
            if (!full && bound < limit) {
                bound = limit;
            } else {
                usual = full && usual < Double.MAX_VALUE ? usual + SHARE * (keys[last] - usual) : keys[last];
                bound = heap ? limit : Math.min(limit, margin * usual);
                item++;
            }
        }
        return usual;
    }

    /**
     * Writes the slots of points of two dimensions that are within a key of a query, without branches, which would hardly be predicted; in three
     * dimensions, where more leaves are met and fewer of their points are near, this was slower.
     *
     * @return their number
     */
    private static int within(
            double[] points, int from, int to, double placeX, double placeY, double worst, double[] keys, int[] slots) {
        int hits = 0;
        for (int slot = from; slot < to; slot++) {
            double key =
                    SquareSums.square(points[2 * slot] - placeX) + SquareSums.square(points[2 * slot + 1] - placeY);
            keys[hits] = key;
            slots[hits] = slot;
            hits += key <= worst ? 1 : 0;
        }
        return hits;
    }

    /** Does the same as {@link NearestPairs#keepInList}, with conditions that the JVM runs faster. */
    private static double keep(double[] keys, int[] ids, int first, int last, double key, int id, double worst) {
        if (key == keys[last] && id > ids[last]) {
            return worst;
        }
        int hole = last;
        while (hole > first && keys[hole - 1] > key) {
            keys[hole] = keys[hole - 1];
            ids[hole] = ids[hole - 1];
            hole--;
        }
        while (hole > first && keys[hole - 1] == key && ids[hole - 1] > id) {
            keys[hole] = key;
            ids[hole] = ids[hole - 1];
            hole--;
        }
        keys[hole] = key;
        ids[hole] = id;
        return Math.min(worst, keys[last]);
    }

    /** Returns the node of a kd-tree that follows a finished subtree in a walk over the nodes below {@code top}; 0 at the end. */
    static int next(int node, int top) {
        int climbed = node >>> Integer.numberOfTrailingZeros(~node);
        return climbed > top ? climbed + 1 : 0;
    }

    /** Returns the key of the distance from a query to the box of a node, numbered from the root. */
    static double toBox(double[] query, double[] boxes, int node, int dims) {
        return SquareSums.toBox(query, boxes, 2 * (node - 1) * dims, dims);
    }

    /** Searches boxes: all of them, those of entries and of nodes, are in one array. */
    private static void ofBoxes(
            int begin,
            int end,
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
            int kind) {
        int fanout = TreeShape.fanout(TreeShape.ofNearest(kind));
        int first = parameters[TreeParameters.FIRST_QUERY];
        int size = parameters[TreeParameters.SIZE];
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int levels = parameters[TreeParameters.LEVELS];
        int capacity = parameters[TreeParameters.CAPACITY];
        boolean self = parameters[TreeParameters.SELF] == 1;
        double[] query = new double[2 * dims];
        for (int item = begin; item < end; item++) {
            int asked = TreeNodes.query(first + item, order, parameters);
            System.arraycopy(queries, 2 * asked * dims, query, 0, 2 * dims);
            int ownSlot = self ? asked : -1;
            int row = item * capacity;
            int lastPlace = row + capacity - 1;
            DoubleHeap.clear(keys, found, row, capacity);
            double worst = limits[TreeNearest.LIMIT];
            int own = self ? asked / leafSize : starts[first + item];
            for (int round = 0; round < levels; round++) {
                int top = Math.max(round, 1);
                int node = own;
                int last = own + 1;
                int done = -1;
                if (round > 0) {
                    done = own;
                    own = own / fanout;
                    node = own * fanout;
                    last = Math.min(node + fanout, parameters[TreeParameters.COUNTS + top]);
                }
                int level = top;
                while (level <= top) {
                    if (node >= last) {
                        int parent = (node - 1) / fanout;
                        level++;
                        node = parent + 1;
                        last = Math.min((parent / fanout + 1) * fanout, parameters[TreeParameters.COUNTS + level]);
                        continue;
                    }
                    int number = parameters[TreeParameters.STARTS + level] + node;
                    double far = betweenBoxes(query, boxes, number, dims);
                    if (far > worst
                            || (far == keys[lastPlace] && rows[number] > found[lastPlace])
                            || (node == done && level == top)) {
                        node++;
                    } else if (level > 1) {
                        level--;
                        last = Math.min((node + 1) * fanout, parameters[TreeParameters.COUNTS + level]);
                        node = node * fanout;
                    } else {
                        int to = Math.min((node + 1) * leafSize, size);
                        for (int slot = node * leafSize; slot < to; slot++) {
                            double key = betweenBoxes(query, boxes, slot, dims);
                            if (key <= worst && slot != ownSlot) {
                                worst = NearestPairs.keepInList(keys, found, row, capacity, key, rows[slot], worst);
                            }
                        }
                        node++;
                    }
                }
            }
        }
    }

    /** Returns the key of the distance between a query that is a box and the box of a number. */
    private static double betweenBoxes(double[] query, double[] boxes, int number, int dims) {
        int at = 2 * number * dims;
        if (dims == 2) {
            return SquareSums.square(TreeNodes.gap(query[0], query[2], boxes[at], boxes[at + 2]))
                    + SquareSums.square(TreeNodes.gap(query[1], query[3], boxes[at + 1], boxes[at + 3]));
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += SquareSums.square(
                    TreeNodes.gap(query[dim], query[dims + dim], boxes[at + dim], boxes[at + dims + dim]));
        }
        return sum;
    }
}
