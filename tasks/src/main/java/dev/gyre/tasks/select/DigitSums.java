package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Adds up the digit counts of several tiles. */
public final class DigitSums {

    /** Number of tiles whose counts are added up. */
    public static final int FAN_IN = 64;

    private DigitSums() {}

    /**
     * Adds up the counts of {@value #FAN_IN} tiles, fewer at the end of a row; item {@code row * sumTiles + tile} is a
     * tile of sums.
     *
     * @param counts in: rows x tiles x {@value RadixParameters#DIGITS}
     * @param tiles in: 2: tiles per row, and tiles of sums per row
     * @param sums out: items x {@value RadixParameters#DIGITS}
     */
    public static void addTiles(int begin, int end, int[] counts, int[] tiles, int[] sums) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int first = item % tiles[1] * FAN_IN;
            int last = Math.min(tiles[0], first + FAN_IN);
            int row = item / tiles[1] * tiles[0];
            int out = item * RadixParameters.DIGITS;
            for (int digit = 0; digit < RadixParameters.DIGITS; digit++) {
                sums[out + digit] = 0;
            }
            for (int tile = first; tile < last; tile++) {
                for (int digit = 0; digit < RadixParameters.DIGITS; digit++) {
                    int at = out + digit;
                    sums[at] = sums[at] + counts[(row + tile) * RadixParameters.DIGITS + digit];
                }
            }
        }
    }
}
