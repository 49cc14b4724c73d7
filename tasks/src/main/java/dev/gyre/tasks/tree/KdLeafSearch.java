package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;
import java.util.Arrays;

/**
 * Searches a kd-tree for the entries nearest to queries that begin in one leaf, in the Euclidean norm. One walk collects the entries around all of
 * them; each query is then compared with columns of coordinates in loops without conditions, and its hits are put into buckets by key, which
 * leaves little to sort. Not safe for use by several threads.
 *
 * <p>The shapes are those of {@link TreeNearest#nearest}.
 */
final class KdLeafSearch {

    /**
     * Fewest entries wanted of each query. One thread of an AMD EPYC, November 2026, 40,000 uniform points of 2, 3 and 4 dimensions, ms one by one
     * and together: 8 wanted 33 and 37, 63 and 68, 136 and 109; 16 wanted 53 and 47, 94 and 71, 200 and 133; 64 wanted 262 and 98, 305 and 172, 582
     * and 353.
     */
    static final int MIN_CAPACITY = 16;

    /** Most dimensions: with 6, it took as long as one by one. */
    static final int MAX_DIMS = 4;

    /** Fewest queries that are searched together. */
    static final int MIN_QUERIES = 4;

    /**
     * As for single queries. 50 wanted among 50,000 uniform points of 3 dimensions took 188, 185 and 171 ms with 2, 3 and 4, but clustered points have
     * more hits than are wanted then.
     */
    private static final double DEVIATIONS = 3;

    /** Most entries, which fit the second cache. */
    private static final int MAX_ENTRIES = 1 << 11;

    private final double[] points;
    private final double[] boxes;
    private final int[] rows;
    private final double[] queries;
    private final int[] order;
    private final int[] starts;
    private final int[] parameters;
    private final double[] limits;
    private final double limit;
    private final double[] keys;
    private final int[] found;
    private final int dims;
    private final int first;
    private final int capacity;
    private final double margin;

    /** The box of the queries: lower, then upper bounds. */
    private final double[] box;

    private final double[][] columns;
    private final int[] slots = new int[MAX_ENTRIES];
    private int count;

    private final double[] distances = new double[MAX_ENTRIES];
    private final int[] hits = new int[MAX_ENTRIES];
    private final int[] ends = new int[MAX_ENTRIES + 1];
    private final double[] hitKeys = new double[MAX_ENTRIES];
    private final int[] hitSlots = new int[MAX_ENTRIES];

    KdLeafSearch(
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
            int dims) {
        this.points = points;
        this.boxes = boxes;
        this.rows = rows;
        this.queries = queries;
        this.order = order;
        this.starts = starts;
        this.parameters = parameters;
        this.limits = limits;
        limit = limits[TreeNearest.LIMIT];
        this.keys = keys;
        this.found = found;
        this.dims = dims;
        first = parameters[TreeParameters.FIRST_QUERY];
        capacity = parameters[TreeParameters.CAPACITY];
        margin = Math.pow(1 + DEVIATIONS / Math.sqrt(capacity), 2.0 / dims);
        box = new double[2 * dims];
        columns = new double[dims][MAX_ENTRIES];
    }

    /**
     * Searches for the queries of some items, which begin in one leaf.
     *
     * @param before the usual key of the last neighbor, as the queries before suggest it
     * @return the usual key after them
     */
    double search(int begin, int end, double before) {
        double bound = Math.min(limit, margin * before);
        if (!collect(begin, end, bound)) {
            return alone(begin, end, before);
        }
        double usual = before;
        for (int item = begin; item < end; item++) {
            if (!answer(item, bound)) {
                alone(item, item + 1, Double.MAX_VALUE);
            }
            int last = (item + 1) * capacity - 1;
            boolean full = found[last] >= 0;
            usual = full ? usual + TreeNearestJvm.SHARE * (keys[last] - usual) : keys[last];
        }
        return usual;
    }

    private double alone(int begin, int end, double before) {
        return TreeNearestJvm.inKdTree(
                begin,
                end,
                points,
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
                false,
                Norms.EUCLIDEAN,
                before);
    }

    /** Collects the entries within a key of the box of the queries, if they are few enough. */
    private boolean collect(int begin, int end, double bound) {
        findBox(begin, end);
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        count = 0;
        int node = 1;
        while (node > 0 && count + leafSize <= MAX_ENTRIES) {
            boolean near = SquareSums.toBox(box, 0, dims, boxes, 2 * (node - 1) * dims, dims) <= bound;
            if (near && node >= leaves) {
                int from = (node - leaves) * leafSize;
                take(from, Math.min(from + leafSize, size), bound);
            }
            node = near && node < leaves ? 2 * node : TreeNearestJvm.next(node, 1);
        }
        return node == 0;
    }

    private void findBox(int begin, int end) {
        Arrays.fill(box, 0, dims, Double.POSITIVE_INFINITY);
        Arrays.fill(box, dims, 2 * dims, Double.NEGATIVE_INFINITY);
        for (int item = begin; item < end; item++) {
            int at = TreeNodes.query(first + item, order, parameters) * dims;
            for (int dim = 0; dim < dims; dim++) {
                box[dim] = Math.min(box[dim], queries[at + dim]);
                box[dims + dim] = Math.max(box[dims + dim], queries[at + dim]);
            }
        }
    }

