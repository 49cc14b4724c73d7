package dev.gyre.tasks.common;

/**
 * The norms of kernels, by code. A norm combines one number per dimension of a pair of points, from the first dimension to the last.
 *
 * <p>Kernels receive a code as a scalar, which is compiled in, so that the choice costs nothing on a device. The codes up to
 * {@link #CHEBYSHEV} and those of {@link #power powers} are norms of the difference between two points; the others are not.
 */
public final class Norms {

    /** The sum of the squares: the squared Euclidean distance. */
    public static final int EUCLIDEAN = 0;

    /** The sum of the magnitudes. */
    public static final int MANHATTAN = 1;

    /** The largest magnitude. */
    public static final int CHEBYSHEV = 2;

    /** The sum of the products, negated, so that the largest inner product comes first. */
    public static final int INNER_PRODUCT = 3;

    /** The number of differing bits. Coordinates are whole numbers from 0 to 2^24 - 1. */
    public static final int HAMMING = 4;

    /**
     * The sum of b² - 2ab for a query a and a point b. For one query it has the order of {@link #EUCLIDEAN}. Its rounding errors have the
     * size of a² + b², even if the two are near.
     */
    public static final int EXPANDED = 5;

    /** The code of the sum of the magnitudes to the p-th power is p times this constant; every float p from 1 to 64 has a code. */
    public static final int ONE = 1 << 24;

    private static final double SMALL = 0x1p-60;
    private static final double ROOT_OF_SMALL = 0x1p-30;

    private Norms() {}

    /**
     * Adds the difference in one more dimension to the value of the previous dimensions, which is 0 at first. Supports only norms of the
     * difference. Except for powers, the result is the canonical key, bit by bit on every device. For powers, differences are multiplied by
     * the scale, so that no power is too large.
     */
    public static double add(int norm, double sum, double difference, double scale) {
        if (norm == EUCLIDEAN) {
            // The maximum keeps compilers from fusing product and sum, which would round once less.
            return sum + Math.max(difference * difference, 0.0);
        }
        double magnitude = Math.abs(difference);
        if (norm == CHEBYSHEV) {
            return Math.max(sum, magnitude);
        }
        return sum + (norm < ONE ? magnitude : power(norm, magnitude * scale));
    }

    /** Adds the coordinates of a point and a query in one more dimension to the value of the previous dimensions, which is 0 at first. */
    public static float addPair(int norm, float sum, float point, float query) {
        return join(norm, sum, ofPair(norm, point, query));
    }

    private static float ofPair(int norm, float point, float query) {
        if (norm == INNER_PRODUCT) {
            return -(point * query);
        }
        if (norm == HAMMING) {
            return Integer.bitCount((int) point ^ (int) query);
        }
        if (norm == EXPANDED) {
            return point * (point - 2f * query);
        }
        return ofDifference(norm, point - query);
    }

    private static float ofDifference(int norm, float difference) {
        if (norm == EUCLIDEAN) {
            return difference * difference;
        }
        float magnitude = Math.abs(difference);
        return norm < ONE ? magnitude : power(norm, magnitude);
    }

    private static float join(int norm, float sum, float other) {
        return norm == CHEBYSHEV ? Math.max(sum, other) : sum + other;
    }

    /**
     * Returns a magnitude to the power of a code: by squares for the integer part of the exponent, and by square roots for the binary
     * digits of its fraction. The rounding of both is known on every device.
     */
    public static float power(int norm, float magnitude) {
        float result = 1f;
        float square = magnitude;
        for (int bits = norm / ONE; bits > 0; bits /= 2) {
            if (bits % 2 == 1) {
                result *= square;
            }
            square *= square;
        }
        float root = magnitude;
        int rest = norm % ONE;
        while (rest > 0) {
            root = (float) Math.sqrt(root);
            rest *= 2;
            if (rest >= ONE) {
                result *= root;
                rest -= ONE;
            }
        }
        return result;
    }

    /** Does the same as {@link #power(int, float)} in double. */
    public static double power(int norm, double magnitude) {
        double result = 1.0;
        double square = magnitude;
        for (int bits = norm / ONE; bits > 0; bits /= 2) {
            if (bits % 2 == 1) {
                result *= square;
            }
            square *= square;
        }
        double root = magnitude;
        int rest = norm % ONE;
        while (rest > 0) {
            root = root(root);
            rest *= 2;
            if (rest >= ONE) {
                result *= root;
                rest -= ONE;
            }
        }
        return result;
    }

    /**
     * Returns the square root of a value up to about 1, within a few roundings. TornadoVM calls OpenCL's native square root, which may have
     * only the precision and range of a float.
     */
    private static double root(double value) {
        double root = 0.0;
        if (value > 0.0) {
            double scaled = value;
            double factor = 1.0;
            while (scaled < SMALL) {
                scaled *= 1.0 / SMALL;
                factor *= ROOT_OF_SMALL;
            }
            root = Math.sqrt(scaled);
            root = 0.5 * (root + scaled / root);
            root = 0.5 * (root + scaled / root);
            root *= factor;
        }
        return root;
    }
}
