package dev.gyre.engine.knn;

import dev.gyre.engine.data.Points;
import dev.gyre.tasks.KnnParameters;

/**
 * Points in the form that the kernels read: float32, column-major, centered on the middle of the extent and scaled by a
 * power of two into [-1, 1], padded with points that are farther than all others.
 *
 * <p>It also knows what the change of form may cost: see {@link #surelyNearer}.
 */
final class FloatImage {

    /** Real coordinates differ by 2 at most, so that these are farther than every real point in every dimension. */
    private static final float PADDING = 8f;

    /** Keeps squares of scaled values far from the end of the double range. */
    private static final int MAX_SCALE_EXPONENT = 400;

    private final double[] center;
    private final int scaleExponent;
    private final double absoluteError;
    private final double relativeError;
    private boolean exact = true;

    private final int exactExponent;

    /** An image of two sets of points in one common frame; the sets may be the same object. */
    FloatImage(Points first, Points second) {
        int dims = first.dims();
        center = new double[dims];
        double extent = 0;
        for (int dim = 0; dim < dims; dim++) {
            double min = Double.POSITIVE_INFINITY;
            double max = Double.NEGATIVE_INFINITY;
            for (Points points : first == second ? new Points[] {first} : new Points[] {first, second}) {
                for (int row = 0; row < points.size(); row++) {
                    min = Math.min(min, points.coordinate(row, dim));
                    max = Math.max(max, points.coordinate(row, dim));
                }
            }
            center[dim] = min / 2 + max / 2;
            extent = Math.max(extent, Math.max(max - center[dim], center[dim] - min));
        }
        scaleExponent = extent == 0 ? 0 : Math.min(-Math.getExponent(extent) - 1, MAX_SCALE_EXPONENT);
        // Rounding to float32 costs 2^-25 in each coordinate of each of two points, centering far less; the rest covers
        // underflow.
        absoluteError = Math.sqrt(dims) * (0x1.02p-24 + 0x1p-60);
        // One rounding of the difference, dims + 1 of the squared sum, halved by the root.
        relativeError = 0x1.02p-24 * (dims / 2.0 + 3);
        // Differences of multiples of 2^-m are below 2^(m+1) steps; dims squares of them must fit 24 bits.
        exactExponent = (22 - ceilLog2(dims)) / 2;
    }

    private static int ceilLog2(int value) {
        return 32 - Integer.numberOfLeadingZeros(value - 1);
    }

    /**
     * The column-major image of one of the two sets.
     *
     * @return {@code dims x stride(points)} floats
     */
    float[] of(Points points) {
        int size = points.size();
        int stride = stride(size);
        float[] image = new float[Math.multiplyExact(points.dims(), stride)];
        for (int dim = 0; dim < points.dims(); dim++) {
            int column = dim * stride;
            for (int row = 0; row < size; row++) {
                image[column + row] = toImage(points.coordinate(row, dim), dim);
            }
            for (int row = size; row < stride; row++) {
                image[column + row] = PADDING;
            }
        }
        return image;
    }

    /** Number of columns for so many points. */
    static int stride(int size) {
        return Math.multiplyExact(Math.ceilDiv(size, KnnParameters.POINT_MULTIPLE), KnnParameters.POINT_MULTIPLE);
    }

    private float toImage(double coordinate, int dim) {
        double centered = coordinate - center[dim];
        double scaled = Math.scalb(centered, scaleExponent);
        float image = (float) scaled;
        exact = exact && image == scaled && isMultiple(image) && centeredExactly(coordinate, center[dim], centered);
        return image;
    }

    private boolean isMultiple(float image) {
        float steps = Math.scalb(image, exactExponent);
        return steps == (int) steps;
    }

    /** Whether {@code a - b} was rounded not at all (Knuth's two-sum). */
    private static boolean centeredExactly(double a, double b, double difference) {
        double virtual = difference - a;
        return (a - (difference - virtual)) + (-b - virtual) == 0;
    }

    /**
     * Whether all float32 arithmetic on this image is exact, so that candidates are the right ones, ties included. Known
     * once {@link #of} has been called for both sets.
     */
    boolean isExact() {
        return exact;
    }

    /** An exact distance in the scaled frame, that of the image. */
    double scaled(double distanceSq) {
        return Math.scalb(Math.sqrt(distanceSq), scaleExponent);
    }

    /** The most by which a float32 distance can differ from this exact one, both in the scaled frame. */
    double errorBound(double distance) {
        return absoluteError + relativeError * distance;
    }

    /**
     * Whether a point at this exact distance is nearer than every point that the kernel left out, although it compared in
     * float32.
     *
     * <p>With D the true and F the float32 distance, both in the scaled frame, |F - D| is at most a + b D. A point left
     * out has an F of at least that of the worst candidate, W; so F is at least W(1 - b) - a, and its D at least
     * (W(1 - b) - 2a) / (1 + b).
     *
     * @param distanceSq exact squared distance in question
     * @param worstCandidateSq largest exact squared distance of all candidates
     */
    boolean surelyNearer(double distanceSq, double worstCandidateSq) {
        double worst = scaled(worstCandidateSq);
        double bound = (worst * (1 - relativeError) - 2 * absoluteError) / (1 + relativeError);
        return scaled(distanceSq) < bound;
    }
}
