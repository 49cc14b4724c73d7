package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds points that differ but have equal {@linkplain KdKeys keys} in all dimensions. Each such point has its own place. */
public final class KdConflicts {

    /** Number of elements over which conflicts are spread, so that few can be distinguished from many. */
    public static final int SHARES = 1 << 16;

    private KdConflicts() {}

    /**
     * Compares neighbors in the order of the keys; an item is a position in this order.
     *
     * @param coordinates in: rows x dims coordinates, row-major
     * @param order in: the rows in the order of their keys
     * @param marks in, out: for each position, 0 if its keys equal those of the position before; changed to 1 if the point differs
     * @param parameters in: {@link KdParameters}, of which {@link KdParameters#ROWS} is the number of rows
     * @param conflicts in, out: {@link #SHARES} elements; 1 if points differ at a position with this remainder, else unchanged
     */
    public static void findConflict(
            int begin, int end, double[] coordinates, int[] order, int[] marks, int[] parameters, int[] conflicts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < parameters[KdParameters.ROWS]) {
                if (marks[slot] == 0) {
                    int dims = parameters[KdParameters.DIMENSIONS];
                    int differs = 0;
                    for (int dim = 0; dim < dims; dim++) {
                        double before = coordinates[order[slot - 1] * dims + dim];
                        differs = coordinates[order[slot] * dims + dim] != before ? 1 : differs;
                    }
                    if (differs == 1) {
                        marks[slot] = 1;
                        // Also reads the array: TornadoVM does not copy an array to a device if a kernel only writes
                        // it.
                        conflicts[slot & (SHARES - 1)] = Math.max(conflicts[slot & (SHARES - 1)], 1);
                    }
                }
            }
        }
    }
}
