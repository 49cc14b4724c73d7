package dev.gyre.tasks;

import uk.ac.manchester.tornado.api.KernelContext;

/** {@link RowScan} with a work-group for each row, which goes along it in steps of its size. */
public final class RowScanGroups {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private RowScanGroups() {}

    /**
     * Shapes and result as {@link RowScan#scanRows}.
     *
     * @param context the work-group
     * @param items number of rows
     * @param values rows x columns
     * @param columns number of columns
     * @param totals sums of the rows
     */
    public static void scanRows(KernelContext context, int items, int[] values, int[] columns, int[] totals) {
        int row = context.groupIdx;
        int thread = context.localIdx;
        int[] sums = context.allocateIntLocalArray(2 * THREADS);
        int length = columns[0];
        int carry = 0;
        for (int start = 0; start < length; start += THREADS) {
            int column = start + thread;
            int value = 0;
            if (column < length) {
                value = values[row * length + column];
            }
            int from = 0;
            sums[thread] = value;
            context.localBarrier();
            for (int offset = 1; offset < THREADS; offset += offset) {
                int sum = sums[from + thread];
                if (thread >= offset) {
                    sum += sums[from + thread - offset];
                }
                from = THREADS - from;
                sums[from + thread] = sum;
                context.localBarrier();
            }
            if (column < length) {
                values[row * length + column] = carry + sums[from + thread] - value;
            }
            carry += sums[from + THREADS - 1];
            context.localBarrier();
        }
        if (thread == 0) {
            totals[row] = carry;
        }
    }
}
