package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.PackedHeap;

/**
 * {@link KdWindows} for the JVM: keys and places are packed into longs, and a {@linkplain KdSelection selection} separates the halves.
 * Leaves are sorted at the end. O(w log w) for a window of w slots.
 */
public final class KdWindowsJvm {

    /** No dimension. */
    public static final int NONE = -1;

    private KdWindowsJvm() {}

    /** Shapes and result are as in {@link KdWindows#orderWindows}; the places of a window may come in any order. */
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
            order(pairs, 0, size, windowBits, NONE, NONE, columns, splits, parameters);
            writeLeaves(pairs, 0, size, 1 << parameters[KdParameters.LEAF_BITS], tree, from);
        }
    }

    /**
     * Splits a window down to the leaves.
     *
     * @param pairs in, out: the places, of which those from {@code low} to {@code high - 1} are the window; above each, its key
     * @param bits binary logarithm of the slots of the window
     * @param numbered the dimension whose order is that of the places, which needs no keys, or {@link #NONE}
     * @param packed the dimension of the keys above the places, or {@link #NONE}
     */
    public static void order(
            long[] pairs,
            int low,
            int high,
            int bits,
            int numbered,
            int packed,
            int[] columns,
            int[] splits,
            int[] parameters) {
        int keys = packed;
        for (int level = bits; level > parameters[KdParameters.LEAF_BITS]; level--) {
            int dim = splits[level];
            if (dim != numbered && dim != keys) {
                pack(pairs, low, high, columns, dim * parameters[KdParameters.STRIDE]);
                keys = dim;
            }
            int half = 1 << (level - 1);
            int shift = dim == numbered ? KdSelection.BY_PLACE : KdSelection.BY_KEY;
            for (int from = low; from < high - half; from += 1 << level) {
                KdSelection.select(pairs, from, Math.min(from + (1 << level), high), from + half, shift);
            }
        }
    }

    /** Puts the key of each place above it; the keys of the dimension begin at {@code start}. */
    public static void pack(long[] pairs, int low, int high, int[] columns, int start) {
        for (int i = low; i < high; i++) {
            int place = (int) pairs[i];
            pairs[i] = PackedHeap.pack(columns[start + place], place);
        }
    }

    /** Writes the places of leaves, ascending in each. */
    public static void writeLeaves(long[] pairs, int low, int high, int leaf, int[] tree, int to) {
        for (int from = low; from < high; from += leaf) {
            int end = Math.min(from + leaf, high);
            int first = to + from - low;
            for (int i = from; i < end; i++) {
                int place = (int) pairs[i];
                int hole = first + i - from;
                while (hole > first && tree[hole - 1] > place) {
                    tree[hole] = tree[hole - 1];
                    hole--;
                }
                tree[hole] = place;
            }
        }
    }
}
