package dev.gyre.tasks;

/** The cells of a matrix of keys. */
final class DistanceCells {

    private DistanceCells() {}

    /**
     * The key for a row and a column, counted from the columns that are kept on: the largest float in columns of no point; rows
     * beyond the queries repeat the last of them.
     */
    static float key(float[] points, float[] queries, int[] parameters, int row, int column, int norm, int dims) {
        int stride = parameters[KnnParameters.POINT_STRIDE];
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        int lastQuery = parameters[KnnParameters.QUERIES] - 1;
        int query = Math.min(parameters[KnnParameters.FIRST_QUERY] + row, lastQuery);
        int point = Math.min(column, stride - 1);
        float key = 0f;
        for (int dim = 0; dim < dims; dim++) {
            key = Norms.addPair(norm, key, points[dim * stride + point], queries[dim * queryStride + query]);
        }
        return column < parameters[KnnParameters.POINTS] ? key : BoundedHeap.EMPTY_KEY;
    }
}