    /** Takes the entries of a leaf that are near, without branches, which would hardly be predicted. */
    private void take(int from, int to, double bound) {
        if (dims == 2) {
            count = take(points, from, to, box, bound, columns[0], columns[1], slots, count);
        } else if (dims == 3) {
            count = take(points, from, to, box, bound, columns[0], columns[1], columns[2], slots, count);
        } else {
            for (int slot = from; slot < to; slot++) {
                for (int dim = 0; dim < dims; dim++) {
                    columns[dim][count] = points[slot * dims + dim];
                }
                slots[count] = slot;
                count += SquareSums.toBox(points, slot * dims, 0, box, 0, dims) <= bound ? 1 : 0;
            }
        }
    }

    private static int take(
            double[] points,
            int from,
            int to,
            double[] box,
            double bound,
            double[] xs,
            double[] ys,
            int[] slots,
            int before) {
        int count = before;
        for (int slot = from; slot < to; slot++) {
            int at = 2 * slot;
            xs[count] = points[at];
            ys[count] = points[at + 1];
            slots[count] = slot;
            count += SquareSums.toBox(points, at, 0, box, 0, 2) <= bound ? 1 : 0;
        }
        return count;
    }

    private static int take(
            double[] points,
            int from,
            int to,
            double[] box,
            double bound,
            double[] xs,
            double[] ys,
            double[] zs,
            int[] slots,
            int before) {
        int count = before;
        for (int slot = from; slot < to; slot++) {
            int at = 3 * slot;
            xs[count] = points[at];
            ys[count] = points[at + 1];
            zs[count] = points[at + 2];
            slots[count] = slot;
            count += SquareSums.toBox(points, at, 0, box, 0, 3) <= bound ? 1 : 0;
        }
        return count;
    }

    /** Writes the entries nearest to a query, unless more of them than are within the bound are wanted. */
    private boolean answer(int item, double bound) {
        int query = TreeNodes.query(first + item, order, parameters);
        measure(query * dims);
        int near = within(distances, hits, count, bound);
        boolean self = parameters[TreeParameters.SELF] == 1;
        if (near - (self ? 1 : 0) < capacity && bound < limit) {
            return false;
        }
        sort(near, near / bound);
        int from = item * capacity;
        int to = from;
        for (int hit = 0; hit < near && to < from + capacity; hit++) {
            int slot = hitSlots[hit];
            if (!self || slot != query) {
                keys[to] = hitKeys[hit];
                found[to] = rows[slot];
                to++;
            }
        }
        Arrays.fill(keys, to, from + capacity, Double.MAX_VALUE);
        Arrays.fill(found, to, from + capacity, -1);
        return true;
    }

    /** Finds the key of each entry for a query whose coordinates begin at an index; the sums are those of {@link SquareSums}. */
    private void measure(int at) {
        double[] xs = columns[0];
        if (dims == 2) {
            measure(xs, columns[1], queries[at], queries[at + 1], distances, count);
        } else if (dims == 3) {
            measure(xs, columns[1], columns[2], queries[at], queries[at + 1], queries[at + 2], distances, count);
        } else {
            Arrays.fill(distances, 0, count, 0.0);
            for (int dim = 0; dim < dims; dim++) {
                add(columns[dim], queries[at + dim], distances, count);
            }
        }
    }

    private static void measure(double[] xs, double[] ys, double x, double y, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = SquareSums.square(xs[i] - x) + SquareSums.square(ys[i] - y);
        }
    }

    private static void measure(
            double[] xs, double[] ys, double[] zs, double x, double y, double z, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = SquareSums.square(xs[i] - x) + SquareSums.square(ys[i] - y) + SquareSums.square(zs[i] - z);
        }
    }

    private static void add(double[] xs, double x, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] += SquareSums.square(xs[i] - x);
        }
    }

    private static int within(double[] distances, int[] hits, int count, double bound) {
        int near = 0;
        for (int i = 0; i < count; i++) {
            hits[near] = i;
            near += distances[i] <= bound ? 1 : 0;
        }
        return near;
    }

    /** Sorts the hits by (key, row): by buckets of equal width, of which there are as many as hits, and then by insertion. */
    private void sort(int near, double scale) {
        Arrays.fill(ends, 0, near + 1, 0);
        for (int hit = 0; hit < near; hit++) {
            ends[bucket(distances[hits[hit]], scale, near) + 1]++;
        }
        for (int i = 1; i <= near; i++) {
            ends[i] += ends[i - 1];
        }
        for (int hit = 0; hit < near; hit++) {
            double key = distances[hits[hit]];
            int at = ends[bucket(key, scale, near)]++;
            hitKeys[at] = key;
            hitSlots[at] = slots[hits[hit]];
        }
        for (int hit = 1; hit < near; hit++) {
            double key = hitKeys[hit];
            int slot = hitSlots[hit];
            int hole = hit;
            while (hole > 0
                    && (hitKeys[hole - 1] > key || hitKeys[hole - 1] == key && rows[hitSlots[hole - 1]] > rows[slot])) {
                hitKeys[hole] = hitKeys[hole - 1];
                hitSlots[hole] = hitSlots[hole - 1];
                hole--;
            }
            hitKeys[hole] = key;
            hitSlots[hole] = slot;
        }
    }

    /** The bucket of a key; what is not a number, where the bound is 0 or infinite, becomes 0, so that the order is kept. */
    private static int bucket(double key, double scale, int buckets) {
        return Math.min((int) (key * scale), buckets - 1);
    }
}
