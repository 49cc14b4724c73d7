package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Adds up the parts' counts of each bin. */
public final class HistogramSum {

    private HistogramSum() {}

    /**
     * Adds up each bin; an item is a bin.
     *
     * @param counts in: parts x bins, laid out by {@link HistogramParameters}
     * @param parameters in: {@link HistogramParameters}
     * @param histogram out: one count per bin
     */
    public static void sumParts(int begin, int end, int[] counts, int[] parameters, int[] histogram) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int bin = begin + t;
            int first = bin * parameters[HistogramParameters.BIN_STRIDE];
            int parts = parameters[HistogramParameters.PARTS];
            int stride = parameters[HistogramParameters.PART_STRIDE];
            int sum = 0;
            for (int part = 0; part < parts; part++) {
                sum += counts[first + part * stride];
            }
            histogram[bin] = sum;
        }
    }
}
