package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * Searches a kd-tree for the entries nearest to queries that begin in one leaf, in the Euclidean norm. One walk collects the entries around all of
 * them; each query is then compared with columns of coordinates in loops without conditions, and its hits are put into buckets by key, which
 * leaves little to sort.
 *
 * <p>The shapes are those of {@link TreeNearest#nearest}. A thread needs three arrays to work in: columns of {@link #columns} doubles, distances
 * of {@link #DISTANCES}, and places of {@link #PLACES} ints.
 */
final class KdLeafSearch {

    /**
     * Fewest entries wanted of each query. One thread of an AMD EPYC, November 2026, 40,000 points of 3 dimensions, ms one by one and together: 16 wanted
     * 90 and 78 (uniform), 99 and 113 (20 normal distributions); 32 wanted 149 and 118, 170 and 167; 50 wanted 371 (in a heap) and 158, 371 and 224.
     */
    static final int MIN_CAPACITY = 24;

    /** Fewest dimensions, since loops are written for at least two. */
    static final int MIN_DIMS = 2;

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

    /** Length of the array of distances: those of the entries, then those of the hits in order. */
    static final int DISTANCES = 2 * MAX_ENTRIES;

    /** Where the hits are in the array of places, after the slots of the entries. */
    private static final int HITS = MAX_ENTRIES;

    /** Where the slots of the hits in order are. */
    private static final int HIT_SLOTS = 2 * MAX_ENTRIES;

    /** Where the buckets end, one element after the other. */
    private static final int ENDS = 3 * MAX_ENTRIES;

    /** Length of the array of places. */
    static final int PLACES = 4 * MAX_ENTRIES + 1;

    private KdLeafSearch() {}

    /** Length of the array of columns: a column of coordinates for each dimension, then the box of the queries, lower bounds first. */
    static int columns(int dims) {
        return dims * MAX_ENTRIES + 2 * dims;
    }

    /**
     * Searches for the queries of some items, which begin in one leaf.
     *
     * @param before the usual key of the last neighbor, as the queries before suggest it
     * @param columns to work in
     * @param distances to work in
     * @param places to work in
     * @return the usual key after them
     */
    static double search(
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
            double before,
            double[] columns,
            double[] distances,
            int[] places) {
        int capacity = parameters[TreeParameters.CAPACITY];
        int first = parameters[TreeParameters.FIRST_QUERY];
        double limit = limits[TreeNearest.LIMIT];
        double bound = Math.min(limit, Math.pow(1 + DEVIATIONS / Math.sqrt(capacity), 2.0 / dims) * before);
        double usual = before;
        findBox(first + begin, first + end, queries, order, parameters, columns, dims);
        int count = collect(points, boxes, parameters, bound, columns, places, dims);
        for (int item = begin; item < end; item++) {
            boolean done = false;
            if (count >= 0) {
                int query = TreeNodes.query(first + item, order, parameters);
                int own = parameters[TreeParameters.SELF] == 1 ? query : -1;
                measure(columns, queries, query * dims, distances, count, dims);
                int hits = within(distances, places, count, bound);
                done = hits - (own < 0 ? 0 : 1) >= capacity || bound >= limit;
                if (done) {
                    sort(distances, places, rows, hits, hits / bound);
                    write(distances, places, rows, hits, own, keys, found, item * capacity, capacity);
                }
            }
            if (!done) {
                TreeNearestJvm.inKdTree(
                        item,
                        item + 1,
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
                        count < 0 ? usual : 2 * usual);
            }
            int last = (item + 1) * capacity - 1;
            usual = found[last] >= 0 ? usual + TreeNearestJvm.SHARE * (keys[last] - usual) : keys[last];
        }
        return usual;
    }

    private static void findBox(
            int begin, int end, double[] queries, int[] order, int[] parameters, double[] columns, int dims) {
        int box = dims * MAX_ENTRIES;
        for (int dim = 0; dim < dims; dim++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int at = begin; at < end; at++) {
                double place = queries[TreeNodes.query(at, order, parameters) * dims + dim];
                low = Math.min(low, place);
                high = Math.max(high, place);
            }
            columns[box + dim] = low;
            columns[box + dims + dim] = high;
        }
    }

    /** Collects the entries within a key of the box of the queries; returns their number, or -1 if they are too many. */
    private static int collect(
            double[] points, double[] boxes, int[] parameters, double bound, double[] columns, int[] places, int dims) {
        int box = dims * MAX_ENTRIES;
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        int count = 0;
        int node = 1;
        while (node > 0 && count + leafSize <= MAX_ENTRIES) {
            boolean near = SquareSums.toBox(columns, box, dims, boxes, 2 * (node - 1) * dims, dims) <= bound;
            if (near && node >= leaves) {
                int from = (node - leaves) * leafSize;
                count = take(points, from, Math.min(from + leafSize, size), bound, columns, places, count, dims);
            }
            node = near && node < leaves ? 2 * node : TreeNearestJvm.next(node, 1);
        }
        return node == 0 ? count : -1;
    }

    /** Takes the entries of a leaf that are near, without branches, which would hardly be predicted; returns how many there are now. */
    private static int take(
            double[] points, int from, int to, double bound, double[] columns, int[] places, int before, int dims) {
        int box = dims * MAX_ENTRIES;
        int count = before;
        for (int slot = from; slot < to; slot++) {
            int at = slot * dims;
            columns[count] = points[at];
            columns[MAX_ENTRIES + count] = points[at + 1];
            for (int dim = 2; dim < dims; dim++) {
                columns[dim * MAX_ENTRIES + count] = points[at + dim];
            }
            places[count] = slot;
            count += SquareSums.toBox(points, at, 0, columns, box, dims) <= bound ? 1 : 0;
        }
        return count;
    }

    /** Finds the key of each entry for a query whose coordinates begin at an index; the sums are those of {@link SquareSums}. */
    private static void measure(double[] columns, double[] queries, int at, double[] to, int count, int dims) {
        double x = queries[at];
        double y = queries[at + 1];
        if (dims == 2) {
            for (int i = 0; i < count; i++) {
                to[i] = SquareSums.square(columns[i] - x) + SquareSums.square(columns[MAX_ENTRIES + i] - y);
            }
            return;
        }
        double z = queries[at + 2];
        for (int i = 0; i < count; i++) {
            to[i] = SquareSums.square(columns[i] - x)
                    + SquareSums.square(columns[MAX_ENTRIES + i] - y)
                    + SquareSums.square(columns[2 * MAX_ENTRIES + i] - z);
        }
        for (int dim = 3; dim < dims; dim++) {
            double place = queries[at + dim];
            for (int i = 0; i < count; i++) {
                to[i] += SquareSums.square(columns[dim * MAX_ENTRIES + i] - place);
            }
        }
    }

    /** Finds the entries within a key; returns their number. */
    private static int within(double[] distances, int[] places, int count, double bound) {
        int hits = 0;
        for (int i = 0; i < count; i++) {
            places[HITS + hits] = i;
            hits += distances[i] <= bound ? 1 : 0;
        }
        return hits;
    }

    /** Sorts the hits by (key, row): by buckets of equal width, of which there are as many as hits, and then by insertion. */
    private static void sort(double[] distances, int[] places, int[] rows, int hits, double scale) {
        for (int i = 0; i <= hits; i++) {
            places[ENDS + i] = 0;
        }
        for (int hit = 0; hit < hits; hit++) {
            places[ENDS + 1 + bucket(distances[places[HITS + hit]], scale, hits)]++;
        }
        for (int i = 1; i <= hits; i++) {
            places[ENDS + i] += places[ENDS + i - 1];
        }
        for (int hit = 0; hit < hits; hit++) {
            int entry = places[HITS + hit];
            double key = distances[entry];
            int at = places[ENDS + bucket(key, scale, hits)]++;
            distances[MAX_ENTRIES + at] = key;
            places[HIT_SLOTS + at] = places[entry];
        }
        for (int hit = 1; hit < hits; hit++) {
            double key = distances[MAX_ENTRIES + hit];
            int slot = places[HIT_SLOTS + hit];
            int hole = hit;
            while (hole > 0
                    && (distances[MAX_ENTRIES + hole - 1] > key
                            || distances[MAX_ENTRIES + hole - 1] == key
                                    && rows[places[HIT_SLOTS + hole - 1]] > rows[slot])) {
                distances[MAX_ENTRIES + hole] = distances[MAX_ENTRIES + hole - 1];
                places[HIT_SLOTS + hole] = places[HIT_SLOTS + hole - 1];
                hole--;
            }
            distances[MAX_ENTRIES + hole] = key;
            places[HIT_SLOTS + hole] = slot;
        }
    }

    /** The bucket of a key; what is not a number, where the bound is 0 or infinite, becomes 0, so that the order is kept. */
    private static int bucket(double key, double scale, int buckets) {
        return Math.min((int) (key * scale), buckets - 1);
    }

    /** Writes the nearest hits but for the query's own slot, and leaves the other elements unused. */
    private static void write(
            double[] distances,
            int[] places,
            int[] rows,
            int hits,
            int own,
            double[] keys,
            int[] found,
            int from,
            int capacity) {
        int to = from;
        for (int hit = 0; hit < hits && to < from + capacity; hit++) {
            int slot = places[HIT_SLOTS + hit];
            if (slot != own) {
                keys[to] = distances[MAX_ENTRIES + hit];
                found[to] = rows[slot];
                to++;
            }
        }
        for (; to < from + capacity; to++) {
            keys[to] = Double.MAX_VALUE;
            found[to] = -1;
        }
    }
}
