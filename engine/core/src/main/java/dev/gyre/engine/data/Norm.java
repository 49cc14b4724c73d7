package dev.gyre.engine.data;

import dev.gyre.tasks.common.Norms;

/**
 * Orders pairs of points in the space of a {@link Metric}: by a norm of their difference, or by {@link #INNER_PRODUCT} or
 * {@link #HAMMING}, which are not norms of a difference.
 *
 * <p>A norm defines the canonical <em>key</em> of a pair of points, which decides order and ties on every backend. The key
 * accumulates the dimensions from the first to the last, each step rounded to {@code double}. It is finite for all coordinates
 * that {@link Points} accepts, is symmetric, and grows with the distance.
 *
 * <p>Immutable and safe for use by several threads. Norms with equal {@linkplain #code codes} are equal.
 */
public final class Norm {

    /** The straight-line distance; its key is the sum of (a-b)², the squared distance. */
    public static final Norm EUCLIDEAN = new Norm(Norms.EUCLIDEAN, "euclidean");

    /** The distance along the axes, also called taxicab or L1; its key is the sum of |a-b|, the distance itself. */
    public static final Norm MANHATTAN = new Norm(Norms.MANHATTAN, "manhattan");

    /**
     * The distance along the axis on which it is longest, also called maximum or L∞; its key is the largest |a-b|, the distance
     * itself.
     */
    public static final Norm CHEBYSHEV = new Norm(Norms.CHEBYSHEV, "chebyshev");

    /** Not a norm; its key is the negated sum of a·b, so that the largest inner product comes first. */
    public static final Norm INNER_PRODUCT = new Norm(Norms.INNER_PRODUCT, "inner-product");

    /**
     * Not a norm; its key is the number of bits that differ. Coordinates are whole numbers from 0 to {@link #MAX_WORD}.
     */
    public static final Norm HAMMING = new Norm(Norms.HAMMING, "hamming");

    /** Largest coordinate under {@link #HAMMING}: 24 bits. */
    public static final int MAX_WORD = (1 << 24) - 1;

    /** Largest exponent of {@link #lp}. */
    public static final float MAX_EXPONENT = 64;

    private static final double SMALL = 0x1p-500;
    private static final double LIFT = 0x1p500;

    private final int code;
    private final String name;
    private final double exponent;

    private Norm(int code, String name) {
        this.code = code;
        this.name = name;
        exponent = code / (double) Norms.ONE;
    }

    /**
     * Returns the p-norm: the p-th root of the sum of |a-b|^p. Its key is the distance itself. It is computed from differences scaled by a
     * power of two, so that powers neither overflow nor all underflow. Powers and roots come from {@link StrictMath} and are the same on
     * every machine. A key is within a few roundings of the exact distance, and equals it if no more than one coordinate differs.
     *
     * @param p the exponent: 1 gives {@link #MANHATTAN}, 2 {@link #EUCLIDEAN}, infinity {@link #CHEBYSHEV}
     * @return the norm
     * @throws IllegalArgumentException if p is neither in 1..64 nor infinite
     */
    public static Norm lp(float p) {
        if (p == 1) {
            return MANHATTAN;
        }
        if (p == 2) {
            return EUCLIDEAN;
        }
        if (p == Float.POSITIVE_INFINITY) {
            return CHEBYSHEV;
        }
        // False for NaN too.
        if (!(p > 1 && p <= MAX_EXPONENT)) {
            throw new IllegalArgumentException("the exponent of a norm must be in 1..64 or infinite: p=" + p);
        }
        return new Norm((int) (p * (double) Norms.ONE), "lp:" + p);
    }

    /**
     * Returns the number that identifies this norm in kernels.
     *
     * @return a code of {@link Norms}
     */
    public int code() {
        return code;
    }

    /**
     * Returns whether this is a norm of the difference between two points, which a kd-tree needs: true for all but
     * {@link #INNER_PRODUCT} and {@link #HAMMING}.
     *
     * @return true if it is
     */
    public boolean isOfDifferences() {
        return code <= Norms.CHEBYSHEV || isPower();
    }

    /**
     * Returns whether this norm comes from {@link #lp} with an exponent other than 1, 2 and infinity.
     *
     * @return true if it does
     */
    public boolean isPower() {
        return code >= Norms.ONE;
    }

