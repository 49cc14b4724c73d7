package dev.gyre.tasks.rtree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Computes the boxes of a level of nodes from the boxes of the level below. */
public final class NodeBoxes {

    private NodeBoxes() {}

    /**
     * Joins the boxes of each node's children; an item is a node of {@link RTreeParameters#LEVEL}.
     *
     * @param begin first node, counted from the first one of its level
     * @param end after the last node; beyond the level, items do nothing
     * @param parameters in: {@link RTreeParameters}
     * @param tree in, out: the boxes of all levels
     */
    public static void joinBoxes(int begin, int end, int[] parameters, double[] tree) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int start = RTreeParameters.STARTS + parameters[RTreeParameters.LEVEL];
            int first = parameters[start];
            if (item < parameters[start + 1] - first) {
                int nodeSize = parameters[RTreeParameters.NODE_SIZE];
                int dims = parameters[RTreeParameters.DIMENSIONS];
                int from = parameters[start - 1] + item * nodeSize;
                int to = Math.min(from + nodeSize, first);
                int node = 2 * (first + item) * dims;
                for (int dim = 0; dim < dims; dim++) {
                    double low = Double.MAX_VALUE;
                    double high = -Double.MAX_VALUE;
                    for (int child = from; child < to; child++) {
                        int at = 2 * child * dims + dim;
                        low = Math.min(low, tree[at]);
                        high = Math.max(high, tree[at + dims]);
                    }
                    tree[node + dim] = low;
                    tree[node + dims + dim] = high;
                }
            }
        }
    }
}
