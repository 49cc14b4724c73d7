package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/** Code that searches of a kd-tree share: distances to points and boxes, and the step from node to node. */
final class KdNodes {

    private KdNodes() {}

    /** Returns the query at a position of the order of queries, which in a self-join is the order of the slots. */
    static int query(int at, int[] order, int[] parameters) {
        int query = at;
        if (parameters[KdQueryParameters.SELF] == 0) {
            query = order[at];
        }
        return query;
    }

    /** Returns the node of the leaf in which the search for the query at a position of the order begins. */
    static int start(int at, int[] starts, int[] parameters) {
        int leaf = at >> parameters[KdQueryParameters.LEAF_BITS];
        if (parameters[KdQueryParameters.SELF] == 0) {
            leaf = starts[at];
        }
        return (1 << parameters[KdQueryParameters.HEIGHT]) + leaf;
    }

    /** Returns the key of the distance from a query to a point; for the scale see {@link Norms#add(int, double, double, double)}. */
    static double toPoint(double[] query, double[] points, int slot, double scale, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum = Norms.add(norm, sum, points[slot * dims + dim] - query[dim], scale);
        }
        return sum;
    }

    /**
     * Returns the key of the distance from a query to the nearest point of a box; 0 within. The key never exceeds the key of a point in the
     * box: rounding is monotonic in every step of both.
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

    /** Returns the index of a node's box: dims lower bounds, dims upper bounds, and the least id of its points. */
    static int box(int node, int dims) {
        return node * (2 * dims + 1);
    }

    /** Returns the distance of a coordinate from a range; 0 within. */
    static double outside(double place, double low, double high) {
        return Math.max(Math.max(low - place, place - high), 0.0);
    }

    /**
     * Returns the node after a finished subtree in a walk over the nodes below {@code top}: the right sibling of the nearest left child,
     * from the finished node upwards; 0 at the end.
     */
    static int next(int node, int top) {
        int climbed = node;
        while ((climbed & 1) == 1 && climbed > top) {
            climbed = climbed / 2;
        }
        return climbed > top ? climbed + 1 : 0;
    }
}
