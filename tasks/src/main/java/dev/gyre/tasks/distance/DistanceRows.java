package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * A matrix of keys from queries to all points, computed without tiles: for few queries, or if each key is costly. The kernel reads the
 * points once per query.
 */
public final class DistanceRows {

    private DistanceRows() {}

    /**
     * Fills the columns of the matrix from {@link KnnParameters#KEPT} on; an item is a column.
     *
     * @param points in: dims x points column-major
     * @param queries in: dims x queries column-major
     * @param parameters in: see {@link KnnParameters}
     * @param matrix out: rows x columns: keys; the largest float in columns without a point. Rows beyond the queries repeat the last query
     * @param norm a code of {@link Norms}
     * @param dims number of dimensions
     */
    public static void fill(
            int begin, int end, float[] points, float[] queries, int[] parameters, float[] matrix, int norm, int dims) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int stride = parameters[KnnParameters.POINT_STRIDE];
            int queryStride = parameters[KnnParameters.QUERY_STRIDE];
            int lastQuery = parameters[KnnParameters.QUERIES] - 1;
            int rows = parameters[KnnParameters.ROWS];
            int columns = parameters[KnnParameters.COLUMNS];
            int point = Math.min(item, stride - 1);
            for (int row = 0; row < rows; row++) {
                int query = Math.min(parameters[KnnParameters.FIRST_QUERY] + row, lastQuery);
                float key = 0f;
                for (int dim = 0; dim < dims; dim++) {
                    key = Norms.addPair(norm, key, points[dim * stride + point], queries[dim * queryStride + query]);
                }
                if (item >= parameters[KnnParameters.POINTS]) {
                    key = FloatHeap.EMPTY_KEY;
                }
                matrix[row * columns + parameters[KnnParameters.KEPT] + item] = key;
            }
        }
    }
}
