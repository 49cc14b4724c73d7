package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the least and the greatest key of each tile. */
public final class KeyRange {

    private KeyRange() {}

    /**
     * Finds the range of the keys of each tile; an item is a tile.
     *
     * @param columns in: the columns, of which one holds the keys
     * @param parameters in: see {@link BlockParameters}
     * @param ranges out: 2 x tiles: the least keys, then the greatest keys; for a tile without rows, the greatest and then the least
     *     {@code int}
     */
    public static void rangeOfTiles(int begin, int end, int[] columns, int[] parameters, int[] ranges) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int first = tile * parameters[BlockParameters.TILE];
            int length = Math.min(parameters[BlockParameters.TILE], parameters[BlockParameters.SIZE] - first);
            int start = parameters[BlockParameters.KEY_START] + first;
            int least = Integer.MAX_VALUE;
            int greatest = Integer.MIN_VALUE;
            for (int i = 0; i < length; i++) {
                int key = columns[start + i];
                least = Math.min(least, key);
                greatest = Math.max(greatest, key);
            }
            ranges[tile] = least;
            ranges[parameters[BlockParameters.TILES] + tile] = greatest;
        }
    }
}
