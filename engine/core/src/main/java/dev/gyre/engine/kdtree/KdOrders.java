package dev.gyre.engine.kdtree;

import java.util.Arrays;

/**
 * Splits windows of places down to the leaves on a thread of the JVM as a device splits a tree, by the orders of all dimensions that are split: in
 * the order of one dimension the halves of a window lie side by side, and the other orders are partitioned by them. So each level moves a place
 * once for each other order, where a selection moves it two or three times; but the orders must be made first, so that few dimensions pay.
 *
 * <p>Places of a window have numbers in ascending order. O(d n (levels + 3)); {@code 4 d + 24} bytes for a place. Not safe for use by several
 * threads.
 */
final class KdOrders implements KdWindow {

    /** Binary logarithm of the largest window: numbers have 16 bits. */
    static final int MAX_BITS = 16;

    /** The order of the places themselves. */
    private static final int PLACES = 0;

    private static final int DIGIT_BITS = 11;

    private final int[] counts = new int[1 << DIGIT_BITS];
    private final int[] places;
    private final char[] moved;

    /** The numbers in the order of the places, then in that of each dimension. */
    private final char[][] orders;

    /** For each dimension the rank of each number; the rank among the places is the number itself. */
    private final char[][] ranks;

    private long[] pairs;
    private long[] spare;

    /**
     * Makes room.
     *
     * @param most places of the largest window
     * @param dims dimensions that are split, without the one whose order is that of the places
     */
    KdOrders(int most, int dims) {
        pairs = new long[most];
        spare = new long[most];
        places = new int[most];
        moved = new char[most];
        orders = new char[dims + 1][most];
        ranks = new char[dims + 1][most];
    }

    @Override
    public void split(
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
            orders[PLACES][number] = (char) number;
            pairs[number] = window[from + number] & -1L << Integer.SIZE | number;
        }
        for (int order = 1; order < orders.length; order++) {
            if (isSplitBelow(order, bits + 1, leafBits, orderOf)) {
                makeOrder(order, size, columns, starts[order]);
            }
        }
        for (int level = bits; level > leafBits; level--) {
            for (int order = 0; order < orders.length; order++) {
                if (order != orderOf[level] && (order == PLACES || isSplitBelow(order, level, leafBits, orderOf))) {
                    partition(order, size, level, orderOf[level]);
                }
            }
        }
        for (int i = 0; i < size; i++) {
            tree[from + i] = places[orders[PLACES][i]];
        }
    }

    private static boolean isSplitBelow(int order, int level, int leafBits, int[] orderOf) {
        int below = level - 1;
        while (below > leafBits && orderOf[below] != order) {
            below--;
        }
        return below > leafBits;
    }

    private void makeOrder(int order, int size, int[] columns, int start) {
        if (columns != null) {
            for (int number = 0; number < size; number++) {
                pairs[number] = (long) columns[start + places[number]] << Integer.SIZE | number;
            }
        }
        sort(size, Integer.SIZE);
        char[] numbers = orders[order];
        char[] rank = ranks[order];
        for (int i = 0; i < size; i++) {
            int number = (int) pairs[i];
            numbers[i] = (char) number;
            rank[number] = (char) i;
        }
    }

    /** Sorts pairs by the 32 bits above a shift, stably, from the lowest digit to the highest. */
    private void sort(int size, int shift) {
        int least = Integer.MAX_VALUE;
        int most = Integer.MIN_VALUE;
        int before = Integer.MIN_VALUE;
        boolean inOrder = true;
        for (int i = 0; i < size; i++) {
            int value = (int) (pairs[i] >> shift);
            inOrder &= value >= before;
            least = Math.min(least, value);
            most = Math.max(most, value);
            before = value;
        }
        int bits = inOrder ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(most - least);
        int passes = Math.ceilDiv(bits, DIGIT_BITS);
        int width = passes == 0 ? 0 : Math.ceilDiv(bits, passes);
        for (int pass = 0; pass < passes; pass++) {
            scatter(pairs, spare, counts, size, shift, least, pass * width, (1 << width) - 1);
            long[] scattered = spare;
            spare = pairs;
            pairs = scattered;
        }
    }

    private static void scatter(
            long[] from, long[] to, int[] counts, int size, int shift, int least, int low, int mask) {
        Arrays.fill(counts, 0, mask + 1, 0);
        for (int i = 0; i < size; i++) {
            counts[(int) (from[i] >> shift) - least >>> low & mask]++;
        }
        int next = 0;
        for (int digit = 0; digit <= mask; digit++) {
            int count = counts[digit];
            counts[digit] = next;
            next += count;
        }
        for (int i = 0; i < size; i++) {
            long pair = from[i];
            to[counts[(int) (pair >> shift) - least >>> low & mask]++] = pair;
        }
    }

    /** Partitions an order by the halves of the windows of a level, which another order has. */
    private void partition(int order, int size, int level, int by) {
        int half = 1 << (level - 1);
        for (int low = 0; low < size - half; low += 2 * half) {
            int high = Math.min(low + 2 * half, size);
            int first = orders[by][low + half];
            if (by == PLACES) {
                partition(orders[order], low, high, first, moved);
            } else {
                partition(orders[order], low, high, ranks[by], ranks[by][first], moved);
            }
        }
    }

    /** Moves the numbers below the first one of the upper half to the front, stably and without branches. */
    private static void partition(char[] order, int low, int high, int first, char[] moved) {
        int middle = low;
        for (int i = low; i < high; i++) {
            char number = order[i];
            order[middle] = number;
            moved[i - middle] = number;
            middle += number < first ? 1 : 0;
        }
        System.arraycopy(moved, 0, order, middle, high - middle);
    }

    /** The same by the rank of each number. */
    private static void partition(char[] order, int low, int high, char[] ranks, int first, char[] moved) {
        int middle = low;
        for (int i = low; i < high; i++) {
            char number = order[i];
            order[middle] = number;
            moved[i - middle] = number;
            middle += ranks[number] < first ? 1 : 0;
        }
        System.arraycopy(moved, 0, order, middle, high - middle);
    }
}
