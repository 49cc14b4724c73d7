package dev.gyre.engine.cluster;

import dev.gyre.engine.data.CondensedTree;
import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.HostArrays;
import java.util.Arrays;

/**
 * Makes the condensed tree of a dendrogram: one pass over the merges, from the last to the first, so that each merge comes after the one
 * that contains it. O(n); temporary memory 8 bytes per row.
 */
final class Condensing {

    /** In place of a merge: the rows are still in a cluster. */
    private static final int STAYS = -1;

    private final Dendrogram merges;
    private final int rows;
    private final int minClusterSize;

    /** For each merge the cluster of its rows, in the upper half, and the merge at which they leave it. */
    private final long[] leavings;

    private final int[] parents;
    private final double[] distances;
    private final int[] sizes;
    private final double[] stabilities;
    private int made;

    private Condensing(Dendrogram merges, int minClusterSize) {
        this.merges = merges;
        this.minClusterSize = minClusterSize;
        rows = merges.rows();
        leavings = new long[merges.merges()];
        // The leaves of the tree of clusters are disjoint, and each other cluster has two parts.
        int most = rows == 0 ? 0 : Math.max(1, (int) (2L * rows / minClusterSize));
        parents = new int[rows + most];
        distances = new double[rows + most];
        sizes = new int[most];
        stabilities = new double[most];
    }

    static CondensedTree condense(Dendrogram merges, int minClusterSize, Workers workers) {
        return new Condensing(merges, minClusterSize).tree(workers);
    }

    private CondensedTree tree(Workers workers) {
        if (rows > 0) {
            newCluster(CondensedTree.NONE, Double.POSITIVE_INFINITY, rows);
        }
        if (rows == 1) {
            parents[0] = rows;
        } else if (rows > 1) {
            pass(2 * rows - 2, 0, STAYS);
            for (int merge = rows - 2; merge >= 0; merge--) {
                part(merge);
            }
        }
        return new CondensedTree(
                HostArrays.copyOf(parents, rows + made, workers),
                HostArrays.copyOf(distances, rows + made, workers),
                Arrays.copyOf(sizes, made),
                Arrays.copyOf(stabilities, made));
    }

    private int newCluster(int parent, double distance, int size) {
        parents[rows + made] = parent;
        distances[rows + made] = distance;
        sizes[made] = size;
        return made++;
    }

    /** Takes the two nodes of a merge apart. */
    private void part(int merge) {
        int cluster = (int) (leavings[merge] >> Integer.SIZE);
        int leaving = (int) leavings[merge];
        int left = merges.left(merge);
        int right = merges.right(merge);
        if (leaving != STAYS) {
            pass(left, cluster, leaving);
            pass(right, cluster, leaving);
            return;
        }
        double distance = merges.distance(merge);
        double lambda = 1 / distance;
        boolean splits = lambda < Double.POSITIVE_INFINITY;
        boolean leftStays = splits && merges.size(left) >= minClusterSize;
        boolean rightStays = splits && merges.size(right) >= minClusterSize;
        int gone = merges.size(rows + merge);
        if (leftStays && rightStays) {
            pass(left, newCluster(rows + cluster, distance, merges.size(left)), STAYS);
            pass(right, newCluster(rows + cluster, distance, merges.size(right)), STAYS);
        } else {
            gone -= leftStays ? merges.size(left) : rightStays ? merges.size(right) : 0;
            pass(left, cluster, leftStays ? STAYS : merge);
            pass(right, cluster, rightStays ? STAYS : merge);
        }
        stabilities[cluster] += (lambda - 1 / distances[rows + cluster]) * gone;
    }

    private void pass(int node, int cluster, int leaving) {
        if (node >= rows) {
            leavings[node - rows] = (long) cluster << Integer.SIZE | leaving & 0xffff_ffffL;
        } else {
            parents[node] = rows + cluster;
            distances[node] = merges.distance(leaving);
        }
    }
}
