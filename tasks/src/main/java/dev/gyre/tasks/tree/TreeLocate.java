package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.TreeShape;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the nodes in which searches for the nearest entries should begin. */
public final class TreeLocate {

    private TreeLocate() {}

    /**
     * Descends from the root to a node of level 1, always to the nearest child, or the first of several; an item is a query.
     *
     * @param boxes in: the boxes of the nodes
     * @param queries in: queries in the form of entries
     * @param limits in: only {@link TreeNearest#SCALE} is read
     * @param parameters in: {@link TreeParameters}
     * @param nodes out: for each query its node, counted from the first one of the level
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param shape code of {@link TreeShape}
     * @param norm code of the norm
     */
    public static void locateNodes(
            int begin,
            int end,
            double[] boxes,
            double[] queries,
            double[] limits,
            int[] parameters,
            int[] nodes,
            int dims,
            int shape,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.QUERIES]) {
                int corners = TreeShape.corners(shape);
                int fanout = TreeShape.fanout(shape);
                double[] query = new double[2 * TreeParameters.MAX_DIMENSIONS];
                int width = corners * dims;
                for (int i = 0; i < width; i++) {
                    query[i] = queries[item * width + i];
                }
                int levels = parameters[TreeParameters.LEVELS];
                double scale = limits[TreeNearest.SCALE];
                int node = 0;
                for (int down = 1; down < levels; down++) {
                    int level = levels - down;
                    int from = node * fanout;
                    int to = Math.min(from + fanout, parameters[TreeParameters.COUNTS + level]);
                    double least = Double.MAX_VALUE;
                    node = from;
                    for (int child = from; child < to; child++) {
                        int number = parameters[TreeParameters.STARTS + level] + child;
                        int box = TreeNodes.box(number, dims, parameters);
                        double key = TreeNodes.toBox(query, boxes, box, scale, dims, corners, norm);
                        if (key < least) {
                            least = key;
                            node = child;
                        }
                    }
                }
                nodes[item] = node;
            }
        }
    }
}
