package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.TreeShape;

/** {@link TreeLocate} for the JVM, with special code for kd-trees in the Euclidean norm; all other searches run {@link TreeLocate}. */
public final class TreeLocateJvm {

    private TreeLocateJvm() {}

    /** Shapes and result are as in {@link TreeLocate#locateNodes}. */
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
        if (norm != Norms.EUCLIDEAN || shape != TreeShape.of(2, 1)) {
            TreeLocate.locateNodes(begin, end, boxes, queries, limits, parameters, nodes, dims, shape, norm);
            return;
        }
        double[] point = new double[dims];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int last = Math.min(end, parameters[TreeParameters.QUERIES]);
        for (int query = begin; query < last; query++) {
            System.arraycopy(queries, query * dims, point, 0, dims);
            int node = 1;
            while (node < leaves) {
                double left = TreeNearestJvm.toBox(point, boxes, 2 * node, dims);
                double right = TreeNearestJvm.toBox(point, boxes, 2 * node + 1, dims);
                node = right < left ? 2 * node + 1 : 2 * node;
            }
            nodes[query] = node - leaves;
        }
    }
}
