package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;

/**
 * Counts the points of a tree within balls, in {@code double} on the host. A subtree whose box is within the ball counts at
 * once, so that the time of a query grows with the points near the surface of its ball, not with those inside.
 *
 * <p>Memory: {@code 16 d + 4} bytes for each node. Immutable; safe for use by several threads.
 */
public final class SubtreeCounts {

    private static final int MIN_SLICE = 16;

    /** Exceeds the roundings of the key of a corner of a box, which only powers have beside those of a point's key. */
    private static final double ROUNDING = 0x1p-40;

    private final KdIndex index;
    private final Norm norm;
    private final int dims;
    private final int leaves;
    private final Workers workers;

    /** For each node dims lower and dims upper bounds. */
    private final double[] boxes;

    /** For each node the number of its points, equal ones counted. */
    private final int[] sizes;

    /** For each slot the number of its points; negative where they are not all equal. Null where each slot has one. */
    private final int[] slotSizes;

    /**
     * Finds the boxes of the nodes: O(d n).
     *
     * @param index the tree
     * @param workers the host's threads
     */
    public SubtreeCounts(KdIndex index, Workers workers) {
        this.index = index;
        this.workers = workers;
        norm = index.norm();
        dims = index.layout().dims();
        leaves = index.layout().leaves();
        boxes = new double[Math.multiplyExact(4 * dims, leaves)];
        sizes = new int[2 * leaves];
        slotSizes = index.groups().isSingle() ? null : new int[index.layout().size()];
        workers.forEachSlice(
                leaves,
                MIN_SLICE,
                (begin, end) -> {
                    for (int leaf = leaves + begin; leaf < leaves + end; leaf++) {
                        measureLeaf(leaf);
                    }
                },
                Progress.NONE);
        for (int node = leaves - 1; node > 0; node--) {
            measureInner(node);
        }
    }

    private void measureLeaf(int leaf) {
        int box = box(leaf);
        Arrays.fill(boxes, box, box + dims, Double.POSITIVE_INFINITY);
        Arrays.fill(boxes, box + dims, box + 2 * dims, Double.NEGATIVE_INFINITY);
        for (int slot = index.layout().from(leaf); slot < index.layout().to(leaf); slot++) {
            int head = index.ids()[slot];
            int size = 0;
            boolean equal = true;
            for (int row = head; row != KdGroups.NONE; row = index.groups().next(row)) {
                size++;
                equal &= KdGroups.equal(index.points(), head, row);
                for (int dim = 0; dim < dims; dim++) {
                    double coordinate = index.points().coordinate(row, dim);
                    boxes[box + dim] = Math.min(boxes[box + dim], coordinate);
                    boxes[box + dims + dim] = Math.max(boxes[box + dims + dim], coordinate);
                }
            }
            sizes[leaf] += size;
            if (slotSizes != null) {
                slotSizes[slot] = equal ? size : -size;
            }
        }
    }

    private void measureInner(int node) {
        int box = box(node);
        int left = box(2 * node);
        int right = box(2 * node + 1);
        for (int dim = 0; dim < dims; dim++) {
            boxes[box + dim] = Math.min(boxes[left + dim], boxes[right + dim]);
            boxes[box + dims + dim] = Math.max(boxes[left + dims + dim], boxes[right + dims + dim]);
        }
        sizes[node] = sizes[2 * node] + sizes[2 * node + 1];
    }

    private int box(int node) {
        return node * 2 * dims;
    }

    /**
     * Counts the points within a distance of each query.
     *
     * @param queries the queries, in the space of the metric
     * @param limit the largest key
     * @param progress told how many queries are done
     * @return one number per query
     */
    public int[] count(Points queries, double limit, Progress progress) {
        int[] counts = new int[queries.size()];
        Points arranged = index.arranged(queries.size(), workers);
        // In the order of the tree neighboring queries go the same ways.
        boolean inOrder =
                queries == index.points() && arranged != null && index.groups().isSingle();
        workers.forEachSlice(
                queries.size(),
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        int query = inOrder ? index.ids()[i] : i;
                        counts[query] = count(inOrder ? arranged : queries, i, limit, arranged);
                    }
                },
                progress);
        return counts;
    }

    private int count(Points queries, int query, double limit, Points arranged) {
        int count = 0;
        int node = 1;
        while (node > 0) {
            boolean down = false;
            if (sizes[node] > 0 && nearest(queries, query, node) * (1 - ROUNDING) <= limit) {
                if (farthest(queries, query, node) * (1 + ROUNDING) <= limit) {
                    count += sizes[node];
                } else if (node < leaves) {
                    down = true;
                } else {
                    count += countLeaf(queries, query, node, limit, arranged);
                }
            }
            node = down ? 2 * node : next(node);
        }
        return count;
    }

    /** The node to go on with after a subtree; 0 after the last one. */
    private static int next(int node) {
        int climbed = node;
        while ((climbed & 1) == 1 && climbed > 1) {
            climbed /= 2;
        }
        return climbed > 1 ? climbed + 1 : 0;
    }

    private double nearest(Points queries, int query, int node) {
        int box = box(node);
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double coordinate = queries.coordinate(query, dim);
            double outside = Math.max(boxes[box + dim] - coordinate, coordinate - boxes[box + dims + dim]);
            key = norm.add(key, Math.max(outside, 0));
        }
        return key;
    }

    private double farthest(Points queries, int query, int node) {
        int box = box(node);
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double coordinate = queries.coordinate(query, dim);
            key = norm.add(key, Math.max(coordinate - boxes[box + dim], boxes[box + dims + dim] - coordinate));
        }
        return key;
    }

    private int countLeaf(Points queries, int query, int leaf, double limit, Points arranged) {
        int count = 0;
        for (int slot = index.layout().from(leaf); slot < index.layout().to(leaf); slot++) {
            int head = index.ids()[slot];
            double key = arranged == null
                    ? queries.key(query, index.points(), head, norm)
                    : queries.key(query, arranged, slot, norm);
            if (slotSizes == null || slotSizes[slot] > 0) {
                count += key > limit ? 0 : slotSizes == null ? 1 : slotSizes[slot];
            } else {
                for (int row = head; row != KdGroups.NONE; row = index.groups().next(row)) {
                    count += queries.key(query, index.points(), row, norm) <= limit ? 1 : 0;
                }
            }
        }
        return count;
    }
}
