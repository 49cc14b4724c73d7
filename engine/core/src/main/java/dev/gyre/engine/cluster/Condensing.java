package dev.gyre.engine.cluster;

import dev.gyre.engine.data.CondensedTree;
import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.jvm.Workers;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes the condensed tree of a dendrogram: all threads look at each merge and its two nodes, one passes over the merges, from the last to the
 * first, so that each merge comes after the one that contains it, and all threads look up the rows. O(n); temporary memory 16 bytes for each row.
 */
final class Condensing {

    private static final int MIN_SLICE = 1 << 12;

    /** In place of a number of rows: none leave, because both nodes become clusters. */
    private static final int SPLITS = 0;

    /** In place of a cluster: not known yet. */
    private static final int UNKNOWN = Integer.MIN_VALUE;

    private final Dendrogram merges;
    private final int rows;
    private final int minClusterSize;
    private final Workers workers;

    /** The merge above each node. */
    private final int[] above;

    /** For each merge, as long as it is in a cluster, the number of rows that leave the cluster there. */
    private final int[] gone;

    /** For each merge its cluster, or {@code ~} the merge at which all of its rows leave their cluster. */
    private final int[] owners;

    private int[] parents;
    private double[] distances;
    private int[] sizes;
    private double[] stabilities;

    /** The lambda at which each cluster appears. */
    private double[] births;

    private int made;

    private Condensing(Dendrogram merges, int minClusterSize, Workers workers) {
        this.merges = merges;
        this.minClusterSize = minClusterSize;
        this.workers = workers;
        rows = merges.rows();
        above = new int[rows + merges.merges()];
        gone = new int[merges.merges()];
        owners = new int[merges.merges()];
    }

    static CondensedTree condense(Dendrogram merges, int minClusterSize, Workers workers) {
        return new Condensing(merges, minClusterSize, workers).tree();
    }

    private CondensedTree tree() {
        int clusters = rows == 0 ? 0 : 1 + 2 * countSplits();
        parents = new int[rows + clusters];
        distances = new double[rows + clusters];
        sizes = new int[clusters];
        stabilities = new double[clusters];
        births = new double[clusters];
        if (rows > 0) {
            newCluster(CondensedTree.NONE, Double.POSITIVE_INFINITY, rows);
        }
        if (rows == 1) {
            parents[0] = rows;
        } else if (rows > 1) {
            passDown();
            workers.forEachSlice(rows, MIN_SLICE, this::leave);
        }
        return new CondensedTree(parents, distances, sizes, stabilities);
    }

    /** Finds what is above nodes, and how many rows leave; returns the number of merges that split a cluster in two. */
    private int countSplits() {
        LongAdder count = new LongAdder();
        workers.forEachSlice(gone.length, MIN_SLICE, (begin, end) -> {
            int splits = 0;
            for (int merge = begin; merge < end; merge++) {
                above[merges.left(merge)] = merge;
                above[merges.right(merge)] = merge;
                owners[merge] = UNKNOWN;
                gone[merge] = countGone(merge);
                splits += gone[merge] == SPLITS ? 1 : 0;
            }
            count.add(splits);
        });
        return count.intValue();
    }

    private int countGone(int merge) {
        int size = merges.size(rows + merge);
        if (size <= minClusterSize || !isPositive(merge)) {
            return size;
        }
        int left = merges.size(merges.left(merge));
        int right = size - left;
        int least = Math.min(left, right);
        if (least >= minClusterSize) {
            return SPLITS;
        }
        return Math.max(left, right) < minClusterSize ? size : least;
    }

    /** Whether lambda is finite at a merge; then it is at all later ones too. */
    private boolean isPositive(int merge) {
        return 1 / merges.distance(merge) < Double.POSITIVE_INFINITY;
    }

    private int newCluster(int parent, double distance, int size) {
        parents[rows + made] = parent;
        distances[rows + made] = distance;
        births[made] = 1 / distance;
        sizes[made] = size;
        return made++;
    }

    /** Finds the owners of merges, and the stabilities, whose terms are added in this order. */
    private void passDown() {
        int positive = 0;
        while (positive < gone.length && !isPositive(positive)) {
            positive++;
        }
        owners[gone.length - 1] = 0;
        for (int merge = gone.length - 1; merge >= 0; merge--) {
            int owner = owners[merge];
            if (owner == UNKNOWN) {
                int from = above[rows + merge];
                boolean stays = from >= positive && merges.size(rows + merge) >= minClusterSize;
                owner = owners[from] < 0 || stays ? owners[from] : ~from;
                owners[merge] = owner;
            }
            if (owner >= 0) {
                add(merge, owner);
            }
        }
    }

    private void add(int merge, int cluster) {
        double distance = merges.distance(merge);
        int leaving = gone[merge];
        if (leaving == SPLITS) {
            leaving = merges.size(rows + merge);
            for (int node : new int[] {merges.left(merge), merges.right(merge)}) {
                owners[node - rows] = newCluster(rows + cluster, distance, merges.size(node));
            }
        }
        stabilities[cluster] += (1 / distance - births[cluster]) * leaving;
    }

    private void leave(int begin, int end) {
        for (int row = begin; row < end; row++) {
            int merge = owners[above[row]] < 0 ? ~owners[above[row]] : above[row];
            parents[row] = rows + owners[merge];
            distances[row] = merges.distance(merge);
        }
    }
}
