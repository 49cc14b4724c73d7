package dev.gyre.benchmarks;

import java.util.Arrays;
import smile.clustering.DBSCAN;
import smile.clustering.HDBSCAN;
import smile.clustering.Partitioning;

/** Smile: DBSCAN, and HDBSCAN* over all pairs, with a matrix of them. */
final class SmileClusters implements ClusterPeer.Library {

    @Override
    public int[] dbscan(double[][] rows, double eps, int minPoints) {
        // The library does not count the row itself.
        return labels(DBSCAN.fit(rows, minPoints - 1, eps));
    }

    @Override
    public int[] hdbscan(double[][] rows, boolean haversine, int minClusterSize, int minPoints) {
        if (haversine) {
            throw new IllegalArgumentException("Smile has no haversine distance");
        }
        try {
            return labels(HDBSCAN.fit(rows, minPoints, minClusterSize));
        } catch (StackOverflowError e) {
            throw new Case.SkipException("Smile's recursion is deeper than the stack, which -Xss enlarges");
        }
    }

    private static int[] labels(Partitioning found) {
        return Arrays.stream(found.group())
                .map(label -> label < 0 || label >= found.k() ? NOISE : label)
                .toArray();
    }
}
