package dev.gyre.engine.search;

import java.util.Arrays;

/**
 * Sorts pairs of a key and an id into the {@link NeighborOrder}, for one thread. It sorts longs that have the upper half of a key and the
 * place of its pair, and then compares the pairs whose halves are equal. O(n log n); memory: 20 bytes for each pair of the longest list so
 * far.
 */
public final class NeighborSort {

    /** Up to this size, insertion of pairs is as fast. */
    private static final int INSERTION_LIMIT = 12;

    private static final int HALF = 32;

    private long[] places = new long[0];
    private double[] keysBefore = new double[0];
    private int[] idsBefore = new int[0];

    /** Sorts the first pairs; no key is NaN. */
    public void sort(double[] keys, int[] ids, int size) {
        if (size <= INSERTION_LIMIT) {
            NeighborOrder.sort(keys, ids, size);
            return;
        }
        if (places.length < size) {
            places = new long[size + (size >> 1)];
            keysBefore = new double[places.length];
            idsBefore = new int[places.length];
        }
        for (int i = 0; i < size; i++) {
            places[i] = half(keys[i]) << HALF | i;
        }
        System.arraycopy(keys, 0, keysBefore, 0, size);
        System.arraycopy(ids, 0, idsBefore, 0, size);
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
