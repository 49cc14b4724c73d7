package dev.gyre.tasks.grid;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Notes the first slot and the key of each cell that has points. */
public final class GridStarts {

    private GridStarts() {}

    /**
     * Notes each cell; an item is a cell.
     *
     * @param heads in: for each cell its first slot
     * @param order in: for each slot its row
     * @param keys in: columns x stride keys of the rows
     * @param parameters in: {@link GridParameters}
     * @param cells out: (1 + columns) x stride, for each cell its first slot, then the columns of its key
     */
    public static void noteCells(
            int begin, int end, int[] heads, int[] order, int[] keys, int[] parameters, int[] cells) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int cell = begin + t;
            if (cell < parameters[GridParameters.CELLS]) {
                int stride = parameters[GridParameters.STRIDE];
                int columns = parameters[GridParameters.COLUMNS];
                int row = order[heads[cell]];
                cells[cell] = heads[cell];
                for (int column = 0; column < columns; column++) {
                    cells[(1 + column) * stride + cell] = keys[column * stride + row];
                }
            }
        }
    }
}
