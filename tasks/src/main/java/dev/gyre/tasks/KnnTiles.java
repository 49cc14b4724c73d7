package dev.gyre.tasks;

/**
 * {@link KnnScan} for a CPU: the same arguments, the same result, laid out for the JVM's vector units.
 *
 * <p>A block of queries goes over one tile of points after the other, so that a tile is read from the first-level cache.
 * For each query the distances to the whole tile are computed first and then compared with the worst pair kept, both in
 * loops without branches; only a tile that improves the answer is looked at point by point. Every loop that is to be
 * vectorized reads and writes whole small arrays from index 0: the JIT compiler of JDK 25 does not vectorize a loop that
 * writes one array and reads another of the same type at an offset.
 *
 * <p>The scratch rows make this variant one for the JVM alone.
 */
public final class KnnTiles {

    private static final int TILE = 512;
    private static final int BLOCK = 32;

    /** Lifts every positive float of at least 2^-126 to 1 or more, so that its conversion to int keeps the sign. */
    private static final float LIFT = 0x1p126f;

    private KnnTiles() {}

    /**
     * Keeps the {@code capacity} points nearest to each query; shapes and result as {@link KnnScan#nearest}.
     *
     * @param begin first item
     * @param end after the last item
     * @param points coordinates of the points
     * @param queries coordinates of the queries
     * @param parameters sizes
     * @param keys what the norm makes of the differences between query and candidate
     * @param ids ids of the candidates
     * @param norm a code of {@link Norms}
     */
    public static void nearest(
            int begin, int end, float[] points, float[] queries, int[] parameters, float[] keys, int[] ids, int norm) {
        int firstQuery = parameters[KnnParameters.FIRST_QUERY];
        int lastItem = Math.min(end, parameters[KnnParameters.QUERIES] - firstQuery);
        int n = parameters[KnnParameters.POINTS];
        int stride = parameters[KnnParameters.POINT_STRIDE];
        int firstPoint = parameters[KnnParameters.FIRST_POINT];
        int dims = parameters[KnnParameters.DIMENSIONS];
        int capacity = parameters[KnnParameters.CAPACITY];
        float[][] tile = new float[roundUp(dims, 4)][TILE];
        float[] query = new float[tile.length];
        float[] distances = new float[TILE];
        for (int block = begin; block < lastItem; block += BLOCK) {
            int blockEnd = Math.min(block + BLOCK, lastItem);
            for (int item = block; item < blockEnd && parameters[KnnParameters.CONTINUED] == 0; item++) {
                BoundedHeap.clear(keys, ids, item * capacity, capacity);
            }
            for (int start = 0; start < n; start += TILE) {
                int length = Math.min(TILE, n - start);
                for (int dim = 0; dim < dims; dim++) {
                    System.arraycopy(points, dim * stride + start, tile[dim], 0, length);
                }
                for (int item = block; item < blockEnd; item++) {
                    int row = item * capacity;
                    readQuery(queries, parameters, firstQuery + item, query);
                    measure(tile, query, dims, distances, length, norm);
                    if (anyBelow(distances, length, keys[row])) {
                        keepNearer(distances, length, firstPoint + start, keys, ids, row, capacity);
                    }
                }
            }
        }
    }

    private static int roundUp(int value, int multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    private static void readQuery(float[] queries, int[] parameters, int query, float[] into) {
        int stride = parameters[KnnParameters.QUERY_STRIDE];
        for (int dim = 0; dim < parameters[KnnParameters.DIMENSIONS]; dim++) {
            into[dim] = queries[dim * stride + query];
        }
    }

    /** Distances from one query to every point of the tile, as the norm has them. */
    private static void measure(float[][] tile, float[] query, int dims, float[] distances, int length, int norm) {
        if (norm == Norms.EUCLIDEAN) {
            measureSquares(tile, query, dims, distances, length);
            return;
        }
        clear(distances, length);
        for (int dim = 0; dim < dims; dim++) {
            // A loop for each norm, so that each is vectorized.
            switch (norm) {
                case Norms.MANHATTAN -> addAbsolute(tile[dim], query[dim], distances, length);
                case Norms.CHEBYSHEV -> maxAbsolute(tile[dim], query[dim], distances, length);
                case Norms.INNER_PRODUCT -> subtractProduct(tile[dim], query[dim], distances, length);
                case Norms.HAMMING -> addBits(tile[dim], query[dim], distances, length);
                default -> addPower(tile[dim], query[dim], distances, length, norm);
            }
        }
    }

    private static void subtractProduct(float[] x, float qx, float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            distances[i] = distances[i] - x[i] * qx;
        }
    }

