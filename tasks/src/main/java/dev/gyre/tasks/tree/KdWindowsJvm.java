package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.PackedHeap;

/**
 * {@link KdWindows} for the JVM. Keys and places are packed into longs, and a selection (Hoare's, with the median of three as the pivot and
 * a partition without branches) separates the halves. Leaves are sorted at the end. O(w log w) for a window of w slots; a selection that
 * needs too many rounds ends as a sort.
 */
public final class KdWindowsJvm {

    private static final int SORT_SIZE = 24;

    private KdWindowsJvm() {}

    /** Shapes and result are as in {@link KdWindows#orderWindows}. */
    public static void orderWindows(
            int begin,
            int end,
            int[] orders,
            int[] columns,
            int[] splits,
            int[] parameters,
            int[] tree,
            int[] scratch) {
        int windowBits = parameters[KdParameters.WINDOW_BITS];
        long[] pairs = new long[1 << windowBits];
        for (int window = begin; window < end; window++) {
            int from = window << windowBits;
            int size = Math.min(1 << windowBits, parameters[KdParameters.SIZE] - from);
            for (int i = 0; i < size; i++) {
                pairs[i] = orders[from + i];
            }
            for (int bits = windowBits; bits > parameters[KdParameters.LEAF_BITS]; bits--) {
                int start = splits[bits] * parameters[KdParameters.STRIDE];
                for (int i = 0; i < size; i++) {
                    int place = (int) pairs[i];
                    pairs[i] = PackedHeap.pack(columns[start + place], place);
                }
                int half = 1 << (bits - 1);
                for (int low = 0; low < size - half; low += 1 << bits) {
                    select(pairs, low, Math.min(low + (1 << bits), size), low + half);
                }
            }
            writeLeaves(pairs, size, 1 << parameters[KdParameters.LEAF_BITS], tree, from);
        }
    }

    /** Moves the smallest pairs of {@code low .. high-1} to the indices below {@code at}. */
    private static void select(long[] pairs, int low, int high, int at) {
        int rounds = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(high - low));
        int first = low;
        int stop = high;
        while (at > first && stop - first > SORT_SIZE && rounds > 0) {
            long pivot = median(pairs[first], pairs[first + (stop - first) / 2], pairs[stop - 1]);
            int middle = partition(pairs, first, stop, pivot);
            if (middle == first) {
                // The pivot is the smallest.
                moveToFront(pairs, first, stop, pivot);
                middle++;
            }
            if (at >= middle) {
                first = middle;
            } else {
                stop = middle;
            }
            rounds--;
        }
        if (at > first && stop - first <= SORT_SIZE) {
            insertionSort(pairs, first, stop);
        } else if (at > first) {
            heapSort(pairs, first, stop);
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

    private static void heapSort(long[] pairs, int low, int high) {
        for (int root = (high - low) / 2 - 1; root >= 0; root--) {
            siftDown(pairs, low, root, high - low);
        }
        for (int size = high - low - 1; size > 0; size--) {
            long largest = pairs[low];
            pairs[low] = pairs[low + size];
            pairs[low + size] = largest;
            siftDown(pairs, low, 0, size);
        }
    }

    private static void siftDown(long[] pairs, int low, int root, int size) {
        long pair = pairs[low + root];
        int hole = root;
        int child = 2 * hole + 1;
        while (child < size) {
            if (child + 1 < size && pairs[low + child + 1] > pairs[low + child]) {
                child++;
            }
            if (pairs[low + child] <= pair) {
                break;
            }
            pairs[low + hole] = pairs[low + child];
            hole = child;
            child = 2 * hole + 1;
        }
        pairs[low + hole] = pair;
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    /** Moves the pairs below the pivot to the front. Returns the index after them. */
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

    private static void writeLeaves(long[] pairs, int size, int leaf, int[] tree, int from) {
        for (int low = 0; low < size; low += leaf) {
            int high = Math.min(low + leaf, size);
            for (int i = low; i < high; i++) {
                int place = (int) pairs[i];
                int hole = from + i;
                while (hole > from + low && tree[hole - 1] > place) {
                    tree[hole] = tree[hole - 1];
                    hole--;
                }
                tree[hole] = place;
            }
        }
    }
}
