package dev.gyre.engine.kdtree;

/**
 * Splits windows of places down to the leaves by selections, as {@link KdMedians} splits large ones. Keys and places of a window are copied, so that
 * they fit the first caches.
 *
 * <p>O(n levels); {@code 4 d + 28} bytes for a place. Not safe for use by several threads.
 */
final class KdSmallMedians {

    private final int[] places;
    private final int[][] keys;
    private final long[] pairs;
    private final long[] room;

    /**
     * Makes room.
     *
     * @param max places of the largest window
     * @param dims dimensions that are split, without the one whose order is that of the places
     */
    KdSmallMedians(int max, int dims) {
        places = new int[max];
        keys = new int[dims + 1][max];
        pairs = new long[max];
        room = new long[max];
    }

    /**
     * Splits a window.
     *
     * @param window places in ascending order, with a key above each
     * @param from index of the first place of the window
     * @param to index after the last one
     * @param bits binary logarithm of the places of a whole window of this level
     * @param leafBits binary logarithm of the places of a leaf
     * @param orderOf for each level the order by which its windows are split: 0 for the places, then the dimensions
     * @param columns the keys of the dimensions in the order of the window; null if there is one dimension, whose keys are above the places
     * @param starts for each order the index of its first key
     * @param tree receives, at the same indices, the places of the leaves, ascending in each
     */
    void split(
            long[] window,
            int from,
            int to,
            int bits,
            int leafBits,
            int[] orderOf,
            int[] columns,
            int[] starts,
            int[] tree) {
        int size = to - from;
        for (int number = 0; number < size; number++) {
            places[number] = (int) window[from + number];
            pairs[number] = number;
        }
        for (int order = 1; order < keys.length; order++) {
            fetch(window, from, size, columns, starts[order], keys[order]);
        }
        for (int level = bits; level > leafBits; level--) {
            if (orderOf[level] > 0) {
                for (int low = 0; low < size - (1 << (level - 1)); low += 1 << level) {
                    split(low, Math.min(size, low + (1 << level)), low + (1 << (level - 1)), keys[orderOf[level]]);
                }
            }
        }
        for (int i = 0; i < size; i++) {
            tree[from + i] = places[(int) pairs[i]];
        }
    }

    private void fetch(long[] window, int from, int size, int[] columns, int start, int[] to) {
        for (int number = 0; number < size; number++) {
            to[number] =
                    columns == null ? (int) (window[from + number] >> Integer.SIZE) : columns[start + from + number];
        }
    }

    private void split(int low, int high, int middle, int[] key) {
        long pivot = pivot(low, high, key);
        int below = low;
        int above = high - 1;
        for (int i = low; i < high; i++) {
            int number = (int) pairs[i];
            long pair = (long) key[number] << Integer.SIZE | number;
            pairs[i] = pair;
            room[below] = pair;
            room[above] = pair;
            int isBelow = pair < pivot ? 1 : 0;
            below += isBelow;
            above -= 1 - isBelow;
        }
        long bound = middle == below
                ? pivot
                : middle < below
                        ? KdSelection.bound(room, low, below, middle)
                        : KdSelection.bound(room, below, high, middle);
        int lower = low;
        int upper = low;
        for (int i = low; i < high; i++) {
            long pair = pairs[i];
            pairs[lower] = pair;
            room[upper] = pair;
            int isLower = pair < bound ? 1 : 0;
            lower += isLower;
            upper += 1 - isLower;
        }
        System.arraycopy(room, low, pairs, middle, high - middle);
    }

    private long pivot(int low, int high, int[] key) {
        int step = (high - low) / 9;
        return median(
                median(pair(low, key), pair(low + step, key), pair(low + 2 * step, key)),
                median(pair(low + 3 * step, key), pair(low + 4 * step, key), pair(low + 5 * step, key)),
                median(pair(low + 6 * step, key), pair(low + 7 * step, key), pair(low + 8 * step, key)));
    }

    private long pair(int index, int[] key) {
        int number = (int) pairs[index];
        return (long) key[number] << Integer.SIZE | number;
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
