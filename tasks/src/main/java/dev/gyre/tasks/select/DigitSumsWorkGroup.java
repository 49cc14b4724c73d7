package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.KernelContext;

/** {@link DigitSums} with a thread for each digit. */
public final class DigitSumsWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = RadixParameters.DIGITS;

    private DigitSumsWorkGroup() {}

    /** Shapes and result are as in {@link DigitSums#addTiles}. */
    public static void addTiles(KernelContext context, int items, int[] counts, int[] tiles, int[] sums) {
        int item = context.groupIdx;
        int digit = context.localIdx;
        int first = item % tiles[1] * DigitSums.FAN_IN;
        int last = Math.min(tiles[0], first + DigitSums.FAN_IN);
        int row = item / tiles[1] * tiles[0];
        int sum = 0;
        for (int tile = first; tile < last; tile++) {
            sum += counts[(row + tile) * THREADS + digit];
        }
        sums[item * THREADS + digit] = sum;
    }
}
