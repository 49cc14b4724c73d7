package dev.gyre.engine.kdtree;

import java.util.Arrays;

/**
 * Selects the places of the lower half of a window on a thread of the JVM. Places are packed into longs with a key above them. A shift says
 * what decides: 0 for the key, then the place; 32 for the place alone, which is the order of the first dimension.
 *
 * <p>Partitions around two values of a sample that most likely enclose the wanted rank, as in Floyd and Rivest, "Expected Time Bounds for
 * Selection" (1975), then around medians of a few. All pairs differ. O(n) for n pairs in all but rare cases; a selection that needs too
 * many rounds ends as a sort.
 */
final class KdSelection {

    /** Compares places alone. */
    static final int BY_PLACE = 32;

    /** Compares keys, then places. */
    static final int BY_KEY = 0;

    private static final int SORT_SIZE = 24;

    /** Least pairs of a selection by a sample; smaller ones take the median of a few. */
    private static final int SAMPLED_SIZE = 1 << 12;

    /** One in this many pairs is in the sample, of which there are at most {@link #MAX_SAMPLE}. */
    private static final int SAMPLED_SHARE = 32;

    private static final int MAX_SAMPLE = 1 << 10;

    /**
     * The same for a window that all threads partition, of which one thread then selects from what is between: 2.8 % of the pairs instead of
     * 7.8. A build of 10 million took a fifth less with it and with arrays that are made ahead (16 threads of a Xeon; not measured apart).
     */
    private static final int MAX_SAMPLE_OF_ALL = 1 << 13;

    /** The two values are this many standard deviations of the rank in the sample away from it. */
    private static final double DEVIATIONS = 2.5;

    private static final int NINTHER_SIZE = 1 << 7;

    private KdSelection() {}

    /** Moves the smallest pairs of {@code low .. high-1} to the indices below {@code at}. */
    static void select(long[] pairs, int low, int high, int at, int shift) {
        int rounds = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(high - low));
        int first = low;
        int stop = high;
        while (at > first && at < stop && stop - first > SORT_SIZE) {
            if (rounds-- == 0) {
                sort(pairs, first, stop, shift);
                return;
            }
            if (stop - first >= SAMPLED_SIZE) {
                long[] range = range(pairs, first, stop, at, shift, MAX_SAMPLE);
                // The value that more pairs are beyond comes first.
                int nearer = at - first > (stop - first) / 2 ? 0 : 1;
                int middle = partition(pairs, first, stop, range[nearer], shift);
                first = at >= middle ? middle : first;
                stop = at >= middle ? stop : middle;
                middle = partition(pairs, first, stop, range[1 - nearer], shift);
                first = at >= middle ? middle : first;
                stop = at >= middle ? stop : middle;
            } else {
                long pivot = pivot(pairs, first, stop, shift);
                int middle = partition(pairs, first, stop, pivot, shift);
                if (middle == first) {
                    // The pivot is the smallest.
                    moveToFront(pairs, first, stop, pivot, shift);
                    middle++;
                }
                first = at >= middle ? middle : first;
                stop = at >= middle ? stop : middle;
            }
        }
        if (at > first && at < stop) {
            insertionSort(pairs, first, stop, shift);
        }
    }

    /**
     * Returns two values between which the pair of a rank most likely is.
     *
     * @param at the rank, counted from {@code low}
     * @return the least value inside and the least value beyond, shifted
     */
    static long[] rangeForAll(long[] pairs, int low, int high, int at, int shift) {
        return range(pairs, low, high, at, shift, MAX_SAMPLE_OF_ALL);
    }

    private static long[] range(long[] pairs, int low, int high, int at, int shift, int most) {
        int size = high - low;
        long[] sample = new long[Math.min(most, Math.ceilDiv(size, SAMPLED_SHARE))];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = pairs[low + (int) ((long) i * size / sample.length)] << shift;
        }
        Arrays.sort(sample);
        double share = (double) (at - low) / size;
        double margin = DEVIATIONS * Math.sqrt(sample.length * share * (1 - share)) + 1;
        int from = (int) (share * sample.length - margin);
        int to = (int) (share * sample.length + margin) + 1;
        return new long[] {from <= 0 ? Long.MIN_VALUE : sample[from], to >= sample.length ? Long.MAX_VALUE : sample[to]
        };
    }

    private static long pivot(long[] pairs, int low, int high, int shift) {
        int step = (high - low) / 9;
        int middle = low + (high - low) / 2;
        if (high - low < NINTHER_SIZE) {
            return median(pairs[low] << shift, pairs[middle] << shift, pairs[high - 1] << shift);
        }
        return median(
                medianFrom(pairs, low, step, shift),
                medianFrom(pairs, low + 3 * step, step, shift),
                medianFrom(pairs, low + 6 * step, step, shift));
    }

    private static long medianFrom(long[] pairs, int low, int step, int shift) {
        return median(pairs[low] << shift, pairs[low + step] << shift, pairs[low + 2 * step] << shift);
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    /** Moves the pairs below the pivot to the front, without branches. Returns the index after them. */
    private static int partition(long[] pairs, int low, int high, long pivot, int shift) {
        int middle = low;
        for (int i = low; i < high; i++) {
            long pair = pairs[i];
            pairs[i] = pairs[middle];
            pairs[middle] = pair;
            middle += pair << shift < pivot ? 1 : 0;
        }
        return middle;
    }

    private static void moveToFront(long[] pairs, int low, int high, long pivot, int shift) {
        for (int i = low; i < high; i++) {
            if (pairs[i] << shift == pivot) {
                long pair = pairs[i];
                pairs[i] = pairs[low];
                pairs[low] = pair;
                return;
            }
        }
    }

    private static void insertionSort(long[] pairs, int low, int high, int shift) {
        for (int i = low + 1; i < high; i++) {
            long pair = pairs[i];
            int hole = i;
            while (hole > low && pairs[hole - 1] << shift > pair << shift) {
                pairs[hole] = pairs[hole - 1];
                hole--;
            }
            pairs[hole] = pair;
        }
    }

    private static void sort(long[] pairs, int low, int high, int shift) {
        for (int i = low; i < high; i++) {
            pairs[i] = Long.rotateLeft(pairs[i], shift);
        }
        Arrays.sort(pairs, low, high);
        for (int i = low; i < high; i++) {
            pairs[i] = Long.rotateRight(pairs[i], shift);
        }
    }
}