    /**
     * Returns the exponent.
     *
     * @return p, above 1 and up to 64
     * @throws IllegalStateException if this {@linkplain #isPower is not a power}
     */
    public double exponent() {
        if (!isPower()) {
            throw new IllegalStateException(this + " has no exponent");
        }
        return exponent;
    }

    /**
     * Adds a dimension to a key. The result is the canonical key, except for powers, where it is within a few roundings of it
     * for each dimension; below 2^-1022, a rounding is one of {@link Double#MIN_VALUE}.
     *
     * @param key key of the dimensions before, 0 for none
     * @param difference difference of the coordinates in the next dimension
     * @return the key of all dimensions
     * @throws IllegalStateException if this is not a norm {@linkplain #isOfDifferences of differences}
     */
    public double add(double key, double difference) {
        // Branches, not subclasses: the compiler moves them out of a loop over dimensions.
        if (code == Norms.EUCLIDEAN) {
            return key + difference * difference;
        }
        double magnitude = Math.abs(difference);
        if (code == Norms.MANHATTAN) {
            return key + magnitude;
        }
        return code == Norms.CHEBYSHEV ? Math.max(key, magnitude) : addPower(key, magnitude);
    }

    private double addPower(double key, double magnitude) {
        if (!isPower()) {
            throw new IllegalStateException(this + " is not a norm of differences");
        }
        double larger = Math.max(key, magnitude);
        double smaller = Math.min(key, magnitude);
        // Nothing to add, or the sum is infinite already.
        if (smaller == 0 || larger == Double.POSITIVE_INFINITY) {
            return larger;
        }
        return larger * StrictMath.pow(1 + StrictMath.pow(smaller / larger, exponent), 1 / exponent);
    }

    /** Computes the canonical key of a pair, in a loop for each norm, so that each is compiled separately. */
    double key(double[] a, int aAt, double[] b, int bAt, int dims) {
        return switch (code) {
            case Norms.EUCLIDEAN -> sumOfSquares(a, aAt, b, bAt, dims);
            case Norms.MANHATTAN -> sumOfMagnitudes(a, aAt, b, bAt, dims);
            case Norms.CHEBYSHEV -> largestMagnitude(a, aAt, b, bAt, dims);
            case Norms.INNER_PRODUCT -> negatedProduct(a, aAt, b, bAt, dims);
            case Norms.HAMMING -> differingBits(a, aAt, b, bAt, dims);
            default -> rootOfPowers(a, aAt, b, bAt, dims);
        };
    }

