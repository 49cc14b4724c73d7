package dev.gyre.tasks.grid;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Puts points into the order of the cells, so that a search reads a cell's points as one piece of memory. */
public final class GridPoints {

    private GridPoints() {}

    /**
     * Fetches the point of each slot; an item is a slot.
     *
     * @param coordinates in: points x dims coordinates, row-major
     * @param order in: for each slot its row
     * @param parameters in: {@link GridParameters}
     * @param points out: slots x dims coordinates
     * @param dims number of dimensions
     */
    public static void fetchCellPoints(
            int begin, int end, double[] coordinates, int[] order, int[] parameters, double[] points, int dims) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < parameters[GridParameters.SIZE]) {
                int from = order[slot] * dims;
                for (int dim = 0; dim < dims; dim++) {
                    points[slot * dims + dim] = coordinates[from + dim];
                }
            }
        }
    }
}
