package dev.gyre.engine.topk;

import java.util.Arrays;

/**
 * Estimates from a sample which share of all pairs are near each other. If few pairs of the sample are, it extrapolates from the nearest
 * ones, as if rows were spread evenly around each other: the extent of all rows says nothing if they are in far clusters.
 */
final class NearShare {

    /** Rows of each side. */
    private static final int SAMPLE = 128;

    /** The rank of the small distance from which the estimate extrapolates. */
    private static final int SMALL_RANK = 10;

    private NearShare() {}

    /** Gives the distance of a left and a right row as a multiple of the largest one of rows that are near each other. */
    @FunctionalInterface
    interface Ratio {
        double of(int left, int right);
    }

    /**
     * The share.
     *
     * @param left number of left rows
     * @param right number of right rows
     * @param self whether both sides are the same; a row is no partner of itself
     * @param dims number of dimensions
     * @return more than 0, at most 1
     */
    static double of(int left, int right, boolean self, int dims, Ratio ratio) {
        double[] min = new double[SMALL_RANK + 1];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        int[] others = Side.otherStrata(right, SAMPLE);
        int pairs = 0;
        int near = 0;
        for (int a : Side.strata(left, SAMPLE)) {
            for (int b : others) {
                if (!self || a != b) {
                    double of = ratio.of(a, b);
                    pairs++;
                    near += of <= 1 ? 1 : 0;
                    keep(of, min);
                }
            }
        }
        if (near > SMALL_RANK || pairs <= SMALL_RANK) {
            return Math.max(1, near) / (double) Math.max(1, pairs);
        }
        double few = SMALL_RANK * Math.pow(1 / min[SMALL_RANK], dims);
        return Math.clamp(few / pairs, 1e-18, 1);
    }

    /** Keeps the least values in order. */
    private static void keep(double value, double... min) {
        int at = min.length;
        while (at > 0 && value < min[at - 1]) {
            at--;
        }
        if (at < min.length) {
            System.arraycopy(min, at, min, at + 1, min.length - at - 1);
            min[at] = value;
        }
    }
}