    /**
     * Computes the canonical keys of one point with several others. For Euclidean keys of 2 or 3 dimensions, as in trees, it has no loop
     * over the dimensions.
     */
    void keys(double[] a, int aAt, double[] b, int[] bRows, int count, int dims, double[] keys) {
        if (code == Norms.EUCLIDEAN && dims == 3) {
            for (int i = 0; i < count; i++) {
                int at = bRows[i] * 3;
                keys[i] = square(a[aAt] - b[at]) + square(a[aAt + 1] - b[at + 1]) + square(a[aAt + 2] - b[at + 2]);
            }
        } else if (code == Norms.EUCLIDEAN && dims == 2) {
            for (int i = 0; i < count; i++) {
                int at = bRows[i] * 2;
                keys[i] = square(a[aAt] - b[at]) + square(a[aAt + 1] - b[at + 1]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                keys[i] = key(a, aAt, b, bRows[i] * dims, dims);
            }
        }
    }

    private static double square(double difference) {
        return difference * difference;
    }

    private static double sumOfSquares(double[] a, int aAt, double[] b, int bAt, int dims) {
        double sum = 0;
        for (int dim = 0; dim < dims; dim++) {
            double difference = a[aAt + dim] - b[bAt + dim];
            sum += difference * difference;
        }
        return sum;
    }

    private static double sumOfMagnitudes(double[] a, int aAt, double[] b, int bAt, int dims) {
        double sum = 0;
        for (int dim = 0; dim < dims; dim++) {
            sum += Math.abs(a[aAt + dim] - b[bAt + dim]);
        }
        return sum;
    }

    private static double largestMagnitude(double[] a, int aAt, double[] b, int bAt, int dims) {
        double largest = 0;
        for (int dim = 0; dim < dims; dim++) {
            largest = Math.max(largest, Math.abs(a[aAt + dim] - b[bAt + dim]));
        }
        return largest;
    }

    /** Subtracts from 0, so that no key is -0. */
    private static double negatedProduct(double[] a, int aAt, double[] b, int bAt, int dims) {
        double sum = 0;
        for (int dim = 0; dim < dims; dim++) {
            sum -= a[aAt + dim] * b[bAt + dim];
        }
        return sum;
    }

    private static double differingBits(double[] a, int aAt, double[] b, int bAt, int dims) {
        int bits = 0;
        for (int dim = 0; dim < dims; dim++) {
            bits += Integer.bitCount((int) a[aAt + dim] ^ (int) b[bAt + dim]);
        }
        return bits;
    }

    private double rootOfPowers(double[] a, int aAt, double[] b, int bAt, int dims) {
        double largest = largestMagnitude(a, aAt, b, bAt, dims);
        if (largest == 0) {
            return 0;
        }
        double lift = largest < SMALL ? LIFT : 1;
        int binary = Math.getExponent(largest * lift);
        double scale = Math.scalb(1.0, -binary);
        double sum = 0;
        double largestPower = 0;
        for (int dim = 0; dim < dims; dim++) {
            double magnitude = Math.abs(a[aAt + dim] - b[bAt + dim]) * lift * scale;
            // Skips the power for coordinates that are equal, as most coordinates of sparse points are.
            double power = magnitude == 0 ? 0 : StrictMath.pow(magnitude, exponent);
            sum += power;
            largestPower = Math.max(largestPower, power);
        }
        if (sum == largestPower) {
            return largest;
        }
        double root = StrictMath.pow(sum, 1 / exponent) * Math.scalb(1.0, binary) / lift;
        return Math.max(largest, root);
    }

    /**
     * Converts a distance to its key: the rounded square for {@link #EUCLIDEAN}, the distance itself for the others. The key
     * never decreases as the distance grows.
     *
     * @param distance 0 or more, may be infinite
     * @return the key, infinite where the square is too large for a {@code double}
     * @throws IllegalArgumentException if the distance is negative or NaN, or if this is {@link #INNER_PRODUCT}, which has no
     *     radius
     */
    public double key(double distance) {
        if (code == Norms.INNER_PRODUCT) {
            throw new IllegalArgumentException("an inner product has no radius: distance=" + distance);
        }
        double checked = checked(distance);
        return code == Norms.EUCLIDEAN ? checked * checked : checked;
    }

    static double checked(double distance) {
        // False for NaN too.
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("distance must be 0 or more: distance=" + distance);
        }
        return distance;
    }

    /**
     * Converts a key to its distance: the rounded root for {@link #EUCLIDEAN}, the key itself for the others. The distance
     * never decreases as the key grows. Keys between 2^-1020 and 2^1020 that come from {@link #key} give back the same
     * distance.
     *
     * @param key 0 or more, any number for {@link #INNER_PRODUCT}; may be infinite
     * @return the distance
     */
    public double distance(double key) {
        return code == Norms.EUCLIDEAN ? Math.sqrt(key) : key;
    }

    /**
     * Checks that this norm accepts the points: whole numbers from 0 to {@link #MAX_WORD} for {@link #HAMMING}, any numbers for the other
     * norms.
     *
     * @param space points in the space of a metric
     * @throws IllegalArgumentException if it does not; the message names row and column
     */
    public void check(Points space) {
        if (code != Norms.HAMMING) {
            return;
        }
        for (int row = 0; row < space.size(); row++) {
            for (int dim = 0; dim < space.dims(); dim++) {
                double word = space.coordinate(row, dim);
                if (word < 0 || word > MAX_WORD || word != (int) word) {
                    throw new IllegalArgumentException("hamming needs whole numbers in 0.." + MAX_WORD + ": row=" + row
                            + ", column=" + dim + ", value=" + word);
                }
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Norm && ((Norm) other).code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }

    /**
     * Returns the name, as in {@code manhattan} or {@code lp:2.5}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return name;
    }
}
