package dev.gyre.tasks.grid;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** A directory of the cells, so that a search for a cell begins near that cell. */
public final class GridDirectory {

    private GridDirectory() {}

    /**
     * Finds the first cell of each entry: an entry is a value of the highest bits of a key's first column. An item is an entry; the last
     * one is after all cells.
     *
     * @param cells in: the cells of {@link GridStarts}
     * @param parameters in: {@link GridParameters}
     * @param directory out: for each entry the first cell that is not before the entry
     */
    public static void findEntries(int begin, int end, int[] cells, int[] parameters, int[] directory) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int entry = begin + t;
            int entries = 1 << parameters[GridParameters.DIRECTORY_BITS];
            if (entry <= entries) {
                int stride = parameters[GridParameters.STRIDE];
                int low = 0;
                int high = parameters[GridParameters.CELLS];
                int mask = entries - 1;
                while (low < high) {
                    int middle = low + (high - low) / 2;
                    int own = (cells[stride + middle] >> parameters[GridParameters.DIRECTORY_SHIFT]) & mask;
                    if (own < entry) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                directory[entry] = low;
            }
        }
    }
}
