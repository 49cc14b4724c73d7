package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;

/**
 * Counts the points of a tree within balls, on the host. A subtree whose box is within the ball counts at once, so that the time of
 * a query grows with the points near the surface of its ball, not with those inside.
 *
 * <p>Memory: 4 bytes for each place if points are equal, otherwise none. Immutable; safe for use by several threads.
 */
public final class SubtreeCounts {

    private static final int MIN_SLICE = 16;

    private final KdIndex index;
    private final TreeLayout layout;
    private final Norm norm;
    private final int dims;
    private final Workers workers;
    private final TreeArrays arrays;
    private final double[] boxes;

    /** For each slot the number of points in all slots before it, then the total; null if each slot has one point. */
    private final int[] before;

    /**
     * Counts equal points: O(n).
     *
     * @param index the tree
     */
    public SubtreeCounts(KdIndex index, Workers workers) {
        this.index = index;
        this.workers = workers;
        layout = index.layout();
        norm = index.norm();
        dims = layout.dims();
        arrays = index.arrays();
        boxes = arrays.boxes();
        before = index.groups().isSingle() ? null : index.rowsBefore(new int[layout.size() + 1], workers);
    }

    private int points(int fromSlot, int toSlot) {
        return before == null ? toSlot - fromSlot : before[toSlot] - before[fromSlot];
    }

    /**
     * Counts the points within a distance of each query.
     *
     * @param queries the queries, in the space of the metric
     * @param limit the largest key
     * @return one number per query
     */
    public int[] count(Points queries, double limit, Progress progress) {
        int[] counts = new int[queries.size()];
        Points arranged = index.arranged(queries.size(), workers);
        // In the order of the tree, neighboring queries follow the same paths.
        boolean inOrder = queries == index.points() && index.groups().isSingle();
        workers.forEachSlice(
                queries.size(),
                MIN_SLICE,
                (begin, end) -> {
                    double[] point = new double[dims];
                    for (int i = begin; i < end; i++) {
                        int query = inOrder ? index.ids()[i] : i;
                        counts[query] = count(inOrder ? arranged : queries, i, point, limit, arranged);
                    }
                },
                progress);
        return counts;
    }

    private int count(Points queries, int query, double[] point, double limit, Points arranged) {
        for (int dim = 0; dim < dims; dim++) {
            point[dim] = queries.coordinate(query, dim);
        }
        double ofBoxes = KeyBound.ofBoxes(norm, dims, limit);
        // At most 0 if all points of a box are at the query's own place, whose key is exact.
        double ofCorners = Math.max(0, KeyBound.ofCorners(norm, dims, limit));
        int count = 0;
        int node = 1;
        while (node > 0) {
            int from = layout.from(node);
            int to = layout.to(node);
            boolean down = false;
            if (from < to && arrays.keyOfBox(node, point, norm) <= ofBoxes) {
                if (farthest(point, node) <= ofCorners) {
                    count += points(from, to);
                } else if (node < layout.leaves()) {
                    down = true;
                } else {
                    for (int slot = from; slot < to; slot++) {
                        boolean within = queries.key(query, arranged, slot, norm) <= limit;
                        count += within ? points(slot, slot + 1) : 0;
                    }
                }
            }
            node = down ? 2 * node : TreeLayout.next(node, 1);
        }
        return count;
    }

    private double farthest(double[] point, int node) {
        int box = TreeLayout.box(node, dims);
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            key = norm.add(key, Math.max(point[dim] - boxes[box + dim], boxes[box + dims + dim] - point[dim]));
        }
        return key;
    }
}
