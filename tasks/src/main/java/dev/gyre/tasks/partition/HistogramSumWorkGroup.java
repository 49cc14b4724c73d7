package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.BlockReduce;
import uk.ac.manchester.tornado.api.KernelContext;

/** {@link HistogramSum} with a work-group for each bin. */
public final class HistogramSumWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 128;

    private HistogramSumWorkGroup() {}

    /** Shapes and result are as in {@link HistogramSum#sumParts}. */
    public static void sumParts(KernelContext context, int items, int[] counts, int[] parameters, int[] histogram) {
        int bin = context.groupIdx;
        int thread = context.localIdx;
        int first = bin * parameters[HistogramParameters.BIN_STRIDE];
        int parts = parameters[HistogramParameters.PARTS];
        int stride = parameters[HistogramParameters.PART_STRIDE];
        int sum = 0;
        for (int part = thread; part < parts; part += THREADS) {
            sum += counts[first + part * stride];
        }
        int all = BlockReduce.sum(context, thread, THREADS, sum);
        if (thread == 0) {
            histogram[bin] = all;
        }
    }
}
