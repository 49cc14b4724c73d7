package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.NearestRows;

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
    private final KdArrays arrays;
    private final Points arranged;
    private final Points query;
    private final double[] place;
    private final double limit;
    private final Norm norm;
    private final int leaves;

    /**
     * Begins at the root.
     *
     * @param query a single point in the space of the metric
     * @param limit the largest key
     */
    KdRows(KdIndex index, Points query, double limit) {
        this.index = index;
        this.query = query;
        // Boxes without points are infinitely far.
        this.limit = Math.min(limit, Double.MAX_VALUE);
        arrays = index.arrays();
        KdLayout layout = index.layout();
        arranged = Points.over(arrays.points(), layout.dims(), layout.size());
        place = query.point(0);
        norm = index.norm();
        leaves = layout.leaves();
        if (layout.size() > 0) {
            queue.addNode(0, 1);
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
            add(left ? other : key, left ? near + 1 : near);
            if (Math.min(key, other) > limit) {
                return;
            }
            below = left ? near : near + 1;
        }
        for (int slot = index.layout().from(below); slot < index.layout().to(below); slot++) {
            double key = query.key(0, arranged, slot, norm);
            if (key <= limit) {
                queue.addRow(key, index.ids()[slot]);
            }
        }
    }

    private void add(double key, int node) {
        if (key <= limit) {
            queue.addNode(key, node);
        }
    }

    /** A key that no point in a node's box is below. */
    private double keyOfBox(int node) {
        double key = arrays.keyOfBox(node, place, norm);
        if (!norm.isPower()) {
            return key;
        }
        // No key of powers is below the largest difference.
        return key < SMALL ? arrays.keyOfBox(node, place, Norm.CHEBYSHEV) : key * (1 - ROUNDING);
    }

    @Override
    protected int next(int row) {
        return index.groups().next(row);
    }
}
