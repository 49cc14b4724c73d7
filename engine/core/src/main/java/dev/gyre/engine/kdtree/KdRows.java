package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.search.NearestRows;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;

/**
 * The points of a tree around one query, the nearest first, with canonical keys. Goes down to the leaf of the query at once, and looks at the
 * other nodes in the order of their distances.
 */
final class KdRows extends NearestRows {

    /** Exceeds the relative rounding error of a distance to a box in a norm of powers; in other norms there is none. */
    private static final double ROUNDING = 0x1p-40;

    /** Below this key the error of powers is not relative to the key. */
    private static final double SMALL = 0x1p-960;

    private final KdIndex index;
    private final TreeArrays arrays;
    private final Points arranged;
    private final Points query;
    private final double[] point;
    private final Norm norm;
    private final boolean isEuclidean;
    private final int leaves;

    /**
     * Begins at the root.
     *
     * @param query a single point in the space of the metric
     * @param limit the largest key
     */
    KdRows(KdIndex index, Points query, double limit) {
        super(limit);
        this.index = index;
        this.query = query;
        arrays = index.arrays();
        TreeLayout layout = index.layout();
        arranged = Points.over(arrays.entries(), layout.dims(), layout.size());
        point = query.point(0);
        norm = index.norm();
        isEuclidean = norm == Norm.EUCLIDEAN;
        leaves = layout.leaves();
        if (layout.size() > 0) {
            addNode(0, 1);
        }
    }

    @Override
    protected void expand(int node) {
        int below = node;
        while (below < leaves) {
            int near = 2 * below;
            double key = keyOfBox(near);
            double other = keyOfBox(near + 1);
            boolean left = key <= other;
            addNode(left ? other : key, left ? near + 1 : near);
            if (Math.min(key, other) > limit()) {
                return;
            }
            below = left ? near : near + 1;
        }
        int[] ids = index.ids();
        for (int slot = index.layout().from(below); slot < index.layout().to(below); slot++) {
            addRow(keyOfPoint(slot), ids[slot]);
        }
    }

    /** The canonical key of a slot's point; the loop is that of the norm, without a choice among norms. */
    private double keyOfPoint(int slot) {
        if (!isEuclidean) {
            return query.key(0, arranged, slot, norm);
        }
        double[] points = arrays.entries();
        int at = slot * point.length;
        double sum = 0;
        for (int dim = 0; dim < point.length; dim++) {
            double difference = point[dim] - points[at + dim];
            sum += difference * difference;
        }
        return sum;
    }

    /** A key that no point in a node's box is below. */
    private double keyOfBox(int node) {
        if (isEuclidean) {
            return squareToBox(node);
        }
        double key = arrays.keyOfBox(node, point, norm);
        if (!norm.isPower()) {
            return key;
        }
        // No key of powers is below the largest difference.
        return key < SMALL ? arrays.keyOfBox(node, point, Norm.CHEBYSHEV) : key * (1 - ROUNDING);
    }

    private double squareToBox(int node) {
        double[] boxes = arrays.boxes();
        int low = TreeLayout.box(node, point.length);
        double sum = 0;
        for (int dim = 0; dim < point.length; dim++) {
            double below = boxes[low + dim] - point[dim];
            double above = point[dim] - boxes[low + point.length + dim];
            double outside = Math.max(Math.max(below, above), 0);
            sum += outside * outside;
        }
        return sum;
    }

    @Override
    protected int next(int row) {
        return index.groups().next(row);
    }
}
