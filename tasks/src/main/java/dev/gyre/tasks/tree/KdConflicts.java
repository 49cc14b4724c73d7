package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds out whether points that differ have equal {@linkplain KdKeys keys} in all dimensions. */
public final class KdConflicts {

    private KdConflicts() {}

    /**
     * Compares neighbors in the order of the keys; an item is a place in it.
     *
     * @param begin first place
     * @param end after the last place
     * @param coordinates in: rows x dims coordinates, row-major
     * @param order in: the rows in the order of their keys
     * @param marks in: for each place 0 where its keys are those of the place before
     * @param parameters in: {@link KdParameters}, of which {@link KdParameters#ROWS} is the number of rows
     * @param conflict in, out: 1 element; 1 where such points are found, else left alone
     */
    public static void findConflict(
            int begin, int end, double[] coordinates, int[] order, int[] marks, int[] parameters, int[] conflict) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int place = begin + t;
            if (place < parameters[KdParameters.ROWS]) {
                if (marks[place] == 0) {
                    int dims = parameters[KdParameters.DIMENSIONS];
                    int differs = 0;
                    for (int dim = 0; dim < dims; dim++) {
                        double before = coordinates[order[place - 1] * dims + dim];
                        differs = coordinates[order[place] * dims + dim] != before ? 1 : differs;
                    }
                    if (differs == 1) {
                        conflict[0] = 1;
                    }
                }
            }
        }
    }
}
