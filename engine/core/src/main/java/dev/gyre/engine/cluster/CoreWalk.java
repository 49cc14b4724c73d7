package dev.gyre.engine.cluster;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeLayout;

/**
 * Unites all core slots of a kd-tree that are within a distance of each other, on the JVM: one walk over pairs of nodes that meets each pair
 * of slots at most once (Gray and Moore, "N-body problems in statistical learning", 2001). The slots of a leaf are united before.
 *
 * <p>A pair of nodes needs no look inside if it is too far apart, if it is so near that all its slots are within the distance, or if both
 * nodes are whole, each of one component, and that is the same. A whole node stays whole, so that threads may read the marks while others
 * set them: a mark not seen costs time alone. The result does not depend on the order.
 */
final class CoreWalk {

    private static final int NONE = Cores.NONE;

    private final TreeLayout layout;
    private final SlotKeys keys;
    private final double limit;
    private final Cores cores;
    private final Components components;
    private final int leaves;

    /**
     * A walk.
     *
     * @param limit the largest key of two slots that are united
     * @param cores of which each leaf has begun
     */
    CoreWalk(TreeLayout layout, SlotKeys keys, double limit, Cores cores, Components components) {
        this.layout = layout;
        this.keys = keys;
        this.limit = limit;
        this.cores = cores;
        this.components = components;
        leaves = layout.leaves();
    }

    /** Unites all, by all threads: the nodes above the leaves from the lowest up, each with the pairs of its two children. */
    void unite(Workers workers, Progress progress) {
        int nodes = leaves - 1;
        workers.forEachSlice(
                nodes,
                1,
                (begin, end) -> {
                    for (int item = begin; item < end; item++) {
                        int node = nodes - item;
                        if (!cores.isWhole(node)) {
                            between(2 * node, 2 * node + 1);
                        }
                    }
                },
                progress);
    }

    /** Unites the slots of two different nodes, neither of which is below the other. */
    private void between(int a, int b) {
        int ofA = cores.some(a);
        int ofB = cores.some(b);
        if (ofA == NONE || ofB == NONE || keys.nearest(a, b) > limit) {
            return;
        }
        boolean wholeA = cores.isWhole(a);
        boolean wholeB = cores.isWhole(b);
        if (wholeA && wholeB && components.find(ofA) == components.find(ofB)) {
            return;
        }
        if (keys.farthest(a, b) <= limit) {
            cores.uniteAll(a);
            cores.uniteAll(b);
            components.unite(ofA, ofB);
        } else if (a >= leaves && b >= leaves) {
            betweenLeaves(a, b, wholeA, wholeB);
        } else if (wholeA && !wholeB && a < leaves) {
            intoWhole(a, b);
        } else if (wholeB && !wholeA && b < leaves) {
            intoWhole(b, a);
        } else {
            divide(Math.min(a, b), Math.max(a, b));
        }
    }

    /** Unites a whole node with another one, which is divided first: parts of it are far away, or all within the distance. */
    private void intoWhole(int whole, int other) {
        if (other < leaves) {
            divide(other, whole);
            return;
        }
        boolean open = false;
        int root = components.find(cores.some(whole));
        int from = layout.from(other);
        for (int bits = cores.members(other); bits != 0; bits &= bits - 1) {
            int slot = from + Integer.numberOfTrailingZeros(bits);
            if (components.find(slot) != root && keys.toBox(slot, whole) <= limit) {
                if (keys.toCorner(slot, whole) <= limit) {
                    components.unite(slot, root);
                    root = components.find(root);
                } else {
                    open = true;
                }
            }
        }
        if (open) {
            divide(whole, other);
        }
    }

    private void divide(int node, int other) {
        cores.passDown(node);
        between(2 * node, other);
        between(2 * node + 1, other);
    }

    private void betweenLeaves(int a, int b, boolean wholeA, boolean wholeB) {
        int first = layout.from(a);
        int from = layout.from(b);
        int to = layout.to(b);
        int ofB = cores.members(b);
        // Two whole leaves are of different components.
        int joined = wholeB && !wholeA ? components.find(cores.some(b)) : NONE;
        for (int bits = cores.members(a); bits != 0; bits &= bits - 1) {
            int slot = first + Integer.numberOfTrailingZeros(bits);
            if (keys.toBox(slot, b) <= limit && (joined == NONE || components.find(slot) != joined)) {
                int near = keys.near(slot, from, to, limit) & ofB;
                for (int left = wholeB ? Integer.lowestOneBit(near) : near; left != 0; left &= left - 1) {
                    components.unite(slot, from + Integer.numberOfTrailingZeros(left));
                }
                if (near != 0 && wholeA && wholeB) {
                    return;
                }
                joined = joined == NONE ? NONE : components.find(joined);
            }
        }
    }
}
