package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.Norms;

/**
 * Keys from two queries to a tile of points, for the JVM's vector units: each value read from the tile serves both queries.
 *
 * <p>Every vectorized loop reads and writes whole small arrays from index 0: the JIT compiler of JDK 25 does not vectorize a loop that
 * writes one array and reads another of the same type at an offset. Each key is summed from the first dimension to the last, as the kernels
 * for devices do. From 4 dimensions on, a square is added without being rounded before, if the processor has an instruction for that; other
 * kernels may round it.
 */
final class TileDistances {

    /** The largest number of points in a tile. */
    static final int TILE = 512;

    private static final int TRIALS = 4;
    private static final int FUSIONS = 16;

    /** More than the time of an instruction that is interpreted, 25 ns, and less than that of the code without it, 20,000 (AMD EPYC). */
    private static final int MAX_NANOS = 500;

    private static final boolean FUSES = canFuse();

    private TileDistances() {}

    /** Allocates a tile. The number of dimensions is padded to a multiple of four: zeros in the added dimensions add nothing. */
    static float[][] rows(int dims, int rowLength) {
        return new float[(dims + 3) / 4 * 4][rowLength];
    }

    /** Copies a tile from column-major points. */
    static void readTile(float[] points, int stride, int start, int length, int dims, float[][] tile) {
        for (int dim = 0; dim < dims; dim++) {
            System.arraycopy(points, dim * stride + start, tile[dim], 0, length);
        }
    }

    /** Copies a query, padded like the tile, from column-major queries. */
    static void readQuery(float[] queries, int stride, int row, int dims, float[] query) {
        for (int dim = 0; dim < dims; dim++) {
            query[dim] = queries[dim * stride + row];
        }
    }

    /**
     * Computes the keys of one or two queries.
     *
     * @param tile a row for each dimension
     * @param query a padded query
     * @param second another
     * @param count 1 for the first query alone, or 2
     * @param keys two rows of keys
     * @param length points of the tile
     */
    static void measure(
            float[][] tile, float[] query, float[] second, int count, float[][] keys, int length, int norm, int dims) {
        if (norm == Norms.EUCLIDEAN && dims > 3 && count == 2) {
            squaresOfBoth(tile, query, second, keys[0], keys[1], length);
            return;
        }
        measure(tile, query, keys[0], length, norm, dims);
        if (count == 2) {
            measure(tile, second, keys[1], length, norm, dims);
        }
    }

    private static void measure(float[][] tile, float[] q, float[] result, int length, int norm, int dims) {
        if (norm == Norms.EUCLIDEAN) {
            switch (dims) {
                case 1 -> square1(tile[0], q[0], result, length);
                case 2 -> square2(tile[0], tile[1], q[0], q[1], result, length);
                case 3 -> square3(tile[0], tile[1], tile[2], q[0], q[1], q[2], result, length);
                default -> squares(tile, q, result, length);
            }
            return;
        }
        clear(result, length);
        for (int dim = 0; dim < dims; dim++) {
            // A loop for each norm, so that each is vectorized.
            switch (norm) {
                case Norms.MANHATTAN -> addAbsolute(tile[dim], q[dim], result, length);
                case Norms.CHEBYSHEV -> maxAbsolute(tile[dim], q[dim], result, length);
                case Norms.INNER_PRODUCT -> subtractProduct(tile[dim], q[dim], result, length);
                case Norms.HAMMING -> addBits(tile[dim], q[dim], result, length);
                case Norms.EXPANDED -> addExpanded(tile[dim], q[dim], result, length);
                default -> addPower(tile[dim], q[dim], result, length, norm);
            }
        }
    }

    private static void squares(float[][] tile, float[] q, float[] result, int length) {
        clear(result, length);
        for (int dim = 0; dim < tile.length; dim += 4) {
            addSquare4(
                    tile[dim],
                    tile[dim + 1],
                    tile[dim + 2],
                    tile[dim + 3],
                    q[dim],
                    q[dim + 1],
                    q[dim + 2],
                    q[dim + 3],
                    result,
                    length);
        }
    }

