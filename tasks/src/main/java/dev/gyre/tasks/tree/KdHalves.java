package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Moves the places of every order stably to the halves of their windows: the second half of the step that {@link KdSides} begins. */
public final class KdHalves {

    private KdHalves() {}

    /**
     * Moves the places of each tile; an item is a tile of an order.
     *
     * @param begin first item: order x {@link KdParameters#TILES} + tile
     * @param end after the last item
     * @param orders in: orders x stride places
     * @param splits in: for each binary logarithm of a window's size, the order by which such windows are split
     * @param sides in: the sides of {@link KdSides}
     * @param counts in: for each item, the number of slots that go left in its order's tiles before
     * @param parameters in: {@link KdParameters}
     * @param halves out: orders x stride places, each order sorted within the halves of its windows
     */
    public static void splitWindows(
            int begin, int end, int[] orders, int[] splits, int[] sides, int[] counts, int[] parameters, int[] halves) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int order = item / parameters[KdParameters.TILES];
            int from = (item - order * parameters[KdParameters.TILES]) * KdParameters.TILE_SLOTS;
            int to = Math.min(from + KdParameters.TILE_SLOTS, parameters[KdParameters.SIZE]);
            int bits = parameters[KdParameters.WINDOW_BITS];
            int start = order * parameters[KdParameters.STRIDE];
            if (order >= parameters[KdParameters.ORDERS]) {
                to = from;
            }
            if (order == splits[bits]) {
                for (int slot = from; slot < to; slot++) {
                    halves[start + slot] = orders[start + slot];
                }
            } else {
                int words = item * KdParameters.TILE_WORDS;
                int half = 1 << (bits - 1);
                int window = from >> bits << bits;
                // All windows before this one are full.
                int left = window + counts[item] - (from >> bits) * half;
                int right = window + half + from - left;
                for (int slot = from; slot < to; slot++) {
                    int word = sides[words + ((slot - from) & (KdParameters.TILE_WORDS - 1))];
                    int goesLeft = (word >> ((slot - from) / KdParameters.TILE_WORDS)) & 1;
                    int target = right + (left - right) * goesLeft;
                    halves[start + target] = orders[start + slot];
                    left += goesLeft;
                    right += 1 - goesLeft;
                }
            }
        }
    }
}
