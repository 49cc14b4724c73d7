package dev.gyre.engine.select;

import dev.gyre.engine.device.Device;

/** Which method is the fastest for rows, columns, k and device, and how it is cut up: all from measurements. */
public final class SelectionTable {

    /** Work-groups that fill a large GPU: 8 on each of the 132 multiprocessors of an H200. */
    private static final int GROUPS = 1024;

    /** Values that keep a work-group busy for longer than it takes to sample them. */
    private static final int MIN_GROUP_VALUES = 1 << 14;

    /** Slices that keep all threads of a JVM busy to the end. */
    private static final int SLICES = 64;

    private static final int MIN_SLICE_VALUES = 1 << 16;

    /** A part has at least so many times k values, so that merging the parts is a small part of the work. */
    private static final int MIN_VALUES_PER_FOUND = 16;

    private static final int MAX_PART_VALUES = 1 << 30;

    private SelectionTable() {}

    /**
     * How a single pass is cut up.
     *
     * @param rows number of rows
     * @param columns values per row
     * @param k values to keep, 1 to {@link SinglePass#MAX_K}
     * @param type what the device is
     * @return the shape
     */
    public static SinglePass singlePass(int rows, int columns, int k, Device.Type type) {
        return SinglePass.of(k).withParts(parts(rows, columns, k, type));
    }

    /** Parts of each row, as many as fill the device if they are long enough for that. */
    static int parts(int rows, int columns, int k, Device.Type type) {
        boolean jvm = type == Device.Type.JVM;
        int wanted = Math.ceilDiv(jvm ? SLICES : GROUPS, rows);
        int shortest = Math.max(jvm ? MIN_SLICE_VALUES : MIN_GROUP_VALUES, MIN_VALUES_PER_FOUND * k);
        int least = Math.ceilDiv(columns, MAX_PART_VALUES);
        return Math.max(least, Math.min(wanted, columns / shortest));
    }
}
