package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.select.RadixParameters;

/**
 * Which method is taken for rows, columns, k and device, and how it is cut up.
 *
 * <p>Entries for the JVM are measured, on two threads of an AMD EPYC, as their comments say. Those for GPUs follow from the
 * number of work-groups that an H200 runs at a time; {@code benchmarks/run resident-selection} measures others.
 */
public final class SelectionTable {

    /** Work-groups that fill a large GPU: 4 on each of the 132 multiprocessors of an H200, the best of 1, 2, 4, 8 and 16. */
    private static final int GROUPS = 528;

    /** Values that keep a work-group busy for longer than it takes to sample them. */
    private static final int MIN_GROUP_VALUES = 1 << 14;

    /** Slices that keep all threads of a processor busy to the end. */
    private static final int SLICES = 64;

    private static final int MIN_SLICE_VALUES = 1 << 18;

    /**
     * A part has at least so many times k values, so that merging the parts is a small part of the work. On a processor a
     * heap of k is filled for each part: 1 M floats with k=1,000 take 1.7 ms in 15 parts and 0.4 ms in one (two threads).
     */
    private static final int MIN_GROUP_VALUES_PER_FOUND = 16;

    private static final int MIN_SLICE_VALUES_PER_FOUND = 512;

    private static final int MAX_PART_VALUES = 1 << 30;

    /** Values per tile of a radix select: on a device no fewer, on the JVM always. */
    private static final int MIN_TILE = 1 << 12;

    private static final int JVM_TILE = 1 << 16;

    /**
     * From this share of a row on, the JVM sorts it whole faster than it finds the k-th value first: of 1 M floats on two
     * threads, radix select takes 51 ms for half of them and 130 ms for all, the whole sort 87 ms.
     */
    private static final double SORT_SHARE = 0.7;

    private SelectionTable() {}

    /**
     * The plan for a selection.
     *
     * @param rows number of rows, 1 or more
     * @param columns values per row, 1 or more
     * @param k values to keep, 1 to columns
     * @param device where it will run
     * @param wanted a method, or {@link SelectionMethod#AUTOMATIC} for the fastest
     * @return the plan
     * @throws IllegalArgumentException if k is more than the method takes
     */
    public static SelectionPlan plan(int rows, int columns, int k, Device device, SelectionMethod wanted) {
        boolean automatic = wanted == SelectionMethod.AUTOMATIC;
        SelectionMethod method = automatic ? fastest(columns, k, device.type()) : wanted;
        String how = "";
        SinglePass shape = null;
        int tile = 0;
        if (method == SelectionMethod.SINGLE_PASS) {
            shape = singlePass(rows, columns, k, device.type());
            how = shape.parts() + " parts per row";
        } else if (method == SelectionMethod.RADIX_SELECT || method == SelectionMethod.SAMPLE_SELECT) {
            tile = tile(rows, columns, device.type());
            how = Math.ceilDiv(columns, tile) + " tiles per row";
        } else {
            how = "on the host";
        }
        String explanation = "%s (%s) for %d rows of %d values, k=%d, on %s: %s"
                .formatted(method, how, rows, columns, k, device, automatic ? reason(method) : "asked for");
        return new SelectionPlan(method, shape, tile, explanation);
    }

    /**
     * Sample select is for those who ask for it: of 1 M and 16 M random ints on the JVM it takes 0.8 to 2.4 times as long as
     * radix select, and only where all are equal mostly less, 0.3 to 1.0 times. It was not yet measured on a GPU.
     */
    private static SelectionMethod fastest(int columns, int k, Device.Type type) {
        if (k <= SinglePass.MAX_K) {
            return SelectionMethod.SINGLE_PASS;
        }
        return type == Device.Type.JVM && k >= SORT_SHARE * columns
                ? SelectionMethod.SORT
                : SelectionMethod.RADIX_SELECT;
    }

    private static String reason(SelectionMethod method) {
        return switch (method) {
            case SINGLE_PASS -> "one pass is enough for k up to " + SinglePass.MAX_K;
            case RADIX_SELECT -> "k is above " + SinglePass.MAX_K;
            default -> "the fastest on the JVM for k from " + SORT_SHARE + " n on";
        };
    }

    /** Values per tile of a radix select or sample select: as many as leave enough tiles to fill the device. */
    private static int tile(int rows, int columns, Device.Type type) {
        if (type == Device.Type.JVM) {
            return JVM_TILE;
        }
        int tile = RadixParameters.MAX_TILE;
        while (tile > MIN_TILE && (long) rows * Math.ceilDiv(columns, tile) < GROUPS) {
            tile /= 2;
        }
        return tile;
    }

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
        boolean processor = type == Device.Type.JVM || type == Device.Type.CPU;
        int wanted = Math.ceilDiv(processor ? SLICES : GROUPS, rows);
        int shortest = processor
                ? Math.max(MIN_SLICE_VALUES, MIN_SLICE_VALUES_PER_FOUND * k)
                : Math.max(MIN_GROUP_VALUES, MIN_GROUP_VALUES_PER_FOUND * k);
        int least = Math.ceilDiv(columns, MAX_PART_VALUES);
        return Math.max(least, Math.min(wanted, columns / shortest));
    }
}
