package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.KernelContext;

/** {@link HistogramSum} with a work-group for each bin. */
public final class HistogramSumWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 128;

    private HistogramSumWorkGroup() {}

    /**
     * Shapes and result as {@link HistogramSum#sumParts}.
     *
     * @param context the work-group
     * @param items number of bins
     * @param counts parts x bins
     * @param parameters sizes
     * @param histogram one count per bin
     */
    public static void sumParts(KernelContext context, int items, int[] counts, int[] parameters, int[] histogram) {
        int bin = context.groupIdx;
        int thread = context.localIdx;
        int[] partial = context.allocateIntLocalArray(THREADS);
        int first = bin * parameters[HistogramParameters.BIN_STRIDE];
        int parts = parameters[HistogramParameters.PARTS];
        int stride = parameters[HistogramParameters.PART_STRIDE];
        int sum = 0;
        for (int part = thread; part < parts; part += THREADS) {
            sum += counts[first + part * stride];
        }
        partial[thread] = sum;
        context.localBarrier();
        for (int half = THREADS / 2; half > 0; half = half / 2) {
            if (thread < half) {
                partial[thread] += partial[thread + half];
            }
            context.localBarrier();
        }
        if (thread == 0) {
            histogram[bin] = partial[0];
        }
    }
}
