package dev.gyre.engine.search;

import java.util.Arrays;

/**
 * Sorts pairs of a key and an id into the {@link NeighborOrder}, for one thread: into buckets of equal width, in O(n) where keys are about evenly
 * spread. If they are not, it sorts longs that have the upper half of a key and the place of its pair, and then compares the pairs whose halves are
 * equal, in O(n log n). Memory: 32 bytes for each pair of the longest list so far.
 */
public final class NeighborSort {

    /** Up to this size, insertion of pairs is as fast. */
    private static final int INSERTION_LIMIT = 12;

    /**
     * Buckets for each pair. With 60 uniform keys a pair took 11.0 ns with 2 and insertion where pairs are in disorder, 14.0 with 1 and a sort of
     * each bucket (AMD EPYC, 28 November 2026); 3, 4 and 8 took more than 2.
     */
    private static final int SPREAD = 2;

    /** Most buckets: their counts, and half of them more, fit an array. */
    private static final int MAX_BUCKETS = 1 << 30;

    private static final int HALF = 32;

    private long[] places = new long[0];
    private double[] sortedKeys = new double[0];
    private int[] sortedIds = new int[0];
    private int[] buckets = new int[0];
    private int[] starts = new int[0];

    /** Sorts the first pairs, which stay as they are, into {@link #keys} and {@link #ids}; no key is NaN. */
    public void sort(double[] keys, int[] ids, int size) {
        if (sortedKeys.length < size) {
            sortedKeys = new double[size + (size >> 1)];
            sortedIds = new int[sortedKeys.length];
        }
        if (size <= INSERTION_LIMIT) {
            for (int i = 0; i < size; i++) {
                insert(keys[i], ids[i], i);
            }
        } else if (size > MAX_BUCKETS / SPREAD || !sortByBuckets(keys, ids, size)) {
            sortByHalves(keys, ids, size);
        }
    }

    /** The sorted keys, until the next sort; the array may be longer. */
    public double[] keys() {
        return sortedKeys;
    }

    /** The ids of the sorted keys, until the next sort; the array may be longer. */
    public int[] ids() {
        return sortedIds;
    }

    /** Sorts pairs into a few times as many buckets of equal width, and then those of each bucket. Returns false where a bucket is too full. */
    private boolean sortByBuckets(double[] keys, int[] ids, int size) {
        double min = keys[0];
        double max = keys[0];
        for (int i = 1; i < size; i++) {
            min = Math.min(min, keys[i]);
            max = Math.max(max, keys[i]);
        }
        int count = SPREAD * size;
        double scale = (count - 1) / (max - min);
        if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            return false;
        }
        if (starts.length <= count) {
            buckets = new int[size + (size >> 1)];
            starts = new int[SPREAD * buckets.length + 1];
        }
        Arrays.fill(starts, 0, count + 1, 0);
        for (int i = 0; i < size; i++) {
            int bucket = (int) ((keys[i] - min) * scale);
            buckets[i] = bucket;
            starts[bucket + 1]++;
        }
        for (int bucket = 0; bucket < count; bucket++) {
            if (starts[bucket + 1] > INSERTION_LIMIT) {
                return false;
            }
            starts[bucket + 1] += starts[bucket];
        }
        for (int i = 0; i < size; i++) {
            int to = starts[buckets[i]]++;
            sortedKeys[to] = keys[i];
            sortedIds[to] = ids[i];
        }
        for (int i = 1; i < size; i++) {
            if (NeighborOrder.precedes(sortedKeys[i], sortedIds[i], sortedKeys[i - 1], sortedIds[i - 1])) {
                // Those before are of its bucket.
                insert(sortedKeys[i], sortedIds[i], i);
            }
        }
        return true;
    }

    /** Puts a pair before those that it precedes, which are the last ones before an index. */
    private void insert(double key, int id, int end) {
        int hole = end;
        while (hole > 0 && NeighborOrder.precedes(key, id, sortedKeys[hole - 1], sortedIds[hole - 1])) {
            sortedKeys[hole] = sortedKeys[hole - 1];
            sortedIds[hole] = sortedIds[hole - 1];
            hole--;
        }
        sortedKeys[hole] = key;
        sortedIds[hole] = id;
    }

    private void sortByHalves(double[] keys, int[] ids, int size) {
        if (places.length < size) {
            places = new long[sortedKeys.length];
        }
        for (int i = 0; i < size; i++) {
            places[i] = half(keys[i]) << HALF | i;
        }
        Arrays.sort(places, 0, size);
        for (int i = 0; i < size; i++) {
            int slot = (int) places[i];
            sortedKeys[i] = keys[slot];
            sortedIds[i] = ids[slot];
        }
        sortEqualHalves(size);
    }

    /** The upper half of a key as a number with the order of keys; both zeros are equal. */
    private static long half(double key) {
        long bits = Double.doubleToRawLongBits(key + 0.0);
        return (bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE)) >> HALF;
    }

    private void sortEqualHalves(int size) {
        int first = 0;
        for (int end = 1; end <= size; end++) {
            if (end == size || places[end] >> HALF != places[first] >> HALF) {
                if (end - first > 1) {
                    NeighborOrder.sort(sortedKeys, sortedIds, first, end - first);
                }
                first = end;
            }
        }
    }
}
