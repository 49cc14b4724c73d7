package dev.gyre.tasks.grid;

/** {@link GridRangeCount} for the JVM: the Euclidean norm and one thread a query, which is what most searches are; the others are as there. */
public final class GridRangeCountJvm {

    private GridRangeCountJvm() {}

    /** Shapes and result as {@link GridRangeCount#countInCells}. */
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
        if (GridBallsJvm.isOne(norm, parameters)) {
            GridBallsJvm.search(begin, end, points, cells, directory, queries, null, numbers, parameters, counts, dims);
        } else {
            GridRangeCount.countInCells(
                    begin, end, points, cells, directory, queries, numbers, parameters, counts, dims, norm);
        }
    }
}
