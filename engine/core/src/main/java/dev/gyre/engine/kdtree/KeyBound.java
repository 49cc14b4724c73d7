package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.tasks.common.Norms;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * Bounds canonical keys by the keys of a search. Both are the same for all norms except powers ({@link Norm#lp}), whose canonical keys are
 * roots. A search compares sums of powers, and this class knows how far their roots may be from the canonical keys.
 *
 * <p>Three errors are bounded, for the exact distance D of a pair of points of d dimensions, its canonical key K, and the sum S of a
 * search, made of differences times the scale s. Here u is the least double, 2^-1074; r stands for {@code relative}.
 *
 * <ul>
 *   <li>K is a root that is rounded once more to a multiple of u if it is below 2^-1022: |K - D| is at most r D + u / 2. Rounding is
 *       relative above 2^-1022, but among subnormals a relative margin changes nothing, as u is the least difference.
 *   <li>S differs from (s D)^p by at most a share p r of it, and by what terms lose that underflow, together at most d 2^-1000. As
 *       {@code a^p + b^p <= (a + b)^p} for p from 1 on, its root differs from s D by at most r s D and the root of d 2^-1000.
 *   <li>So all bounds are computed in units of 1 / s, in which the points' extent is about 1 and u is s u, at most 2^-54 and no subnormal
 *       that counts: if s K underflows, the root of d 2^-1000 exceeds what is lost.
 * </ul>
 *
 * <p>On the host, keys of boxes are added up by {@link Norm#add}. Each of d steps makes a relative error below 2^-50 and, among subnormals,
 * an absolute one of u / 2. A step never enlarges the error of the step before, because a norm changes by no more than its arguments. So
 * {@link #ofBoxes} and {@link #ofCorners} widen and narrow a key by 2^-40 of it and by (d + 2) u: d u / 2 for the box, u / 2 for the
 * canonical key, u / 2 for the product with 1 + 2^-40, and a reserve.
 */
public final class KeyBound {

    /** A rounding of double, with a margin for terms of second order. */
    private static final double ROUNDING = 0x1.02p-53;

    /** Roundings of a square root and of the product with it, as OpenCL allows them for float32; double has fewer. */
    private static final int ROUNDINGS_OF_ROOT = 13;

    /** Roundings of a canonical key of powers, and the remaining roundings of the sum. */
    private static final int OTHER_ROUNDINGS = 64;

    /** The most that a term may lose by underflow. */
    private static final double LOST_TERM = 0x1p-1000;

    /** Exceeds the relative rounding error of the key of a box, up to 1,000 dimensions. */
    private static final double ROUNDING_OF_BOX = 0x1p-40;

    private static final int MIN_SLICE = 1 << 12;

    private static final KeyBound EXACT = new KeyBound(null, 1, 0, 0);

    private final Norm power;
    private final double scale;
    private final double relative;

    /** The absolute error, times the scale. */
    private final double absolute;

    private KeyBound(Norm power, double scale, double relative, double absolute) {
        this.power = power;
        this.scale = scale;
        this.relative = relative;
        this.absolute = absolute;
    }

    /** The bound for searches among some points for some queries. */
    public static KeyBound of(Norm norm, Points points, Points queries, Workers workers) {
        if (!norm.isPower()) {
            return EXACT;
        }
        double largest = Math.max(largest(points, workers), largest(queries, workers));
        // Differences are at most twice the largest magnitude: times the scale at most 1.
        double scale = Math.scalb(1.0, -Math.getExponent(Math.max(largest, Double.MIN_NORMAL)) - 2);
        int dims = points.dims();
        double ofPower = (dims + ROUNDINGS_OF_ROOT * Integer.bitCount(norm.code() % Norms.ONE)) / norm.exponent();
        double lost = Math.pow(dims * LOST_TERM, 1 / norm.exponent()) * 0x1.01p0 + Double.MIN_VALUE * scale;
        return new KeyBound(norm, scale, ROUNDING * (ofPower + OTHER_ROUNDINGS), lost);
    }

    private static double largest(Points points, Workers workers) {
        double[] coordinates = points.array();
        DoubleAccumulator largest = new DoubleAccumulator(Math::max, 0);
        workers.forEachSlice(points.size(), MIN_SLICE, (begin, end) -> {
            double most = 0;
            for (int i = begin * points.dims(); i < end * points.dims(); i++) {
                most = Math.max(most, Math.abs(coordinates[i]));
            }
            largest.accumulate(most);
        });
        return largest.get();
    }

    /** Whether keys of a search are the canonical ones, bit by bit. */
    public boolean isExact() {
        return power == null;
    }

    /** The factor of a search for differences: a power of two, so that products are exact unless they underflow. */
    public double scale() {
        return scale;
    }

    /** An upper bound for the search keys of all points within a canonical key. */
    public double limit(double key) {
        double limit = key;
        if (power != null) {
            limit = Math.pow(key * scale * (1 + relative) + absolute, power.exponent()) * (1 + 0x1p-40);
        }
        return Math.min(limit, Double.MAX_VALUE);
    }

    /** Whether a canonical key is less than those of all points that a search left out, given the largest one among those found. */
    boolean surelyNearer(double key, double worst) {
        if (power == null) {
            return key < worst;
        }
        return key * scale * (1 + relative) < worst * scale * (1 - relative) - 2 * absolute;
    }

    /**
     * The largest key of a box, by {@link TreeArrays#keyOfBox}, that may have a point within a canonical key. Except for powers it is that
     * key: differences, squares and sums round monotonically, also if they underflow.
     */
    static double ofBoxes(Norm norm, int dims, double key) {
        return norm.isPower() ? key * (1 + ROUNDING_OF_BOX) + (dims + 2) * Double.MIN_VALUE : key;
    }

    /**
     * The largest key of the farthest corner of a box, added up like that of the box, for which all points of the box are surely within a
     * canonical key; may be negative.
     */
    static double ofCorners(Norm norm, int dims, double key) {
        return norm.isPower() ? key * (1 - ROUNDING_OF_BOX) - (dims + 2) * Double.MIN_VALUE : key;
    }
}
