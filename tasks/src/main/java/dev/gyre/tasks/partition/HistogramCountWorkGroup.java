package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link HistogramCount} with a work-group for each part, for few bins. Each thread counts in its own column of local memory, so that no
 * two threads change the same counter.
 */
public final class HistogramCountWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 64;

    /** The largest number of bins: 32 KiB of counters. */
    public static final int MAX_BINS = 128;

    private HistogramCountWorkGroup() {}

    /** Shapes and result are as in {@link HistogramCount#countLabels}. */
    public static void countLabels(
            KernelContext context, int items, int[] labels, int[] parameters, int[] counts, int[] strays) {
        int part = context.groupIdx;
        int thread = context.localIdx;
        int[] own = context.allocateIntLocalArray(MAX_BINS * THREADS);
        int[] firstStray = context.allocateIntLocalArray(THREADS);
        int bins = parameters[HistogramParameters.BINS];
        for (int bin = 0; bin < bins; bin++) {
            own[bin * THREADS + thread] = 0;
        }
        int first = part * parameters[HistogramParameters.STEP];
        int stride = parameters[HistogramParameters.STRIDE];
        int length = HistogramParameters.labelsOf(parameters, part);
        int stray = Integer.MAX_VALUE;
        for (int k = thread; k < length; k += THREADS) {
            int label = labels[first + k * stride];
            if (label >= 0 && label < bins) {
                int at = label * THREADS + thread;
                own[at] = own[at] + 1;
            } else {
                stray = Math.min(stray, first + k * stride);
            }
        }
        firstStray[thread] = stray;
        context.localBarrier();
        int row = part * parameters[HistogramParameters.PART_STRIDE];
        int binStride = parameters[HistogramParameters.BIN_STRIDE];
        for (int bin = thread; bin < bins; bin += THREADS) {
            int sum = 0;
            for (int k = 0; k < THREADS; k++) {
                // Each thread begins at a different column, so that neighboring threads read different banks.
                sum += own[bin * THREADS + ((k + thread) & (THREADS - 1))];
            }
            counts[row + bin * binStride] = sum;
        }
        if (thread == 0) {
            int least = Integer.MAX_VALUE;
            for (int k = 0; k < THREADS; k++) {
                least = Math.min(least, firstStray[k]);
            }
            strays[part] = least == Integer.MAX_VALUE ? HistogramCount.NONE : least;
        }
    }
}
