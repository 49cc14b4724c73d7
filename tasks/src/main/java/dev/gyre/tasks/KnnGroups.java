package dev.gyre.tasks;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link KnnScan} for a GPU: the same arguments, the same result, with the points streamed through local memory.
 *
 * <p>The threads of a work-group, one query each, copy a tile of points into local memory together and then go over it
 * eight points at a time. A point that beats the worst pair kept is put into a small private buffer; buffers are emptied
 * into the heaps at the end of each tile, by all threads at once, so that a thread with a find holds up its neighbors
 * rarely (the buffered insertion of Hanák, "Meeting the challenges of k-nearest neighbour search implementation for GPU
 * accelerators", 2023). Emptying compares again and in ascending id, which leaves the heap as {@link KnnScan} leaves it.
 *
 * <p>Local memory: {@value #TILE_FLOATS} floats. {@link KernelContext} does nothing on the JVM: this variant is one for
 * devices alone.
 */
public final class KnnGroups {

    /** Most dimensions of which a tile holds at least one step of points. */
    public static final int MAX_DIMENSIONS = 256;

    private static final int STEP = KnnParameters.POINT_MULTIPLE;
    private static final int TILE_FLOATS = STEP * MAX_DIMENSIONS;
    private static final int MAX_TILE_POINTS = 256;
    private static final int BUFFER = 16;

    private KnnGroups() {}

    /**
     * Keeps the {@code capacity} points nearest to each query; shapes and result as {@link KnnScan#nearest}.
     *
     * @param context the work-group
     * @param items number of items; threads beyond it only help to copy
     * @param points coordinates of the points, of at most {@link #MAX_DIMENSIONS} dimensions
     * @param queries coordinates of the queries
     * @param parameters sizes
     * @param keys squared distances of the candidates
     * @param ids ids of the candidates
     */
    public static void nearest(
            KernelContext context,
            int items,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] keys,
            int[] ids) {
        int item = context.globalIdx;
        int thread = context.localIdx;
        int threads = context.localGroupSizeX;
        float[] tile = context.allocateFloatLocalArray(TILE_FLOATS);
        float[] bufferKeys = new float[BUFFER];
        int[] bufferIds = new int[BUFFER];
        int n = parameters[KnnParameters.POINTS];
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        int dims = parameters[KnnParameters.DIMENSIONS];
        int capacity = parameters[KnnParameters.CAPACITY];
        int row = item * capacity;
        int query = parameters[KnnParameters.FIRST_QUERY] + item;
        // No distance is below -1: a thread without a query keeps nothing.
        float worst = -1f;
        if (item < items && query < parameters[KnnParameters.QUERIES]) {
            BoundedHeap.clear(keys, ids, row, capacity);
            worst = BoundedHeap.EMPTY_KEY;
        } else {
            query = 0;
        }
        int tilePoints = Math.min(MAX_TILE_POINTS, TILE_FLOATS / dims / STEP * STEP);
        int buffered = 0;
        for (int start = 0; start < n; start += tilePoints) {
            int length = Math.min(tilePoints, n - start);
            context.localBarrier();
            for (int dim = 0; dim < dims; dim++) {
                for (int i = thread; i < length; i += threads) {
                    tile[dim * tilePoints + i] = points[dim * n + start + i];
                }
            }
            context.localBarrier();
            for (int p = 0; p < length; p += STEP) {
                float d0 = 0f;
                float d1 = 0f;
                float d2 = 0f;
                float d3 = 0f;
                float d4 = 0f;
                float d5 = 0f;
                float d6 = 0f;
                float d7 = 0f;
                for (int dim = 0; dim < dims; dim++) {
                    float q = queries[dim * queryStride + query];
                    int at = dim * tilePoints + p;
                    float a0 = tile[at] - q;
                    float a1 = tile[at + 1] - q;
                    float a2 = tile[at + 2] - q;
                    float a3 = tile[at + 3] - q;
                    float a4 = tile[at + 4] - q;
                    float a5 = tile[at + 5] - q;
                    float a6 = tile[at + 6] - q;
                    float a7 = tile[at + 7] - q;
                    d0 += a0 * a0;
                    d1 += a1 * a1;
                    d2 += a2 * a2;
                    d3 += a3 * a3;
                    d4 += a4 * a4;
                    d5 += a5 * a5;
                    d6 += a6 * a6;
                    d7 += a7 * a7;
                }
                float nearest = Math.min(
                        Math.min(Math.min(d0, d1), Math.min(d2, d3)), Math.min(Math.min(d4, d5), Math.min(d6, d7)));
                if (nearest < worst) {
                    // The bound is STEP, in a form that keeps the compiler from unrolling the rare path.
                    int end = Math.min(p + STEP, length);
                    for (int j = p; j < end; j++) {
                        float d = pick(j - p, d0, d1, d2, d3, d4, d5, d6, d7);
                        if (d < worst) {
                            bufferKeys[buffered] = d;
                            bufferIds[buffered] = start + j;
                            buffered++;
                        }
                    }
                    if (buffered > BUFFER - STEP) {
                        worst = empty(bufferKeys, bufferIds, buffered, keys, ids, row, capacity, worst);
                        buffered = 0;
                    }
                }
            }
            worst = empty(bufferKeys, bufferIds, buffered, keys, ids, row, capacity, worst);
            buffered = 0;
        }
    }

    private static float pick(
            int lane, float d0, float d1, float d2, float d3, float d4, float d5, float d6, float d7) {
        float low = lane < 2 ? (lane == 0 ? d0 : d1) : (lane == 2 ? d2 : d3);
        float high = lane < 6 ? (lane == 4 ? d4 : d5) : (lane == 6 ? d6 : d7);
        return lane < 4 ? low : high;
    }

    private static float empty(
            float[] bufferKeys,
            int[] bufferIds,
            int buffered,
            float[] keys,
            int[] ids,
            int row,
            int capacity,
            float worst) {
        float limit = worst;
        for (int i = 0; i < buffered; i++) {
            if (bufferKeys[i] < limit) {
                BoundedHeap.replaceWorst(keys, ids, row, capacity, bufferKeys[i], bufferIds[i]);
                limit = keys[row];
            }
        }
        return limit;
    }
}
