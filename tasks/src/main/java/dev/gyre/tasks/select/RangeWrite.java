package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Writes the keys of each row that are within a range, in the order of their columns. */
public final class RangeWrite {

    private RangeWrite() {}

    /**
     * Writes these keys to the beginning of the row; item {@code row * tiles + tile} is a tile.
     *
     * @param keys in: rows x columns row-major
     * @param ranges in: rows x {@value BracketChoice#RANGE}: a bucket, and its least and greatest key to write
     * @param parameters in: see {@link RadixParameters}
     * @param before in: {@value BracketCounts#BUCKETS} x items: keys of each bucket in the row's tiles before
     * @param found out: rows x columns row-major; the end of a row is not written
     */
    public static void writeRange(
            int begin, int end, int[] keys, int[] ranges, int[] parameters, int[] before, int[] found) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int columns = parameters[RadixParameters.COLUMNS];
            int tiles = parameters[RadixParameters.TILES];
            int items = parameters[RadixParameters.ROWS] * tiles;
            int row = item / tiles;
            int start = item % tiles * parameters[RadixParameters.TILE];
            int least = ranges[BracketChoice.RANGE * row + 1];
            int greatest = ranges[BracketChoice.RANGE * row + 2];
            int length = least > greatest ? 0 : Math.min(parameters[RadixParameters.TILE], columns - start);
            int first = row * columns + start;
            int slot = row * columns + before[ranges[BracketChoice.RANGE * row] * items + item];
            for (int i = 0; i < length; i++) {
                int key = keys[first + i];
                if (key >= least) {
                    if (key <= greatest) {
                        found[slot] = key;
                        slot++;
                    }
                }
            }
        }
    }
}
