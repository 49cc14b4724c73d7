package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Finds which places go to the left and which to the right of their window's median, in all orders at once: the first half of a step of
 * Brown's construction ("Building a balanced k-d tree in O(kn log n) time", 2015).
 */
public final class KdSides {

    /** A rank above all others: all places go to the left. */
    static final int ALL = Integer.MAX_VALUE;

    private KdSides() {}

    /**
     * Notes the sides of the places of each tile and counts those that go left; an item is a tile of an order. In the order by which the
     * windows are split, nothing must move and no side is noted.
     *
     * @param begin first item: order x {@link KdParameters#TILES} + tile
     * @param end after the last item
     * @param orders in: orders x stride places, each order sorted within its windows
     * @param ranks in: orders x stride ranks of the places, from before windows were split
     * @param splits in: for each binary logarithm of a window's size, the order by which such windows are split
     * @param parameters in: {@link KdParameters}
     * @param sides out: {@link KdParameters#TILE_WORDS} per item; bit j of word w is 1 if slot {@code j * TILE_WORDS + w} of the tile goes
     *     left
     * @param counts out: for each item the number of slots that go left
     */
    public static void markSides(
            int begin, int end, int[] orders, int[] ranks, int[] splits, int[] parameters, int[] sides, int[] counts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int order = item / parameters[KdParameters.TILES];
            int from = (item - order * parameters[KdParameters.TILES]) * KdParameters.TILE_SLOTS;
            int to = Math.min(from + KdParameters.TILE_SLOTS, parameters[KdParameters.SIZE]);
            int words = item * KdParameters.TILE_WORDS;
            for (int word = 0; word < KdParameters.TILE_WORDS; word++) {
                sides[words + word] = 0;
            }
            int count = 0;
            if (from < to
                    && order != splits[parameters[KdParameters.WINDOW_BITS]]
                    && order < parameters[KdParameters.ORDERS]) {
                int pivot = pivot(from, orders, ranks, splits, parameters);
                int keys = splits[parameters[KdParameters.WINDOW_BITS]] * parameters[KdParameters.STRIDE];
                int places = order * parameters[KdParameters.STRIDE];
                for (int slot = from; slot < to; slot++) {
                    int left = ranks[keys + orders[places + slot]] < pivot ? 1 : 0;
                    int word = words + ((slot - from) & (KdParameters.TILE_WORDS - 1));
                    sides[word] = sides[word] | (left << ((slot - from) / KdParameters.TILE_WORDS));
                    count += left;
                }
            }
            counts[item] = count;
        }
    }

    /** Returns the rank of the first place in the right half of a slot's window. */
    static int pivot(int slot, int[] orders, int[] ranks, int[] splits, int[] parameters) {
        int bits = parameters[KdParameters.WINDOW_BITS];
        int start = splits[bits] * parameters[KdParameters.STRIDE];
        int median = (slot >> bits << bits) + (1 << (bits - 1));
        int rank = ALL;
        if (median < parameters[KdParameters.SIZE]) {
            rank = ranks[start + orders[start + median]];
        }
        return rank;
    }
}
