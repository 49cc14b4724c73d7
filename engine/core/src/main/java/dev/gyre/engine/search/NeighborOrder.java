package dev.gyre.engine.search;

/** The order of neighbors: ascending by key, then by id. */
public final class NeighborOrder {

    private static final int INSERTION_LIMIT = 32;

    private NeighborOrder() {}

    /** Whether a pair comes before another one. */
    public static boolean precedes(double key, int id, double otherKey, int otherId) {
        return key < otherKey || (key == otherKey && id < otherId);
    }

    /** Sorts the first pairs in place, by insertion if they are few, otherwise by a heap; needs no memory. */
    public static void sort(double[] keys, int[] ids, int size) {
        sort(keys, ids, 0, size);
    }

    /** Sorts some pairs in place, from the first one on. */
    public static void sort(double[] keys, int[] ids, int first, int size) {
        if (size <= INSERTION_LIMIT) {
            insertionSort(keys, ids, first, size);
            return;
        }
        for (int root = size / 2 - 1; root >= 0; root--) {
            siftDown(keys, ids, first, root, size);
        }
        for (int end = size - 1; end > 0; end--) {
            swap(keys, ids, first, first + end);
            siftDown(keys, ids, first, 0, end);
        }
    }

    private static void insertionSort(double[] keys, int[] ids, int first, int size) {
        for (int i = first + 1; i < first + size; i++) {
            double key = keys[i];
            int id = ids[i];
            int hole = i;
            while (hole > first && precedes(key, id, keys[hole - 1], ids[hole - 1])) {
                keys[hole] = keys[hole - 1];
                ids[hole] = ids[hole - 1];
                hole--;
            }
            keys[hole] = key;
            ids[hole] = id;
        }
    }

    /** Sifts down in the heap whose root is the first pair; indices in the heap count from there. */
    private static void siftDown(double[] keys, int[] ids, int first, int root, int size) {
        int parent = root;
        while (2 * parent + 1 < size) {
            int child = 2 * parent + 1;
            int right = first + child + 1;
            if (child + 1 < size && precedes(keys[right - 1], ids[right - 1], keys[right], ids[right])) {
                child++;
            }
            int at = first + parent;
            if (!precedes(keys[at], ids[at], keys[first + child], ids[first + child])) {
                return;
            }
            swap(keys, ids, at, first + child);
            parent = child;
        }
    }

    private static void swap(double[] keys, int[] ids, int i, int j) {
        double key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
        int id = ids[i];
        ids[i] = ids[j];
        ids[j] = id;
    }
}
