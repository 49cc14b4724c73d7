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
 * <p>It also knows what the change of form may cost: see {@link #surelyNearer(double, double, double)}.
 */
public final class Float32Frame {

    /** Beyond this many extents from the points, the rounding of a query says more about its distances than where it is. */
    private static final float FAR = 0x1p20f;

    /** Sums of powers stay below two to this. */
    private static final int MAX_POWER_EXPONENT = 126;

    /** A rounding of float32, and a little for what is of second order. */
    private static final double ROUNDING = 0x1.02p-24;

    /** Roundings of a square root and of the product with it: OpenCL allows an error of 3 ulps, of which further roots halve. */
    private static final int ROUNDINGS_OF_ROOT = 13;

    /** What underflow may cost a term: those below 2^-126 may be 0, and so may what they are made of. */
    private static final double LOST_TERM = 0x1p-124;

    /** Keeps squares of scaled values far from the end of the double range. */
    private static final int MAX_SCALE_EXPONENT = 400;

    private static final int MIN_SLICE = 256;

    /** Rows that are brought into columns at a time: a line of floats in each column. */
    private static final int BLOCK_ROWS = 16;

    private final Norm norm;
    private final Workers workers;
    private final double[] center;
    private final double scale;
    private final double pointError;
    private final double absoluteError;
    private final double relativeError;
    private final double expandedError;
    private final double exactSteps;
    private final float far;
    private final AtomicBoolean exact = new AtomicBoolean(true);

    /**
     * An image of two sets of points in one common frame.
     *
     * @param first a set of points
     * @param second another one, or the same object
     * @param norm the norm of distances
     * @param workers threads of the host
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
        center = norm.isOfDifferences() ? bounds.center() : new double[dims];
        double extent = isWords() ? 0 : bounds.extent(center);
        int exponent = extent == 0 ? 0 : Math.min(-Math.getExponent(extent) - 1, MAX_SCALE_EXPONENT);
        scale = Math.scalb(1.0, exponent);
        pointError = pointError(dims, norm);
        absoluteError = isProduct() ? productError(first, second) : pointError + underflow(dims, norm);
        relativeError = relativeError(dims, norm);
        expandedError = expandedError(dims);
        exactSteps = Math.scalb(1.0, exactBits(dims, norm));
        far = far(dims, norm);
    }

    private Float32Frame(Float32Frame frame) {
        norm = frame.norm;
        workers = frame.workers;
        center = frame.center;
        scale = frame.scale;
        pointError = frame.pointError;
        absoluteError = frame.absoluteError;
        relativeError = frame.relativeError;
        expandedError = frame.expandedError;
        exactSteps = frame.exactSteps;
        far = frame.far;
        exact.set(frame.isExact());
    }

    /**
     * An image in the same frame, for a set of queries that was not known when the frame was made: they may lie outside.
     *
     * @return an image that is exact if this one is, and what is brought into it too
     */
    public Float32Frame inSameFrame() {
        return new Float32Frame(this);
    }

    /** Whether coordinates have the same images in another frame. */
    boolean hasFrameOf(Float32Frame other) {
        return other != null && scale == other.scale && Arrays.equals(center, other.center);
    }

    /** Notes whether what was brought into this frame before is exact. */
    void keepExact(boolean isExact) {
        if (!isExact) {
            exact.set(false);
        }
    }

    private boolean isProduct() {
        return norm.code() == Norms.INNER_PRODUCT;
    }

    private boolean isWords() {
        return norm.code() == Norms.HAMMING;
    }

    /**
     * Rounding to float32 costs 2^-25 in each coordinate of each of two points, centering far less; the rest covers
     * underflow. A norm makes of an equal error in each dimension its value for the vector of these errors.
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

    /** Powers of small differences are lost, the larger ones the larger the exponent is; those of squares are in the rest above. */
    private static double underflow(int dims, Norm norm) {
        return norm.isPower() ? Math.pow(dims * LOST_TERM, 1 / norm.exponent()) * 0x1.01p0 : 0;
    }

    /**
     * The error of an inner product in float32: a rounding of each of two coordinates, one of their product, and dims of the
     * sum, each of at most the sum of the magnitudes of the products; and that is no more than the product of the lengths of
     * the longest vectors.
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
     * Roundings of 2^-24 each, and a little for what is of second order. A squared sum has one of each difference, which counts
     * twice, one of its square, and dims - 1 of the sum; the root halves them. A sum of magnitudes, which are exact, has one
     * of the difference and dims - 1 of the sum; a maximum only that of the difference. A sum of powers has one of the difference,
     * which counts p times, at most p of squares and their products, those of roots and their products, and dims - 1 of the sum;
     * the p-th root divides them by p.
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
     * The most m for which arithmetic on multiples of 2^-m in [-1, 1] is exact: differences are at most 2^(m+1) steps, and
     * what comes of dims of them must fit 24 bits, squared and summed, summed, or as they are. Products are at most 2^2m steps.
     */
    private static int exactBits(int dims, Norm norm) {
        return switch (norm.code()) {
            case Norms.MANHATTAN -> 23 - ceilLog2(dims);
            case Norms.CHEBYSHEV -> 23;
            case Norms.INNER_PRODUCT -> (24 - ceilLog2(dims)) / 2;
            default -> (22 - ceilLog2(dims)) / 2;
        };
    }

    /** How far a query may be, so that no sum of powers is too large for a float. */
    private static float far(int dims, Norm norm) {
        if (!norm.isPower()) {
            return FAR;
        }
        double largest = Math.pow(2, (MAX_POWER_EXPONENT - ceilLog2(dims)) / norm.exponent());
        return (float) Math.min(FAR, largest - 1);
    }

    private static int ceilLog2(int value) {
        return 32 - Integer.numberOfLeadingZeros(value - 1);
    }

    /**
     * The column-major image of one of the two sets.
     *
     * @param points one of the two sets
     * @return {@code dims x stride(points)} floats
     */
    public float[] of(Points points) {
        int size = points.size();
        int stride = stride(size);
        float[] image = new float[Math.multiplyExact(points.dims(), stride)];
        columns(points, 0, size, image, stride);
        return image;
    }

    /**
     * The column-major image of a part of one of the two sets.
     *
     * @param points one of the two sets
     * @param from first row
     * @param count number of rows
     * @param image for {@code dims x stride} floats; the rest of each column is left alone
     * @param stride floats from one dimension to the next
     */
    public void columns(Points points, int from, int count, float[] image, int stride) {
        workers.forEachSlice(
                count, MIN_SLICE, (begin, end) -> fill(image, stride, points, from, begin, end), Progress.NONE);
    }

    /** A few rows at a time, so that rows are read and columns written in lines. */
    private void fill(float[] image, int stride, Points points, int from, int begin, int end) {
        int dims = points.dims();
        double[] block = new double[Math.min(BLOCK_ROWS, end - begin) * dims];
        boolean exactSlice = true;
        for (int row = begin; row < end; row += BLOCK_ROWS) {
            int count = Math.min(BLOCK_ROWS, end - row);
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

    /**
     * The row-major image of some queries, which may lie outside of the frame. Not all coordinates need be finite then.
     *
     * @param queries the queries
     * @param from first row
     * @param count number of rows
     * @param image for {@code count x dims} floats
     */
    public void rows(Points queries, int from, int count, float[] image) {
        rows(queries, from, count, image, 0, queries.dims());
    }

    /**
     * The same with a gap before and after each row. A coordinate of a larger value never has an image of a smaller one.
     *
     * @param queries the queries
     * @param from first row
     * @param count number of rows
     * @param image for {@code count x stride} floats
     * @param start place of the first coordinate of the first row
     * @param stride floats from one row to the next
     */
    public void rows(Points queries, int from, int count, float[] image, int start, int stride) {
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> fillRows(queries, from, begin, end, image, start, stride),
                Progress.NONE);
    }

    private void fillRows(Points queries, int from, int begin, int end, float[] image, int start, int stride) {
        int dims = queries.dims();
        boolean exactSlice = true;
        for (int row = begin; row < end; row++) {
            for (int dim = 0; dim < dims; dim++) {
                double coordinate = queries.coordinate(from + row, dim);
                float rounded = place(coordinate, dim);
                image[start + row * stride + dim] = rounded;
                exactSlice = exactSlice && Math.abs(rounded) <= 1 && isExactly(rounded, coordinate, dim);
            }
        }
        if (!exactSlice) {
            exact.set(false);
        }
    }

    /** Adding 0 makes -0 a 0, so that the order of the images is that of the places; after rounding, which makes more of them. */
    private float place(double coordinate, int dim) {
        return (float) scaled(coordinate, dim) + 0f;
    }

    /**
     * A coordinate in the scaled frame, before it is rounded.
     *
     * @param coordinate a coordinate
     * @param dim its dimension
     * @return the coordinate from the center of the frame, scaled
     */
    public double scaled(double coordinate, int dim) {
        return (coordinate - center[dim]) * scale;
    }

    /** Never for powers: their keys are roots, which are rounded in double, so that their ties are not those of the sums. */
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
     * Number of columns for so many points.
     *
     * @param size number of points
     * @return the number of floats from one dimension to the next
     */
    public static int stride(int size) {
        return Math.multiplyExact(Math.ceilDiv(size, KnnParameters.POINT_MULTIPLE), KnnParameters.POINT_MULTIPLE);
    }

    private static boolean isWhole(double steps) {
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
     *
     * @return true if no rounding happens
     */
    public boolean isExact() {
        return exact.get();
    }

    /**
     * The distance of an exact key in the scaled frame, that of the image. Products scale twice, and bits not at all.
     *
     * @param key a key
     * @return the distance, scaled
     */
    public double scaled(double key) {
        double distance = norm.distance(key) * scale;
        return isProduct() ? distance * scale : distance;
    }

    /** The most by which a float32 distance can differ from this exact one, both in the scaled frame. */
    double errorBound(double distance) {
        return absoluteError + relativeError * distance;
    }

    /**
     * Whether a point of this exact key is nearer than every point that the kernel left out, although it compared in
     * float32.
     *
     * <p>With D the true and F the float32 distance of the norm, both in the scaled frame, |F - D| is at most a + b D. A point left
     * out has an F of at least that of the worst candidate, W; so F is at least W(1 - b) - a, and its D at least
     * (W(1 - b) - 2a) / (1 + b). For inner products b is 0, so that it holds for those below 0 too.
     *
     * @param key exact key in question
     * @param worstCandidateKey largest exact key of all candidates
     */
    boolean surelyNearer(double key, double worstCandidateKey) {
        return surelyNearer(key, worstCandidateKey, 1);
    }

    /**
     * The same where squared distances may have been calculated in the expanded form, b² - 2ab: with it a point left out has a
     * squared distance between the images of at least that of the worst candidate less twice {@link #expandedError}.
     *
     * @param key exact key in question
     * @param worstCandidateKey largest exact key of all candidates
     * @param expanded whether the form was used
     */
    boolean surelyNearer(double key, double worstCandidateKey, boolean expanded) {
        if (!expanded) {
            return surelyNearer(key, worstCandidateKey);
        }
        double worst = Math.max(0, scaled(worstCandidateKey) - absoluteError);
        double leftOut = Math.sqrt(Math.max(0, worst * worst * (1 - 0x1p-50) - 2 * expandedError)) - absoluteError;
        return scaled(key) < leftOut;
    }

    /**
     * The same for a query that may be outside of the frame, where rounding costs more.
     *
     * @param key exact key in question
     * @param worstCandidateKey largest exact key of all candidates
     * @param stretch of the query, see {@link #stretch}
     * @return whether it is surely nearer
     */
    public boolean surelyNearer(double key, double worstCandidateKey, double stretch) {
        double worst = scaled(worstCandidateKey);
        double bound = (worst * (1 - relativeError) - 2 * stretch * absoluteError) / (1 + relativeError);
        return scaled(key) < bound;
    }

    /**
     * How many times larger than that of a point within the frame the rounding of a query is.
     *
     * @param image row-major coordinates
     * @param row row of the query
     * @param dims number of dimensions
     * @return 1 or more; infinite where the query is too far for its image to say anything
     */
    public double stretch(float[] image, int row, int dims) {
        float magnitude = 1;
        for (int dim = 0; dim < dims; dim++) {
            // NaN where a coordinate is infinite.
            float coordinate = Math.abs(image[row * dims + dim]);
            magnitude = Float.isNaN(coordinate) ? far : Math.max(magnitude, coordinate);
        }
        return stretch(magnitude);
    }

    /**
     * The same of a query that need not have been brought into the image.
     *
     * @param queries the queries
     * @param row row of the query
     * @return 1 or more; infinite where the query is too far for its image to say anything
     */
    public double stretch(Points queries, int row) {
        float magnitude = 1;
        for (int dim = 0; dim < queries.dims(); dim++) {
            magnitude = Math.max(magnitude, Math.abs(place(queries.coordinate(row, dim), dim)));
        }
        return stretch(magnitude);
    }

    private double stretch(float magnitude) {
        return magnitude < far ? magnitude : Double.POSITIVE_INFINITY;
    }

    /**
     * Whether a query that is too far for its image is so far that no point of the frame has a key up to a limit.
     *
     * @param queries the queries
     * @param row row of the query
     * @param limitKey the limit
     * @return true if surely none has
     */
    public boolean isBeyond(Points queries, int row, double limitKey) {
        double farthest = 0;
        for (int dim = 0; dim < queries.dims(); dim++) {
            farthest = Math.max(farthest, Math.abs(scaled(queries.coordinate(row, dim), dim)));
        }
        // Points are within 1 of the center; the rest is more than the roundings of a key in double come to.
        return (farthest - 2) * (1 - 0x1p-30) > scaled(limitKey);
    }

    /**
     * A float key that no float32 distance from a query exceeds if the exact one does not exceed a key.
     *
     * @param key exact key
     * @param stretch of the query
     * @return the float key, at most the largest float
     */
    public float limit(double key, double stretch) {
        double distance = scaled(key) * (1 + relativeError) + stretch * absoluteError;
        return (float) Math.min(Float.MAX_VALUE, floatKey(distance) * (1 + 0x1p-22) + Float.MIN_NORMAL);
    }

    /** What kernels have for a distance in the scaled frame: for powers the sum, of which keys in double are the root. */
    private double floatKey(double distance) {
        return norm.isPower() ? Math.pow(distance, norm.exponent()) : norm.key(distance);
    }

    /**
     * The most by which a point's image lies elsewhere than the point, as a distance of the norm in the scaled frame.
     *
     * @return the distance
     */
    public double pointError() {
        return pointError;
    }
}
