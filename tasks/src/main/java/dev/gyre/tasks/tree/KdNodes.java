package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/** What searches of a kd-tree have in common: distances to points and boxes, and the way from node to node. */
final class KdNodes {

    private KdNodes() {}

    /** The query at a place of the order of queries: in a self-join they are in the order of the slots. */
    static int query(int at, int[] order, int[] parameters) {
        int query = at;
        if (parameters[KdQueryParameters.SELF] == 0) {
            query = order[at];
        }
        return query;
    }

    /** The leaf in which the search for the query at a place of the order begins. */
    static int start(int at, int[] starts, int[] parameters) {
        int leaf = at >> parameters[KdQueryParameters.LEAF_BITS];
        if (parameters[KdQueryParameters.SELF] == 0) {
            leaf = starts[at];
        }
        return (1 << parameters[KdQueryParameters.HEIGHT]) + leaf;
    }

    /** The key of the distance from a query to a point; for the scale see {@link Norms#add(int, double, double, double)}. */
    static double toPoint(double[] query, double[] points, int slot, double scale, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum = Norms.add(norm, sum, points[slot * dims + dim] - query[dim], scale);
        }
        return sum;
    }

    /**
     * The key of the distance from a query to the nearest place of a box; 0 within. It is never above that of a point in the
     * box: no step of the two is rounded so that a smaller value becomes a larger one.
     */
    static double toBox(double[] query, double[] boxes, int node, double scale, int dims, int norm) {
        int low = box(node, dims);
        int high = low + dims;
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum = Norms.add(norm, sum, outside(query[dim], boxes[low + dim], boxes[high + dim]), scale);
        }
        return sum;
    }

    /** The place of a node's box: dims lower bounds, dims upper bounds, and the least id of its points. */
    static int box(int node, int dims) {
        return node * (2 * dims + 1);
    }

    /** How far a coordinate is from a range; 0 within. */
    static double outside(double place, double low, double high) {
        return Math.max(Math.max(low - place, place - high), 0.0);
    }

    /**
     * The node after all of a finished one's, in a walk over the nodes below another: the right sibling of the nearest
     * ancestor that is a left child; 0 at the end.
     */
    static int next(int node, int top) {
        int climbed = node;
        while ((climbed & 1) == 1 && climbed > top) {
            climbed = climbed / 2;
        }
        return climbed > top ? climbed + 1 : 0;
    }
}
