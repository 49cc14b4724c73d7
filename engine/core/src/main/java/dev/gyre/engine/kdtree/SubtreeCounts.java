package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.SquareSums;

/**
 * Counts the points of a tree within balls, on the host. A subtree whose box is within the ball counts at once, so that the time of
 * a query grows with the points near the surface of its ball, not with those inside. Around the points of the tree itself, one walk serves all points of a
 * leaf.
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
                    Counter counter = new Counter(inOrder ? arranged : queries, arranged, limit, inOrder);
                    for (int i = begin; i < end; i++) {
                        counts[inOrder ? index.ids()[i] : i] = counter.count(i);
                    }
                },
                progress);
        return counts;
    }

    /** Counts for one query after the other, for one thread. */
    private final class Counter {

        private final Points queries;
        private final Points arranged;
        private final double limit;
        private final double ofBoxes;

        /** At most 0 if all points of a box are at the query's own place, whose key is exact. */
        private final double ofCorners;

        private final double[] point = new double[dims];

        /** Null if queries are in no order. */
        private final NearLeaves near;

        private int within;

        Counter(Points queries, Points arranged, double limit, boolean inOrder) {
            this.queries = queries;
            this.arranged = arranged;
            this.limit = limit;
            ofBoxes = KeyBound.ofBoxes(norm, dims, limit);
            ofCorners = Math.max(0, KeyBound.ofCorners(norm, dims, limit));
            near = inOrder ? new NearLeaves(layout, arrays, norm, ofBoxes, ofCorners) : null;
        }

        int count(int query) {
            for (int dim = 0; dim < dims; dim++) {
                point[dim] = queries.coordinate(query, dim);
            }
            return near == null ? countFromRoot(query) : countNear(query);
        }

        private int countNear(int query) {
            if (near.look(query)) {
                within = 0;
                for (int i = 0; i < near.countWithin(); i++) {
                    int node = near.nodeWithin(i);
                    within += points(layout.from(node), layout.to(node));
                }
            }
            int count = within;
            for (int i = 0; i < near.count(); i++) {
                int node = near.node(i);
                if (arrays.keyOfBox(node, point, norm) <= ofBoxes) {
                    int from = layout.from(node);
                    int to = layout.to(node);
                    count += farthest(point, node) <= ofCorners ? points(from, to) : inLeaf(query, from, to);
                }
            }
            return count;
        }

        private int countFromRoot(int query) {
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
                        count += inLeaf(query, from, to);
                    }
                }
                node = down ? 2 * node : TreeLayout.next(node, 1);
            }
            return count;
        }

        private int inLeaf(int query, int from, int to) {
            int count = 0;
            for (int slot = from; slot < to; slot++) {
                double key = norm == Norm.EUCLIDEAN
                        ? SquareSums.toPoint(point, arranged.array(), slot, dims)
                        : queries.key(query, arranged, slot, norm);
                count += key <= limit ? points(slot, slot + 1) : 0;
            }
            return count;
        }
    }

    private double farthest(double[] point, int node) {
        return TreeArrays.largestKey(point, 0, 0, boxes, TreeLayout.box(node, dims), dims, norm);
    }
}
