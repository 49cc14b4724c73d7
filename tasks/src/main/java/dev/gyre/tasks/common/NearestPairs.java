package dev.gyre.tasks.common;

/**
 * The {@code capacity} smallest (key, id) pairs seen so far, in a sorted list or in a {@link DoubleHeap}, with a limit: the largest key
 * that may still be among them. A search lowers the limit as it finds pairs.
 */
public final class NearestPairs {

    /** The largest number of pairs that fit in a private list of a kernel. */
    public static final int LIST = 32;

    private NearestPairs() {}

    /** Inserts a pair that is within the limit, if it is better than the worst pair kept. Returns the new limit. */
    public static double keepInList(
            double[] keys, int[] ids, int first, int capacity, double key, int id, double worst) {
        double limit = worst;
        int hole = first + capacity - 1;
        if (after(keys[hole], ids[hole], key, id) > 0) {
            while (hole > first && after(keys[hole - 1], ids[hole - 1], key, id) > 0) {
                keys[hole] = keys[hole - 1];
                ids[hole] = ids[hole - 1];
                hole--;
            }
            keys[hole] = key;
            ids[hole] = id;
            limit = Math.min(worst, keys[first + capacity - 1]);
        }
        return limit;
    }

    /** Does the same as {@link #keepInList} for a heap, whose first pair is the worst. */
    public static double keepInHeap(
            double[] keys, int[] ids, int first, int capacity, double key, int id, double worst) {
        double limit = worst;
        if (after(keys[first], ids[first], key, id) > 0) {
            DoubleHeap.replaceWorst(keys, ids, first, capacity, key, id);
            limit = Math.min(worst, keys[first]);
        }
        return limit;
    }

    /** Returns 1 if the first pair comes after the second, else 0. */
    private static int after(double keyA, int idA, double keyB, int idB) {
        int after = keyA > keyB ? 1 : 0;
        if (keyA == keyB) {
            after = idA > idB ? 1 : 0;
        }
        return after;
    }
}
