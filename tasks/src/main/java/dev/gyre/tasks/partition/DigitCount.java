package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Counts the values of an eight-bit digit in each tile: the first step of a stable partition by that digit (Satish, Harris
 * and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009).
 */
public final class DigitCount {

    private DigitCount() {}

    /**
     * Counts one digit of the keys of each tile; an item is a tile.
     *
     * @param keys in: n keys
     * @param parameters in: see {@link DigitParameters}
     * @param counts out: digits x tiles, digit-major
     */
    public static void countDigits(int begin, int end, int[] keys, int[] parameters, int[] counts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int tiles = parameters[DigitParameters.TILES];
            int shift = parameters[DigitParameters.SHIFT];
            int flip = parameters[DigitParameters.FLIP];
            int first = tile * parameters[DigitParameters.TILE];
            int length = Math.min(parameters[DigitParameters.TILE], parameters[DigitParameters.SIZE] - first);
            int[] sums = new int[DigitParameters.DIGITS];
            for (int digit = 0; digit < DigitParameters.DIGITS; digit++) {
                sums[digit] = 0;
            }
            for (int i = 0; i < length; i++) {
                int digit = ((keys[first + i] >> shift) & 255) ^ flip;
                sums[digit] += 1;
            }
            for (int digit = 0; digit < DigitParameters.DIGITS; digit++) {
                counts[digit * tiles + tile] = sums[digit];
            }
        }
    }
}
