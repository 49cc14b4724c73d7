package dev.gyre.tasks.partition;

/**
 * Positions in the {@code int[]} of parameters of the histogram kernels. The labels are divided into parts, and each part has its own
 * counts. The device determines the division and the layout of the counts.
 *
 * <pre>
 * part p counts the labels        p * STEP + k * STRIDE, k = 0 .. LENGTH-1, below the number of labels
 * its count of bin b is kept at   p * PART_STRIDE + b * BIN_STRIDE
 * </pre>
 */
public final class HistogramParameters {

    /** Number of labels. */
    public static final int LABELS = 0;

    /** Number of bins. */
    public static final int BINS = 1;

    /** Number of parts. */
    public static final int PARTS = 2;

    /** Distance from the first label of a part to the first label of the next part. */
    public static final int STEP = 3;

    /** Distance from a label of a part to the next label of the part. */
    public static final int STRIDE = 4;

    /** The largest number of labels in a part. */
    public static final int PART_LENGTH = 5;

    /** Distance from a count of a part to the count of the same bin in the next part. */
    public static final int PART_STRIDE = 6;

    /** Distance from a count of a part to the count of the next bin. */
    public static final int BIN_STRIDE = 7;

    /** Length of the parameter array. */
    public static final int LENGTH = 8;

    private HistogramParameters() {}

    /** Returns the number of labels of a part. No sum exceeds the number of labels, so none overflows. */
    static int labelsOf(int[] parameters, int part) {
        int parts = (parameters[LABELS] - 1) / parameters[STEP];
        if (parameters[LABELS] == 0 || part > parts) {
            return 0;
        }
        int left = parameters[LABELS] - part * parameters[STEP];
        return Math.min(parameters[PART_LENGTH], (left - 1) / parameters[STRIDE] + 1);
    }
}
