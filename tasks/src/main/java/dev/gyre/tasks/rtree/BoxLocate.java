package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds where searches for the nearest boxes begin. */
public final class BoxLocate {

    private BoxLocate() {}

    /**
     * Descends from the root to a node of the lowest level, always to the nearest child, or the first of several; an item is a query.
     *
     * @param tree in: the boxes of all levels
     * @param queries in: queries x 2 dims bounds
     * @param parameters in: {@link RTreeParameters}
     * @param sizes in: 1 element, the number of queries
     * @param nodes out: for each query the node, counted from the first one of its level
     * @param dims number of dimensions
     * @param norm code of the norm
     */
    public static void locateNodes(
            int begin,
            int end,
            double[] tree,
            double[] queries,
            int[] parameters,
            int[] sizes,
            int[] nodes,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int query = begin + t;
            if (query < sizes[0]) {
                int nodeSize = parameters[RTreeParameters.NODE_SIZE];
                int levels = parameters[RTreeParameters.LEVELS];
                int node = 0;
                for (int down = 1; down < levels; down++) {
                    int start = RTreeParameters.STARTS + levels - down;
                    int first = parameters[start];
                    int from = node * nodeSize;
                    int to = Math.min(from + nodeSize, parameters[start + 1] - first);
                    double least = Double.MAX_VALUE;
                    node = from;
                    for (int child = from; child < to; child++) {
                        double key = BoxRelations.key(
                                queries, 2 * query * dims, tree, 2 * (first + child) * dims, dims, norm);
                        if (key < least) {
                            least = key;
                            node = child;
                        }
                    }
                }
                nodes[query] = node;
            }
        }
    }
}
