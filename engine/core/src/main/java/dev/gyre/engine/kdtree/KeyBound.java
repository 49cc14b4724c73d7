package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.tasks.common.Norms;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * Bounds canonical keys by the keys of a search. Both are the same for all norms except powers ({@link Norm#lp}), whose canonical keys are
 * roots. A search compares sums of powers, and this class knows how far their roots may be from the canonical keys.
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

    private static final int MIN_SLICE = 1 << 12;

    private static final KeyBound EXACT = new KeyBound(null, 1, 0, 0);

    private final Norm power;
    private final double scale;
    private final double relative;
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
        double lost = Math.pow(dims * LOST_TERM, 1 / norm.exponent()) * 0x1.01p0 / scale;
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
            limit = Math.pow((key * (1 + relative) + absolute) * scale, power.exponent()) * (1 + 0x1p-40);
        }
        return Math.min(limit, Double.MAX_VALUE);
    }

    /** Whether a canonical key is less than those of all points that a search left out, given the largest one among those found. */
    boolean surelyNearer(double key, double worst) {
        return key * (1 + relative) < worst * (1 - relative) - 2 * absolute;
    }
}
