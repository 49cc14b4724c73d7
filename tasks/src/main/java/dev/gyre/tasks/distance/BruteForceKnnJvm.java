package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;

/**
 * {@link BruteForceKnn} for a CPU: same arguments, same result, written for the JVM's vector units.
 *
 * <p>A block of queries is compared with one tile of points after the other, so that tiles are read from the nearest caches. For two
 * queries at a time, a loop computes the keys of the whole tile, and another loop compares them with the worst pair kept, both without
 * branches. Only a tile that improves the answer is then read point by point.
 *
 * <p>This variant is only for the JVM, because it allocates scratch rows.
 */
public final class BruteForceKnnJvm {

    /**
     * Most queries of a block. All points are copied, tile by tile, for each block: 2,000 queries among 50,000 points of 64 dimensions took
     * 423 ms with blocks of 32, 402 of 64, 376 of 128 and 375 of 256 (one thread of an AMD EPYC, Zen 2, 28 November 2026).
     */
    public static final int QUERIES = 128;

    /** Scales every float of at least 2^-126 to 1 or more, so that its conversion to int is positive. */
    private static final float LIFT = 0x1p126f;

    private BruteForceKnnJvm() {}

    /** Keeps the {@code capacity} points nearest to each query; shapes and result are as in {@link BruteForceKnn#nearest}. */
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
        float[][] rows = new float[Math.clamp((long) lastItem - begin, 0, QUERIES)][tile.length];
        float[][] found = new float[2][TileDistances.TILE];
        for (int block = begin; block < lastItem; block += QUERIES) {
            int blockEnd = Math.min(block + QUERIES, lastItem);
            for (int item = block; item < blockEnd; item++) {
                TileDistances.readQuery(queries, queryStride, firstQuery + item, dims, rows[item - block]);
                if (parameters[KnnParameters.CONTINUED] == 0) {
                    FloatHeap.clear(keys, ids, item * capacity, capacity);
                }
            }
            for (int start = 0; start < n; start += TileDistances.TILE) {
                int length = Math.min(TileDistances.TILE, n - start);
                TileDistances.readTile(points, parameters[KnnParameters.POINT_STRIDE], start, length, dims, tile);
                for (int item = block; item < blockEnd; item += 2) {
                    int count = Math.min(2, blockEnd - item);
                    float[] second = rows[item - block + count - 1];
                    TileDistances.measure(tile, rows[item - block], second, count, found, length, norm, dims);
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
     * Returns whether a distance is below the limit. For x = limit - distance, |x| + x is 0 if x is 0 or less. The maximum is over ints
     * because the JIT compiler vectorizes that reduction, but not one with a comparison.
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
