package dev.gyre.engine.partition;

import dev.gyre.engine.program.Device;

/**
 * Stable two-way partition: the elements whose flag is not 0 first, then the others, both in their order, as stages for a
 * {@link dev.gyre.engine.program.Phase}.
 *
 * <p>Made for given arrays. The number of flags is the capacity: a phase with these stages serves every n up to it, see
 * {@link #setSize}. Three launches, four for floats; reads the flags twice, O(n). Temporary memory:
 * {@code 4 ceil(n / tile) + 48} bytes, with tiles as in {@link Scan}; for floats {@code 4 n} more.
 *
 * <p>Not safe for use by several threads.
 */
public final class TwoWayPartition extends FlagSplit {

    /** Of ints, floats, or null for indices. */
    TwoWayPartition(int[] flags, Object values, Object out, Device device) {
        super(flags, values, out, true, device);
    }

    /**
     * Partitions ints.
     *
     * @param flags not 0 for the elements that come first
     * @param out for the elements, as long as flags, another array
     * @param device where the stages will run
     * @return the partition, for n = capacity
     * @throws IllegalArgumentException if flags is empty, the lengths differ, or input and output are one array
     */
    public static TwoWayPartition ofValues(int[] flags, int[] values, int[] out, Device device) {
        return new TwoWayPartition(flags, values, out, device);
    }

    /**
     * Partitions floats.
     *
     * @param flags not 0 for the elements that come first
     * @param out for the elements, as long as flags, another array
     * @param device where the stages will run
     * @return the partition, for n = capacity
     * @throws IllegalArgumentException if flags is empty, the lengths differ, or input and output are one array
     */
    public static TwoWayPartition ofValues(int[] flags, float[] values, float[] out, Device device) {
        return new TwoWayPartition(flags, values, out, device);
    }

    /** Returns the array in which the stages leave the number of flagged elements, at which the others start. */
    public int[] split() {
        return flagged();
    }
}
