package dev.gyre.engine.kdtree;

import java.util.Arrays;

/**
 * Selects among pairs on a thread of the JVM: places packed into longs with a key above them. All pairs differ.
 *
 * <p>A large window is first narrowed to the pairs between two values of a sample that most likely enclose the wanted rank, as in Floyd and
 * Rivest, "Expected Time Bounds for Selection" (1975). A selection partitions around medians of a few: O(n) for n pairs in all but rare cases;
 * one that needs too many rounds ends as a sort.
 */
final class KdSelection {

    private static final int SORT_SIZE = 24;

    /** Least pairs of which a sample gives the pivot; of fewer it is the median of a few. */
    private static final int SAMPLED_SIZE = 1 << 12;

    /** One in this many pairs is in the sample, of which there are at most {@link #MAX_SAMPLE}. */
    private static final int SAMPLED_SHARE = 64;

    private static final int MAX_SAMPLE = 1 << 13;

    /** The two values are this many standard deviations of the rank in the sample away from it. */
    private static final double DEVIATIONS = 2.5;

    private static final int NINTHER_SIZE = 1 << 7;

    private KdSelection() {}

    /**
     * Two values between which a pair most likely is.
     *
     * @param min the least value inside
     * @param beyond the least value beyond
     */
    record Range(long min, long beyond) {}

    /** The number of pairs that are sampled. */
    static int samples(int pairs) {
        return Math.min(MAX_SAMPLE, Math.ceilDiv(pairs, SAMPLED_SHARE));
    }

    /**
     * Returns two values between which the pair of a rank most likely is.
     *
     * @param sample some pairs, in no order; reordered
     * @param share the rank, as a share of all pairs
     */
    static Range range(long[] sample, double share) {
        double margin = DEVIATIONS * Math.sqrt(sample.length * share * (1 - share)) + 1;
        int from = (int) (share * sample.length - margin);
        int to = (int) (share * sample.length + margin) + 1;
        long min = from <= 0 ? Long.MIN_VALUE : bound(sample, 0, sample.length, from);
        long beyond = to >= sample.length ? Long.MAX_VALUE : bound(sample, Math.max(0, from), sample.length, to);
        return new Range(min, beyond);
    }

    /**
     * Moves the smallest pairs of {@code low .. high-1} to the indices below {@code at}, and returns a value that they are below, and no others.
     *
     * @param at an index from {@code low} to {@code high-1}
     */
    static long bound(long[] pairs, int low, int high, int at) {
        int rounds = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(high - low));
        int first = low;
        int stop = high;
        while (stop - first > SORT_SIZE) {
            if (rounds-- == 0) {
                Arrays.sort(pairs, first, stop);
                return pairs[at];
            }
            long pivot = stop - first < SAMPLED_SIZE ? pivot(pairs, first, stop) : nearest(pairs, first, stop, at);
            int middle = partition(pairs, first, stop, pivot);
            if (at == middle) {
                return pivot;
            }
            if (middle == first) {
                // The pivot is the smallest.
                moveToFront(pairs, first, stop, pivot);
                middle++;
            }
            first = at >= middle ? middle : first;
            stop = at >= middle ? stop : middle;
        }
        insertionSort(pairs, first, stop);
        return pairs[at];
    }

    /** A sampled pair on the side of the wanted one on which more pairs are, most likely. */
    private static long nearest(long[] pairs, int first, int stop, int at) {
        int size = stop - first;
        long[] sample = new long[samples(size)];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = pairs[first + (int) ((long) i * size / sample.length)];
        }
        double share = (double) (at - first) / size;
        Range range = range(sample, share);
        long nearest = share > 0.5 ? range.min() : range.beyond();
        return nearest == Long.MIN_VALUE || nearest == Long.MAX_VALUE ? sample[sample.length / 2] : nearest;
    }

    private static long pivot(long[] pairs, int low, int high) {
        int step = (high - low) / 9;
        int middle = low + (high - low) / 2;
        if (high - low < NINTHER_SIZE) {
            return median(pairs[low], pairs[middle], pairs[high - 1]);
        }
        return median(
                medianFrom(pairs, low, step),
                medianFrom(pairs, low + 3 * step, step),
                medianFrom(pairs, low + 6 * step, step));
    }

    private static long medianFrom(long[] pairs, int low, int step) {
        return median(pairs[low], pairs[low + step], pairs[low + 2 * step]);
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    /** Moves the pairs below the pivot to the front, without branches. Returns the index after them. */
    private static int partition(long[] pairs, int low, int high, long pivot) {
        int middle = low;
        for (int i = low; i < high; i++) {
            long pair = pairs[i];
            pairs[i] = pairs[middle];
            pairs[middle] = pair;
            middle += pair < pivot ? 1 : 0;
        }
        return middle;
    }

    private static void moveToFront(long[] pairs, int low, int high, long pivot) {
        for (int i = low; i < high; i++) {
            if (pairs[i] == pivot) {
                pairs[i] = pairs[low];
                pairs[low] = pivot;
                return;
            }
        }
    }

    private static void insertionSort(long[] pairs, int low, int high) {
        for (int i = low + 1; i < high; i++) {
            long pair = pairs[i];
            int hole = i;
            while (hole > low && pairs[hole - 1] > pair) {
                pairs[hole] = pairs[hole - 1];
                hole--;
            }
            pairs[hole] = pair;
        }
    }
}
