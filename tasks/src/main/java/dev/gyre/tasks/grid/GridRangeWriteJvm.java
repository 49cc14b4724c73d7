package dev.gyre.tasks.grid;

/** {@link GridRangeWrite} for the JVM: the Euclidean norm and one thread a query, which is what most searches are; the others are as there. */
public final class GridRangeWriteJvm {

    private GridRangeWriteJvm() {}

    /** Shapes and result as {@link GridRangeWrite#writeInCells}. */
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
        if (GridBallsJvm.isOne(norm, parameters)) {
            GridBallsJvm.search(
                    begin, end, points, cells, directory, queries, starts, numbers, parameters, found, dims);
        } else {
            GridRangeWrite.writeInCells(
                    begin, end, points, cells, directory, queries, starts, numbers, parameters, found, dims, norm);
        }
    }
}
