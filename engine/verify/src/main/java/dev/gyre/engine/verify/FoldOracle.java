package dev.gyre.engine.verify;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;

/** Folds over pairs and neighbors by the plainest code, to compare with. */
public final class FoldOracle {

    private FoldOracle() {}

    /**
     * Counts the pairs within each radius.
     *
     * @param self whether both sets are the same, so that each unordered pair of different rows counts once
     */
    public static long[] pairCounts(Points left, Points right, boolean self, Metric metric, double... radii) {
        Points leftSpace = metric.toSpace(left);
        Points rightSpace = metric.toSpace(right);
        long[] counts = new long[radii.length];
        double[] keys = new double[radii.length];
        for (int i = 0; i < radii.length; i++) {
            keys[i] = metric.largestKey(radii[i]);
        }
        for (int row = 0; row < left.size(); row++) {
            for (int other = self ? row + 1 : 0; other < right.size(); other++) {
                double key = leftSpace.key(row, rightSpace, other, metric.norm());
                for (int i = 0; i < radii.length; i++) {
                    counts[i] += key <= keys[i] ? 1 : 0;
                }
            }
        }
        return counts;
    }
}
