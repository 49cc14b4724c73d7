package dev.gyre.tasks.grid;

import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Finds the slots of a grid within a distance of each query. Because their number varies, one run counts them and another writes them. The
 * search visits the cells around the query run by run: cells that are adjacent on the last axis form one run of slots.
 */
public final class GridMatches {

    private GridMatches() {}

    /**
     * Finds the slots around each query, ascending; an item is one of the {@link GridParameters#LANES} lanes of a query.
     *
     * @param points in: slots x dims coordinates, row-major
     * @param cells in: the cells of {@link GridStarts}
     * @param directory in: the directory of {@link GridDirectory}
     * @param queries in: queries x dims coordinates, row-major
     * @param starts out if counting: the number of slots of each item; in if writing: the first index in {@code found} of each item
     * @param numbers in: {@link GridParameters} in double
     * @param parameters in: {@link GridParameters}
     * @param found out if writing: the slots
     * @param dims number of dimensions
     * @param norm code of the norm
     * @param write 0 to count, 1 to write
     */
    public static void findInCells(
            int begin,
            int end,
            double[] points,
            int[] cells,
            int[] directory,
            double[] queries,
            int[] starts,
            double[] numbers,
            int[] parameters,
            int[] found,
            int dims,
            int norm,
            int write) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int lanes = parameters[GridParameters.LANES];
            int query = item / lanes;
            if (query < parameters[GridParameters.QUERIES]) {
                double[] point = new double[GridParameters.MAX_DIMENSIONS];
                int[] low = new int[GridParameters.MAX_DIMENSIONS];
                int[] high = new int[GridParameters.MAX_DIMENSIONS];
                int[] tuple = new int[GridParameters.MAX_DIMENSIONS];
                double reach = numbers[GridParameters.REACH];
                for (int dim = 0; dim < dims; dim++) {
                    point[dim] = queries[query * dims + dim];
                    GridCells.touched(point[dim], reach, dim, numbers, parameters, low, high);
                    tuple[dim] = low[dim];
                }
                int lane = item - query * lanes;
                int start = starts[item];
                int count = walk(
                        point,
                        low,
                        high,
                        tuple,
                        lane,
                        points,
                        cells,
                        directory,
                        numbers,
                        parameters,
                        found,
                        start,
                        write,
                        dims,
                        norm);
                if (write == 0) {
                    starts[item] = count;
                }
            }
        }
    }

    /**
     * Counts the slots within the limit of a query and, if {@code write} is 1, writes them from {@code start} on. Lanes handle the slots of
     * a run in turn.
     *
     * @param point the coordinates of the query
     * @param low the first cell number of its box, for each axis
     * @param high the last cell number, for each axis
     * @param tuple a copy of {@code low}, which the search changes
     */
    static int walk(
            double[] point,
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
        // Finds in turn the first cell of a run and the first cell after that run.
        while (going == 1) {
            int cell = GridCells.find(tuple, after, cells, directory, parameters, dims);
            int border = GridCells.start(cell, cells, parameters);
            int to = after == 1 ? border : from;
            for (int slot = from + lane; slot < to; slot += lanes) {
                double key = toPoint(point, points, slot, scale, dims, norm);
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

    /** Returns the key of the distance from a query to a point. */
    static double toPoint(double[] query, double[] points, int slot, double scale, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum = Norms.add(norm, sum, points[slot * dims + dim] - query[dim], scale);
        }
        return sum;
    }
}
