package dev.gyre.engine.search;

import java.util.Arrays;

/**
 * Sorts pairs of a key and an id into the {@link NeighborOrder}, for one thread: into buckets of equal width, in O(n) where keys are about evenly
 * spread. If they are not, it sorts longs that have the upper half of a key and the place of its pair, and then compares the pairs whose halves are
 * equal, in O(n log n). Memory: 28 bytes for each pair of the longest list so far.
 */
public final class NeighborSort {

    /** Up to this size, insertion of pairs is as fast. */
    private static final int INSERTION_LIMIT = 12;

    private static final int HALF = 32;

    private long[] places = new long[0];
    private double[] keysBefore = new double[0];
    private int[] idsBefore = new int[0];
    private int[] buckets = new int[0];
    private int[] starts = new int[0];

    /** Sorts the first pairs; no key is NaN. */
    public void sort(double[] keys, int[] ids, int size) {
        if (size <= INSERTION_LIMIT) {
            NeighborOrder.sort(keys, ids, size);
            return;
        }
        if (keysBefore.length < size) {
            keysBefore = new double[size + (size >> 1)];
            idsBefore = new int[keysBefore.length];
            buckets = new int[keysBefore.length];
            starts = new int[keysBefore.length + 1];
        }
        System.arraycopy(keys, 0, keysBefore, 0, size);
        System.arraycopy(ids, 0, idsBefore, 0, size);
        if (!sortByBuckets(keys, ids, size)) {
            sortByHalves(keys, ids, size);
        }
    }

    /** Sorts pairs into as many buckets of equal width as there are pairs, and then those of each bucket. Returns false where a bucket is too full. */
    private boolean sortByBuckets(double[] keys, int[] ids, int size) {
        double min = keys[0];
        double max = keys[0];
        for (int i = 1; i < size; i++) {
            min = Math.min(min, keys[i]);
            max = Math.max(max, keys[i]);
        }
        double scale = (size - 1) / (max - min);
        if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            return false;
        }
        Arrays.fill(starts, 0, size + 1, 0);
        for (int i = 0; i < size; i++) {
            int bucket = (int) ((keys[i] - min) * scale);
            buckets[i] = bucket;
            starts[bucket + 1]++;
        }
        for (int bucket = 0; bucket < size; bucket++) {
            if (starts[bucket + 1] > INSERTION_LIMIT) {
                return false;
            }
            starts[bucket + 1] += starts[bucket];
        }
        for (int i = 0; i < size; i++) {
            int to = starts[buckets[i]]++;
            keys[to] = keysBefore[i];
            ids[to] = idsBefore[i];
        }
        int from = 0;
        for (int bucket = 0; bucket < size; bucket++) {
            int to = starts[bucket];
            if (to - from > 1) {
                NeighborOrder.sort(keys, ids, from, to - from);
            }
            from = to;
        }
        return true;
    }

    private void sortByHalves(double[] keys, int[] ids, int size) {
        if (places.length < size) {
            places = new long[keysBefore.length];
        }
        for (int i = 0; i < size; i++) {
            places[i] = half(keys[i]) << HALF | i;
        }
        Arrays.sort(places, 0, size);
        for (int i = 0; i < size; i++) {
            int slot = (int) places[i];
            keys[i] = keysBefore[slot];
            ids[i] = idsBefore[slot];
        }
        sortEqualHalves(keys, ids, size);
    }

    /** The upper half of a key as a number with the order of keys; both zeros are equal. */
    private static long half(double key) {
        long bits = Double.doubleToRawLongBits(key + 0.0);
        return (bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE)) >> HALF;
    }

    private void sortEqualHalves(double[] keys, int[] ids, int size) {
        int first = 0;
        for (int end = 1; end <= size; end++) {
            if (end == size || places[end] >> HALF != places[first] >> HALF) {
                if (end - first > 1) {
                    NeighborOrder.sort(keys, ids, first, end - first);
                }
                first = end;
            }
        }
    }
}
