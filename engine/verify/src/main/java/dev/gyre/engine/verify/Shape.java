package dev.gyre.engine.verify;

import java.util.Arrays;
import java.util.Random;

/**
 * The spread of the coordinates of a sample. Each shape has properties that often break spatial code: ties, degenerate extents, signed
 * zeros, values at the ends of the range.
 */
public enum Shape {
    /** Independent and uniform in [0, 1). */
    UNIFORM((rows, dims, random) -> Arrays.setAll(rows, i -> random.nextDouble())),
    /** Exponential with rate 40, dense near the origin. */
    EXPONENTIAL((rows, dims, random) -> Arrays.setAll(rows, i -> -Math.log1p(-random.nextDouble()) / 40)),
    /** Normal clouds of width 0.001 around a few centers in [-180, 180). */
    CLUSTERED(Shape::fillClusters),
    /** All rows are the same point, at coordinates that float32 cannot represent. */
    ALL_EQUAL((rows, dims, random) -> Arrays.setAll(rows, i -> i < dims ? random.nextDouble() * 100 : rows[i - dims])),
    /** All rows on one line through space, in random order. */
    COLLINEAR(Shape::fillLine),
    /** Evenly spaced and ascending in every dimension, so that left and right neighbors tie. */
    SORTED((rows, dims, random) -> Arrays.setAll(rows, i -> i / dims)),
    /** Few distinct points, each many times. */
    DUPLICATES((rows, dims, random) -> Arrays.setAll(rows, i -> random.nextInt(3) * 0.1)),
    /** Only -0.0 and +0.0, which are equal coordinates. */
    SIGNED_ZEROS((rows, dims, random) -> Arrays.setAll(rows, i -> random.nextBoolean() ? -0.0 : 0.0)),
    /** Integers of a small range: all float32 arithmetic on them is exact and most distances tie. */
    GRID((rows, dims, random) -> Arrays.setAll(rows, i -> random.nextInt(33) - 16)),
    /** Magnitudes from the smallest denormal to 2^500, both signs. */
    EXTREMES(Shape::fillExtremes),
    /** A large offset with small differences: float32 cannot distinguish the rows without a change of origin. */
    OFFSET((rows, dims, random) -> Arrays.setAll(rows, i -> 1e9 + random.nextDouble())),
    /** Uniform in [0, 1), except 1 % of the rows with magnitudes up to 10^150, and 1 % with all coordinates -999999. */
    OUTLIERS(Shape::fillWithOutliers),
    /** Small multiples of the least double: differences and distances are subnormal, and a relative margin of them is 0. */
    SUBNORMALS((rows, dims, random) -> Arrays.setAll(rows, i -> (random.nextInt(64) - 32) * Double.MIN_VALUE)),
    /** Multiples of 2^-541: squared distances are subnormal, or 0, and rounded by a large part; the distances themselves are not. */
    SUBNORMAL_SQUARES(Shape::fillWithSmallRoots),
    /** Uniform in [0, 1), except one to three rows that are far away: a grid's cells are numbered over many times as long an axis. */
    FAR_ROWS(Shape::fillWithFarRows);

    private final Filling filling;

    Shape(Filling filling) {
        this.filling = filling;
    }

    /** Fills the coordinates of rows, row-major. */
    private interface Filling {
        void fill(double[] rows, int dims, Random random);
    }

    private static void fillClusters(double[] rows, int dims, Random random) {
        int clusters = 1 + random.nextInt(8);
        double[] centers = new double[clusters * dims];
        Arrays.setAll(centers, i -> random.nextDouble() * 360 - 180);
        for (int row = 0; row < rows.length / dims; row++) {
            int center = random.nextInt(clusters) * dims;
            for (int dim = 0; dim < dims; dim++) {
                rows[row * dims + dim] = centers[center + dim] + random.nextGaussian() * 0.001;
            }
        }
    }

    private static void fillLine(double[] rows, int dims, Random random) {
        for (int row = 0; row < rows.length / dims; row++) {
            double along = random.nextDouble() * 1000;
            for (int dim = 0; dim < dims; dim++) {
                rows[row * dims + dim] = along * (dim + 1);
            }
        }
    }

    private static void fillExtremes(double[] rows, int dims, Random random) {
        double[] magnitudes = {0, Double.MIN_VALUE, 1e-300, 1e-160, 1e-30, 1, 1e8, 1e30, 1e100, 0x1p500};
        for (int i = 0; i < rows.length; i++) {
            double magnitude = magnitudes[random.nextInt(magnitudes.length)];
            rows[i] = random.nextBoolean() ? magnitude : -magnitude;
        }
    }

    private static void fillWithOutliers(double[] rows, int dims, Random random) {
        UNIFORM.filling.fill(rows, dims, random);
        int size = rows.length / dims;
        for (int i = 0; i < Math.ceilDiv(size, 100); i++) {
            int filled = random.nextInt(size) * dims;
            Arrays.fill(rows, filled, filled + dims, -999999);
            int far = random.nextInt(size) * dims;
            double magnitude = Math.pow(10, 3 + 147 * random.nextDouble());
            for (int at = far; at < far + dims; at++) {
                rows[at] = magnitude * (2 * random.nextDouble() - 1);
            }
        }
    }

    private static void fillWithSmallRoots(double[] rows, int dims, Random random) {
        int max = 1 << 5 + random.nextInt(8);
        Arrays.setAll(rows, i -> (random.nextInt(2 * max) - max) * 0x1p-541);
    }

    private static void fillWithFarRows(double[] rows, int dims, Random random) {
        UNIFORM.filling.fill(rows, dims, random);
        double far = Math.pow(10, 1 + random.nextInt(150));
        for (int i = 0; i < 1 + random.nextInt(3) && rows.length > 0; i++) {
            rows[random.nextInt(rows.length)] = random.nextBoolean() ? far : -far;
        }
    }

    /**
     * Draws rows of this shape.
     *
     * @param rows number of rows, 0 or more
     * @param dims number of dimensions, 1 or more
     * @param random source of randomness; the same state gives the same rows
     * @return {@code rows x dims} coordinates, row-major
     */
    public double[] rows(int rows, int dims, Random random) {
        double[] coordinates = new double[Math.multiplyExact(rows, dims)];
        filling.fill(coordinates, dims, random);
        return coordinates;
    }
}
