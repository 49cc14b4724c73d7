package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.partition.HistogramCount;
import dev.gyre.tasks.partition.HistogramCountWorkGroup;
import dev.gyre.tasks.partition.HistogramParameters;
import dev.gyre.tasks.partition.HistogramSum;
import dev.gyre.tasks.partition.HistogramSumWorkGroup;
import java.util.List;

/**
 * Counts how often each label from 0 to bins-1 occurs, as stages for a {@link dev.gyre.engine.program.Phase}.
 *
 * <p>The labels are divided into p parts, each part has its own counters, and the counts of a bin are added up: two launches, no atomic
 * operations, and each label is read once. O(n + p bins). On a device a part is a work-group with counters in local memory up to {@value
 * HistogramCountWorkGroup#MAX_BINS} bins, and a thread with counters in global memory for more bins. There, p is chosen so that the
 * counters occupy at most {@code max(2^26, 16 n)} bytes, and never more than 2^28; on the JVM at most {@code 4 max(n, bins)}. Made for up
 * to about 65,536 bins: with many more there are too few parts to keep a device busy, and sorting the labels is faster.
 *
 * <p>Made for given arrays. The number of labels is the capacity: a phase with these stages serves every n up to it, see
 * {@link #setSize}. Temporary memory: {@code 4 p (bins + 1) + 32} bytes.
 *
 * <p>A label out of range is not counted, but detected: see {@link #checkLabels}.
 *
 * <p>Not safe for use by several threads.
 */
public final class Histogram implements Steps {

    /** Counts by parts, with a thread for each part, as {@link HistogramCount#countLabels}. */
    public static final Kernel COUNT = Kernel.of(HistogramCount.class).withSliceOfOne();

