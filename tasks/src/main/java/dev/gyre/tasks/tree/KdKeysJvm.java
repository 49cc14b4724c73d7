package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.CoordinateKeys;

/** {@link KdKeys} for the JVM: a table of even steps says between which cuts a coordinate is, so that few of them are compared. */
public final class KdKeysJvm {

    /** Steps of the table: so many for each range that few have a cut within them, even if coordinates are spread unevenly, as cities are. */
    private static final int STEPS = 64 * CoordinateKeys.RANGES;

    private KdKeysJvm() {}

    /** Shapes and result are as in {@link KdKeys#makeKeys}. */
    public static void makeKeys(int begin, int end, double[] coordinates, double[] cuts, int[] parameters, int[] keys) {
        int stride = parameters[KdParameters.STRIDE];
        int dims = parameters[KdParameters.DIMENSIONS];
        int rows = parameters[KdParameters.ROWS];
        byte[] ranges = new byte[STEPS + 1];
        int item = begin;
        while (item < end) {
            int dim = item / stride;
            int from = item - dim * stride;
            int to = Math.min(rows, from + (end - item));
            column(from, to, dim, dims, coordinates, cuts, keys, dim * stride, ranges);
            item = Math.min(end, (dim + 1) * stride);
        }
    }

    private static void column(
            int from,
            int to,
            int dim,
            int dims,
            double[] coordinates,
            double[] cuts,
            int[] keys,
            int start,
            byte[] ranges) {
        int first = dim * CoordinateKeys.CUTS;
        // The first and the last range may be wide, because of outliers.
        double low = cuts[first + 1];
        double width = cuts[first + CoordinateKeys.RANGES - 1] - low;
        double scale = STEPS / width;
        if (width > 0 && width <= Double.MAX_VALUE && scale <= Double.MAX_VALUE) {
            fill(ranges, cuts, first, low, scale);
        } else {
            scale = 0;
            low = 0;
            // All coordinates are in the first step, which has all ranges.
            ranges[0] = 0;
            ranges[1] = CoordinateKeys.RANGES - 1;
        }
        for (int row = from; row < to; row++) {
            double coordinate = coordinates[row * dims + dim];
            int step = step(coordinate, low, scale);
            int range = ranges[step];
            int last = ranges[step + 1];
            while (range < last) {
                int middle = (range + last + 1) >>> 1;
                boolean above = coordinate >= cuts[first + middle];
                range = above ? middle : range;
                last = above ? last : middle - 1;
            }
            double inRange = (coordinate - cuts[first + range]) * cuts[first + CoordinateKeys.RANGES + range];
            keys[start + row] =
                    (range - CoordinateKeys.RANGES / 2) * CoordinateKeys.KEYS + bounded(inRange, CoordinateKeys.KEYS);
        }
    }

    /** The step of a coordinate: never less for a larger coordinate. */
    private static int step(double coordinate, double low, double scale) {
        return bounded((coordinate - low) * scale, STEPS);
    }

    /**
     * Returns a number as an int of 0 to a bound less one. Bounds of ints are faster than the same bounds of doubles, which devices need: a double
     * that is too large for an int becomes the largest one only in Java.
     */
    private static int bounded(double number, int bound) {
        return Math.min(Math.max((int) number, 0), bound - 1);
    }

    /** Sets, for each step, the range of all coordinates of earlier steps at most: so it begins there, and ends where the next begins. */
    private static void fill(byte[] ranges, double[] cuts, int first, double low, double scale) {
        int step = 0;
        for (int range = 1; range < CoordinateKeys.RANGES; range++) {
            int next = step(cuts[first + range], low, scale) + 1;
            while (step < next) {
                ranges[step++] = (byte) (range - 1);
            }
        }
        while (step <= STEPS) {
            ranges[step++] = (byte) (CoordinateKeys.RANGES - 1);
        }
    }
}
