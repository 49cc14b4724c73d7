package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Writes the keys up to the k-th, and their ids, in ascending order of ids. */
public final class SelectedWrite {

    private SelectedWrite() {}

    /**
     * Writes the keys below the k-th and, of the keys equal to it, those with the smallest ids; item {@code row * tiles + tile} is a tile.
     *
     * @param keys in: rows x columns row-major; the id of a key is its column
     * @param kth in: rows x 2: the k-th key, and how many keys equal to it are selected
     * @param parameters in: see {@link RadixParameters}
     * @param before in: 2 x items: keys below the k-th, then keys equal to it, in the row's tiles before
     * @param bestKeys out: rows x k
     * @param bestIds out: rows x k
     */
    public static void writeSelected(
            int begin, int end, int[] keys, int[] kth, int[] parameters, int[] before, int[] bestKeys, int[] bestIds) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int columns = parameters[RadixParameters.COLUMNS];
            int tiles = parameters[RadixParameters.TILES];
            int row = item / tiles;
            int start = item % tiles * parameters[RadixParameters.TILE];
            int stop = start + Math.min(parameters[RadixParameters.TILE], columns - start);
            int last = kth[2 * row];
            int wanted = kth[2 * row + 1];
            int out = row * parameters[RadixParameters.K];
            int below = before[item];
            int equal = before[parameters[RadixParameters.ROWS] * tiles + item];
            for (int column = start; column < stop; column++) {
                int key = keys[row * columns + column];
                if (key <= last) {
                    int slot = out + below + Math.min(equal, wanted);
                    int tie = key == last ? 1 : 0;
                    if (tie * equal < wanted) {
                        bestKeys[slot] = key;
                        bestIds[slot] = column;
                    }
                    equal += tie;
                    below += 1 - tie;
                }
            }
        }
    }
}
