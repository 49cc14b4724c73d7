package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * A matrix of keys from many queries to all points; an item is a tile of {@value #TILE} rows and {@value #TILE} columns, so that each
 * coordinate that is read serves {@value #TILE} keys.
 */
public final class DistanceTiles {

    /** Rows and columns of a tile. */
    public static final int TILE = 128;

    private DistanceTiles() {}

    /**
     * Fills the columns of the matrix from {@link KnnParameters#KEPT} on, tile by tile along the rows. The rest is as in
     * {@link DistanceRows#fill}.
     *
     * @param points coordinates of the points
     * @param queries coordinates of the queries
     * @param parameters sizes
     * @param matrix keys
     * @param norm a code of {@link Norms}, except powers
     * @param dims number of dimensions
     */
    public static void fill(
            int begin, int end, float[] points, float[] queries, int[] parameters, float[] matrix, int norm, int dims) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int stride = parameters[KnnParameters.POINT_STRIDE];
            int queryStride = parameters[KnnParameters.QUERY_STRIDE];
            int lastQuery = parameters[KnnParameters.QUERIES] - 1;
            int columns = parameters[KnnParameters.COLUMNS];
            int kept = parameters[KnnParameters.KEPT];
            int across = (columns - kept + TILE - 1) / TILE;
            int firstRow = item / across * TILE;
            int firstColumn = item % across * TILE;
            int rowEnd = Math.min(firstRow + TILE, parameters[KnnParameters.ROWS]);
            int columnEnd = Math.min(firstColumn + TILE, columns - kept);
            for (int row = firstRow; row < rowEnd; row++) {
                int query = Math.min(parameters[KnnParameters.FIRST_QUERY] + row, lastQuery);
                for (int column = firstColumn; column < columnEnd; column++) {
                    int point = Math.min(column, stride - 1);
                    float key = 0f;
                    for (int dim = 0; dim < dims; dim++) {
                        key = Norms.addPair(
                                norm, key, points[dim * stride + point], queries[dim * queryStride + query]);
                    }
                    if (column >= parameters[KnnParameters.POINTS]) {
                        key = FloatHeap.EMPTY_KEY;
                    }
                    matrix[row * columns + kept + column] = key;
                }
            }
        }
    }
}
