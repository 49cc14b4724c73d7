package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.data.Hierarchy.CondensedTree;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Makes the condensed tree of a dendrogram: one thread passes over the merges, from the last to the first, so that each merge comes after the
 * one that contains it; then all threads look up the rows. O(n); temporary memory 4 bytes for each row.
 */
final class Condensing {

    private static final int MIN_SLICE = 1 << 12;

    private final Chains chains;
    private final Dendrogram merges;
    private final int rows;
    private final int minClusterSize;

    /** For each merge its cluster, or {@code ~} the merge at which all of its rows leave their cluster. */
    private final int[] owners;

    /** The same for the next merge of each chain. */
    private final int[] next;

    /** What the tree says of each cluster; with room for more. */
    private int[] parents = new int[1];

    private double[] distances = new double[1];
    private int[] sizes = new int[1];
    private double[] stabilities = new double[1];
    private int made;

    private Condensing(Chains chains, int minClusterSize) {
        this.chains = chains;
        this.minClusterSize = minClusterSize;
        merges = chains.dendrogram();
        rows = merges.rows();
        owners = new int[merges.merges()];
        next = new int[chains.count()];
    }

    static CondensedTree condense(Chains chains, int minClusterSize, Workers workers) {
        return new Condensing(chains, minClusterSize).tree(workers);
    }

    private CondensedTree tree(Workers workers) {
        if (rows > 0) {
            newCluster(CondensedTree.NONE, Double.POSITIVE_INFINITY, rows);
        }
        passDown();
        Supplier<int[]> roomOfParents = HostArrays.room(int[].class, rows + made);
        double[] allDistances = new double[rows + made];
        int[] allParents = roomOfParents.get();
        System.arraycopy(parents, 0, allParents, rows, made);
        System.arraycopy(distances, 0, allDistances, rows, made);
        workers.forEachSlice(owners.length, MIN_SLICE, (begin, end) -> {
            for (int merge = begin; merge < end; merge++) {
                leave(chains.added(merge), merge, allParents, allDistances);
                if (chains.isFirst(merge)) {
                    leave(chains.start(merge), merge, allParents, allDistances);
                }
            }
        });
        if (rows == 1) {
            allParents[0] = rows;
        }
        return new CondensedTree(
                allParents, allDistances, Arrays.copyOf(sizes, made), Arrays.copyOf(stabilities, made));
    }

    private int newCluster(int parent, double distance, int size) {
        if (made == sizes.length) {
            parents = Arrays.copyOf(parents, 2 * made);
            distances = Arrays.copyOf(distances, 2 * made);
            sizes = Arrays.copyOf(sizes, 2 * made);
            stabilities = Arrays.copyOf(stabilities, 2 * made);
        }
        parents[made] = parent;
        distances[made] = distance;
        sizes[made] = size;
        return made++;
    }

    private void passDown() {
        for (int merge = owners.length - 1; merge >= 0; merge--) {
            int chain = chains.chain(merge);
            int owner = next[chain];
            owners[merge] = owner;
            int added = chains.added(merge);
            int ofAdded = owner;
            if (owner >= 0) {
                ofAdded = part(merge, owner, added);
            }
            if (added < 0) {
                next[~added] = ofAdded;
            }
            if (chains.isFirst(merge) && chains.start(merge) < 0) {
                next[~chains.start(merge)] = next[chain];
            }
        }
    }

    /** Takes the two nodes of a merge apart; returns the owner of the one that it adds, and sets that of its chain. */
    private int part(int merge, int cluster, int added) {
        double distance = merges.distance(merge);
        double lambda = 1 / distance;
        boolean splits = lambda < Double.POSITIVE_INFINITY;
        int size = merges.size(rows + merge);
        int addedSize = chains.size(added);
        int restSize = size - addedSize;
        boolean addedStays = splits && addedSize >= minClusterSize;
        boolean restStays = splits && restSize >= minClusterSize;
        int ofAdded = addedStays ? cluster : ~merge;
        int ofRest = restStays ? cluster : ~merge;
        int gone = size;
        if (addedStays && restStays) {
            boolean isLeft = merges.left(merge) == chains.top(added);
            int first = newCluster(rows + cluster, distance, isLeft ? addedSize : restSize);
            int second = newCluster(rows + cluster, distance, isLeft ? restSize : addedSize);
            ofAdded = isLeft ? first : second;
            ofRest = isLeft ? second : first;
        } else {
            gone -= addedStays ? addedSize : restStays ? restSize : 0;
        }
        stabilities[cluster] += (lambda - 1 / distances[cluster]) * gone;
        next[chains.chain(merge)] = ofRest;
        return ofAdded;
    }

    private void leave(int node, int merge, int[] allParents, double[] allDistances) {
        if (node >= 0) {
            int leaving = owners[merge] < 0 ? ~owners[merge] : merge;
            allParents[node] = rows + owners[leaving];
            allDistances[node] = merges.distance(leaving);
        }
    }
}
