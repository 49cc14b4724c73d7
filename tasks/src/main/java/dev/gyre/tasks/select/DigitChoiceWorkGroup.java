package dev.gyre.tasks.select;

import dev.gyre.tasks.common.BlockScan;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link DigitChoice} with a thread for each digit. */
public final class DigitChoiceWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private DigitChoiceWorkGroup() {}

    /** Shapes and result are as in {@link DigitChoice#chooseDigit}. */
    public static void chooseDigit(
            KernelContext context, int items, int[] counts, int[] tiles, int[] parameters, int[] kth) {
        int row = context.groupIdx;
        int digit = context.localIdx;
        int known = parameters[RadixParameters.KNOWN];
        int prefix = kth[2 * row] & known;
        int rank = kth[2 * row + 1];
        int k = parameters[RadixParameters.K];
        if (known == 0) {
            if (k > 0) {
                rank = k;
            }
        }
        int count = 0;
        for (int tile = 0; tile < tiles[0]; tile++) {
            count += counts[(row * tiles[0] + tile) * THREADS + digit];
        }
        int[] sums = BlockScan.sums(context, digit, count);
        int upTo = sums[digit];
        if (rank <= upTo) {
            if (rank > upTo - count) {
                kth[2 * row] = prefix | RadixParameters.bits(digit, parameters[RadixParameters.SHIFT]);
                kth[2 * row + 1] = rank - (upTo - count);
            }
        }
    }
}
