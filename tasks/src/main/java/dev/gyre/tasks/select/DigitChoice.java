package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The digit of the k-th key of each row. */
public final class DigitChoice {

    private DigitChoice() {}

    /**
     * Finds the digit in which the k-th key lies; an item is a row. The known digits of a row without counts stay as they are.
     *
     * @param counts in: items x tiles x {@value RadixParameters#DIGITS}
     * @param tiles in: 2: tiles per row, and a number without effect
     * @param parameters in: see {@link RadixParameters}; with no bits known, the k-th of all keys is meant, unless k is 0
     * @param kth in, out: items x 2: what is known of the k-th key, 0 in its other bits, and its rank, from 1, among the keys that agree with that
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
