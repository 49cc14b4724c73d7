package dev.gyre.engine.topk;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.pool.Context;

/**
 * The points of both sides of a join within a distance. Immutable.
 *
 * @param left the left points, in the space of the metric
 * @param right the right points, in the space of the metric
 * @param self whether both are the same, and each pair counts once
 * @param limit the largest key
 * @param reach largest difference of coordinates of a pair
 */
record NearPoints(
        Points left,
        Points right,
        boolean self,
        Metric metric,
        PairRank rank,
        double limit,
        double reach,
        Context context) {

    /** Exceeds the rounding error of a key. */
    private static final double ROUNDING = 1 + 0x1p-40;

    /** Squares of smaller differences are below 2^-1000; among subnormals they have no relative precision. */
    private static final double MIN_REACH = 0x1p-500;

    private static final double MAX_REACH = 0x1p502;

    /**
     * Points within a radius of each other.
     *
     * @param radius largest distance
     */
    static NearPoints of(
            Points left, Points right, boolean self, double radius, Metric metric, PairRank rank, Context context) {
        double limit = metric.largestKey(radius);
        double reach = Math.clamp(metric.norm().distance(limit) * ROUNDING, MIN_REACH, MAX_REACH);
        return new NearPoints(left, right, self, metric, rank, limit, reach, context);
    }

    Norm norm() {
        return metric.norm();
    }

    Points points(boolean ofLeft) {
        return ofLeft ? left : right;
    }

    boolean isNear(int ofLeft, int ofRight) {
        return left.key(ofLeft, right, ofRight, norm()) <= limit;
    }
}
