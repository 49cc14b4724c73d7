package dev.gyre.engine.data;

import dev.gyre.tasks.Norms;

/**
 * How the length of a difference between two points is measured.
 *
 * <p>A norm defines the canonical <em>key</em> of a pair of points, which decides order and ties on every backend: the
 * dimensions are {@linkplain #add added}, from the first to the last, each step rounded to {@code double}. For
 * {@link #EUCLIDEAN} that is the squared distance, for the others the distance itself.
 */
public enum Norm {

    /** The straight-line distance; its key is the sum of (a-b)². */
    EUCLIDEAN(Norms.EUCLIDEAN),

    /** The distance along the axes, also called taxicab or L1; its key is the sum of |a-b|. */
    MANHATTAN(Norms.MANHATTAN),

    /** The distance along the axis on which it is longest, also called maximum or L∞; its key is the largest |a-b|. */
    CHEBYSHEV(Norms.CHEBYSHEV);

    private final int code;

    Norm(int code) {
        this.code = code;
    }

    /**
     * The number by which kernels know this norm.
     *
     * @return a constant of {@link Norms}
     */
    public int code() {
        return code;
    }

    /**
     * The key of the dimensions before and one more.
     *
     * @param key of the dimensions before, 0 for none
     * @param difference of the coordinates in the next dimension
     * @return the key of all of them
     */
    public double add(double key, double difference) {
        // Branches, not subclasses: the compiler takes them out of a loop over dimensions.
        if (this == EUCLIDEAN) {
            return key + difference * difference;
        }
        double magnitude = Math.abs(difference);
        return this == MANHATTAN ? key + magnitude : Math.max(key, magnitude);
    }

    /**
     * The key of a distance: its square, rounded, for {@link #EUCLIDEAN}, and the distance itself for the others. It never
     * decreases as the distance grows.
     *
     * @param distance 0 or more, may be infinite
     * @return the key, infinite where the square is too large for a {@code double}
     * @throws IllegalArgumentException if the distance is negative or NaN
     */
    public double key(double distance) {
        double checked = checked(distance);
        return this == EUCLIDEAN ? checked * checked : checked;
    }

    static double checked(double distance) {
        // False for NaN too.
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("distance must be 0 or more: distance=" + distance);
        }
        return distance;
    }

    /**
     * The distance of a key: its root, rounded, for {@link #EUCLIDEAN}, and the key itself for the others. It never
     * decreases as the key grows. Keys between 2^-1020 and 2^1020 that come from {@link #key} are turned back into the very
     * distance.
     *
     * @param key 0 or more, may be infinite
     * @return the distance
     */
    public double distance(double key) {
        return this == EUCLIDEAN ? Math.sqrt(key) : key;
    }
}
