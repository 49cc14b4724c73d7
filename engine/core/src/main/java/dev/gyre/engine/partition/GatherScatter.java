package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;

/**
 * Stages that move elements by index: gather, scatter, and the inverse of a permutation. O(n), one launch each, no
 * temporary memory.
 *
 * <p>The number of indices is read from an array on the device, so that it may be the result of a stage before, such as
 * {@link FlagSplit#count}. Indices are not checked: one that is out of range is an error of the device, or none at all.
 */
public final class GatherScatter {

    private GatherScatter() {}

    /**
     * Reads by index: {@code out[i] = values[indices[i]]}.
     *
     * @param values ints or floats
     * @param indices which elements; their length is the capacity
     * @param count 1 element: the number of indices
     * @param out for the elements read, an array of the same type, as long as indices
     */
    public static Stage gather(Object values, int[] indices, int[] count, Object out) {
        Kernel kernel = values instanceof float[] ? MoveKernels.GATHER_FLOATS : MoveKernels.GATHER_INTS;
        return kernel.stage(indices.length, values, indices, count, out);
    }

    /**
     * Writes by index: {@code out[indices[i]] = values[i]}. Elements that no index names are unspecified afterwards.
     *
     * @param values ints or floats
     * @param indices where they go, none twice; their length is the capacity
     * @param count 1 element: the number of indices
     * @param out an array of the same type
     */
    public static Stage scatter(Object values, int[] indices, int[] count, Object out) {
        Kernel kernel = values instanceof float[] ? MoveKernels.SCATTER_FLOATS : MoveKernels.SCATTER_INTS;
        return kernel.stage(indices.length, values, indices, count, out);
    }

    /**
     * Inverts a permutation: {@code inverse[order[i]] = i}.
     *
     * @param order each of 0..n-1 once; its length is the capacity
     * @param count 1 element: n
     * @param inverse for the inverse, as long as order
     */
    static Stage invert(int[] order, int[] count, int[] inverse) {
        return MoveKernels.INVERT.stage(order.length, order, count, inverse);
    }
}
