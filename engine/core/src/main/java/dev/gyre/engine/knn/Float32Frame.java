package dev.gyre.engine.knn;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.KnnParameters;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * Points in the form that the kernels read: float32, column-major, centered on the middle of the extent and scaled by a
 * power of two into [-1, 1], columns padded with zeros. For inner products points are not centered; words of bits stay as they
 * are.
 *
 * <p>If a few outliers would leave the other points a small part of [-1, 1], the frame is that of the {@link Bulk}, and outliers are
 * outside. Coordinates so far away that a float32 is too coarse are cut off.
 *
 * <p>It also bounds the error of this conversion: see {@link #surelyNearer}.
 */
public final class Float32Frame {

    /** Coordinates are cut off here: distances of a query this far away depend more on rounding than on its position. */
    private static final double FAR = 0x1p20;

    /** A frame of the bulk must reach at least this far; for high powers it cannot, because their sums would not fit a float. */
    private static final double MIN_FAR = 16;

    /** The radius of the frame of the bulk is this many times the median distance of its rows. */
    private static final double RADII = 4;

    /** The frame of the bulk is used if all points extend to more than this many times its radius. */
    private static final double OUTLYING = 0x1p6;

    /** The binary logarithm below which sums of powers stay. */
    private static final int MAX_POWER_EXPONENT = 126;

    /** A rounding of float32, with a margin for terms of second order. */
    private static final double ROUNDING = 0x1.02p-24;

    /** Roundings of a square root and of the product with it: OpenCL allows an error of 3 ulps, which further roots halve. */
    private static final int ROUNDINGS_OF_ROOT = 13;

    /** The most that a term may lose by underflow: a term below 2^-126 may become 0, and so may its factors. */
    private static final double LOST_TERM = 0x1p-124;

    /** Keeps squares of scaled values far from the end of the double range. */
    private static final int MAX_SCALE_EXPONENT = 400;

    private static final int MIN_SLICE = 256;

    /** Rows that are copied into columns at a time: a line of memory in each column. */
    private static final int BLOCK_ROWS = 16;

    private final Norm norm;
    private final Workers workers;
    private final double[] center;
    private final double scale;
    private final double absoluteError;
    private final double relativeError;
    private final double expandedError;
    private final double exactSteps;
    private final boolean outliers;
    private final double far;
    private final AtomicBoolean exact = new AtomicBoolean(true);

    /**
     * An image of two sets of points in one common frame.
     *
     * @param second another one, or the same object
     */
    public Float32Frame(Points first, Points second, Norm norm, Workers workers) {
        norm.check(first);
        norm.check(second);
        this.norm = norm;
        this.workers = workers;
        int dims = first.dims();
        Bounds bounds = new Bounds(dims);
        bounds.cover(first, workers);
        if (second != first) {
            bounds.cover(second, workers);
        }
        double[] middle = norm.isOfDifferences() ? bounds.center() : new double[dims];
        double extent = isWords() ? 0 : bounds.extent(middle);
        double reach = far(dims, norm);
        double[] bulk = middle;
        double radius = 0;
        if (norm.isOfDifferences() && reach >= MIN_FAR && first.size() > 0 && second.size() > 0) {
            // The bulk of the points, so that points on a device keep their frame when the queries change.
            Bulk ofPoints = new Bulk(second);
            bulk = ofPoints.center(workers);
            radius = RADII * Math.max(ofPoints.radius(bulk), second == first ? 0 : new Bulk(first).radius(bulk));
        }
        outliers = radius > 0 && extent > OUTLYING * radius;
        center = outliers ? bulk : middle;
        scale = scale(outliers ? radius : extent);
        far = outliers ? reach : Double.POSITIVE_INFINITY;
        double pointError = pointError(dims, norm);
        absoluteError = isProduct()
                ? productError(first, second)
                : (outliers ? 2 * pointError : pointError) + underflow(dims, norm);
        relativeError = relativeError(dims, norm) + (outliers ? ROUNDING : 0);
        expandedError = expandedError(dims);
        // Arithmetic is exact on the same number of steps, whatever power of two a step is.
        int widening = outliers ? Math.max(0, Math.getExponent(bounds.extent(center) * scale) + 1) : 0;
        exactSteps = Math.scalb(1.0, exactBits(dims, norm) - widening);
    }

    private static double scale(double extent) {
        return Math.scalb(1.0, extent == 0 ? 0 : Math.min(-Math.getExponent(extent) - 1, MAX_SCALE_EXPONENT));
    }

    /** Whether coordinates have the same images in another frame. */
    boolean hasFrameOf(Float32Frame other) {
        return other != null
                && scale == other.scale
                && far == other.far
                && exactSteps == other.exactSteps
                && Arrays.equals(center, other.center);
    }

    /** Notes whether earlier images in this frame were exact. */
    void keepExact(boolean isExact) {
        if (!isExact) {
            exact.set(false);
        }
    }

    /** Whether the frame is that of the bulk: images may lie outside of [-1, 1]. */
    boolean hasOutliers() {
        return outliers;
    }

    private boolean isProduct() {
        return norm.code() == Norms.INNER_PRODUCT;
    }

    private boolean isWords() {
        return norm.code() == Norms.HAMMING;
    }

    /**
     * Rounding to float32 changes each coordinate of two points by up to 2^-25, centering by far less; the rest covers underflow. If errors
     * are equal in all dimensions, that of a distance is the norm of their vector.
     */
    private static double pointError(int dims, Norm norm) {
        double ofOneDimension = ROUNDING + 0x1p-60;
        return ofOneDimension
                * switch (norm.code()) {
                    case Norms.EUCLIDEAN -> Math.sqrt(dims);
                    case Norms.MANHATTAN -> dims;
                    case Norms.CHEBYSHEV -> 1;
                    case Norms.INNER_PRODUCT, Norms.HAMMING -> 0;
                    default -> Math.pow(dims, 1 / norm.exponent());
                };
    }

    /** Powers of small differences underflow, the more the larger the exponent is. For squares, the rest above covers this. */
    private static double underflow(int dims, Norm norm) {
        return norm.isPower() ? Math.pow(dims * LOST_TERM, 1 / norm.exponent()) * 0x1.01p0 : 0;
    }

    /**
     * The error of an inner product in float32: one rounding for each of two coordinates, one for their product, and dims for the sum. Each
     * is relative to at most the sum of the magnitudes of the products, which is at most the product of the lengths of the longest vectors.
     */
    private double productError(Points first, Points second) {
        int dims = first.dims();
        double length = longest(first);
        double other = second == first ? length : longest(second);
        return ROUNDING * (dims + 4) * length * other + dims * LOST_TERM;
    }

    private double longest(Points points) {
        DoubleAccumulator longest = new DoubleAccumulator(Math::max, 0);
        workers.forEachSlice(
                points.size(),
                MIN_SLICE,
                (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        double sum = 0;
                        for (int dim = 0; dim < points.dims(); dim++) {
                            double scaled = scaled(points.coordinate(row, dim), dim);
                            sum += scaled * scaled;
                        }
                        longest.accumulate(sum);
                    }
                },
                Progress.NONE);
        return Math.sqrt(longest.get());
    }

    /**
     * Roundings of 2^-24 each, with a margin for terms of second order. A sum of squares has one for the difference, which counts twice,
     * one for its square, and dims - 1 for the sum; the root halves them. A sum of magnitudes, which are exact, has one for the difference
     * and dims - 1 for the sum; a maximum has only the one for the difference. A sum of powers has one for the difference, which counts p
     * times, at most p for squares and their products, those for roots and their products, and dims - 1 for the sum; the p-th root divides
     * them by p.
     */
    private static double relativeError(int dims, Norm norm) {
        return ROUNDING
                * switch (norm.code()) {
                    case Norms.EUCLIDEAN -> dims / 2.0 + 3;
                    case Norms.MANHATTAN -> dims + 2;
                    case Norms.CHEBYSHEV -> 3;
                    case Norms.INNER_PRODUCT, Norms.HAMMING -> 0;
                    default ->
                        (dims + ROUNDINGS_OF_ROOT * Integer.bitCount(norm.code() % Norms.ONE)) / norm.exponent() + 3;
                };
    }

    /**
     * The expanded form of a squared distance sums d products of up to 1 for b² and d for 2ab, with a rounding of 2^-24 for
     * each product and each sum, in whatever order, and one for their difference: together 3d(d + 2) of them at most.
     */
    private static double expandedError(int dims) {
        return 0x1.02p-24 * 3.0 * dims * (dims + 2.0);
    }

    /**
     * The largest m for which arithmetic is exact on multiples of 2^-m in [-1, 1], and on those of 2^(e-m) in [-2^e, 2^e]. Differences are
     * at most 2^(m+1) steps; depending on the norm, the sum of dims squares, the sum of dims differences or a single difference must fit 24
     * bits. Products are at most 2^2m steps.
     */
    private static int exactBits(int dims, Norm norm) {
        return switch (norm.code()) {
            case Norms.MANHATTAN -> 23 - ceilLog2(dims);
            case Norms.CHEBYSHEV -> 23;
            case Norms.INNER_PRODUCT -> (24 - ceilLog2(dims)) / 2;
            default -> (22 - ceilLog2(dims)) / 2;
        };
    }

    /** The limit at which coordinates are cut off, so that no sum of powers of their differences is too large for a float. */
    private static double far(int dims, Norm norm) {
        return norm.isPower()
                ? Math.min(FAR, Math.pow(2, (MAX_POWER_EXPONENT - ceilLog2(dims)) / norm.exponent()) / 2)
                : FAR;
    }

    private static int ceilLog2(int value) {
        return 32 - Integer.numberOfLeadingZeros(value - 1);
    }

    /**
     * The column-major image of one of the two sets.
     *
     * @return {@code dims x stride(points)} floats
     */
    public float[] of(Points points) {
        int size = points.size();
        int stride = stride(size);
        float[] image = new float[Math.multiplyExact(points.dims(), stride)];
        columns(points, 0, size, image, stride, workers);
        return image;
    }

    /**
     * The column-major image of a part of one of the two sets.
     *
     * @param from first row
     * @param count number of rows
     * @param image receives {@code dims x stride} floats; the rest of each column is left unchanged
     * @param stride floats from one dimension to the next
     */
    public void columns(Points points, int from, int count, float[] image, int stride, Workers workers) {
        workers.forEachSlice(
                count, MIN_SLICE, (begin, end) -> fill(image, stride, points, from, begin, end), Progress.NONE);
    }

    /** Copies a few rows at a time, so that rows are read and columns written in lines of memory. */
    private void fill(float[] image, int stride, Points points, int from, int begin, int end) {
        int dims = points.dims();
        double[] block = new double[Math.min(BLOCK_ROWS, end - begin) * dims];
        boolean exactSlice = true;
        int count;
        for (int row = begin; row < end; row += count) {
            count = Math.min(BLOCK_ROWS, end - row);
            points.copyRows(from + row, count, block);
            for (int dim = 0; dim < dims; dim++) {
                int to = dim * stride + row;
                for (int i = 0; i < count; i++) {
                    double coordinate = block[i * dims + dim];
                    float rounded = place(coordinate, dim);
                    image[to + i] = rounded;
                    exactSlice = exactSlice && isExactly(rounded, coordinate, dim);
                }
            }
        }
        if (!exactSlice) {
            exact.set(false);
        }
    }

    /** Adding 0 changes -0 to 0, so that images have the order of the coordinates; done after rounding, which can yield -0. */
    private float place(double coordinate, int dim) {
        return (float) Math.max(-far, Math.min(far, scaled(coordinate, dim))) + 0f;
    }

    /**
     * A coordinate in the scaled frame, before it is rounded.
     *
     * @param dim its dimension
     * @return the coordinate from the center of the frame, scaled
     */
    public double scaled(double coordinate, int dim) {
        return (coordinate - center[dim]) * scale;
    }

    /** False for powers: their keys are roots, which are rounded in double, so their ties are not those of the sums. */
    private boolean isExactly(float rounded, double coordinate, int dim) {
        if (isWords() || norm.isPower()) {
            return isWords();
        }
        double centered = coordinate - center[dim];
        return rounded == centered * scale
                && isWhole(rounded * exactSteps)
                && centeredExactly(coordinate, center[dim], centered);
    }

    /**
     * The stride of an image of {@code size} points.
     *
     * @return the number of floats from one dimension to the next
     */
    public static int stride(int size) {
        return Math.multiplyExact(Math.ceilDiv(size, KnnParameters.POINT_MULTIPLE), KnnParameters.POINT_MULTIPLE);
    }

    private static boolean isWhole(double steps) {
        return steps == (int) steps;
    }

    /** Whether {@code a - b} was exact (Knuth's two-sum). */
    private static boolean centeredExactly(double a, double b, double difference) {
        double virtual = difference - a;
        return (a - (difference - virtual)) + (-b - virtual) == 0;
    }

    /**
     * Whether all float32 arithmetic on this image is exact, so that candidates are the right ones, ties included. Known
     * once {@link #of} has been called for both sets.
     *
     * @return true if no rounding happens
     */
    public boolean isExact() {
        return exact.get();
    }

    /** The distance of an exact key in the scaled frame of the image. Products are scaled twice, and bits are not scaled. */
    public double scaled(double key) {
        double distance = norm.distance(key) * scale;
        return isProduct() ? distance * scale : distance;
    }

    /**
     * The most by which a float32 distance from a query can differ from the exact one, both in the scaled frame, except for points that are
     * cut off.
     *
     * <p>Within [-1, 1] rounding changes a coordinate by up to 2^-25. With outliers it changes a query of stretch s by up to 2^-24 s, and a
     * point p by up to 2^-24 |p|, which is no more than 2^-24 (|p - q| + |q|). So the error of the pair is 2^-23 s, twice as much as
     * without outliers, plus 2^-24 of their distance.
     *
     * @param stretch of the query, see {@link #stretch}
     */
    double errorBound(double distance, double stretch) {
        return stretch * absoluteError + relativeError * distance;
    }

    /**
     * Whether a point of this exact key is nearer than every point that the kernel left out, although it compared in
     * float32.
     *
     * <p>With D the true and F the float32 distance of the norm, both in the scaled frame, |F - D| is at most a + b D. A point left out has
     * an F of at least that of the worst candidate, W; so F is at least W(1 - b) - a, and its D at least (W(1 - b) - 2a) / (1 + b). For
     * inner products b is 0, so this also holds for negative ones.
     *
     * <p>A point that is cut off is measured from its cut-off position, which is nearer in each dimension to every query with a finite
     * stretch: its D is more than the bound for that position. If the worst candidate was cut off, it was measured at {@code far - stretch}
     * or more, which is more than {@code far / 2}.
     *
     * <p>Squared distances that were calculated in the expanded form, b² - 2ab, have another bound: a point left out has a squared distance
     * between the images of at least that of the worst candidate minus twice {@link #expandedError}. This bound holds only without
     * outliers.
     *
     * @param key exact key in question
     * @param worstCandidateKey largest exact key of all candidates
     * @param stretch of the query, see {@link #stretch}
     * @param expanded whether the expanded form was used
     */
    boolean surelyNearer(double key, double worstCandidateKey, double stretch, boolean expanded) {
        double worst = Math.min(scaled(worstCandidateKey), far / 2);
        if (!expanded) {
            double leftOut = worst - errorBound(worst, stretch) - stretch * absoluteError;
            return scaled(key) < leftOut / (1 + relativeError);
        }
        double between = Math.max(0, worst - absoluteError);
        double leftOut = Math.sqrt(Math.max(0, between * between * (1 - 0x1p-50) - 2 * expandedError)) - absoluteError;
        return !outliers && scaled(key) < leftOut;
    }

    /**
     * The rounding error of a query, as a multiple of that of a point within the frame.
     *
     * @return 1 or more; infinite if cut-offs may have changed its distances too much
     */
    double stretch(Points queries, int row) {
        double stretch = 1;
        for (int dim = 0; dim < queries.dims() && outliers; dim++) {
            stretch = Math.max(stretch, Math.abs(scaled(queries.coordinate(row, dim), dim)));
        }
        return stretch <= far / 4 ? stretch : Double.POSITIVE_INFINITY;
    }
}
