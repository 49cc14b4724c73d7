package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Orders windows down to the leaves: splits each window at its median, its halves at their medians, and so on. Places stay in ascending
 * order within every half, so that all variants give the same result.
 *
 * <p>The median is found by bisection of the keys: O(w log w) for a window of w slots, with a factor of 32.
 */
public final class KdWindows {

    private KdWindows() {}

    /**
     * Orders each window; an item is a window of {@code 1 << WINDOW_BITS} slots.
     *
     * @param orders in: the first {@link KdParameters#SIZE} elements are the places of the windows, ascending in each
     * @param columns in: dims x stride keys of the places
     * @param splits in: for each binary logarithm of a window's size, the dimension by which such windows are split
     * @param parameters in: {@link KdParameters}
     * @param tree out: the places by leaves, ascending in each leaf
     * @param scratch space for as many places
     */
    public static void orderWindows(
            int begin,
            int end,
            int[] orders,
            int[] columns,
            int[] splits,
            int[] parameters,
            int[] tree,
            int[] scratch) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int from = (begin + t) << parameters[KdParameters.WINDOW_BITS];
            int to = Math.min(from + (1 << parameters[KdParameters.WINDOW_BITS]), parameters[KdParameters.SIZE]);
            for (int slot = from; slot < to; slot++) {
                tree[slot] = orders[slot];
            }
            for (int bits = parameters[KdParameters.WINDOW_BITS]; bits > parameters[KdParameters.LEAF_BITS]; bits--) {
                int start = splits[bits] * parameters[KdParameters.STRIDE];
                for (int low = from; low < to; low += 1 << bits) {
                    int high = Math.min(low + (1 << bits), to);
                    int half = 1 << (bits - 1);
                    if (half < high - low) {
                        splitWindow(tree, scratch, low, high, half, columns, start);
                    }
                }
            }
        }
    }

    private static void splitWindow(int[] tree, int[] scratch, int low, int high, int half, int[] columns, int start) {
        int pivot = keyAtRank(tree, low, high, half, columns, start);
        int equal = half - countBelow(tree, low, high, pivot, columns, start);
        int left = low;
        int right = low + half;
        for (int slot = low; slot < high; slot++) {
            int key = columns[start + tree[slot]];
            int goesLeft = key < pivot ? 1 : 0;
            if (key == pivot) {
                goesLeft = equal > 0 ? 1 : 0;
                equal--;
            }
            scratch[right + (left - right) * goesLeft] = tree[slot];
            left += goesLeft;
            right += 1 - goesLeft;
        }
        for (int slot = low; slot < high; slot++) {
            tree[slot] = scratch[slot];
        }
    }

    /** Returns the smallest key such that at least {@code rank} places have this key or a smaller one. */
    private static int keyAtRank(int[] tree, int low, int high, int rank, int[] columns, int start) {
        long least = Integer.MIN_VALUE;
        long most = Integer.MAX_VALUE;
        while (least < most) {
            long middle = least + (most - least) / 2;
            if (countBelow(tree, low, high, middle + 1, columns, start) >= rank) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return (int) least;
    }

    private static int countBelow(int[] tree, int low, int high, long limit, int[] columns, int start) {
        int count = 0;
        for (int slot = low; slot < high; slot++) {
            count += columns[start + tree[slot]] < limit ? 1 : 0;
        }
        return count;
    }
}
