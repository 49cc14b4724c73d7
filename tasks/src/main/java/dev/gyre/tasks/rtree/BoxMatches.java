package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Counts or writes the boxes of an R-tree that match each query. Their number varies.
 *
 * <p>The search needs no stack: after a node that can have no match, or is done, the next node follows from the node's number. Unless the
 * relation is {@link BoxRelations#WITHIN}, a node that lies within the query is a run of matches.
 */
public final class BoxMatches {

    /** Index of the number of queries among the sizes. */
    public static final int QUERIES = 0;

    /** Index of the number of matches of a query after which the count stops. */
    public static final int MOST = 1;

    /** Number of sizes. */
    public static final int SIZES = 2;

    private BoxMatches() {}

    /**
     * Finds the matches of each query, in the order of the tree; an item is a position in the order of the queries.
     *
     * @param order in: the query of each item; near queries side by side take the same paths
     * @param queries in: for each query dims lower and dims upper bounds
     * @param tree in: the boxes of all levels
     * @param ids in: the row of each slot
     * @param parameters in: {@link RTreeParameters}
     * @param sizes in: {@link #QUERIES}, and {@link #MOST}, which only limits counts
     * @param limits in: the largest key of a match, 0 if the relation is not a distance
     * @param starts out if counting: the number of matches of each query, at most {@link #MOST}; in if writing: their first index in
     *     {@code found}
     * @param found out if writing: the rows of the matches
     * @param dims number of dimensions
     * @param relation code of the relation, see {@link BoxRelations}
     * @param norm code of the norm of the distance
     * @param write 0 to count, 1 to write
     */
    public static void findMatches(
            int begin,
            int end,
            int[] order,
            double[] queries,
            double[] tree,
            int[] ids,
            int[] parameters,
            int[] sizes,
            double[] limits,
            int[] starts,
            int[] found,
            int dims,
            int relation,
            int norm,
            int write) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < sizes[QUERIES]) {
                int query = order[item];
                int start = starts[query];
                int most = write == 1 ? Integer.MAX_VALUE : sizes[MOST];
                int count = walk(
                        queries,
                        query,
                        tree,
                        ids,
                        parameters,
                        limits[0],
                        most,
                        found,
                        start,
                        write,
                        dims,
                        relation,
                        norm);
                if (write == 0) {
                    starts[query] = Math.min(count, most);
                }
            }
        }
    }

    /**
     * Counts the matches of a query and, if {@code write} is 1, writes their ids from {@code start} on.
     *
     * @return the number of matches, or any number from {@code most} on if the search stopped early
     */
    private static int walk(
            double[] queries,
            int query,
            double[] tree,
            int[] ids,
            int[] parameters,
            double limit,
            int most,
            int[] found,
            int start,
            int write,
            int dims,
            int relation,
            int norm) {
        double[] box = new double[2 * RTreeParameters.MAX_DIMENSIONS];
        // First the values that upper bounds of matches must reach, then those that lower bounds must not exceed.
        int swap = relation == BoxRelations.WITHIN ? dims : 0;
        for (int dim = 0; dim < dims; dim++) {
            box[dim] = queries[2 * query * dims + dim + swap];
            box[dims + dim] = queries[2 * query * dims + dim + dims - swap];
        }
        int levels = parameters[RTreeParameters.LEVELS];
        int nodeSize = parameters[RTreeParameters.NODE_SIZE];
        int level = levels;
        int node = 0;
        int count = 0;
        while (level <= levels) {
            int at = 2 * (parameters[RTreeParameters.STARTS + level] + node) * dims;
            int down = 0;
            if (far(box, tree, at, dims, relation, norm) <= limit) {
                double outside = relation == BoxRelations.WITHIN ? 1.0 : outside(box, tree, at, dims);
                down = level > 1 ? 1 : 0;
                if (outside <= 0.0) {
                    down = 0;
                }
                if (down == 0) {
                    int from = node;
                    int to = node + 1;
                    for (int below = 1; below <= level; below++) {
                        int first = parameters[RTreeParameters.STARTS + level - below];
                        from = from * nodeSize;
                        to = Math.min(to * nodeSize, parameters[RTreeParameters.STARTS + level - below + 1] - first);
                    }
                    for (int slot = from; slot < to; slot++) {
                        int matches = 1;
                        if (outside > 0.0) {
                            int entry = 2 * slot * dims;
                            double beyond = relation == BoxRelations.CONTAINS
                                    ? outside(box, tree, entry, dims)
                                    : far(box, tree, entry, dims, relation, norm);
                            matches = beyond <= limit ? 1 : 0;
                        }
                        if (matches == 1) {
                            if (write == 1) {
                                found[start + count] = ids[slot];
                            }
                            count++;
                        }
                    }
                }
            }
            if (down == 1) {
                level--;
                node = node * nodeSize;
            } else {
                node++;
                int climbs = isPast(parameters, level, node, nodeSize);
                while (climbs == 1) {
                    level++;
                    node = (node - 1) / nodeSize + 1;
                    climbs = level <= levels ? isPast(parameters, level, node, nodeSize) : 0;
                }
            }
            if (count >= most) {
                level = levels + 1;
            }
        }
        return count;
    }

    /** Returns 1 if a node's number follows the last child of the previous node's parent, else 0. */
    private static int isPast(int[] parameters, int level, int node, int nodeSize) {
        int count = parameters[RTreeParameters.STARTS + level + 1] - parameters[RTreeParameters.STARTS + level];
        int past = node < count ? 0 : 1;
        int first = node % nodeSize == 0 ? 1 : 0;
        return past | first;
    }

    /** Returns the key of two boxes' distance, or else the widest gap between the query's bounds and a box. Above the limit: no match. */
    private static double far(double[] query, double[] tree, int at, int dims, int relation, int norm) {
        double far = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double below = query[dim] - tree[at + dims + dim];
            double above = tree[at + dim] - query[dims + dim];
            double gap = Math.max(Math.max(below, above), 0.0);
            if (relation == BoxRelations.WITHIN_DISTANCE) {
                far = Norms.add(norm, far, gap, 1.0);
            } else {
                far = Math.max(far, gap);
            }
        }
        return far;
    }

    /** Returns how far a box reaches out of a query; 0 if the box lies within the query. */
    private static double outside(double[] query, double[] tree, int at, int dims) {
        double farthest = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double below = query[dim] - tree[at + dim];
            double above = tree[at + dims + dim] - query[dims + dim];
            farthest = Math.max(farthest, Math.max(below, above));
        }
        return farthest;
    }
}
