package dev.gyre.engine.data;

import java.util.Objects;

/**
 * How much values resemble those of their neighbors in a graph: Moran's I (1950) and Geary's C (1954). Immutable; safe for use by several
 * threads. Memory: 8 bytes per row.
 *
 * <p>For n values x with mean m, z = x - m, and weights w of the edges, whose sum is W:
 *
 * <pre>
 * I = n / W       * sum of w(i, j) z(i) z(j)         / sum of z(i)²
 * C = (n - 1) / 2W * sum of w(i, j) (x(i) - x(j))²   / sum of z(i)²
 * </pre>
 *
 * <p>Without resemblance I is {@code -1 / (n - 1)} and C is 1, on average over all permutations of the values; neighbors that resemble each other
 * have a larger I and a smaller C. The local I of a row (Anselin, 1995) is {@code z(i) * sum of w(i, j) z(j) / (sum of z² / n)}; the sum of
 * these is {@code W I}. All of them are NaN if all values are equal; I and C also if there are no edges.
 *
 * <p>The test permutes the values over the rows. Its p-value is {@code (e + 1) / (permutations + 1)}, where e is the number of permutations whose
 * I, or C, is at least as extreme on the same side: the smaller one of those at or above and those at or below. Numbers that differ by less
 * than {@code 2^-40} count as equal.
 */
public final class Autocorrelation {

    /**
     * Options of a spatial autocorrelation. Immutable.
     *
     * @param rowStandardized whether the weights of the edges from a row add up to 1, so that each row compares itself with the mean of its
     *     neighbors; otherwise each edge weighs 1
     * @param permutations how often the values are permuted for the test, 0 or more; with 0 there is no test
     * @param seed seed of the permutations: the same seed gives the same ones everywhere
     * @param monitor watches the call
     */
    public record Options(boolean rowStandardized, int permutations, long seed, Monitor monitor) {

        /** Row-standardized weights, 999 permutations, seed 1, no monitor. */
        public static final Options DEFAULT = new Options(true, 999, 1, Monitor.NONE);

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if the number of permutations is negative
         */
        public Options {
            Objects.requireNonNull(monitor, "monitor");
            if (permutations < 0) {
                throw new IllegalArgumentException("permutations must be 0 or more: permutations=" + permutations);
            }
        }

        /**
         * Returns these options with other weights.
         *
         * @param standardized whether the weights of a row add up to 1
         * @return new options
         */
        public Options withRowStandardized(boolean standardized) {
            return new Options(standardized, permutations, seed, monitor);
        }

        /**
         * Returns these options with another number of permutations.
         *
         * @param number the number, 0 or more
         * @return new options
         * @throws IllegalArgumentException if the number is negative
         */
        public Options withPermutations(int number) {
            return new Options(rowStandardized, number, seed, monitor);
        }

        /**
         * Returns these options with another seed.
         *
         * @param newSeed the seed
         * @return new options
         */
        public Options withSeed(long newSeed) {
            return new Options(rowStandardized, permutations, newSeed, monitor);
        }

        /**
         * Returns these options with another monitor.
         *
         * @param newMonitor the monitor
         * @return new options
         */
        public Options withMonitor(Monitor newMonitor) {
            return new Options(rowStandardized, permutations, seed, newMonitor);
        }
    }

    private final double moran;
    private final double geary;
    private final double moranP;
    private final double gearyP;
    private final double[] local;
    private final Options options;

    /**
     * Takes ownership of the local values.
     *
     * @param moran Moran's I
     * @param geary Geary's C
     * @param moranP p-value of I
     * @param gearyP p-value of C
     * @param local local I of each row
     * @param options how they were found
     * @hidden engine only
     */
    public Autocorrelation(double moran, double geary, double moranP, double gearyP, double[] local, Options options) {
        this.moran = moran;
        this.geary = geary;
        this.moranP = moranP;
        this.gearyP = gearyP;
        this.local = local;
        this.options = options;
    }

    /** {@return the number of rows} */
    public int size() {
        return local.length;
    }

    /** {@return Moran's I} */
    public double moran() {
        return moran;
    }

    /** {@return the mean of Moran's I over all permutations of the values: -1 / (n - 1)} */
    public double moranExpected() {
        return -1.0 / (local.length - 1);
    }

    /** {@return the one-sided p-value of Moran's I, NaN without permutations} */
    public double moranPValue() {
        return moranP;
    }

    /** {@return Geary's C} */
    public double geary() {
        return geary;
    }

    /** {@return the one-sided p-value of Geary's C, NaN without permutations} */
    public double gearyPValue() {
        return gearyP;
    }

    /**
     * Returns the local I of a row.
     *
     * @param row the row
     * @return the number: above 0 if the row and its neighbors deviate from the mean in the same direction, 0 without neighbors
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double localMoran(int row) {
        return local[Objects.checkIndex(row, local.length)];
    }

    /** {@return a new array of the local I of all rows} */
    public double[] toLocalMoranArray() {
        return local.clone();
    }

    /** {@return the options of the call} */
    public Options options() {
        return options;
    }
}
