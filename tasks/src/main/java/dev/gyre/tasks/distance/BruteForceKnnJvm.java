package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;

/**
 * {@link BruteForceKnn} for a CPU: the same arguments, the same result, laid out for the JVM's vector units.
 *
 * <p>A block of queries goes over one tile of points after the other, so that a tile is read from the nearest caches. For two
 * queries at a time the keys of the whole tile are computed first and then compared with the worst pair kept, both in loops
 * without branches; only a tile that improves the answer is looked at point by point.
 *
 * <p>JVM only, because of the scratch rows.
 */
public final class BruteForceKnnJvm {

    private static final int BLOCK = 32;

    /** Lifts every positive float of at least 2^-126 to 1 or more, so that its conversion to int keeps the sign. */
    private static final float LIFT = 0x1p126f;

    private BruteForceKnnJvm() {}

    /** Keeps the {@code capacity} points nearest to each query; shapes and result as {@link BruteForceKnn#nearest}. */
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
        int firstQuery = parameters[KnnParameters.FIRST_QUERY];
        int lastItem = Math.min(end, parameters[KnnParameters.QUERIES] - firstQuery);
        int n = parameters[KnnParameters.POINTS];
        int firstPoint = parameters[KnnParameters.FIRST_POINT];
        int capacity = parameters[KnnParameters.CAPACITY];
        int queryStride = parameters[KnnParameters.QUERY_STRIDE];
        float[][] tile = TileDistances.rows(dims, TileDistances.TILE);
        float[][] pair = new float[2][tile.length];
        float[][] found = new float[2][TileDistances.TILE];
        for (int block = begin; block < lastItem; block += BLOCK) {
            int blockEnd = Math.min(block + BLOCK, lastItem);
            for (int item = block; item < blockEnd && parameters[KnnParameters.CONTINUED] == 0; item++) {
                FloatHeap.clear(keys, ids, item * capacity, capacity);
            }
            for (int start = 0; start < n; start += TileDistances.TILE) {
                int length = Math.min(TileDistances.TILE, n - start);
                TileDistances.readTile(points, parameters[KnnParameters.POINT_STRIDE], start, length, dims, tile);
                for (int item = block; item < blockEnd; item += 2) {
                    int count = Math.min(2, blockEnd - item);
                    for (int which = 0; which < count; which++) {
                        TileDistances.readQuery(queries, queryStride, firstQuery + item + which, dims, pair[which]);
                    }
                    TileDistances.measure(tile, pair, count, found, length, norm, dims);
                    for (int which = 0; which < count; which++) {
                        int row = (item + which) * capacity;
                        if (anyBelow(found[which], length, keys[row])) {
                            keepNearer(found[which], length, firstPoint + start, keys, ids, row, capacity);
                        }
                    }
                }
            }
        }
    }

    /**
     * Tells whether a distance is below the limit. |x| + x is zero for x = limit - distance of zero or less; the maximum is
     * that of ints because the JIT compiler vectorizes that reduction and not one with a comparison.
     */
    private static boolean anyBelow(float[] distances, int length, float limit) {
        int max = 0;
        for (int i = 0; i < length; i++) {
            float gap = limit - distances[i];
            max = Math.max(max, (int) ((Math.abs(gap) + gap) * LIFT));
        }
        return max > 0;
    }

    private static void keepNearer(
            float[] distances, int length, int start, float[] keys, int[] ids, int row, int capacity) {
        float worst = keys[row];
        for (int i = 0; i < length; i++) {
            if (distances[i] < worst) {
                FloatHeap.replaceWorst(keys, ids, row, capacity, distances[i], start + i);
                worst = keys[row];
            }
        }
    }
}
