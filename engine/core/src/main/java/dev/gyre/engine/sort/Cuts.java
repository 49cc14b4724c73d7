package dev.gyre.engine.sort;

import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The cuts of each dimension into ranges of about equal numbers of values, from a sample, for {@link CoordinateKeys}. They depend only on
 * the values.
 */
public final class Cuts {

    private static final int SAMPLE = 2048;

    /** Most keys in a unit; a range that is too narrow for all its keys at this scale has fewer. */
    private static final double MAX_SCALE = 0x1p1000;

    private Cuts() {}

    /** Returns the values of some rows, evenly spread over all rows, in ascending order. */
    public static double[] sample(int rows, IntToDoubleFunction value) {
        return sample(rows, SAMPLE, value);
    }

    /** Returns the values of a number of rows, or of all if there are fewer, evenly spread over all rows, in ascending order. */
    public static double[] sample(int rows, int max, IntToDoubleFunction value) {
        int count = Math.min(rows, max);
        double[] sample = new double[count];
        for (int i = 0; i < count; i++) {
            sample[i] = value.applyAsDouble((int) ((long) i * rows / count));
        }
        Arrays.sort(sample);
        return sample;
    }

    /**
     * Writes the cuts of a dimension.
     *
     * @param min no value is below it
     * @param max no value is above it
     * @param cuts receives {@link CoordinateKeys#CUTS} numbers for each dimension
     */
    public static void write(double[] sample, double min, double max, int dim, double[] cuts) {
        double[] values = distinct(sample.clone());
        int first = dim * CoordinateKeys.CUTS;
        double lower = min;
        for (int range = 0; range < CoordinateKeys.RANGES; range++) {
            double upper = range == CoordinateKeys.RANGES - 1
                    ? max
                    : values[range * (values.length - 1) / (CoordinateKeys.RANGES - 2)];
            double width = upper - lower;
            cuts[first + range] = lower;
            cuts[first + CoordinateKeys.RANGES + range] =
                    width == 0 ? 0 : Math.min(CoordinateKeys.KEYS / width, MAX_SCALE);
            lower = upper;
        }
    }

    /**
     * Returns the distinct values.
     *
     * @param ascending the values, ascending; overwritten
     */
    public static double[] distinct(double[] ascending) {
        int count = Math.min(1, ascending.length);
        for (int i = 1; i < ascending.length; i++) {
            if (ascending[i] != ascending[i - 1]) {
                ascending[count++] = ascending[i];
            }
        }
        return Arrays.copyOf(ascending, count);
    }
}
