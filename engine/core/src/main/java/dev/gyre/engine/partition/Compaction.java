package dev.gyre.engine.partition;

import dev.gyre.engine.program.Device;

/**
 * Stable stream compaction ("copy if", "select flagged"): keeps the elements whose flag is not 0, in their order, as stages
 * for a {@link dev.gyre.engine.program.Phase}.
 *
 * <p>Made for given arrays. The number of flags is the capacity: a phase with these stages serves every n up to it, see
 * {@link #setSize}. Three launches, four for floats; reads the flags twice, O(n). Temporary memory:
 * {@code 4 ceil(n / tile) + 48} bytes, with tiles as in {@link Scan}; for floats {@code 4 n} more.
 *
 * <p>Not safe for use by several threads.
 */
public final class Compaction extends FlagSplit {

    /** Of ints, floats, or null for indices. */
    Compaction(int[] flags, Object values, Object out, Device device) {
        super(flags, values, out, false, device);
    }

    /**
     * GatherScatter the indices of the elements.
     *
     * @param flags not 0 for the elements to keep
     * @param kept for the indices of the kept elements, as long as flags; ascending
     * @param device where the stages will run
     * @return the compaction, for n = capacity
     * @throws IllegalArgumentException if flags is empty, or the lengths differ
     */
    public static Compaction ofIndices(int[] flags, int[] kept, Device device) {
        return new Compaction(flags, null, kept, device);
    }

    /**
     * GatherScatter ints.
     *
     * @param flags not 0 for the elements to keep
     * @param kept for the kept elements, as long as flags, another array
     * @param device where the stages will run
     * @return the compaction, for n = capacity
     * @throws IllegalArgumentException if flags is empty, the lengths differ, or input and output are one array
     */
    public static Compaction ofValues(int[] flags, int[] values, int[] kept, Device device) {
        return new Compaction(flags, values, kept, device);
    }

    /**
     * GatherScatter floats.
     *
     * @param flags not 0 for the elements to keep
     * @param kept for the kept elements, as long as flags, another array
     * @param device where the stages will run
     * @return the compaction, for n = capacity
     * @throws IllegalArgumentException if flags is empty, the lengths differ, or input and output are one array
     */
    public static Compaction ofValues(int[] flags, float[] values, float[] kept, Device device) {
        return new Compaction(flags, values, kept, device);
    }

    /** Returns the array in which the stages leave the number of kept elements. The rest of the output is unspecified. */
    public int[] count() {
        return flagged();
    }
}
