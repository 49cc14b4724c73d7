package dev.gyre.engine.sort;

import dev.gyre.engine.device.Device;

/** Which method of sorting is the fastest where: the one place that knows, from measurements. */
public final class SortTable {

    /** Up to here one thread of the JVM has merged before the others have their part of a radix sort. */
    private static final int JVM_MERGE = 1 << 13;

    /** Up to here a merge sort needs fewer launches than the twelve of a radix sort, which is what counts then. */
    private static final int DEVICE_MERGE = 1 << 16;

    private SortTable() {}

    /**
     * The method for a sort.
     *
     * @param device where it runs
     * @param n number of rows
     * @param columns number of columns of a key
     * @return the method, not {@link SortMethod#AUTOMATIC}
     */
    public static SortMethod choose(Device device, int n, int columns) {
        int merge = device.type() == Device.Type.JVM ? JVM_MERGE : DEVICE_MERGE;
        if (n <= merge) {
            return SortMethod.MERGE;
        }
        return columns > 1 ? SortMethod.RADIX_THEN_TIES : SortMethod.RADIX;
    }

    static String explain(Device device, int n, int columns, SortMethod wanted) {
        boolean automatic = wanted == SortMethod.AUTOMATIC;
        SortMethod method = automatic ? choose(device, n, columns) : wanted;
        return method + " for " + n + " rows on " + device + ": " + (automatic ? reason(method) : "asked for");
    }

    private static String reason(SortMethod method) {
        return switch (method) {
            case MERGE -> "few rows, for which launches cost more than comparisons";
            case RADIX_THEN_TIES -> "several columns, of which the first one tells most rows apart";
            default -> "one column";
        };
    }
}
