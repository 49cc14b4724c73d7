package dev.gyre.engine.kdtree;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import java.util.function.Supplier;

/** Joins trees of nodes into one larger tree on the host. Several threads may put in the trees of different nodes. */
final class KdForest {

    private static final int MIN_SLICE = 1 << 14;

    private final TreeLayout layout;
    private final Supplier<TreeArrays> room;
    private TreeArrays arrays;

    /** Begins to allocate the arrays of a tree in other threads. */
    KdForest(TreeLayout layout) {
        this.layout = layout;
        this.room = TreeArrays.room(layout);
    }

    /**
     * Puts in the tree of a node.
     *
     * @param size number of its slots
     * @param part its arrays, which are not used afterwards; rows are indices into those of the node
     * @param rows the rows of the node, ascending; or null if they are 0, 1 and so on
     */
    void put(int node, int size, TreeArrays part, int[] rows, Workers workers) {
        TreeArrays all = arrays();
        int from = layout.from(node);
        HostArrays.copy(part.entries(), 0, all.entries(), from * layout.dims(), size * layout.dims(), workers);
        int[] allRows = all.rows();
        int[] ownRows = part.rows();
        workers.forEachSlice(
                size,
                MIN_SLICE,
                (begin, end) -> {
                    for (int slot = begin; slot < end; slot++) {
                        allRows[from + slot] = rows == null ? ownRows[slot] : rows[ownRows[slot]];
                    }
                },
                Progress.NONE);
    }

    /** The whole tree, once the trees of all its nodes are in: makes the boxes of its nodes. */
    TreeArrays join(Workers workers) {
        arrays().joinBoxes(layout, 0, workers);
        return arrays;
    }

    private synchronized TreeArrays arrays() {
        if (arrays == null) {
            arrays = room.get();
        }
        return arrays;
    }
}
