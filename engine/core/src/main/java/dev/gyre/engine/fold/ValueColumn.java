package dev.gyre.engine.fold;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.tasks.tree.TreeStatistics;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * A value for each row, in three parts whose sums over any rows are exact: see {@link TreeStatistics}. With at most 2^b rows whose values are
 * below 2^e, the first parts are multiples of 2^(e - w) for w = 52 - b, the second ones of 2^(e - 2 w), the third ones of 2^(e - 3 w).
 * Immutable.
 */
final class ValueColumn {

    /** The largest magnitude of a value, so that no step overflows. */
    static final double MOST = 0x1p900;

    private static final int MIN_SLICE = 1 << 14;

    /** Bits of an exact sum of parts. */
    private static final int BITS = 52;

    private final double[] values;
    private final double highRounder;
    private final double middleRounder;
    private final double lowRounder;

    /**
     * Finds the largest magnitude.
     *
     * @param number number of the column, for messages
     * @throws IllegalArgumentException if a value is NaN, infinite or above {@link #MOST}
     */
    ValueColumn(double[] values, int number, Workers workers) {
        this.values = values;
        DoubleAccumulator largest = new DoubleAccumulator(Math::max, 0);
        workers.forEachSlice(values.length, MIN_SLICE, (begin, end) -> {
            double most = 0;
            for (int row = begin; row < end; row++) {
                double magnitude = Math.abs(values[row]);
                // False for NaN too.
                if (!(magnitude <= MOST)) {
                    throw new IllegalArgumentException("values must be numbers up to 2^900 in magnitude: column="
                            + number + ", row=" + row + ", value=" + values[row]);
                }
                most = Math.max(most, magnitude);
            }
            largest.accumulate(most);
        });
        int exponent = Math.getExponent(largest.get()) + 1;
        int width = BITS - (Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, values.length)));
        highRounder = rounder(exponent - width);
        middleRounder = rounder(exponent - 2 * width);
        lowRounder = rounder(exponent - 3 * width);
    }

    /** A number to which others are added, and from which they are taken away again, to round them to multiples of a power of two. */
    private static double rounder(int exponent) {
        return Math.scalb(1.5, Math.max(exponent, Double.MIN_EXPONENT - BITS) + BITS);
    }

    double value(int row) {
        // Adding 0 makes 0 of -0, whose order in minima is not the same on all devices.
        return values[row] + 0.0;
    }

    /** Adds the parts of a row to three sums, or takes them away. */
    void add(int row, double[] sums, int at, boolean negated) {
        double value = negated ? -values[row] : values[row];
        double high = value + highRounder - highRounder;
        double rest = value - high;
        double middle = rest + middleRounder - middleRounder;
        sums[at] += high;
        sums[at + 1] += middle;
        sums[at + 2] += rest - middle + lowRounder - lowRounder;
    }

    /** The sum of the rows whose parts were added up. */
    static double sum(double[] sums, int at) {
        return sums[at] + sums[at + 1] + sums[at + 2];
    }
}
