package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Counts the keys of each tile of each row that come before the k-th key, and the keys that are equal to it. */
public final class SelectedCounts {

    private SelectedCounts() {}

    /**
     * Counts; item {@code row * tiles + tile} is a tile.
     *
     * @param keys in: rows x columns row-major
     * @param kth in: rows x 2: the k-th key, and how many keys equal to it are selected
     * @param parameters in: see {@link RadixParameters}
     * @param counts out: 2 x items: keys below the k-th, then keys equal to it
     */
    public static void countSelected(int begin, int end, int[] keys, int[] kth, int[] parameters, int[] counts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int columns = parameters[RadixParameters.COLUMNS];
            int tiles = parameters[RadixParameters.TILES];
            int row = item / tiles;
            int start = item % tiles * parameters[RadixParameters.TILE];
            int stop = start + Math.min(parameters[RadixParameters.TILE], columns - start);
            int last = kth[2 * row];
            int below = 0;
            int equal = 0;
            for (int column = start; column < stop; column++) {
                int key = keys[row * columns + column];
                below += key < last ? 1 : 0;
                equal += key == last ? 1 : 0;
            }
            counts[item] = below;
            counts[parameters[RadixParameters.ROWS] * tiles + item] = equal;
        }
    }
}
