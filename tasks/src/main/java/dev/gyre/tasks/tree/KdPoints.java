package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Puts the points into the order of the tree, so that a search reads a leaf as one piece of memory. */
public final class KdPoints {

    private KdPoints() {}

    /**
     * Fetches the point of each slot; an item is a slot.
     *
     * @param coordinates in: rows x dims coordinates, row-major
     * @param rows in: the row of each place
     * @param tree in: the place of each slot
     * @param parameters in: {@link KdParameters}
     * @param points out: size x dims coordinates of slots, row-major
     * @param ids out: the row of each slot
     */
    public static void fetchPoints(
            int begin,
            int end,
            double[] coordinates,
            int[] rows,
            int[] tree,
            int[] parameters,
            double[] points,
            int[] ids) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int slot = begin + t;
            if (slot < parameters[KdParameters.SIZE]) {
                int row = rows[tree[slot]];
                int dims = parameters[KdParameters.DIMENSIONS];
                for (int dim = 0; dim < dims; dim++) {
                    // Adding 0 makes -0 a 0: devices order the two differently in a minimum.
                    points[slot * dims + dim] = coordinates[row * dims + dim] + 0.0;
                }
                ids[slot] = row;
            }
        }
    }
}
