package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/** Code that searches of a tree share: distances to entries and boxes, and steps from node to node. */
final class TreeNodes {

    private TreeNodes() {}

    /** Returns the query at a position. */
    static int query(int at, int[] order, int[] parameters) {
        int query = at;
        if (parameters[TreeParameters.ORDERED] == 1) {
            query = order[at];
        }
        return query;
    }

    /** Returns the index of the first bound of a node's box. */
    static int box(int number, int dims, int[] parameters) {
        return 2 * (number - parameters[TreeParameters.NODES]) * dims;
    }

    static int parent(int node, int fanout) {
        return fanout == 2 ? node / 2 : node / fanout;
    }

    /** Returns 1 if a node is no further child of the parent of the node before it, else 0. */
    static int isPast(int level, int node, int fanout, int[] parameters) {
        int past = node < parameters[TreeParameters.COUNTS + level] ? 0 : 1;
        int first = parent(node, fanout) * fanout == node ? 1 : 0;
        return past | first;
    }

    /**
     * Returns the key of the distance from a query to a box; 0 if they meet. The key never exceeds the key of an entry in the box: rounding
     * is monotonic in every step of both.
     *
     * @param corners 1 if the query is a point, 2 if it is a box
     * @param scale see {@link Norms#add(int, double, double, double)}
     */
    static double toBox(double[] query, double[] boxes, int box, double scale, int dims, int corners, int norm) {
        int upper = (corners - 1) * dims;
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double gap = gap(query[dim], query[upper + dim], boxes[box + dim], boxes[box + dims + dim]);
            sum = Norms.add(norm, sum, gap, scale);
        }
        return sum;
    }

    /**
     * Returns the key of the distance from a point to the farthest corner of a box: never less than the key of an entry in the box, for the
     * same reason as that of {@link #toBox}.
     */
    static double toCorner(double[] point, double[] boxes, int box, double scale, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double reach = Math.max(point[dim] - boxes[box + dim], boxes[box + dims + dim] - point[dim]);
            sum = Norms.add(norm, sum, reach, scale);
        }
        return sum;
    }

    /** Does the same as {@link #toBox} for an entry, which has as many corners as the query. */
    static double toEntry(double[] query, double[] entries, int slot, double scale, int dims, int corners, int norm) {
        double sum = 0.0;
        if (corners == 1) {
            for (int dim = 0; dim < dims; dim++) {
                sum = Norms.add(norm, sum, entries[slot * dims + dim] - query[dim], scale);
            }
        } else {
            sum = toBox(query, entries, 2 * slot * dims, scale, dims, corners, norm);
        }
        return sum;
    }

    /** Returns the distance between two ranges; 0 if they meet. */
    static double gap(double lowA, double highA, double lowB, double highB) {
        return Math.max(Math.max(lowB - highA, lowA - highB), 0.0);
    }
}
