package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Brute-force k nearest neighbors: one fused pass computes distances and selects, without a matrix of distances.
 *
 * <p>An item is a query. It reads the points in ascending id, so that a strict comparison with the worst pair kept resolves ties in favor
 * of the smaller id. All threads of a work-group read the same points together, as one cached read. Each thread keeps the distances of
 * several points in registers.
 */
public final class BruteForceKnn {

    private BruteForceKnn() {}

    /**
     * Keeps the {@code capacity} points nearest to each query, in a heap.
     *
     * @param points in: dims x points column-major
     * @param queries in: dims x queries column-major
     * @param parameters in: see {@link KnnParameters}
     * @param keys in, out: items x capacity: squared Euclidean distances, or the keys of another norm
     * @param ids in, out: items x capacity: point ids
     * @param norm a code of {@link Norms}
     * @param dims number of dimensions
     */
    public static void nearest(
            int begin,
            int end,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] keys,
            int[] ids,
            int norm,
            int dims) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int query = parameters[KnnParameters.FIRST_QUERY] + item;
            if (query < parameters[KnnParameters.QUERIES]) {
                int n = parameters[KnnParameters.POINTS];
                int stride = parameters[KnnParameters.POINT_STRIDE];
                int firstPoint = parameters[KnnParameters.FIRST_POINT];
                int queryStride = parameters[KnnParameters.QUERY_STRIDE];
                int capacity = parameters[KnnParameters.CAPACITY];
                int row = item * capacity;
                if (parameters[KnnParameters.CONTINUED] == 0) {
                    FloatHeap.clear(keys, ids, row, capacity);
                }
                float worst = keys[row];
                for (int p = 0; p < n; p += 4) {
                    float d0 = 0f;
                    float d1 = 0f;
                    float d2 = 0f;
                    float d3 = 0f;
                    for (int dim = 0; dim < dims; dim++) {
                        float q = queries[dim * queryStride + query];
                        int at = dim * stride + p;
                        d0 = Norms.addPair(norm, d0, points[at], q);
                        d1 = Norms.addPair(norm, d1, points[at + 1], q);
                        d2 = Norms.addPair(norm, d2, points[at + 2], q);
                        d3 = Norms.addPair(norm, d3, points[at + 3], q);
                    }
                    if (Math.min(Math.min(d0, d1), Math.min(d2, d3)) < worst) {
                        int lanes = Math.min(4, n - p);
                        for (int lane = 0; lane < lanes; lane++) {
                            float d = lane == 0 ? d0 : (lane == 1 ? d1 : (lane == 2 ? d2 : d3));
                            if (d < worst) {
                                FloatHeap.replaceWorst(keys, ids, row, capacity, d, firstPoint + p + lane);
                                worst = keys[row];
                            }
                        }
                    }
                }
            }
        }
    }
}
