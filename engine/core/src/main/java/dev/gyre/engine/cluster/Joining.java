package dev.gyre.engine.cluster;

import java.util.Arrays;

/**
 * Finds the {@link Chains} of a spanning tree by one thread: it joins the groups of places in the order of the edges. Of two groups, the larger
 * one goes on with its chain, so that chains are few and long. O(n) in practice. Temporary memory: 8 bytes for each row.
 */
final class Joining {

    /** Stands for no chain: a group of one place. */
    private static final int NONE = -1;

    private final int[] rows;

    /** For each place the one above it in its group, or the negated size of the group. */
    private final int[] above;

    /** For the top of each group its chain. */
    private final int[] chains;

    private int[] starts;
    private int made;

    private Joining(int[] rows) {
        this.rows = rows;
        above = new int[rows.length];
        chains = new int[rows.length];
        starts = new int[rows.length / 2];
        Arrays.fill(above, -1);
        Arrays.fill(chains, NONE);
    }

    /** Finds the chains; the arguments are those of {@link Linkage#of}, and are left as they are, but for the distances. */
    static Chains of(int[] rows, int[] one, int[] other, int[] order, double[] distances) {
        Joining joining = new Joining(rows);
        long[] steps = new long[order.length];
        for (int merge = 0; merge < order.length; merge++) {
            int edge = order[merge];
            steps[merge] = joining.join(joining.top(one[edge]), joining.top(other[edge]));
        }
        return new Chains(rows.length, steps, Arrays.copyOf(joining.starts, joining.made), distances);
    }

    private int top(int slot) {
        int at = slot;
        int parent = above[at];
        while (parent >= 0) {
            int next = above[parent];
            if (next >= 0) {
                above[at] = next;
            }
            at = parent;
            parent = next;
        }
        return at;
    }

    /** Joins two groups; returns the step of this merge. */
    private long join(int first, int second) {
        boolean isLarger = above[first] <= above[second];
        int rest = isLarger ? first : second;
        int added = isLarger ? second : first;
        int node = node(added);
        int chain = chains[rest];
        int mark = 0;
        if (chain == NONE) {
            chain = made++;
            starts[chain] = rows[rest];
            chains[rest] = chain;
            mark = Chains.FIRST;
        }
        above[rest] += above[added];
        above[added] = rest;
        return Linkage.pair(chain | mark, node);
    }

    private int node(int top) {
        return chains[top] == NONE ? rows[top] : ~chains[top];
    }
}
