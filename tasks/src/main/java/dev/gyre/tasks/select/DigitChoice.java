package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds a digit of the k-th key of each row. */
public final class DigitChoice {

    private DigitChoice() {}

    /**
     * Finds the digit of the k-th key; an item is a row. A row without counts keeps its known digits.
     *
     * @param counts in: items x tiles x {@value RadixParameters#DIGITS}
     * @param tiles in: 2: tiles per row, and an unused number
     * @param parameters in: see {@link RadixParameters}; if no bits are known, k is the rank among all keys, unless k is 0
     * @param kth in, out: items x 2: the known bits of the k-th key, 0 in its other bits, and its rank, from 1, among the keys with these
     *     bits
     */
    public static void chooseDigit(int begin, int end, int[] counts, int[] tiles, int[] parameters, int[] kth) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            int known = parameters[RadixParameters.KNOWN];
            int prefix = kth[2 * row] & known;
            int k = parameters[RadixParameters.K];
            int rank = kth[2 * row + 1];
            if (known == 0) {
                if (k > 0) {
                    rank = k;
                }
            }
            int before = 0;
            for (int digit = 0; digit < RadixParameters.DIGITS; digit++) {
                int upTo = before;
                for (int tile = 0; tile < tiles[0]; tile++) {
                    upTo += counts[(row * tiles[0] + tile) * RadixParameters.DIGITS + digit];
                }
                if (rank > before) {
                    if (rank <= upTo) {
                        kth[2 * row] = prefix | RadixParameters.bits(digit, parameters[RadixParameters.SHIFT]);
                        kth[2 * row + 1] = rank - before;
                    }
                }
                before = upTo;
            }
        }
    }
}
