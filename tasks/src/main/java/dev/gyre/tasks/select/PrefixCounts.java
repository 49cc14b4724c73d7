package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Counts how often each digit occurs in each tile of each row, among the keys that agree with the known digits of the k-th key. */
public final class PrefixCounts {

    private PrefixCounts() {}

    /**
     * Counts digits; item {@code row * tiles + tile} is a tile.
     *
     * @param keys in: rows x columns row-major
     * @param lengths in: rows: number of keys of a row, from its first on, that are counted; from 0 to columns
     * @param kth in: rows x 2: the known bits of the k-th key, and its rank among the keys with these bits
     * @param parameters in: see {@link RadixParameters}
     * @param counts out: items x {@value RadixParameters#DIGITS}
     */
    public static void countDigits(
            int begin, int end, int[] keys, int[] lengths, int[] kth, int[] parameters, int[] counts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int columns = parameters[RadixParameters.COLUMNS];
            int tiles = parameters[RadixParameters.TILES];
            int shift = parameters[RadixParameters.SHIFT];
            int known = parameters[RadixParameters.KNOWN];
            int row = item / tiles;
            int start = item % tiles * parameters[RadixParameters.TILE];
            int length = Math.min(parameters[RadixParameters.TILE], lengths[row] - start);
            int prefix = kth[2 * row] & known;
            int out = item * RadixParameters.DIGITS;
            for (int digit = 0; digit < RadixParameters.DIGITS; digit++) {
                counts[out + digit] = 0;
            }
            for (int i = 0; i < length; i++) {
                int key = keys[row * columns + start + i];
                if ((key & known) == prefix) {
                    int at = out + RadixParameters.digit(key, shift);
                    counts[at] = counts[at] + 1;
                }
            }
        }
    }
}
