package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.host.HostArrays;
import java.util.function.Supplier;

/**
 * The merges of a dendrogram in chains, which {@link Linkage} finds: each merge adds a row, or a chain that is complete, to the merge before it
 * in its chain. So what is below and above a merge is known without a search, and what a pass over all merges must look up is in a few
 * chains, many fewer than rows. Of two nodes that the first merge of a chain joins, one is the start of the chain.
 *
 * <p>A node is a row, or {@code ~} a chain. Immutable. Memory: that of the dendrogram, 8 bytes for each merge, and 16 for each chain.
 */
final class Chains {

    /** Marks the first merge of a chain. */
    static final int FIRST = Integer.MIN_VALUE;

    private final long[] steps;
    private final int[] starts;

    /** The number of rows, and the least row in the upper half, of each chain. */
    private final long[] groups;

    /** The last merge of each chain, as the dendrogram numbers it. */
    private final int[] tops;

    private final Dendrogram dendrogram;

    /**
     * Merges along chains: one thread, in the order of merges.
     *
     * @param rows the number of rows
     * @param steps for each merge its chain, in the upper half, with {@link #FIRST} if it is the first one, and the node that it adds
     * @param starts for each chain its start
     * @param distances the distance of each merge
     */
    Chains(int rows, long[] steps, int[] starts, double[] distances) {
        this.steps = steps;
        this.starts = starts;
        groups = new long[starts.length];
        tops = new int[starts.length];
        Supplier<int[]> roomOfLeft = HostArrays.room(int[].class, steps.length);
        Supplier<int[]> roomOfRight = HostArrays.room(int[].class, steps.length);
        int[] sizes = new int[steps.length];
        int[] left = roomOfLeft.get();
        int[] right = roomOfRight.get();
        for (int merge = 0; merge < steps.length; merge++) {
            int chain = chain(merge);
            int node = isFirst(merge) ? starts[chain] : ~chain;
            int added = added(merge);
            long group = group(node);
            long addedGroup = group(added);
            boolean isLeft = group < addedGroup;
            left[merge] = isLeft ? top(node) : top(added);
            right[merge] = isLeft ? top(added) : top(node);
            sizes[merge] = (int) group + (int) addedGroup;
            groups[chain] = Linkage.pair(Linkage.high(Math.min(group, addedGroup)), sizes[merge]);
            tops[chain] = rows + merge;
        }
        dendrogram = new Dendrogram(rows, left, right, distances, sizes);
    }

    private long group(int node) {
        return node < 0 ? groups[~node] : Linkage.pair(node, 1);
    }

    Dendrogram dendrogram() {
        return dendrogram;
    }

    /** The number of chains. */
    int count() {
        return starts.length;
    }

    /** The chain of a merge. */
    int chain(int merge) {
        return Linkage.high(steps[merge]) & Integer.MAX_VALUE;
    }

    /** The node that a merge adds to its chain. */
    int added(int merge) {
        return (int) steps[merge];
    }

    /** The number of rows of a node. */
    int size(int node) {
        return (int) group(node);
    }

    /** A node as the dendrogram numbers it. */
    int top(int node) {
        return node < 0 ? tops[~node] : node;
    }

    /** Whether a merge adds to the start of its chain. */
    boolean isFirst(int merge) {
        return steps[merge] < 0;
    }

    /** The start of the chain of a merge. */
    int start(int merge) {
        return starts[chain(merge)];
    }
}
