package dev.gyre.tasks.common;

/**
 * The {@code capacity} smallest (key, id) pairs seen so far: a binary max-heap in a row of two flat arrays.
 *
 * <p>The worst pair kept is at {@code offset}. An empty slot holds ({@link #EMPTY_KEY}, {@link #EMPTY_ID}) and counts
 * as worse than every pair with a finite key.
 */
public final class BoundedHeap {

    public static final float EMPTY_KEY = Float.MAX_VALUE;
    /** The key of an empty slot of a heap in double. */
    public static final double EMPTY_DOUBLE = Double.MAX_VALUE;

    public static final int EMPTY_ID = -1;

    private BoundedHeap() {}

    public static void clear(float[] keys, int[] ids, int offset, int capacity) {
        for (int slot = 0; slot < capacity; slot++) {
            keys[offset + slot] = EMPTY_KEY;
            ids[offset + slot] = EMPTY_ID;
        }
    }

    /** Replaces the worst pair by a better one and sifts it down to its place: O(log capacity). */
    public static void replaceWorst(float[] keys, int[] ids, int offset, int capacity, float key, int id) {
        int hole = 0;
        int child = 1;
        while (child < capacity) {
            int right = child + 1;
            if (right < capacity) {
                if (keys[offset + right] > keys[offset + child]
                        || (keys[offset + right] == keys[offset + child]
                                && ids[offset + right] > ids[offset + child])) {
                    child = right;
                }
            }
            float childKey = keys[offset + child];
            int childId = ids[offset + child];
            if (childKey < key || (childKey == key && childId < id)) {
                break;
            }
            keys[offset + hole] = childKey;
            ids[offset + hole] = childId;
            hole = child;
            child = 2 * hole + 1;
        }
        keys[offset + hole] = key;
        ids[offset + hole] = id;
    }

    /** The same for keys in double. */
    public static void clear(double[] keys, int[] ids, int offset, int capacity) {
        for (int slot = 0; slot < capacity; slot++) {
            keys[offset + slot] = EMPTY_DOUBLE;
            ids[offset + slot] = EMPTY_ID;
        }
    }

    /** The same for keys in double. Replaces the worst pair by a better one and sifts it down to its place: O(log capacity). */
    public static void replaceWorst(double[] keys, int[] ids, int offset, int capacity, double key, int id) {
        int hole = 0;
        int child = 1;
        while (child < capacity) {
            int right = child + 1;
            if (right < capacity) {
                if (keys[offset + right] > keys[offset + child]
                        || (keys[offset + right] == keys[offset + child]
                                && ids[offset + right] > ids[offset + child])) {
                    child = right;
                }
            }
            double childKey = keys[offset + child];
            int childId = ids[offset + child];
            if (childKey < key || (childKey == key && childId < id)) {
                break;
            }
            keys[offset + hole] = childKey;
            ids[offset + hole] = childId;
            hole = child;
            child = 2 * hole + 1;
        }
        keys[offset + hole] = key;
        ids[offset + hole] = id;
    }
}
