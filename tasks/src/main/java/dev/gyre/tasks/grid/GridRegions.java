package dev.gyre.tasks.grid;

import dev.gyre.tasks.common.Norms;

/** The walk over the cells around a query, run by run: cells next to each other on the last axis are one run of slots. */
final class GridRegions {

    private GridRegions() {}

    /** Notes where a query is, and the box of cells that its reach touches, whose first one is that of the tuple. */
    static void open(
            double[] queries,
            int query,
            double reach,
            double[] numbers,
            int[] parameters,
            double[] place,
            int[] low,
            int[] high,
            int[] tuple,
            int dims) {
        for (int dim = 0; dim < dims; dim++) {
            place[dim] = queries[query * dims + dim];
            GridCells.touched(place[dim], reach, dim, numbers, parameters, low, high);
            tuple[dim] = low[dim];
        }
    }

    /**
     * Counts the slots within the limit of a query and, where {@code write} is 1, notes them, ascending. Of several lanes each takes
     * every so many-th slot of a run.
     *
     * @param place where the query is
     * @param low the first cell of its box, by axis
     * @param high the last cell
     * @param tuple the first cell too
     * @param write 0 or 1: a constant, so that nothing is left of what is not asked for
     * @return the number of slots
     */
    static int walk(
            double[] place,
            int[] low,
            int[] high,
            int[] tuple,
            int lane,
            double[] points,
            int[] cells,
            int[] directory,
            double[] numbers,
            int[] parameters,
            int[] found,
            int start,
            int write,
            int dims,
            int norm) {
        double limit = numbers[GridParameters.LIMIT];
        double scale = numbers[GridParameters.SCALE];
        int lanes = parameters[GridParameters.LANES];
        int end = parameters[GridParameters.CELLS];
        int count = 0;
        int from = 0;
        int after = 0;
        int going = 1;
        // In turns the first cell of a run, then the first one after it.
        while (going == 1) {
            int cell = GridCells.find(tuple, after, cells, directory, parameters, dims);
            int border = GridCells.start(cell, cells, parameters);
            int to = after == 1 ? border : from;
            for (int slot = from + lane; slot < to; slot += lanes) {
                double key = toPoint(place, points, slot, scale, dims, norm);
                if (key <= limit) {
                    if (write == 1) {
                        found[start + count] = slot;
                    }
                    count++;
                }
            }
            from = border;
            int at = GridCells.place(cell, after, low, high, tuple, cells, parameters, dims);
            going = GridCells.advance(tuple, at, low, high, dims);
            going *= cell >= end ? after : 1;
            after = at == 2 * dims ? 1 : 0;
            tuple[dims - 1] = after == 1 ? high[dims - 1] : tuple[dims - 1];
        }
        return count;
    }

    /** The key of the distance from a query to a point. */
    static double toPoint(double[] query, double[] points, int slot, double scale, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum = Norms.add(norm, sum, points[slot * dims + dim] - query[dim], scale);
        }
        return sum;
    }
}
