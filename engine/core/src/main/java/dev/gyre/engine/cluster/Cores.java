package dev.gyre.engine.cluster;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.tree.TreeLayout;

/**
 * The core slots of a kd-tree, and which of its nodes are whole: all their core slots are of one component. Safe for use by several threads:
 * a whole node stays whole, and a thread that does not see a mark only does work again.
 *
 * <p>Memory: 5 bytes for each node and 4 for each leaf.
 */
final class Cores {

    /** Stands for no slot. */
    static final int NONE = -1;

    private static final int MIN_SLICE = 1 << 10;

    private final TreeLayout layout;
    private final int[] counts;
    private final int min;
    private final int[] small;
    private final Components components;
    private final int leaves;

    /** For each node its first core slot, or {@link #NONE}. */
    private final int[] some;

    private final boolean[] whole;

    /** For each leaf its core slots: bit i is that of its slot i. */
    private final int[] members;

    /**
     * The core slots of all nodes; {@link #begin} is still to be called.
     *
     * @param counts for each slot the rows near it; not copied
     * @param min the rows near a core slot
     * @param small for each node, the root first, 1 if all its points are near each other
     * @param components of which no slot has begun
     */
    Cores(TreeLayout layout, int[] counts, int min, int[] small, Components components) {
        this.layout = layout;
        this.counts = counts;
        this.min = min;
        this.small = small;
        this.components = components;
        leaves = layout.leaves();
        some = new int[2 * leaves];
        whole = new boolean[2 * leaves];
        members = new int[leaves];
    }

    /** Begins with the components of each leaf by itself, and of each node that is small, by all threads. */
    void begin(SlotKeys keys, double limit, Workers workers) {
        workers.forEachSlice(leaves, MIN_SLICE, (begin, end) -> {
            int[] near = new int[layout.nodeSize()];
            for (int leaf = leaves + begin; leaf < leaves + end; leaf++) {
                begin(leaf, near, keys, limit);
            }
        });
        layout.forEachNode(workers, (number, from, to) -> {
            int node = number - layout.size() + 1;
            if (node < leaves) {
                some[node] = some[2 * node] == NONE ? some[2 * node + 1] : some[2 * node];
                whole[node] = isSmall(node);
            }
        });
        uniteSmall(workers);
    }

    /** Groups the core slots of a leaf. */
    private void begin(int leaf, int[] near, SlotKeys keys, double limit) {
        int from = layout.from(leaf);
        int to = layout.to(leaf);
        int left = 0;
        for (int slot = from; slot < to; slot++) {
            left |= isCore(slot) ? 1 << (slot - from) : 0;
            components.begin(slot, slot);
        }
        members[leaf - leaves] = left;
        some[leaf] = left == 0 ? NONE : from + Integer.numberOfTrailingZeros(left);
        boolean open = !isSmall(leaf);
        if (open) {
            keys.nearEachOther(from, to, limit, near);
        }
        int groups = 0;
        while (left != 0) {
            int root = from + Integer.numberOfTrailingZeros(left);
            int group = open ? group(left, near) : left;
            for (int bits = group; bits != 0; bits &= bits - 1) {
                components.begin(from + Integer.numberOfTrailingZeros(bits), root);
            }
            left &= ~group;
            groups++;
        }
        whole[leaf] = groups <= 1;
    }

    /** The first of some slots, and all that are near one of the group. */
    private static int group(int slots, int[] near) {
        int group = Integer.lowestOneBit(slots);
        int next = group;
        while (next != 0) {
            int found = near[Integer.numberOfTrailingZeros(next)] & slots & ~group;
            group |= found;
            next = (next & (next - 1)) | found;
        }
        return group;
    }

    private boolean isSmall(int node) {
        return small[node - 1] == 1;
    }

    boolean isCore(int slot) {
        return counts[slot] >= min;
    }

    /** The core slots of a leaf: bit i is that of its slot i. */
    int members(int leaf) {
        return members[leaf - leaves];
    }

    /** A core slot of a node, or {@link #NONE}. */
    int some(int node) {
        return some[node];
    }

    /** Unites the leaves of each node that is small, by all threads. */
    private void uniteSmall(Workers workers) {
        workers.forEachSlice(leaves, MIN_SLICE, (begin, end) -> {
            for (int leaf = leaves + begin; leaf < leaves + end; leaf++) {
                int top = leaf;
                while (top > 1 && isSmall(top / 2)) {
                    top /= 2;
                }
                if (isSmall(top) && some[leaf] != NONE) {
                    components.unite(some[leaf], some[top]);
                }
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
