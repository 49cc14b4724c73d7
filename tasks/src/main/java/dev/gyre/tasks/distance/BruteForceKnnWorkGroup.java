package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.BoundedHeap;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link BruteForceKnn} for a GPU: the same arguments, the same candidates, with the points streamed through local memory.
 *
 * <p>The threads of a work-group copy a tile of points into local memory together. Each of them has {@link #QUERIES} queries,
 * so that what is read from there serves as many distances, and goes over the tile {@value #STEP} points at a time. A
 * point that beats the worst pair kept is put into a small private buffer; buffers are emptied into private heaps at the end
 * of each tile, by all threads at once, so that a thread with a find holds up its neighbors rarely (the buffered insertion
 * of Hanák, "Meeting the challenges of k-nearest neighbour search implementation for GPU accelerators", 2023). Emptying
 * compares again and in ascending id, which leaves the heaps as {@link BruteForceKnn} leaves them.
 *
 * <p>Norm and dimensions are compiled in: the coordinates of the queries then stay in registers.
 *
 * <p>Local memory: {@value #TILE_FLOATS} floats. {@link KernelContext} does nothing on the JVM: this variant is one for
 * devices alone. The tile is not handed to a helper: TornadoVM 5.2 then addresses it as an array of the heap, without a
 * word.
 */
public final class BruteForceKnnWorkGroup {

    /** Queries of a thread: consecutive items. */
    public static final int QUERIES = 2;

    /** Most dimensions that a tile holds. */
    public static final int MAX_DIMENSIONS = 64;

    /** Most candidates that a private heap holds. */
    public static final int MAX_CAPACITY = 72;

    private static final int STEP = 16;
    private static final int TILE_FLOATS = 8192;

    /** Room for a step after one that did not fill it. */
    private static final int BUFFER = 24;

    private BruteForceKnnWorkGroup() {}

    /**
     * Keeps the {@code capacity} points nearest to each query; shapes and result as {@link BruteForceKnn#nearest}.
     *
     * @param context the work-group
     * @param items number of items; threads beyond it only help to copy
     * @param points coordinates of the points, of at most {@link #MAX_DIMENSIONS} dimensions
     * @param queries coordinates of the queries
     * @param parameters sizes, with a capacity of at most {@link #MAX_CAPACITY}
     * @param keys what the norm makes of query and candidate
     * @param ids ids of the candidates
     * @param norm a code of {@link Norms}
     * @param dims number of dimensions
     */
    public static void nearest(
            KernelContext context,
            int items,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] keys,
            int[] ids,
            int norm,
            int dims) {
        int thread = context.localIdx;
        int threads = context.localGroupSizeX;
        float[] tile = context.allocateFloatLocalArray(TILE_FLOATS);
        int tilePoints = TILE_FLOATS / dims / STEP * STEP;
        float[] q = new float[QUERIES * MAX_DIMENSIONS];
        float[] bufferKeys = new float[QUERIES * BUFFER];
        int[] bufferIds = new int[QUERIES * BUFFER];
        float[] heapKeys = new float[QUERIES * MAX_CAPACITY];
        int[] heapIds = new int[QUERIES * MAX_CAPACITY];
        int n = parameters[KnnParameters.POINTS];
        int stride = parameters[KnnParameters.POINT_STRIDE];
        int firstPoint = parameters[KnnParameters.FIRST_POINT];
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        int capacity = parameters[KnnParameters.CAPACITY];
        int lastQuery = parameters[KnnParameters.QUERIES] - 1;
        int firstItem = context.globalIdx * QUERIES;
        int itemsLeft = Math.min(items - firstItem, lastQuery + 1 - parameters[KnnParameters.FIRST_QUERY] - firstItem);
        for (int own = 0; own < QUERIES; own++) {
            int query = Math.min(parameters[KnnParameters.FIRST_QUERY] + firstItem + own, lastQuery);
            for (int dim = 0; dim < dims; dim++) {
                q[QUERIES * dim + own] = queries[dim * queryStride + query];
            }
            BoundedHeap.clear(heapKeys, heapIds, own * MAX_CAPACITY, capacity);
            if (own >= itemsLeft) {
                // No key is below that: a thread without a query keeps nothing.
                heapKeys[own * MAX_CAPACITY] = -BoundedHeap.EMPTY_KEY;
            } else if (parameters[KnnParameters.CONTINUED] == 1) {
                copy(keys, ids, (firstItem + own) * capacity, heapKeys, heapIds, own * MAX_CAPACITY, capacity);
            }
        }
        float worstA = heapKeys[0];
        float worstB = heapKeys[MAX_CAPACITY];
        int bufferedA = 0;
        int bufferedB = BUFFER;
        int pairs = dims / 2 * 2;
        for (int start = 0; start < n; start += tilePoints) {
            int length = Math.min(tilePoints, n - start);
            // A step reads whole: what lies behind the last point is some point, which no heap takes for its id.
            int padded = (length + STEP - 1) / STEP * STEP;
            context.localBarrier();
            for (int i = thread; i < padded; i += threads) {
                int point = Math.min(start + i, stride - 1);
                for (int dim = 0; dim < dims; dim++) {
                    tile[dim * tilePoints + i] = points[dim * stride + point];
                }
            }
            context.localBarrier();
            for (int p = 0; p < length; p += STEP) {
                float a0 = 0f;
                float a1 = 0f;
                float a2 = 0f;
                float a3 = 0f;
                float a4 = 0f;
                float a5 = 0f;
                float a6 = 0f;
                float a7 = 0f;
                float a8 = 0f;
                float a9 = 0f;
                float a10 = 0f;
                float a11 = 0f;
                float a12 = 0f;
                float a13 = 0f;
                float a14 = 0f;
                float a15 = 0f;
                float b0 = 0f;
                float b1 = 0f;
                float b2 = 0f;
                float b3 = 0f;
                float b4 = 0f;
                float b5 = 0f;
                float b6 = 0f;
                float b7 = 0f;
                float b8 = 0f;
                float b9 = 0f;
                float b10 = 0f;
                float b11 = 0f;
                float b12 = 0f;
                float b13 = 0f;
                float b14 = 0f;
                float b15 = 0f;
                for (int dim = 0; dim < pairs; dim += 2) {
                    int at = dim * tilePoints + p;
                    int next = at + tilePoints;
                    float x = q[QUERIES * dim];
                    float y = q[QUERIES * dim + 1];
                    float xNext = q[QUERIES * dim + 2];
                    float yNext = q[QUERIES * dim + 3];
                    float t0 = tile[at];
                    a0 = Norms.addPair(norm, a0, t0, x);
                    b0 = Norms.addPair(norm, b0, t0, y);
                    float t1 = tile[at + 1];
                    a1 = Norms.addPair(norm, a1, t1, x);
                    b1 = Norms.addPair(norm, b1, t1, y);
                    float t2 = tile[at + 2];
                    a2 = Norms.addPair(norm, a2, t2, x);
                    b2 = Norms.addPair(norm, b2, t2, y);
                    float t3 = tile[at + 3];
                    a3 = Norms.addPair(norm, a3, t3, x);
                    b3 = Norms.addPair(norm, b3, t3, y);
                    float t4 = tile[at + 4];
                    a4 = Norms.addPair(norm, a4, t4, x);
                    b4 = Norms.addPair(norm, b4, t4, y);
                    float t5 = tile[at + 5];
                    a5 = Norms.addPair(norm, a5, t5, x);
                    b5 = Norms.addPair(norm, b5, t5, y);
                    float t6 = tile[at + 6];
                    a6 = Norms.addPair(norm, a6, t6, x);
                    b6 = Norms.addPair(norm, b6, t6, y);
                    float t7 = tile[at + 7];
                    a7 = Norms.addPair(norm, a7, t7, x);
                    b7 = Norms.addPair(norm, b7, t7, y);
                    float t8 = tile[at + 8];
                    a8 = Norms.addPair(norm, a8, t8, x);
                    b8 = Norms.addPair(norm, b8, t8, y);
                    float t9 = tile[at + 9];
                    a9 = Norms.addPair(norm, a9, t9, x);
                    b9 = Norms.addPair(norm, b9, t9, y);
                    float t10 = tile[at + 10];
                    a10 = Norms.addPair(norm, a10, t10, x);
                    b10 = Norms.addPair(norm, b10, t10, y);
                    float t11 = tile[at + 11];
                    a11 = Norms.addPair(norm, a11, t11, x);
                    b11 = Norms.addPair(norm, b11, t11, y);
                    float t12 = tile[at + 12];
                    a12 = Norms.addPair(norm, a12, t12, x);
                    b12 = Norms.addPair(norm, b12, t12, y);
                    float t13 = tile[at + 13];
                    a13 = Norms.addPair(norm, a13, t13, x);
                    b13 = Norms.addPair(norm, b13, t13, y);
                    float t14 = tile[at + 14];
                    a14 = Norms.addPair(norm, a14, t14, x);
                    b14 = Norms.addPair(norm, b14, t14, y);
                    float t15 = tile[at + 15];
                    a15 = Norms.addPair(norm, a15, t15, x);
                    b15 = Norms.addPair(norm, b15, t15, y);
                    float u0 = tile[next];
                    a0 = Norms.addPair(norm, a0, u0, xNext);
                    b0 = Norms.addPair(norm, b0, u0, yNext);
                    float u1 = tile[next + 1];
                    a1 = Norms.addPair(norm, a1, u1, xNext);
                    b1 = Norms.addPair(norm, b1, u1, yNext);
                    float u2 = tile[next + 2];
                    a2 = Norms.addPair(norm, a2, u2, xNext);
                    b2 = Norms.addPair(norm, b2, u2, yNext);
                    float u3 = tile[next + 3];
                    a3 = Norms.addPair(norm, a3, u3, xNext);
                    b3 = Norms.addPair(norm, b3, u3, yNext);
                    float u4 = tile[next + 4];
                    a4 = Norms.addPair(norm, a4, u4, xNext);
                    b4 = Norms.addPair(norm, b4, u4, yNext);
                    float u5 = tile[next + 5];
                    a5 = Norms.addPair(norm, a5, u5, xNext);
                    b5 = Norms.addPair(norm, b5, u5, yNext);
                    float u6 = tile[next + 6];
                    a6 = Norms.addPair(norm, a6, u6, xNext);
                    b6 = Norms.addPair(norm, b6, u6, yNext);
                    float u7 = tile[next + 7];
                    a7 = Norms.addPair(norm, a7, u7, xNext);
                    b7 = Norms.addPair(norm, b7, u7, yNext);
                    float u8 = tile[next + 8];
                    a8 = Norms.addPair(norm, a8, u8, xNext);
                    b8 = Norms.addPair(norm, b8, u8, yNext);
                    float u9 = tile[next + 9];
                    a9 = Norms.addPair(norm, a9, u9, xNext);
                    b9 = Norms.addPair(norm, b9, u9, yNext);
                    float u10 = tile[next + 10];
                    a10 = Norms.addPair(norm, a10, u10, xNext);
                    b10 = Norms.addPair(norm, b10, u10, yNext);
                    float u11 = tile[next + 11];
                    a11 = Norms.addPair(norm, a11, u11, xNext);
                    b11 = Norms.addPair(norm, b11, u11, yNext);
                    float u12 = tile[next + 12];
                    a12 = Norms.addPair(norm, a12, u12, xNext);
                    b12 = Norms.addPair(norm, b12, u12, yNext);
                    float u13 = tile[next + 13];
                    a13 = Norms.addPair(norm, a13, u13, xNext);
                    b13 = Norms.addPair(norm, b13, u13, yNext);
                    float u14 = tile[next + 14];
                    a14 = Norms.addPair(norm, a14, u14, xNext);
                    b14 = Norms.addPair(norm, b14, u14, yNext);
                    float u15 = tile[next + 15];
                    a15 = Norms.addPair(norm, a15, u15, xNext);
                    b15 = Norms.addPair(norm, b15, u15, yNext);
                }
                if (pairs < dims) {
                    int at = pairs * tilePoints + p;
                    float x = q[QUERIES * pairs];
                    float y = q[QUERIES * pairs + 1];
                    float t0 = tile[at];
                    a0 = Norms.addPair(norm, a0, t0, x);
                    b0 = Norms.addPair(norm, b0, t0, y);
                    float t1 = tile[at + 1];
                    a1 = Norms.addPair(norm, a1, t1, x);
                    b1 = Norms.addPair(norm, b1, t1, y);
                    float t2 = tile[at + 2];
                    a2 = Norms.addPair(norm, a2, t2, x);
                    b2 = Norms.addPair(norm, b2, t2, y);
                    float t3 = tile[at + 3];
                    a3 = Norms.addPair(norm, a3, t3, x);
                    b3 = Norms.addPair(norm, b3, t3, y);
                    float t4 = tile[at + 4];
                    a4 = Norms.addPair(norm, a4, t4, x);
                    b4 = Norms.addPair(norm, b4, t4, y);
                    float t5 = tile[at + 5];
                    a5 = Norms.addPair(norm, a5, t5, x);
                    b5 = Norms.addPair(norm, b5, t5, y);
                    float t6 = tile[at + 6];
                    a6 = Norms.addPair(norm, a6, t6, x);
                    b6 = Norms.addPair(norm, b6, t6, y);
                    float t7 = tile[at + 7];
                    a7 = Norms.addPair(norm, a7, t7, x);
                    b7 = Norms.addPair(norm, b7, t7, y);
                    float t8 = tile[at + 8];
                    a8 = Norms.addPair(norm, a8, t8, x);
                    b8 = Norms.addPair(norm, b8, t8, y);
                    float t9 = tile[at + 9];
                    a9 = Norms.addPair(norm, a9, t9, x);
                    b9 = Norms.addPair(norm, b9, t9, y);
                    float t10 = tile[at + 10];
                    a10 = Norms.addPair(norm, a10, t10, x);
                    b10 = Norms.addPair(norm, b10, t10, y);
                    float t11 = tile[at + 11];
                    a11 = Norms.addPair(norm, a11, t11, x);
                    b11 = Norms.addPair(norm, b11, t11, y);
                    float t12 = tile[at + 12];
                    a12 = Norms.addPair(norm, a12, t12, x);
                    b12 = Norms.addPair(norm, b12, t12, y);
                    float t13 = tile[at + 13];
                    a13 = Norms.addPair(norm, a13, t13, x);
                    b13 = Norms.addPair(norm, b13, t13, y);
                    float t14 = tile[at + 14];
                    a14 = Norms.addPair(norm, a14, t14, x);
                    b14 = Norms.addPair(norm, b14, t14, y);
                    float t15 = tile[at + 15];
                    a15 = Norms.addPair(norm, a15, t15, x);
                    b15 = Norms.addPair(norm, b15, t15, y);
                }
                int id = firstPoint + start + p;
                if (Math.min(smallest(a0, a1, a2, a3, a4, a5, a6, a7), smallest(a8, a9, a10, a11, a12, a13, a14, a15))
                        < worstA) {
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a0, id, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a1, id + 1, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a2, id + 2, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a3, id + 3, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a4, id + 4, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a5, id + 5, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a6, id + 6, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a7, id + 7, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a8, id + 8, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a9, id + 9, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a10, id + 10, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a11, id + 11, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a12, id + 12, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a13, id + 13, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a14, id + 14, worstA);
                    bufferedA = offer(bufferKeys, bufferIds, bufferedA, a15, id + 15, worstA);
                    if (bufferedA > BUFFER - STEP) {
                        worstA = empty(
                                bufferKeys, bufferIds, 0, bufferedA, heapKeys, heapIds, 0, capacity, firstPoint + n);
                        bufferedA = 0;
                    }
                }
                if (Math.min(smallest(b0, b1, b2, b3, b4, b5, b6, b7), smallest(b8, b9, b10, b11, b12, b13, b14, b15))
                        < worstB) {
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b0, id, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b1, id + 1, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b2, id + 2, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b3, id + 3, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b4, id + 4, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b5, id + 5, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b6, id + 6, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b7, id + 7, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b8, id + 8, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b9, id + 9, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b10, id + 10, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b11, id + 11, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b12, id + 12, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b13, id + 13, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b14, id + 14, worstB);
                    bufferedB = offer(bufferKeys, bufferIds, bufferedB, b15, id + 15, worstB);
                    if (bufferedB > 2 * BUFFER - STEP) {
                        worstB = empty(
                                bufferKeys,
                                bufferIds,
                                BUFFER,
                                bufferedB,
                                heapKeys,
                                heapIds,
                                MAX_CAPACITY,
                                capacity,
                                firstPoint + n);
                        bufferedB = BUFFER;
                    }
                }
            }
            worstA = empty(bufferKeys, bufferIds, 0, bufferedA, heapKeys, heapIds, 0, capacity, firstPoint + n);
            bufferedA = 0;
            worstB = empty(
                    bufferKeys,
                    bufferIds,
                    BUFFER,
                    bufferedB,
                    heapKeys,
                    heapIds,
                    MAX_CAPACITY,
                    capacity,
                    firstPoint + n);
            bufferedB = BUFFER;
        }
        for (int own = 0; own < QUERIES; own++) {
            if (own < itemsLeft) {
                copy(heapKeys, heapIds, own * MAX_CAPACITY, keys, ids, (firstItem + own) * capacity, capacity);
            }
        }
    }

    private static float smallest(float d0, float d1, float d2, float d3, float d4, float d5, float d6, float d7) {
        float low = Math.min(Math.min(d0, d1), Math.min(d2, d3));
        return Math.min(low, Math.min(Math.min(d4, d5), Math.min(d6, d7)));
    }

    /** Adds a pair to a buffer if it is better than the worst kept; where the next one goes. */
    private static int offer(float[] bufferKeys, int[] bufferIds, int at, float key, int id, float worst) {
        int next = at;
        if (key < worst) {
            bufferKeys[at] = key;
            bufferIds[at] = id;
            next = at + 1;
        }
        return next;
    }

    private static void copy(float[] keys, int[] ids, int from, float[] toKeys, int[] toIds, int to, int count) {
        for (int slot = 0; slot < count; slot++) {
            toKeys[to + slot] = keys[from + slot];
            toIds[to + slot] = ids[from + slot];
        }
    }

    /** Offers what a buffer holds to a heap, whose worst key it returns; ids from the end on are of no point. */
    private static float empty(
            float[] bufferKeys,
            int[] bufferIds,
            int from,
            int to,
            float[] keys,
            int[] ids,
            int row,
            int capacity,
            int end) {
        float worst = keys[row];
        for (int i = from; i < to; i++) {
            float key = bufferKeys[i];
            int id = bufferIds[i];
            if (key < worst) {
                if (id < end) {
                    BoundedHeap.replaceWorst(keys, ids, row, capacity, key, id);
                    worst = keys[row];
                }
            }
        }
        return worst;
    }
}
