package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds points that differ and have equal {@linkplain KdKeys keys} in all dimensions: they have places of their own. */
public final class KdConflicts {

    /** Shares of the places that are noted apart, so that few are told from many. */
    public static final int SHARES = 1 << 16;

    private KdConflicts() {}

    /**
     * Compares neighbors in the order of the keys; an item is a place in it.
     *
     * @param coordinates in: rows x dims coordinates, row-major
     * @param order in: the rows in the order of their keys
     * @param marks in, out: for each place 0 where its keys are those of the place before; 1 then where the point differs
     * @param parameters in: {@link KdParameters}, of which {@link KdParameters#ROWS} is the number of rows
     * @param conflicts in, out: {@link #SHARES} elements; 1 where places that have the rest of this index differ, else left alone
     */
    public static void findConflict(
            int begin, int end, double[] coordinates, int[] order, int[] marks, int[] parameters, int[] conflicts) {
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
                        marks[place] = 1;
                        // Read too: TornadoVM does not bring arrays to a device that a kernel only writes.
                        conflicts[place & (SHARES - 1)] = Math.max(conflicts[place & (SHARES - 1)], 1);
                    }
                }
            }
        }
    }
}
