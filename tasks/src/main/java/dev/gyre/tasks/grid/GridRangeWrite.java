package dev.gyre.tasks.grid;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The slots of a grid within a distance of each query: the second half of the search that {@link GridRangeCount} begins. */
public final class GridRangeWrite {

    private GridRangeWrite() {}

    /**
     * Writes the slots around each query, ascending; an item is a lane of a query, one of {@link GridParameters#LANES}.
     *
     * @param begin first item
     * @param end after the last item
     * @param points in: slots x dims coordinates, row-major
     * @param cells in: as {@link GridStarts} has them
     * @param directory in: as {@link GridDirectory} has it
     * @param queries in: queries x dims coordinates, row-major
     * @param starts in: for each item where its slots go; there is room for as many as {@link GridRangeCount} counts
     * @param numbers in: {@link GridParameters} in double
     * @param parameters in: {@link GridParameters}
     * @param found out: the slots
     * @param dims number of dimensions
     * @param norm code of the norm
     */
    public static void writeInCells(
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
                GridRegions.walk(
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
                        found,
                        starts[item],
                        1,
                        dims,
                        norm);
            }
        }
    }
}
