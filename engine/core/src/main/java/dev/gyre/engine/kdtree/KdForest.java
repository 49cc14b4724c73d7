package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.tree.KdInnerBoxes;
import dev.gyre.tasks.tree.KdParameters;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Joins trees of nodes into one larger tree on the host. Several threads may put in the trees of different nodes.
 *
 * <p>A tree of few places can have fewer levels than its node. Its root then becomes the leftmost descendant of the node; the other
 * descendants have no places.
 */
final class KdForest {

    private static final int MIN_SLICE = 1 << 14;

    private final KdLayout layout;
    private final int boxLength;
    private final Supplier<KdArrays> room;
    private final Set<Integer> roots = new HashSet<>();
    private KdArrays arrays;

    /** Begins to allocate the arrays of a tree in other threads. */
    KdForest(KdLayout layout) {
        this.layout = layout;
        this.boxLength = KdLayout.box(1, layout.dims());
        this.room = KdArrays.room(layout);
    }

    /**
     * Puts in the tree of a node.
     *
     * @param tree its layout
     * @param part its arrays, which are not used afterwards; ids are indices into the rows
     * @param rows the rows of the node, ascending; or null if they are 0, 1 and so on
     */
    void put(int node, KdLayout tree, KdArrays part, int[] rows, Workers workers) {
        KdArrays all = arrays();
        int from = layout.from(node);
        HostArrays.copy(part.points(), 0, all.points(), from * layout.dims(), tree.size() * layout.dims(), workers);
        int[] allIds = all.ids();
        int[] someIds = part.ids();
        workers.forEachSlice(
                tree.size(),
                MIN_SLICE,
                (begin, end) -> {
                    for (int slot = begin; slot < end; slot++) {
                        allIds[from + slot] = rows == null ? someIds[slot] : rows[someIds[slot]];
                    }
                },
                Progress.NONE);
        int root = node << (layout.height() - KdLayout.level(node) - tree.height());
        synchronized (roots) {
            roots.add(root);
        }
        for (int level = 0; level <= tree.height(); level++) {
            int first = 1 << level;
            int target = root << level;
            workers.forEachSlice(
                    first,
                    MIN_SLICE,
                    (begin, end) ->
                            putBoxes(part.boxes(), first + begin, all.boxes(), target + begin, end - begin, rows),
                    Progress.NONE);
        }
    }

    private void putBoxes(double[] from, int node, double[] to, int target, int count, int[] rows) {
        System.arraycopy(from, node * boxLength, to, target * boxLength, count * boxLength);
        for (int box = target; box < target + count && rows != null; box++) {
            int least = box * boxLength + boxLength - 1;
            // The least row of a box without points is the largest int.
            to[least] = to[least] == Integer.MAX_VALUE ? Integer.MAX_VALUE : rows[(int) to[least]];
        }
    }

    /** The whole tree, once the trees of all its nodes are in. */
    KdArrays join() {
        int[] parameters = new int[KdParameters.LENGTH];
        parameters[KdParameters.DIMENSIONS] = layout.dims();
        parameters[KdParameters.LEVELS] = 1;
        complete(1, arrays().boxes(), parameters);
        return arrays;
    }

    private synchronized KdArrays arrays() {
        if (arrays == null) {
            arrays = room.get();
        }
        return arrays;
    }

    /** Makes the boxes of all nodes that are in none of the trees. */
    private void complete(int node, double[] all, int[] parameters) {
        if (roots.contains(node)) {
            return;
        }
        if (node >= layout.leaves()) {
            int box = node * boxLength;
            for (int dim = 0; dim < layout.dims(); dim++) {
                all[box + dim] = Double.MAX_VALUE;
                all[box + layout.dims() + dim] = -Double.MAX_VALUE;
            }
            all[box + boxLength - 1] = Integer.MAX_VALUE;
            return;
        }
        complete(2 * node, all, parameters);
        complete(2 * node + 1, all, parameters);
        int level = KdLayout.level(node);
        parameters[KdParameters.LEVEL] = level;
        int item = node - (1 << level);
        KdInnerBoxes.joinBoxes(item, item + 1, parameters, all);
    }
}
