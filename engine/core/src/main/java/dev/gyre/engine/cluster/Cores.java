package dev.gyre.engine.cluster;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.tree.TreeLayout;

/**
 * The core slots of a kd-tree, and which of its nodes are whole: all their core slots are of one component. Safe for use by several threads:
 * a whole node stays whole, and a thread that does not see a mark only does work again.
 *
 * <p>Memory: 5 bytes for each node.
 */
final class Cores {

    /** Stands for no slot. */
    static final int NONE = -1;

    private static final int MIN_SLICE = 1 << 10;

    private final TreeLayout layout;
    private final int[] counts;
    private final int least;
    private final Components components;
    private final int leaves;

    /** For each node its first core slot, or {@link #NONE}. */
    private final int[] some;

    private final boolean[] whole;

    /**
     * Finds the core slots of all nodes.
     *
     * @param counts for each slot the rows near it; not copied
     * @param least the rows near a core slot
     */
    Cores(TreeLayout layout, int[] counts, int least, Components components, Workers workers) {
        this.layout = layout;
        this.counts = counts;
        this.least = least;
        this.components = components;
        leaves = layout.leaves();
        some = new int[2 * leaves];
        whole = new boolean[2 * leaves];
        layout.forEachNode(workers, (number, from, to) -> {
            int node = number - layout.size() + 1;
            if (node >= leaves) {
                some[node] = first(from, to);
            } else {
                some[node] = some[2 * node] == NONE ? some[2 * node + 1] : some[2 * node];
            }
        });
    }

    private int first(int from, int to) {
        for (int slot = from; slot < to; slot++) {
            if (isCore(slot)) {
                return slot;
            }
        }
        return NONE;
    }

    boolean isCore(int slot) {
        return counts[slot] >= least;
    }

    /** A core slot of a node, or {@link #NONE}. */
    int some(int node) {
        return some[node];
    }

    /** Unites the core slots of each node that is small, by all threads. */
    void uniteSmall(int[] small, Workers workers) {
        workers.forEachSlice(leaves, MIN_SLICE, (begin, end) -> {
            for (int leaf = leaves + begin; leaf < leaves + end; leaf++) {
                int top = leaf;
                while (top > 1 && small[top / 2 - 1] == 1) {
                    top /= 2;
                }
                if (small[top - 1] == 1 && some[leaf] != NONE) {
                    uniteAll(leaf);
                    components.unite(some[leaf], some[top]);
                }
            }
        });
        workers.forEachSlice(2 * leaves - 1, MIN_SLICE, (begin, end) -> {
            for (int node = begin + 1; node <= end; node++) {
                whole[node] |= small[node - 1] == 1;
            }
        });
    }

    /** Whether a node is surely of one component; it may be so without being known. */
    boolean isWhole(int node) {
        if (!whole[node] && node < leaves && whole[2 * node] && whole[2 * node + 1]) {
            int left = some[2 * node];
            int right = some[2 * node + 1];
            whole[node] = left == NONE || right == NONE || components.find(left) == components.find(right);
        }
        return whole[node];
    }

    /** Marks the children of a whole node. */
    void passDown(int node) {
        if (whole[node]) {
            whole[2 * node] = true;
            whole[2 * node + 1] = true;
        }
    }

    /** Marks a leaf if it is whole now. */
    void noteLeaf(int leaf, int from, int to) {
        boolean one = true;
        if (some[leaf] != NONE) {
            int root = components.find(some[leaf]);
            for (int slot = from; slot < to && one; slot++) {
                one = !isCore(slot) || components.find(slot) == root;
            }
        }
        whole[leaf] |= one;
    }

    /** Unites all core slots of a node. */
    void uniteAll(int node) {
        if (isWhole(node) || some[node] == NONE) {
            return;
        }
        if (node < leaves) {
            uniteAll(2 * node);
            uniteAll(2 * node + 1);
            if (some[2 * node] != NONE && some[2 * node + 1] != NONE) {
                components.unite(some[2 * node], some[2 * node + 1]);
            }
        } else {
            for (int slot = layout.from(node); slot < layout.to(node); slot++) {
                if (isCore(slot)) {
                    components.unite(some[node], slot);
                }
            }
        }
        whole[node] = true;
    }
}