    private static void addBits(float[] x, float qx, float[] distances, int length) {
        int bits = (int) qx;
        for (int i = 0; i < length; i++) {
            distances[i] = distances[i] + Integer.bitCount((int) x[i] ^ bits);
        }
    }

    private static void addPower(float[] x, float qx, float[] distances, int length, int norm) {
        for (int i = 0; i < length; i++) {
            distances[i] = distances[i] + Norms.power(norm, Math.abs(x[i] - qx));
        }
    }

    private static void clear(float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            distances[i] = 0f;
        }
    }

    private static void addAbsolute(float[] x, float qx, float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            distances[i] = distances[i] + Math.abs(x[i] - qx);
        }
    }

    private static void maxAbsolute(float[] x, float qx, float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            distances[i] = Math.max(distances[i], Math.abs(x[i] - qx));
        }
    }

    private static void measureSquares(float[][] tile, float[] query, int dims, float[] distances, int length) {
        switch (dims) {
            case 1 -> square1(tile[0], query[0], distances, length);
            case 2 -> square2(tile[0], tile[1], query[0], query[1], distances, length);
            case 3 -> square3(tile[0], tile[1], tile[2], query[0], query[1], query[2], distances, length);
            default -> {
                square4(tile[0], tile[1], tile[2], tile[3], query[0], query[1], query[2], query[3], distances, length);
                for (int dim = 4; dim < dims; dim += 4) {
                    addSquare4(
                            tile[dim],
                            tile[dim + 1],
                            tile[dim + 2],
                            tile[dim + 3],
                            query[dim],
                            query[dim + 1],
                            query[dim + 2],
                            query[dim + 3],
                            distances,
                            length);
                }
            }
        }
    }

    private static void square1(float[] x, float qx, float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            distances[i] = dx * dx;
        }
    }

    private static void square2(float[] x, float[] y, float qx, float qy, float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            distances[i] = dx * dx + dy * dy;
        }
    }

    private static void square3(
            float[] x, float[] y, float[] z, float qx, float qy, float qz, float[] distances, int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            float dz = z[i] - qz;
            distances[i] = dx * dx + dy * dy + dz * dz;
        }
    }

    private static void square4(
            float[] x,
            float[] y,
            float[] z,
            float[] w,
            float qx,
            float qy,
            float qz,
            float qw,
            float[] distances,
            int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            float dz = z[i] - qz;
            float dw = w[i] - qw;
            distances[i] = dx * dx + dy * dy + dz * dz + dw * dw;
        }
    }

    private static void addSquare4(
            float[] x,
            float[] y,
            float[] z,
            float[] w,
            float qx,
            float qy,
            float qz,
            float qw,
            float[] distances,
            int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            float dz = z[i] - qz;
            float dw = w[i] - qw;
            distances[i] = distances[i] + dx * dx + dy * dy + dz * dz + dw * dw;
        }
    }

    /**
     * Whether a distance is below the limit. |x| + x is zero for x = limit - distance of zero or less; the maximum is
     * taken over ints because the JIT compiler vectorizes that reduction and not one with a comparison.
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
                BoundedHeap.replaceWorst(keys, ids, row, capacity, distances[i], start + i);
                worst = keys[row];
            }
        }
    }
}
