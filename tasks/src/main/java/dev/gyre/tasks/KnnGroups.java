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
 * devices alone. The tile is not handed to a helper: TornadoVM 5.2 then addresses it as an array of the heap, without a
 * word.
 */
public final class KnnGroups {

    /** Most dimensions that a tile holds. */
    public static final int MAX_DIMENSIONS = 64;

    private static final int STEP = KnnParameters.POINT_MULTIPLE;

    /** A constant, so that reads from the tile are at constant offsets. */
    private static final int TILE_POINTS = 128;

    private static final int TILE_FLOATS = TILE_POINTS * MAX_DIMENSIONS;
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
     * @param keys what the norm makes of the differences between query and candidate
     * @param ids ids of the candidates
     * @param norm a code of {@link Norms}
     */
    public static void nearest(
            KernelContext context,
            int items,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] keys,
            int[] ids,
            int norm) {
        int item = context.globalIdx;
        int thread = context.localIdx;
        int threads = context.localGroupSizeX;
        float[] tile = context.allocateFloatLocalArray(TILE_FLOATS);
        float[] bufferKeys = new float[BUFFER];
        int[] bufferIds = new int[BUFFER];
        float[] q = new float[MAX_DIMENSIONS];
        int n = parameters[KnnParameters.POINTS];
        int stride = parameters[KnnParameters.POINT_STRIDE];
        int firstPoint = parameters[KnnParameters.FIRST_POINT];
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        int dims = parameters[KnnParameters.DIMENSIONS];
        int capacity = parameters[KnnParameters.CAPACITY];
        int row = item * capacity;
        int query = parameters[KnnParameters.FIRST_QUERY] + item;
        // No key is below that: a thread without a query keeps nothing.
        float worst = -BoundedHeap.EMPTY_KEY;
        if (item < items && query < parameters[KnnParameters.QUERIES]) {
            if (parameters[KnnParameters.CONTINUED] == 0) {
                BoundedHeap.clear(keys, ids, row, capacity);
            }
            worst = keys[row];
        } else {
            query = 0;
        }
        for (int dim = 0; dim < dims; dim++) {
            q[dim] = queries[dim * queryStride + query];
        }
        int fours = dims / 4 * 4;
        int buffered = 0;
        for (int start = 0; start < n; start += TILE_POINTS) {
            int length = Math.min(TILE_POINTS, n - start);
            int padded = Math.min(TILE_POINTS, stride - start);
            context.localBarrier();
            for (int dim = 0; dim < dims; dim++) {
                for (int i = thread; i < padded; i += threads) {
                    tile[dim * TILE_POINTS + i] = points[dim * stride + start + i];
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
                // Four dimensions a step: 1.6 times faster on PTX in 16 dimensions, the same on OpenCL and CUDA.
                for (int dim = 0; dim < fours; dim += 4) {
                    float x0 = q[dim];
                    float x1 = q[dim + 1];
                    float x2 = q[dim + 2];
                    float x3 = q[dim + 3];
                    int at = dim * TILE_POINTS + p;
                    d0 = addFour(
                            norm,
                            d0,
                            tile[at],
                            x0,
                            tile[at + TILE_POINTS],
                            x1,
                            tile[at + 2 * TILE_POINTS],
                            x2,
                            tile[at + 3 * TILE_POINTS],
                            x3);
                    d1 = addFour(
                            norm,
                            d1,
                            tile[at + 1],
                            x0,
                            tile[at + 1 + TILE_POINTS],
                            x1,
                            tile[at + 1 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 1 + 3 * TILE_POINTS],
                            x3);
                    d2 = addFour(
                            norm,
                            d2,
                            tile[at + 2],
                            x0,
                            tile[at + 2 + TILE_POINTS],
                            x1,
                            tile[at + 2 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 2 + 3 * TILE_POINTS],
                            x3);
                    d3 = addFour(
                            norm,
                            d3,
                            tile[at + 3],
                            x0,
                            tile[at + 3 + TILE_POINTS],
                            x1,
                            tile[at + 3 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 3 + 3 * TILE_POINTS],
                            x3);
                    d4 = addFour(
                            norm,
                            d4,
                            tile[at + 4],
                            x0,
                            tile[at + 4 + TILE_POINTS],
                            x1,
                            tile[at + 4 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 4 + 3 * TILE_POINTS],
                            x3);
                    d5 = addFour(
                            norm,
                            d5,
                            tile[at + 5],
                            x0,
                            tile[at + 5 + TILE_POINTS],
                            x1,
                            tile[at + 5 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 5 + 3 * TILE_POINTS],
                            x3);
                    d6 = addFour(
                            norm,
                            d6,
                            tile[at + 6],
                            x0,
                            tile[at + 6 + TILE_POINTS],
                            x1,
                            tile[at + 6 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 6 + 3 * TILE_POINTS],
                            x3);
                    d7 = addFour(
                            norm,
                            d7,
                            tile[at + 7],
                            x0,
                            tile[at + 7 + TILE_POINTS],
                            x1,
                            tile[at + 7 + 2 * TILE_POINTS],
                            x2,
                            tile[at + 7 + 3 * TILE_POINTS],
                            x3);
                }
                for (int dim = fours; dim < dims; dim++) {
                    float x = q[dim];
                    int at = dim * TILE_POINTS + p;
                    d0 = Norms.addPair(norm, d0, tile[at], x);
                    d1 = Norms.addPair(norm, d1, tile[at + 1], x);
                    d2 = Norms.addPair(norm, d2, tile[at + 2], x);
                    d3 = Norms.addPair(norm, d3, tile[at + 3], x);
                    d4 = Norms.addPair(norm, d4, tile[at + 4], x);
                    d5 = Norms.addPair(norm, d5, tile[at + 5], x);
                    d6 = Norms.addPair(norm, d6, tile[at + 6], x);
                    d7 = Norms.addPair(norm, d7, tile[at + 7], x);
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
                            bufferIds[buffered] = firstPoint + start + j;
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

    private static float addFour(
            int norm, float sum, float a0, float b0, float a1, float b1, float a2, float b2, float a3, float b3) {
        float four = Norms.addPair(norm, Norms.addPair(norm, Norms.ofPair(norm, a0, b0), a1, b1), a2, b2);
        return Norms.join(norm, sum, Norms.addPair(norm, four, a3, b3));
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