    /** {@link #COUNT} with a work-group for each part, for at most {@link HistogramCountWorkGroup#MAX_BINS} bins. */
    public static final Kernel COUNT_IN_GROUPS = COUNT.named("histogram-count-in-groups")
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(HistogramCountWorkGroup.class, HistogramCountWorkGroup.THREADS));

    /** Adds the parts, as {@link HistogramSum#sumParts}. */
    public static final Kernel SUM = Kernel.of(HistogramSum.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(HistogramSumWorkGroup.class, HistogramSumWorkGroup.THREADS));

    /** Most bins. */
    public static final int MAX_BINS = 1 << 20;

    private static final int MAX_JVM_PARTS = 64;
    private static final int JVM_PART = 1 << 15;
    private static final int MAX_GROUPS = 1 << 11;
    private static final int GROUP_PART = 1 << 12;
    private static final int MAX_THREADS = 1 << 17;
    private static final int THREAD_PART = 1 << 6;
    private static final int FEW_COUNTERS = 1 << 24;
    private static final int MAX_COUNTERS = 1 << 26;

    private final int[] labels;
    private final int capacity;
    private final int bins;
    private final int[] histogram;
    private final Kernel kernel;
    private final boolean interleaved;
    private final int parts;
    private final int[] parameters;
    private final int[] counts;
    private final int[] strays;

    /**
     * Makes a histogram of given arrays.
     *
     * @param labels the labels, n, each in 0..bins-1
     * @param bins number of bins, 1 to {@link #MAX_BINS}
     * @param histogram for the counts, one per bin
     * @param layout declares the temporary arrays
     * @throws IllegalArgumentException if labels is empty, bins is out of range or not the length of histogram
     */
    public Histogram(int[] labels, int bins, int[] histogram, Layout layout) {
        checkBins(bins);
        Checks.sameLength("histogram", layout.length(histogram), "bins", bins);
        capacity = layout.length(labels);
        Checks.atLeast("capacity", capacity, 1);
        this.labels = labels;
        this.bins = bins;
        this.histogram = histogram;
        boolean jvm = layout.device().type() == Device.Type.JVM;
        boolean inGroups = !jvm && bins <= HistogramCountWorkGroup.MAX_BINS;
        this.kernel = inGroups ? COUNT_IN_GROUPS : COUNT;
        this.interleaved = !jvm && !inGroups;
        this.parts = jvm ? jvmParts() : inGroups ? parts(GROUP_PART, MAX_GROUPS) : threads();
        this.counts = layout.ints(parts, bins);
        this.strays = layout.ints(parts);
        this.parameters = layout.add(new int[HistogramParameters.LENGTH]);
        setSize(capacity);
    }

    public static void checkBins(int bins) {
        if (bins < 1 || bins > MAX_BINS) {
            throw new IllegalArgumentException("bins must be in 1.." + MAX_BINS + ": bins=" + bins);
        }
    }

    private int jvmParts() {
        return Math.min(parts(JVM_PART, MAX_JVM_PARTS), Math.max(1, capacity / bins));
    }

    private int threads() {
        long counters = Math.min(MAX_COUNTERS, Math.max(FEW_COUNTERS, 4L * capacity));
        return Math.min(parts(THREAD_PART, MAX_THREADS), (int) (counters / bins));
    }

    private int parts(int partLength, int max) {
        return Math.min(max, Math.ceilDiv(capacity, partLength));
    }

    /**
     * Sets the number of labels of the next run. Upload the arrays of {@link #uploads} after that.
     *
     * @param n number of labels, 0 to capacity
     * @throws IllegalArgumentException if n is out of range
     */
    public void setSize(int n) {
        Checks.size("n", n, 0, capacity);
        int[] next = parameters(n, bins, parts, interleaved);
        System.arraycopy(next, 0, parameters, 0, parameters.length);
    }

    @Override
    public Object[] uploads() {
        return new Object[] {parameters};
    }

    @Override
    public List<Stage> stages() {
        return List.of(
                kernel.stage(parts, labels, parameters, counts, strays),
                SUM.stage(bins, counts, parameters, histogram));
    }

    @Override
    public Object[] results() {
        return new Object[] {histogram, strays};
    }

    /**
     * Returns the array in which the stages leave the first label out of range of each part.
     *
     * @return one index per part, which must be downloaded before {@link #checkLabels}
     */
    public int[] strays() {
        return strays;
    }

    /**
     * Checks the downloaded strays.
     *
     * @param given the labels of the last run, as the caller has them: the array of the histogram does not have them if it is an input
     * @throws IllegalArgumentException if a label was out of range; the message names the first
     */
    void checkLabels(int[] given) {
        int first = Integer.MAX_VALUE;
        for (int stray : strays) {
            if (stray != HistogramCount.NONE) {
                first = Math.min(first, stray);
            }
        }
        if (first != Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "labels must be in 0..bins-1: labels[" + first + "]=" + given[first] + ", bins=" + bins);
        }
    }

    /**
     * Makes parameters in one of two forms: each part counts consecutive labels and keeps its counts together; or neighboring
     * parts count neighboring labels and keep their counts of a bin together, for coalesced access on a device.
     */
    public static int[] parameters(int n, int bins, int parts, boolean interleaved) {
        int[] parameters = new int[HistogramParameters.LENGTH];
        parameters[HistogramParameters.LABELS] = n;
        parameters[HistogramParameters.BINS] = bins;
        parameters[HistogramParameters.PARTS] = parts;
        parameters[HistogramParameters.STEP] = interleaved ? 1 : Math.max(1, Math.ceilDiv(n, parts));
        parameters[HistogramParameters.STRIDE] = interleaved ? parts : 1;
        parameters[HistogramParameters.PART_LENGTH] = Math.max(1, Math.ceilDiv(n, parts));
        parameters[HistogramParameters.PART_STRIDE] = interleaved ? 1 : bins;
        parameters[HistogramParameters.BIN_STRIDE] = interleaved ? parts : 1;
        return parameters;
    }
}
