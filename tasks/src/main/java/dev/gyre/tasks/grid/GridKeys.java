package dev.gyre.tasks.grid;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Keys of the points' cells, in columns, by which the points are sorted. */
public final class GridKeys {

    private GridKeys() {}

    /**
     * Makes the key of each point's cell; an item is a point.
     *
     * @param coordinates in: points x dims coordinates, row-major
     * @param numbers in: {@link GridParameters} in double
     * @param parameters in: {@link GridParameters}
     * @param keys out: columns x stride keys
     * @param dims number of dimensions
     */
    public static void makeCellKeys(
            int begin, int end, double[] coordinates, double[] numbers, int[] parameters, int[] keys, int dims) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            if (row < parameters[GridParameters.SIZE]) {
                int[] tuple = new int[GridParameters.MAX_DIMENSIONS];
                for (int axis = 0; axis < dims; axis++) {
                    tuple[axis] = GridCells.number(coordinates[row * dims + axis], axis, numbers, parameters);
                }
                int columns = parameters[GridParameters.COLUMNS];
                for (int column = 0; column < columns; column++) {
                    int key = GridCells.column(tuple, column, parameters, dims);
                    keys[column * parameters[GridParameters.STRIDE] + row] = key;
                }
            }
        }
    }
}
