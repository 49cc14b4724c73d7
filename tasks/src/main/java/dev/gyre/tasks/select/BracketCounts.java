package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Counts the keys of each tile of each row in each bucket between two splitters:
 *
 * <pre>
 * 0  below the lower splitter
 * 1  equal to it
 * 2  between the splitters
 * 3  equal to the upper splitter, unless it is equal to the lower one
 * 4  above it
 * </pre>
 *
 * <p>A value that fills much of a row has its own bucket: where this matters, the value is certain to be a splitter.
 */
public final class BracketCounts {

    /** Number of buckets. */
    public static final int BUCKETS = 5;

    private BracketCounts() {}

    /**
     * Counts; item {@code row * tiles + tile} is a tile.
     *
     * @param keys in: rows x columns row-major
     * @param bracket in: rows x 2: the lower and the upper splitter
     * @param parameters in: see {@link RadixParameters}
     * @param counts out: {@value #BUCKETS} x items
     */
    public static void countBuckets(int begin, int end, int[] keys, int[] bracket, int[] parameters, int[] counts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int columns = parameters[RadixParameters.COLUMNS];
            int tiles = parameters[RadixParameters.TILES];
            int items = parameters[RadixParameters.ROWS] * tiles;
            int row = item / tiles;
            int start = item % tiles * parameters[RadixParameters.TILE];
            int length = Math.max(0, Math.min(parameters[RadixParameters.TILE], columns - start));
            int first = row * columns + start;
            int lower = bracket[2 * row];
            int upper = bracket[2 * row + 1];
            int below = 0;
            int low = 0;
            int high = 0;
            int above = 0;
            for (int i = 0; i < length; i++) {
                int key = keys[first + i];
                below += key < lower ? 1 : 0;
                low += key == lower ? 1 : 0;
                high += key == upper ? 1 : 0;
                above += key > upper ? 1 : 0;
            }
            high = lower == upper ? 0 : high;
            counts[item] = below;
            counts[items + item] = low;
            counts[2 * items + item] = length - below - low - high - above;
            counts[3 * items + item] = high;
            counts[4 * items + item] = above;
        }
    }
}
