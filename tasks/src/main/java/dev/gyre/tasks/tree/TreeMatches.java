package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.TreeShape;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Counts or writes the entries of a tree that match each query. Their number varies.
 *
 * <p>Points within a distance are searched by centers, which are points; all other queries are boxes. The search needs no stack: after a
 * node that can have no match, or is done, the next node follows from the node's number. Unless the relation is
 * {@link BoxRelations#WITHIN}, a node that lies within a box is a run of matches. The walk is no method of its own, because TornadoVM does
 * not inline one with so many graph nodes.
 */
public final class TreeMatches {

    private TreeMatches() {}

    /**
     * Finds the matches of each query, in the order of the slots; an item is the position of a query.
     *
     * @param order in: for each position its query; near queries side by side take the same paths; any array if not
     *     {@link TreeParameters#ORDERED}
     * @param queries in: for each query the coordinates of its point, or the bounds of its box
     * @param entries in: for each slot the coordinates of its point, or the bounds of its box
     * @param boxes in: the boxes of the nodes
     * @param rows in: the row of each slot, or any label
     * @param next in: for each row the next one of the same slot, -1 after the last; any array if not {@link TreeParameters#CHAINED}
     * @param parameters in: {@link TreeParameters}; {@link TreeParameters#CAPACITY} only limits counts
     * @param limits in: the largest key of a match, 0 if the relation is not a distance, and {@link TreeNearest#SCALE}
     * @param starts out if counting: the number of matches of each query, at most {@link TreeParameters#CAPACITY}; in if writing: their
     *     first index in {@code found}
     * @param found out if writing: the rows of the matches
     * @param keys out if writing keys: the key of each match
     * @param kind the code of {@link TreeShape#matches}, with at most {@link TreeParameters#MAX_DIMENSIONS} dimensions
     * @param norm code of the norm of the distance
     */
    public static void findMatches(
            int begin,
            int end,
            int[] order,
            double[] queries,
            double[] entries,
            double[] boxes,
            int[] rows,
            int[] next,
            int[] parameters,
            double[] limits,
            int[] starts,
            int[] found,
            double[] keys,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.QUERIES]) {
                int query = TreeNodes.query(item, order, parameters);
                int start = starts[query];
                int result = TreeShape.result(kind);
                int most = result == TreeShape.COUNT ? parameters[TreeParameters.CAPACITY] : Integer.MAX_VALUE;
                // Rows from lowest to own are no matches.
                int own = -1;
                int lowest = 0;
                if (parameters[TreeParameters.SELF] > 0) {
                    own = parameters[TreeParameters.FIRST_QUERY] + query;
                    lowest = parameters[TreeParameters.SELF] == 1 ? own : 0;
                }
                int dims = TreeShape.dims(kind);
                int shape = TreeShape.shape(kind);
                int relation = TreeShape.relation(kind);
                int corners = TreeShape.corners(shape);
                int fanout = TreeShape.fanout(shape);
                int asked = TreeShape.queryCorners(shape, relation);
                double[] box = new double[2 * TreeParameters.MAX_DIMENSIONS];
                // First the values that upper bounds of matches must reach, then those that lower bounds must not
                // exceed.
                int low = asked * query * dims;
                int high = low + (asked - 1) * dims;
                int swap = relation == BoxRelations.WITHIN ? dims : 0;
                for (int dim = 0; dim < dims; dim++) {
                    box[dim] = queries[low + dim + swap];
                    box[dims + dim] = queries[high + dim - swap];
                }
                double limit = limits[TreeNearest.LIMIT];
                double scale = limits[TreeNearest.SCALE];
                int levels = parameters[TreeParameters.LEVELS];
                int leafSize = parameters[TreeParameters.LEAF_SIZE];
                int level = levels;
                int node = 0;
                int count = 0;
                while (level <= levels) {
                    int at = TreeNodes.box(parameters[TreeParameters.STARTS + level] + node, dims, parameters);
                    double far = 0.0;
                    if (relation == BoxRelations.WITHIN_DISTANCE) {
                        far = TreeNodes.toBox(box, boxes, at, scale, dims, 2, norm);
                    } else {
                        far = widest(box, boxes, at, 2, dims);
                    }
                    int down = 0;
                    if (far <= limit) {
                        // A box is hardly ever within a point.
                        double outside = 1.0;
                        if (asked == 2) {
                            outside = relation == BoxRelations.WITHIN ? 1.0 : outside(box, boxes, at, 2, dims);
                        }
                        down = level > 1 ? 1 : 0;
                        if (outside <= 0.0) {
                            down = 0;
                        }
                        if (down == 0) {
                            int from = node;
                            int to = node + 1;
                            for (int step = 1; step < level; step++) {
                                from = from * fanout;
                                to = Math.min(to * fanout, parameters[TreeParameters.COUNTS + level - step]);
                            }
                            from = from * leafSize;
                            to = Math.min(to * leafSize, parameters[TreeParameters.SIZE]);
                            for (int slot = from; slot < to; slot++) {
                                int matches = 1;
                                double beyond = 0.0;
                                if (outside > 0.0) {
                                    if (relation == BoxRelations.WITHIN_DISTANCE) {
                                        beyond = TreeNodes.toEntry(box, entries, slot, scale, dims, corners, norm);
                                    } else {
                                        int entry = corners * slot * dims;
                                        beyond = relation == BoxRelations.CONTAINS
                                                ? outside(box, entries, entry, corners, dims)
                                                : widest(box, entries, entry, corners, dims);
                                    }
                                    matches = beyond <= limit ? 1 : 0;
                                }
                                int row = matches == 1 ? rows[slot] : -1;
                                while (row >= 0) {
                                    int excluded = 0;
                                    if (row >= lowest) {
                                        excluded = row <= own ? 1 : 0;
                                    }
                                    if (excluded == 0) {
                                        if (result != TreeShape.COUNT) {
                                            found[start + count] = row;
                                        }
                                        if (result == TreeShape.KEYS) {
                                            keys[start + count] = beyond;
                                        }
                                        count++;
                                    }
                                    row = parameters[TreeParameters.CHAINED] == 1 ? next[row] : -1;
                                }
                            }
                        }
                    }
                    if (down == 1) {
                        level--;
                        node = node * fanout;
                    } else {
                        node++;
                        int climbs = TreeNodes.isPast(level, node, fanout, parameters);
                        while (climbs == 1) {
                            level++;
                            node = TreeNodes.parent(node - 1, fanout) + 1;
                            climbs = level <= levels ? TreeNodes.isPast(level, node, fanout, parameters) : 0;
                        }
                    }
                    if (count >= most) {
                        level = levels + 1;
                    }
                }
                if (result == TreeShape.COUNT) {
                    starts[query] = Math.min(count, most);
                }
            }
        }
    }

    /** Returns the widest gap between the query's bounds and a box, or point; 0 if they meet. */
    private static double widest(double[] query, double[] bounds, int at, int corners, int dims) {
        int upper = at + (corners - 1) * dims;
        double widest = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double gap = TreeNodes.gap(query[dim], query[dims + dim], bounds[at + dim], bounds[upper + dim]);
            widest = Math.max(widest, gap);
        }
        return widest;
    }

    /** Returns how far a box, or point, reaches out of a query; 0 if it lies within the query. */
    private static double outside(double[] query, double[] bounds, int at, int corners, int dims) {
        int upper = at + (corners - 1) * dims;
        double farthest = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double below = query[dim] - bounds[at + dim];
            double above = bounds[upper + dim] - query[dims + dim];
            farthest = Math.max(farthest, Math.max(below, above));
        }
        return farthest;
    }
}
