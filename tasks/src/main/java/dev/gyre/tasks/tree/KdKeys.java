package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.CoordinateKeys;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The {@linkplain CoordinateKeys keys} of all coordinates. */
public final class KdKeys {

    private KdKeys() {}

    /**
     * Makes the keys; an item is a key.
     *
     * @param coordinates in: rows x dims coordinates, row-major
     * @param cuts in: dims x {@link CoordinateKeys#CUTS}
     * @param parameters in: {@link KdParameters}, of which {@link KdParameters#ROWS} is the number of rows
     * @param keys out: dims x stride keys, column-major; elements between the columns are unchanged
     */
    public static void makeKeys(int begin, int end, double[] coordinates, double[] cuts, int[] parameters, int[] keys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int stride = parameters[KdParameters.STRIDE];
            int dim = item / stride;
            int row = item - dim * stride;
            if (row < parameters[KdParameters.ROWS]) {
                keys[item] =
                        CoordinateKeys.key(coordinates[row * parameters[KdParameters.DIMENSIONS] + dim], cuts, dim);
            }
        }
    }
}
