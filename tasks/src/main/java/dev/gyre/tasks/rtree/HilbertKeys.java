package dev.gyre.tasks.rtree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Places along a Hilbert curve through a grid of {@code 2^b} cells in each dimension, with {@code b = 32 / dims} but at most 31 (Skilling,
 * "Programming the Hilbert curve", 2004).
 */
public final class HilbertKeys {

    private static final int KEY_BITS = 31;

    private HilbertKeys() {}

    /**
     * Makes a key from those of all dimensions; an item is a row.
     *
     * @param begin first item
     * @param end after the last item
     * @param parameters in: {@link RTreeParameters}
     * @param keys in: dims columns of stride keys, as {@link BoxKeys} makes them; out: the next column has keys whose ascending order is that
     *     along the curve
     */
    public static void makeKeys(int begin, int end, int[] parameters, int[] keys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            if (row < parameters[RTreeParameters.SIZE]) {
                int dims = parameters[RTreeParameters.DIMENSIONS];
                int stride = parameters[RTreeParameters.STRIDE];
                int bits = Math.min(32 / dims, KEY_BITS);
                int[] cell = new int[RTreeParameters.MAX_DIMENSIONS];
                for (int dim = 0; dim < dims; dim++) {
                    // Halved first, as no shift of a negative number is the same on all devices.
                    int key = keys[dim * stride + row] / 2 + (1 << (KEY_BITS - 1));
                    cell[dim] = key >> (KEY_BITS - bits);
                }
                if (dims > 1) {
                    toCurve(cell, dims, bits);
                }
                int place = 0;
                for (int level = 0; level < bits; level++) {
                    int shift = bits - 1 - level;
                    for (int dim = 0; dim < dims; dim++) {
                        place = place * 2 + ((cell[dim] >> shift) & 1);
                    }
                }
                keys[dims * stride + row] = place + Integer.MIN_VALUE;
            }
        }
    }

    /** Replaces a cell's coordinates by the digits of its place, those of each power of two spread over the dimensions. */
    private static void toCurve(int[] cell, int dims, int bits) {
        for (int level = 1; level < bits; level++) {
            int bit = 1 << (bits - level);
            int lower = bit - 1;
            for (int dim = 0; dim < dims; dim++) {
                // All ones where the bit is set, else 0: inverts the lower bits of the first, or swaps them with its
                // own.
                int set = -((cell[dim] / bit) & 1);
                int swapped = (cell[0] ^ cell[dim]) & lower & ~set;
                cell[0] = cell[0] ^ swapped ^ (lower & set);
                if (dim > 0) {
                    cell[dim] = cell[dim] ^ swapped;
                }
            }
        }
        for (int dim = 1; dim < dims; dim++) {
            cell[dim] = cell[dim] ^ cell[dim - 1];
        }
        int last = 0;
        for (int level = 1; level < bits; level++) {
            int bit = 1 << (bits - level);
            last = last ^ ((bit - 1) & -((cell[dims - 1] / bit) & 1));
        }
        for (int dim = 0; dim < dims; dim++) {
            cell[dim] = cell[dim] ^ last;
        }
    }
}
