package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;

/** {@link DistanceRows} for a CPU: the same arguments, the same result, for the JVM's vector units. */
public final class DistanceRowsJvm {

    private DistanceRowsJvm() {}

    /** Fills columns of the matrix; shapes and result are as in {@link DistanceRows#fill}. */
    public static void fill(
            int begin, int end, float[] points, float[] queries, int[] parameters, float[] matrix, int norm, int dims) {
        int rows = parameters[KnnParameters.ROWS];
        int columns = parameters[KnnParameters.COLUMNS];
        int firstQuery = parameters[KnnParameters.FIRST_QUERY];
        int lastQuery = parameters[KnnParameters.QUERIES] - 1;
        int lastPoint = Math.min(end, parameters[KnnParameters.POINTS]);
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        float[][] tile = TileDistances.rows(dims, TileDistances.TILE);
        float[][] pair = new float[2][tile.length];
        float[][] found = new float[2][TileDistances.TILE];
        for (int start = begin; start < lastPoint; start += TileDistances.TILE) {
            int length = Math.min(TileDistances.TILE, lastPoint - start);
            TileDistances.readTile(points, parameters[KnnParameters.POINT_STRIDE], start, length, dims, tile);
            for (int row = 0; row < rows; row += 2) {
                int count = Math.min(2, rows - row);
                for (int which = 0; which < count; which++) {
                    int query = Math.min(firstQuery + row + which, lastQuery);
                    TileDistances.readQuery(queries, queryStride, query, dims, pair[which]);
                }
                TileDistances.measure(tile, pair[0], pair[1], count, found, length, norm, dims);
                for (int which = 0; which < count; which++) {
                    int to = (row + which) * columns + parameters[KnnParameters.KEPT] + start;
                    System.arraycopy(found[which], 0, matrix, to, length);
                }
            }
        }
        for (int item = Math.max(begin, lastPoint); item < end; item++) {
            for (int row = 0; row < rows; row++) {
                matrix[row * columns + parameters[KnnParameters.KEPT] + item] = FloatHeap.EMPTY_KEY;
            }
        }
    }
}
