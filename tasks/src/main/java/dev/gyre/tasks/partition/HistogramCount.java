package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Counts the labels of each part by bin. */
public final class HistogramCount {

    /** Instead of an index: every label of the part is in range. */
    public static final int NONE = -1;

    private HistogramCount() {}

    /**
     * Counts each part; an item is a part.
     *
     * @param labels in: the labels, each in 0..bins-1
     * @param parameters in: {@link HistogramParameters}
     * @param counts out: parts x bins
     * @param strays out: for each part the index of its first label out of range, or {@link #NONE}
     */
    public static void countLabels(int begin, int end, int[] labels, int[] parameters, int[] counts, int[] strays) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int part = begin + t;
            int bins = parameters[HistogramParameters.BINS];
            int row = part * parameters[HistogramParameters.PART_STRIDE];
            int binStride = parameters[HistogramParameters.BIN_STRIDE];
            for (int bin = 0; bin < bins; bin++) {
                counts[row + bin * binStride] = 0;
            }
            int first = part * parameters[HistogramParameters.STEP];
            int stride = parameters[HistogramParameters.STRIDE];
            int length = HistogramParameters.labelsOf(parameters, part);
            int stray = Integer.MAX_VALUE;
            for (int k = 0; k < length; k++) {
                int label = labels[first + k * stride];
                if (label >= 0 && label < bins) {
                    int at = row + label * binStride;
                    counts[at] = counts[at] + 1;
                } else {
                    stray = Math.min(stray, first + k * stride);
                }
            }
            strays[part] = stray == Integer.MAX_VALUE ? NONE : stray;
        }
    }
}
