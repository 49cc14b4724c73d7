package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.BlockScan;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link RowScan} with a work-group for each row, which scans {@value #CHUNK} values at a time. */
public final class RowScanWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = 4;
    private static final int CHUNK = THREADS * PER_THREAD;

    private RowScanWorkGroup() {}

    /** Shapes and result are as in {@link RowScan#scanRows}. */
    public static void scanRows(KernelContext context, int items, int[] values, int[] columns, int[] totals) {
        int row = context.groupIdx;
        int thread = context.localIdx;
        int[] chunk = context.allocateIntLocalArray(CHUNK + CHUNK / PER_THREAD);
        int length = columns[0];
        int base = row * length;
        int own = thread * (PER_THREAD + 1);
        int carry = 0;
        for (int start = 0; start < length; start += CHUNK) {
            for (int i = thread; i < CHUNK; i += THREADS) {
                int value = 0;
                if (start + i < length) {
                    value = values[base + start + i];
                }
                chunk[i + i / PER_THREAD] = value;
            }
            context.localBarrier();
            int total = chunk[own] + chunk[own + 1] + chunk[own + 2] + chunk[own + 3];
            int[] sums = BlockScan.sums(context, thread, total);
            int before = carry + sums[thread] - total;
            for (int j = 0; j < PER_THREAD; j++) {
                int value = chunk[own + j];
                chunk[own + j] = before;
                before += value;
            }
            carry += sums[THREADS - 1];
            context.localBarrier();
            for (int i = thread; i < CHUNK; i += THREADS) {
                if (start + i < length) {
                    values[base + start + i] = chunk[i + i / PER_THREAD];
                }
            }
            context.localBarrier();
        }
        if (thread == 0) {
            totals[row] = carry;
        }
    }
}
