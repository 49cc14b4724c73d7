package dev.gyre.engine.fold;

import dev.gyre.engine.data.Metric;
import dev.gyre.tasks.common.KeyCells;
import dev.gyre.tasks.tree.TreePairCounts;
import java.math.BigInteger;
import java.util.Arrays;

/** The radii of a count of pairs in ascending order, as {@link TreePairCounts} and {@link PairWalk} read them. Immutable. */
final class RadiusBins {

    /** Length of the array of limits. */
    static final int LIMITS = KeyCells.FIRST + TreePairCounts.MAX_RADII + 1;

    /** Length of the array of cells. */
    static final int CELLS = KeyCells.CELLS + 1;

    private final double largest;
    private final double[] asked;
    private final double[] ascending;
    private final double[] limits;
    private final int[] cells;

    /**
     * Sorts the radii.
     *
     * @param radii radii in any order, which may repeat
     * @throws IllegalArgumentException if there are none or more than {@link TreePairCounts#MAX_RADII}, or one is negative or NaN
     */
    RadiusBins(Metric metric, double... radii) {
        if (radii.length < 1 || radii.length > TreePairCounts.MAX_RADII) {
            throw new IllegalArgumentException(
                    "the number of radii must be in 1.." + TreePairCounts.MAX_RADII + ": radii=" + radii.length);
        }
        largest = Arrays.stream(radii).max().orElseThrow();
        asked = Arrays.stream(radii).map(metric::largestKey).toArray();
        ascending = Arrays.stream(asked).sorted().toArray();
        limits = new double[LIMITS];
        Arrays.fill(limits, Double.POSITIVE_INFINITY);
        limits[KeyCells.SCALE] = scale(ascending);
        System.arraycopy(ascending, 0, limits, KeyCells.FIRST, ascending.length);
        cells = new int[CELLS];
        int bin = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            // A radius whose own key is in an earlier cell contains no key of this one.
            while (bin < ascending.length && KeyCells.cell(ascending[bin], limits) < cell) {
                bin++;
            }
            cells[cell] = bin;
        }
    }

    /** Cells of a unit of the key: above 0 and finite, so that no product is NaN. */
    private static double scale(double... keys) {
        double largest = 0;
        for (double key : keys) {
            largest = key < Double.POSITIVE_INFINITY ? key : largest;
        }
        return largest == 0 ? 1 : Math.min(KeyCells.CELLS / largest, Double.MAX_VALUE);
    }

    double largest() {
        return largest;
    }

    /** Number of radii. */
    int count() {
        return ascending.length;
    }

    /** The limits, as {@link TreePairCounts} reads them. The array itself. */
    double[] limits() {
        return limits;
    }

    /** The least bin of each cell. The array itself. */
    int[] cells() {
        return cells;
    }

    /**
     * The pairs within each radius, in the order in which the radii were asked for.
     *
     * @param counts for each of the ascending radii, the pairs that it is the least to contain
     */
    long[] within(long... counts) {
        long[] sums = Arrays.copyOf(counts, ascending.length);
        Arrays.parallelPrefix(sums, Long::sum);
        return Arrays.stream(asked)
                .mapToLong(key -> sums[Arrays.binarySearch(ascending, key)])
                .toArray();
    }

    /**
     * The sums within each radius, in the order in which the radii were asked for, each rounded once.
     *
     * @param sums for each of the ascending radii, the sum over the pairs that it is the least to contain
     * @param exponent of the power of two by which the sums are too large
     */
    double[] within(ProductSums sums, int exponent) {
        double[] within = new double[ascending.length];
        BigInteger sum = BigInteger.ZERO;
        for (int bin = 0; bin < within.length; bin++) {
            sum = sum.add(sums.sum(bin));
            within[bin] = Math.scalb(sum.doubleValue(), -exponent);
        }
        return Arrays.stream(asked)
                .map(key -> within[Arrays.binarySearch(ascending, key)])
                .toArray();
    }
}
