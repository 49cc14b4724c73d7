package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.tree.TreeParameters;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The {@linkplain CoordinateKeys keys} of the middles of boxes. */
public final class BoxKeys {

    private BoxKeys() {}

    /**
     * Makes the keys of all dimensions; an item is a box.
     *
     * @param boxes in: for each row dims lower and dims upper bounds
     * @param cuts in: dims x {@link CoordinateKeys#CUTS}
     * @param parameters in: {@link TreeParameters}
     * @param keys out: dims x stride keys, column-major; elements between the columns are unchanged
     */
    public static void makeKeys(int begin, int end, double[] boxes, double[] cuts, int[] parameters, int[] keys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            if (row < parameters[TreeParameters.SIZE]) {
                int dims = parameters[TreeParameters.DIMENSIONS];
                int at = 2 * row * dims;
                for (int dim = 0; dim < dims; dim++) {
                    double middle = (boxes[at + dim] + boxes[at + dims + dim]) * 0.5;
                    keys[dim * parameters[TreeParameters.STRIDE] + row] = CoordinateKeys.key(middle, cuts, dim);
                }
            }
        }
    }
}
