package dev.gyre.engine.knn;

/** The order of neighbors: ascending by squared distance, then by id. */
final class NeighborOrder {

    private static final int INSERTION_LIMIT = 32;

    private NeighborOrder() {}

    static boolean precedes(double distanceSq, int id, double otherDistanceSq, int otherId) {
        return distanceSq < otherDistanceSq || (distanceSq == otherDistanceSq && id < otherId);
    }

    /** Sorts the first {@code size} pairs in place: by insertion where they are few, else as a heap; no memory. */
    static void sort(double[] distancesSq, int[] ids, int size) {
        if (size <= INSERTION_LIMIT) {
            insertionSort(distancesSq, ids, size);
            return;
        }
        for (int root = size / 2 - 1; root >= 0; root--) {
            siftDown(distancesSq, ids, root, size);
        }
        for (int end = size - 1; end > 0; end--) {
            swap(distancesSq, ids, 0, end);
            siftDown(distancesSq, ids, 0, end);
        }
    }

    private static void insertionSort(double[] distancesSq, int[] ids, int size) {
        for (int i = 1; i < size; i++) {
            double distanceSq = distancesSq[i];
            int id = ids[i];
            int hole = i;
            while (hole > 0 && precedes(distanceSq, id, distancesSq[hole - 1], ids[hole - 1])) {
                distancesSq[hole] = distancesSq[hole - 1];
                ids[hole] = ids[hole - 1];
                hole--;
            }
            distancesSq[hole] = distanceSq;
            ids[hole] = id;
        }
    }

    private static void siftDown(double[] distancesSq, int[] ids, int root, int size) {
        int parent = root;
        while (2 * parent + 1 < size) {
            int child = 2 * parent + 1;
            if (child + 1 < size && precedes(distancesSq[child], ids[child], distancesSq[child + 1], ids[child + 1])) {
                child++;
            }
            if (!precedes(distancesSq[parent], ids[parent], distancesSq[child], ids[child])) {
                return;
            }
            swap(distancesSq, ids, parent, child);
            parent = child;
        }
    }

    private static void swap(double[] distancesSq, int[] ids, int i, int j) {
        double distanceSq = distancesSq[i];
        distancesSq[i] = distancesSq[j];
        distancesSq[j] = distanceSq;
        int id = ids[i];
        ids[i] = ids[j];
        ids[j] = id;
    }
}
