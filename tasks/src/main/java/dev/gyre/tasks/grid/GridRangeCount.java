package dev.gyre.tasks.grid;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** How many slots of a grid are within the same distance of each query: the first half of a search whose results vary in size. */
public final class GridRangeCount {

    private GridRangeCount() {}

    /**
     * Counts the slots around each query; an item is a lane of a query, one of {@link GridParameters#LANES}.
     *
     * @param begin first item
     * @param end after the last item
     * @param points in: slots x dims coordinates, row-major
     * @param cells in: as {@link GridStarts} has them
     * @param directory in: as {@link GridDirectory} has it
     * @param queries in: queries x dims coordinates, row-major
     * @param numbers in: {@link GridParameters} in double
     * @param parameters in: {@link GridParameters}
     * @param counts out: for each item the number of slots
     * @param dims number of dimensions
     * @param norm code of the norm
     */
    public static void countInCells(
            int begin,
            int end,
            double[] points,
            int[] cells,
            int[] directory,
            double[] queries,
            double[] numbers,
            int[] parameters,
            int[] counts,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int lanes = parameters[GridParameters.LANES];
            int query = item / lanes;
            if (query < parameters[GridParameters.QUERIES]) {
                double[] place = new double[GridParameters.MAX_DIMENSIONS];
                int[] low = new int[GridParameters.MAX_DIMENSIONS];
                int[] high = new int[GridParameters.MAX_DIMENSIONS];
                int[] tuple = new int[GridParameters.MAX_DIMENSIONS];
                GridRegions.open(
                        queries,
                        query,
                        numbers[GridParameters.REACH],
                        numbers,
                        parameters,
                        place,
                        low,
                        high,
                        tuple,
                        dims);
                counts[item] = GridRegions.walk(
                        place,
                        low,
                        high,
                        tuple,
                        item - query * lanes,
                        points,
                        cells,
                        directory,
                        numbers,
                        parameters,
                        counts,
                        0,
                        0,
                        dims,
                        norm);
            }
        }
    }
}
