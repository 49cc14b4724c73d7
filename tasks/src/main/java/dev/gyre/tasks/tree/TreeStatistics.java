package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Folds a value of each row over the rows within a distance of queries: count, sum, minimum, maximum.
 *
 * <p>Sums are the same in every order: the host splits each value into parts that are multiples of a power of two, so small in number that
 * a double holds the sum of the parts of all rows (Demmel and Nguyen: Parallel Reproducible Summation, 2015). So the sum of a run of slots
 * is the difference of two sums of all slots before, without an error, and a node that lies within the distance counts at once.
 */
public final class TreeStatistics {

    /** Parts of a value. */
    public static final int PARTS = 3;

    /** Numbers of the answer of a query: the sums of parts, then the minimum and the maximum. */
    public static final int FOLDED = PARTS + 2;

    private TreeStatistics() {}

    /**
     * Folds the rows within the distance of each query; an item is a query.
     *
     * @param queries in: the coordinates of each query
     * @param entries in: for each slot the coordinates of its point
     * @param boxes in: the boxes of the nodes
     * @param rows in: for each slot the rows in all slots before it, then the number of rows
     * @param sums in: for each slot the sum of each part in all slots before it, then those of all
     * @param extremes in: for each number ({@link TreeParameters}) the minimum and the maximum of the slot or below the node
     * @param parameters in: {@link TreeParameters}; item 0 is query {@link TreeParameters#FIRST_QUERY} of {@link TreeParameters#QUERIES};
     *     if {@link TreeParameters#SELF} is 1, query i is the point of slot i, which is left out
     * @param limits in: the largest key within the distance
     * @param counts out: for each item the number of rows
     * @param folded out: for each item {@link #FOLDED} numbers; the minimum is the largest double and the maximum its negative if there are
     *     no rows
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param norm code of the norm of the distance
     */
    public static void foldValues(
            int begin,
            int end,
            double[] queries,
            double[] entries,
            double[] boxes,
            int[] rows,
            double[] sums,
            double[] extremes,
            int[] parameters,
            double[] limits,
            int[] counts,
            double[] folded,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int query = parameters[TreeParameters.FIRST_QUERY] + item;
            if (query < parameters[TreeParameters.QUERIES]) {
                double[] point = new double[TreeParameters.MAX_DIMENSIONS];
                for (int dim = 0; dim < dims; dim++) {
                    point[dim] = queries[query * dims + dim];
                }
                double limit = limits[TreeNearest.LIMIT];
                int size = parameters[TreeParameters.SIZE];
                int leafSize = parameters[TreeParameters.LEAF_SIZE];
                int places = parameters[TreeParameters.COUNTS + 1] * leafSize;
                int own = parameters[TreeParameters.SELF] == 1 ? query : -1;
                int count = 0;
                double high = 0.0;
                double middle = 0.0;
                double low = 0.0;
                double least = Double.MAX_VALUE;
                double most = -Double.MAX_VALUE;
                int node = 1;
                int width = places;
                while (node > 0) {
                    int from = Math.min(node * width - places, size);
                    int to = Math.min(from + width, size);
                    int down = 0;
                    if (from < to) {
                        double near = TreeNodes.toBox(point, boxes, 2 * (node - 1) * dims, 1.0, dims, 1, norm);
                        if (near <= limit) {
                            double far = TreeNodes.toCorner(point, boxes, 2 * (node - 1) * dims, 1.0, dims, norm);
                            int inside = far <= limit ? 1 : 0;
                            if (from <= own) {
                                if (own < to) {
                                    inside = 0;
                                }
                            }
                            down = 1 - inside;
                            if (width == leafSize) {
                                down = 0;
                            }
                            if (down == 0) {
                                // A node within is one run, otherwise each slot is one.
                                int step = inside == 1 ? to - from : 1;
                                int slot = from;
                                while (slot < to) {
                                    int number = inside == 1 ? size + node - 1 : slot;
                                    double key = far;
                                    if (inside == 0) {
                                        key = TreeNodes.toEntry(point, entries, slot, 1.0, dims, 1, norm);
                                    }
                                    if (key <= limit) {
                                        if (slot != own) {
                                            int next = slot + step;
                                            count += rows[next] - rows[slot];
                                            high += sums[PARTS * next] - sums[PARTS * slot];
                                            middle += sums[PARTS * next + 1] - sums[PARTS * slot + 1];
                                            low += sums[PARTS * next + 2] - sums[PARTS * slot + 2];
                                            least = Math.min(least, extremes[2 * number]);
                                            most = Math.max(most, extremes[2 * number + 1]);
                                        }
                                    }
                                    slot += step;
                                }
                            }
                        }
                    }
                    if (down == 1) {
                        node = node * 2;
                        width = width / 2;
                    } else {
                        node++;
                        while (node % 2 == 0) {
                            node = node / 2;
                            width = width * 2;
                        }
                        node = node == 1 ? 0 : node;
                    }
                }
                counts[item] = count;
                folded[FOLDED * item] = high;
                folded[FOLDED * item + 1] = middle;
                folded[FOLDED * item + 2] = low;
                folded[FOLDED * item + PARTS] = least;
                folded[FOLDED * item + PARTS + 1] = most;
            }
        }
    }
}
