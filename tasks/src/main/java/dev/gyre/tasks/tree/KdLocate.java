package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the leaf in which the search for a query should begin. */
public final class KdLocate {

    private KdLocate() {}

    /**
     * Descends from the root, always to the nearer of two boxes, or to the left one if both are equally near; an item is a query.
     *
     * @param boxes in: for each node dims lower and dims upper bounds
     * @param queries in: queries x dims coordinates, row-major
     * @param limits in: only {@link KdNearest#SCALE} is read
     * @param parameters in: {@link KdQueryParameters}
     * @param leaves out: for each query the number of its leaf, from 0
     * @param dims number of dimensions, at most {@link KdParameters#MAX_DIMENSIONS}
     * @param norm code of the norm
     */
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
        for (@Parallel int t = 0; t < end - begin; t++) {
            int query = begin + t;
            if (query < parameters[KdQueryParameters.QUERIES]) {
                double[] place = new double[KdParameters.MAX_DIMENSIONS];
                for (int dim = 0; dim < dims; dim++) {
                    place[dim] = queries[query * dims + dim];
                }
                int first = 1 << parameters[KdQueryParameters.HEIGHT];
                int node = 1;
                while (node < first) {
                    double left = KdNodes.toBox(place, boxes, 2 * node, limits[KdNearest.SCALE], dims, norm);
                    double right = KdNodes.toBox(place, boxes, 2 * node + 1, limits[KdNearest.SCALE], dims, norm);
                    node = right < left ? 2 * node + 1 : 2 * node;
                }
                leaves[query] = node - first;
            }
        }
    }
}
