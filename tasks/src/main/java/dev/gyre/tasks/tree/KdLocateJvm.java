package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/** {@link KdLocate} for the JVM, with special code for the Euclidean norm, as in most searches; all others run {@link KdLocate}. */
public final class KdLocateJvm {

    private KdLocateJvm() {}

    /** Shapes and result are as in {@link KdLocate#locateLeaves}. */
    public static void locateLeaves(
            int begin,
            int end,
            double[] boxes,
            double[] queries,
            double[] limits,
            int[] parameters,
            int[] leaves,
            int dims,
            int norm) {
        if (norm != Norms.EUCLIDEAN) {
            KdLocate.locateLeaves(begin, end, boxes, queries, limits, parameters, leaves, dims, norm);
            return;
        }
        double[] place = new double[dims];
        int first = 1 << parameters[KdQueryParameters.HEIGHT];
        int last = Math.min(end, parameters[KdQueryParameters.QUERIES]);
        for (int query = begin; query < last; query++) {
            System.arraycopy(queries, query * dims, place, 0, dims);
            int node = 1;
            while (node < first) {
                double left = KdNearestJvm.toBox(place, boxes, 2 * node, dims);
                double right = KdNearestJvm.toBox(place, boxes, 2 * node + 1, dims);
                node = right < left ? 2 * node + 1 : 2 * node;
            }
            leaves[query] = node - first;
        }
    }
}
