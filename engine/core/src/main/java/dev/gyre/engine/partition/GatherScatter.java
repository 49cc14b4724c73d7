package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.partition.Gather;
import dev.gyre.tasks.partition.Scatter;
import java.util.List;

/**
 * A move of elements by index: gather, scatter, or the inverse of a permutation. O(n), one launch, no temporary memory.
 *
 * <p>The number of indices is read from an array on the device, so that it may be the result of an earlier stage, such as {@link
 * FlagSplit#count}. Indices are not checked: one that is out of range may cause an error of the device, or no error.
 *
 * @param count 1 element: the number of indices
 */
public record GatherScatter(Stage stage, int[] count, Object out) implements Steps {

    /** As {@link Gather#gatherInts}. */
    public static final Kernel GATHER_INTS = Kernel.of(Gather.class, "gatherInts");

    /** As {@link Gather#gatherFloats}. */
    public static final Kernel GATHER_FLOATS = Kernel.of(Gather.class, "gatherFloats");

    /** As {@link Scatter#scatterInts}. */
    public static final Kernel SCATTER_INTS = Kernel.of(Scatter.class, "scatterInts");

    /** As {@link Scatter#scatterFloats}. */
    public static final Kernel SCATTER_FLOATS = Kernel.of(Scatter.class, "scatterFloats");

    /** As {@link Scatter#invert}. */
    public static final Kernel INVERT = Kernel.of(Scatter.class, "invert");

    /**
     * Reads by index: {@code out[i] = values[indices[i]]}.
     *
     * @param values ints or floats
     * @param indices the indices of the elements; their length is the capacity
     * @param out for the elements read, an array of the same type, as long as indices
     */
    public static GatherScatter gather(Object values, int[] indices, int[] count, Object out) {
        Kernel kernel = values instanceof float[] ? GATHER_FLOATS : GATHER_INTS;
        return new GatherScatter(kernel.stage(indices.length, values, indices, count, out), count, out);
    }

    /**
     * Writes by index: {@code out[indices[i]] = values[i]}. Elements that no index names are unspecified afterwards.
     *
     * @param values ints or floats
     * @param indices the indices to write to, all different; their length is the capacity
     * @param out an array of the same type
     */
    public static GatherScatter scatter(Object values, int[] indices, int[] count, Object out) {
        Kernel kernel = values instanceof float[] ? SCATTER_FLOATS : SCATTER_INTS;
        return new GatherScatter(kernel.stage(indices.length, values, indices, count, out), count, out);
    }

    /**
     * Inverts a permutation: {@code inverse[order[i]] = i}.
     *
     * @param order each of 0..n-1 once; its length is the capacity
     * @param inverse for the inverse, as long as order
     */
    static GatherScatter invert(int[] order, int[] count, int[] inverse) {
        return new GatherScatter(INVERT.stage(order.length, order, count, inverse), count, inverse);
    }

    @Override
    public Object[] uploads() {
        return new Object[] {count};
    }

    @Override
    public List<Stage> stages() {
        return List.of(stage);
    }

    @Override
    public Object[] results() {
        return new Object[] {out};
    }
}