    private static void squaresOfBoth(
            float[][] tile, float[] a, float[] b, float[] keysOfA, float[] keysOfB, int length) {
        clear(keysOfA, length);
        clear(keysOfB, length);
        for (int dim = 0; dim < tile.length; dim += 4) {
            addSquare4OfBoth(
                    tile[dim],
                    tile[dim + 1],
                    tile[dim + 2],
                    tile[dim + 3],
                    a[dim],
                    a[dim + 1],
                    a[dim + 2],
                    a[dim + 3],
                    b[dim],
                    b[dim + 1],
                    b[dim + 2],
                    b[dim + 3],
                    keysOfA,
                    keysOfB,
                    length);
        }
    }

    private static void clear(float[] result, int length) {
        for (int i = 0; i < length; i++) {
            result[i] = 0f;
        }
    }

    private static void addAbsolute(float[] x, float qx, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            result[i] = result[i] + Math.abs(x[i] - qx);
        }
    }

    private static void maxAbsolute(float[] x, float qx, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            result[i] = Math.max(result[i], Math.abs(x[i] - qx));
        }
    }

    private static void subtractProduct(float[] x, float qx, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            result[i] = result[i] - x[i] * qx;
        }
    }

    private static void addBits(float[] x, float qx, float[] result, int length) {
        int bits = (int) qx;
        for (int i = 0; i < length; i++) {
            result[i] = result[i] + Integer.bitCount((int) x[i] ^ bits);
        }
    }

    private static void addPower(float[] x, float qx, float[] result, int length, int norm) {
        for (int i = 0; i < length; i++) {
            result[i] = result[i] + Norms.power(norm, Math.abs(x[i] - qx));
        }
    }

    private static void square1(float[] x, float qx, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            result[i] = dx * dx;
        }
    }

    private static void square2(float[] x, float[] y, float qx, float qy, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            result[i] = dx * dx + dy * dy;
        }
    }

    private static void square3(
            float[] x, float[] y, float[] z, float qx, float qy, float qz, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            float dz = z[i] - qz;
            result[i] = dx * dx + dy * dy + dz * dz;
        }
    }

    private static void addExpanded(float[] x, float qx, float[] result, int length) {
        for (int i = 0; i < length; i++) {
            result[i] = result[i] + x[i] * (x[i] - 2f * qx);
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
            float[] result,
            int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - qx;
            float dy = y[i] - qy;
            float dz = z[i] - qz;
            float dw = w[i] - qw;
            result[i] = addSquare(addSquare(addSquare(addSquare(result[i], dx), dy), dz), dw);
        }
    }

    private static void addSquare4OfBoth(
            float[] x,
            float[] y,
            float[] z,
            float[] w,
            float ax,
            float ay,
            float az,
            float aw,
            float bx,
            float by,
            float bz,
            float bw,
            float[] a,
            float[] b,
            int length) {
        for (int i = 0; i < length; i++) {
            float dx = x[i] - ax;
            float dy = y[i] - ay;
            float dz = z[i] - az;
            float dw = w[i] - aw;
            float ex = x[i] - bx;
            float ey = y[i] - by;
            float ez = z[i] - bz;
            float ew = w[i] - bw;
            a[i] = addSquare(addSquare(addSquare(addSquare(a[i], dx), dy), dz), dw);
            b[i] = addSquare(addSquare(addSquare(addSquare(b[i], ex), ey), ez), ew);
        }
    }

    private static float addSquare(float sum, float difference) {
        return FUSES ? Math.fma(difference, difference, sum) : sum + difference * difference;
    }

    /** Whether the processor has an instruction for {@link Math#fma(float, float, float)}, so that it is as fast as a sum. */
    private static boolean canFuse() {
        long fastest = Long.MAX_VALUE;
        for (int trial = 0; trial < TRIALS; trial++) {
            long start = System.nanoTime();
            float sum = 0f;
            for (int i = 0; i < FUSIONS; i++) {
                sum = Math.fma(sum, 0.5f, 1f);
            }
            long nanos = System.nanoTime() - start;
            fastest = sum > 0f ? Math.min(fastest, nanos) : fastest;
        }
        return fastest < FUSIONS * MAX_NANOS;
    }
}
