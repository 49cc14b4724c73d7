package dev.gyre.engine.data;

import dev.gyre.tasks.common.Norms;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Measures how far two points are from each other.
 *
 * <p>A metric maps points to a {@linkplain #toSpace space} in which a {@link Norm} orders pairs by the canonical key of
 * {@link Points#key}, evaluated in {@code double}. The key decides order and ties on every backend. {@link #distance} converts
 * a key to the distance that people read.
 *
 * <p>Another metric is a small subclass that defines a space, a norm, and the conversion between distance and key. All joins and searches
 * accept it like the built-in metrics, on all devices; only a tree with such a metric cannot be saved. An example is the Hellinger distance
 * of histograms:
 *
 * <pre>
 * final class Hellinger extends Metric {
 *     Hellinger() {
 *         super("hellinger", Norm.EUCLIDEAN);
 *     }
 *
 *     &#64;Override
 *     public Points toSpace(Points points) {
 *         return Points.of(Arrays.stream(points.toRowMajor()).map(Math::sqrt).toArray(), points.dims());
 *     }
 *
 *     &#64;Override
 *     public double distance(double key) {
 *         return Math.sqrt(key / 2);
 *     }
 *
 *     &#64;Override
 *     public double key(double distance) {
 *         return 2 * super.key(distance);
 *     }
 * }
 * </pre>
 *
 * <p>The built-in metrics are immutable and safe for use by several threads; your own metrics must be so too. If the space of a metric is
 * not that of the points, a kd-tree does not support windows.
 */
public abstract class Metric {

    /** Mean radius of the Earth in kilometers. */
    public static final double EARTH_RADIUS_KM = 6371.0088;

    /** The straight-line distance in the coordinates' own unit, for any number of dimensions. */
    public static final Metric EUCLIDEAN = new OfNorm("euclidean", Norm.EUCLIDEAN);

    /** The square of the straight-line distance: the order of {@link #EUCLIDEAN}, without a root. */
    public static final Metric SQUARED_EUCLIDEAN = new SquaredEuclidean();

    /** The distance along the axes (taxicab, L1) in the coordinates' own unit, for any number of dimensions. */
    public static final Metric MANHATTAN = new OfNorm("manhattan", Norm.MANHATTAN);

    /** The largest distance along an axis (maximum, L∞) in the coordinates' own unit, for any number of dimensions. */
    public static final Metric CHEBYSHEV = new OfNorm("chebyshev", Norm.CHEBYSHEV);

    /**
     * The great-circle distance on a sphere of radius {@value #EARTH_RADIUS_KM} km (the IUGG's mean radius), in kilometers. Points are
     * longitude and latitude in degrees; longitudes may have any value, latitudes must be in -90..90.
     *
     * <p>Pairs are ordered by the squared chord between unit vectors, which is four times the haversine of the angle.
     * The vectors come from {@link StrictMath} and are the same on every machine; a distance is within 1e-8 km of the
     * exact one, and within 0.5 m near the antipode.
     */
    public static final Metric HAVERSINE = new Haversine();

    /**
     * The cosine distance, 1 less the cosine of the angle between two vectors, from 0 to 2. Vectors of length 0 are refused;
     * the message names the row.
     *
     * <p>Pairs are ordered by the squared chord between unit vectors, which is twice the distance: more exact for near vectors than 1 less
     * a rounded cosine. The unit vectors are rounded, each coordinate by 2e-16 of itself at most. So vectors of one direction have the
     * distance 0 if a power of two scales one to the other, else 0 or about 1e-32; rounding decides their order. A distance x is within
     * {@code 1e-15 sqrt(x)} of the exact one for few dimensions.
     */
    public static final Metric COSINE = new Cosine();

    /**
     * The negated inner product, so that the largest comes first. It is not a distance: it may be below 0, and a point need not
     * be the nearest to itself. Radius searches and kd-trees do not support it.
     */
    public static final Metric INNER_PRODUCT = new OfNorm("inner-product", Norm.INNER_PRODUCT);

    /**
     * The number of bits that differ. Coordinates are words of bits, whole numbers from 0 to {@link Norm#MAX_WORD}: columns of
     * 0 and 1, bytes, or bits that {@link Points#ofBits} packs. Kd-trees do not support it.
     */
    public static final Metric HAMMING = new Hamming();

    private static final List<Metric> BUILT_IN =
            List.of(EUCLIDEAN, SQUARED_EUCLIDEAN, MANHATTAN, CHEBYSHEV, HAVERSINE, COSINE, INNER_PRODUCT, HAMMING);

    private static final String LP = "lp:";

    /** The bits of infinity, above those of all finite keys. */
    private static final long INFINITE = Double.doubleToLongBits(Double.POSITIVE_INFINITY);

    private final String name;
    private final Norm norm;

    /**
     * Creates a metric.
     *
     * @param name the name
     * @param norm the norm that orders pairs in the metric's space
     */
    protected Metric(String name, Norm norm) {
        this.name = Objects.requireNonNull(name, "name");
        this.norm = Objects.requireNonNull(norm, "norm");
    }

    /**
     * Returns the metric of a p-norm in the coordinates' own unit: see {@link Norm#lp}. Equal for equal p.
     *
     * <p>Brute force computes powers in float32, which hold distances down to the extent of the points divided by 2^(125/p). Trees compute
     * powers in {@code double}, for distances down to the extent divided by 2^(1000/p). The host answers queries again that these powers do
     * not decide.
     *
     * @param p the exponent, rounded to a {@code float}; 1 gives {@link #MANHATTAN}, 2 {@link #EUCLIDEAN}, infinity
     *     {@link #CHEBYSHEV}
     * @return the metric
     * @throws IllegalArgumentException if p is neither in 1..64 nor infinite
     */
    public static Metric lp(double p) {
        // A value beyond the range must not be rounded into it, or to infinity.
        if (p < 1 || (p > Norm.MAX_EXPONENT && p < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the exponent of a norm must be in 1..64 or infinite: p=" + p);
        }
        Norm norm = Norm.lp((float) p);
        return switch (norm.code()) {
            case Norms.MANHATTAN -> MANHATTAN;
            case Norms.EUCLIDEAN -> EUCLIDEAN;
            case Norms.CHEBYSHEV -> CHEBYSHEV;
            default -> new OfNorm(norm.toString(), norm);
        };
    }

    /**
     * Returns the metrics that have a fixed name.
     *
     * @return all constants of this class, without the metrics of {@link #lp}
     */
    public static List<Metric> builtIn() {
        return BUILT_IN;
    }

    /**
     * Returns the names that {@link #named} accepts.
     *
     * @return those of {@link #builtIn}, and {@code lp:P} for the metrics of {@link #lp}
     */
    public static List<String> names() {
        return Stream.concat(BUILT_IN.stream().map(Metric::name), Stream.of(LP + "P"))
                .toList();
    }

    /**
     * Finds a metric by its name.
     *
     * @param name one of the {@link #names}, as in {@code squared-euclidean} or {@code lp:2.5}
     * @return the metric
     * @throws IllegalArgumentException if there is no metric of that name; the message lists the known names
     */
    public static Metric named(String name) {
        if (name.startsWith(LP)) {
            return lp(exponent(name));
        }
        return BUILT_IN.stream()
                .filter(metric -> metric.name.equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    private static double exponent(String name) {
        try {
            String digits = name.substring(LP.length());
            return digits.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw unknown(name);
        }
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("there is no metric of this name: name=" + name + ", names="
                + String.join(", ", names()) + " with P in 1..64");
    }

    /**
     * Returns the name of this metric.
     *
     * @return the name, as in {@code euclidean} or {@code lp:2.5}
     */
    public final String name() {
        return name;
    }

    /**
     * Returns the norm that gives the order of this metric in its {@linkplain #toSpace space}.
     *
     * @return the norm
     */
    public final Norm norm() {
        return norm;
    }

    /**
     * Maps points to the space in which this metric's {@linkplain #norm norm} orders them: by default the points themselves.
     *
     * <p>Called once for each set of points, on one thread. Each row of the result must depend only on the same row of the
     * points, and be the same each time.
     *
     * @param points points in the user's coordinates
     * @return points with the same ids, of {@link #spaceDims} dimensions
     * @throws IllegalArgumentException if the metric is not defined for them
     */
    public Points toSpace(Points points) {
        return points;
    }

    /**
     * Returns the number of dimensions in the space of this metric.
     *
     * @param dims dimensions of the points in the user's coordinates
     * @return dimensions of the result of {@link #toSpace}: by default the same
     */
    public int spaceDims(int dims) {
        return dims;
    }

    /**
     * Converts a key to the distance in this metric's unit; an infinite key gives an infinite distance. The distance never
     * decreases as the key grows.
     *
     * @param key canonical key of a pair in the metric's space
     * @return the distance
     */
    public double distance(double key) {
        return norm.distance(key);
    }

    /**
     * Converts a distance in this metric's unit to its key, the inverse of {@link #distance}. The key never decreases as the distance
     * grows. It may be rounded: it is the rounded square for {@link #EUCLIDEAN}, and 4 sin²(distance / 2R) for {@link #HAVERSINE}; it is
     * exact for the others. Searches within a radius compare with {@link #largestKey} instead.
     *
     * @param distance 0 or more, may be infinite
     * @return the key; infinite for half the circumference or more, and for a cosine distance of 2 or more
     * @throws IllegalArgumentException if the distance is negative or NaN, or if the metric has no radius
     */
    public double key(double distance) {
        return norm.key(distance);
    }

    /**
     * Returns the largest key of a pair that can match, however large a radius is.
     *
     * @return the key, infinite unless rows are in groups
     * @hidden engine only
     */
    public double limit() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Returns the metric that results report.
     *
     * @return this metric, unless it only adds groups to another
     * @hidden engine only
     */
    public Metric reported() {
        return this;
    }

    /**
     * Returns the largest key of a pair within a radius: a pair whose {@linkplain #distance distance}, rounded as people read it, is not
     * above the radius. So a radius equal to the distance of a pair includes the pair, and the next smaller radius does not. All searches
     * and joins within a radius compare keys with this one.
     *
     * <p>It calls {@link #distance} some tens of times.
     *
     * @param radius 0 or more, may be infinite
     * @return the key; infinite if every pair is within the radius
     * @throws IllegalArgumentException if the radius is negative or NaN, or if the metric has no radius
     */
    public final double largestKey(double radius) {
        // Adding 0 makes 0 of -0: the bits of numbers from 0 on have the order of the numbers.
        long inside = Double.doubleToLongBits(key(radius) + 0.0);
        if (radius == Double.POSITIVE_INFINITY) {
            return limit();
        }
        long step = 1;
        while (inside > 0 && !isWithin(inside, radius)) {
            inside = Math.max(0, inside - step);
            step *= 2;
        }
        long outside = inside + 1;
        for (step = 1; isWithin(outside, radius); step *= 2) {
            inside = outside;
            outside = Math.min(inside + step, INFINITE);
        }
        while (outside - inside > 1) {
            long middle = inside + (outside - inside) / 2;
            if (isWithin(middle, radius)) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        double largest = inside + 1 >= INFINITE ? Double.POSITIVE_INFINITY : Double.longBitsToDouble(inside);
        return Math.min(largest, limit());
    }

    /** Returns whether the distance of a finite key, given by its bits, is within a radius. */
    private boolean isWithin(long key, double radius) {
        return key < INFINITE && distance(Double.longBitsToDouble(key)) <= radius;
    }

    /**
     * Returns the name.
     *
     * @return the {@link #name}
     */
    @Override
    public String toString() {
        return name;
    }

    /** A metric with the points' own space and the norm's distance. */
    private static class OfNorm extends Metric {

        OfNorm(String name, Norm norm) {
            super(name, norm);
        }

        @Override
        public boolean equals(Object other) {
            return other != null
                    && other.getClass() == getClass()
                    && ((OfNorm) other).norm().equals(norm());
        }

        @Override
        public int hashCode() {
            return norm().hashCode();
        }
    }

    private static final class SquaredEuclidean extends Metric {

        SquaredEuclidean() {
            super("squared-euclidean", Norm.EUCLIDEAN);
        }

        @Override
        public double distance(double key) {
            return key;
        }

        @Override
        public double key(double distance) {
            return Norm.checked(distance);
        }
    }

    private static final class Haversine extends Metric {

        private static final int DIMS = 2;
        private static final int SPACE_DIMS = 3;

        Haversine() {
            super("haversine", Norm.EUCLIDEAN);
        }

        @Override
        public Points toSpace(Points points) {
            if (points.dims() != DIMS) {
                throw new IllegalArgumentException(
                        "haversine needs points of 2 dimensions, longitude and latitude in degrees: dims="
                                + points.dims());
            }
            double[] vectors = new double[Math.multiplyExact(points.size(), SPACE_DIMS)];
            int bad = BufferCopy.firstBad(points.size(), (begin, end) -> {
                int row = begin;
                while (row < end && Math.abs(points.coordinate(row, 1)) <= 90) {
                    write(points.coordinate(row, 0), points.coordinate(row, 1), vectors, row * SPACE_DIMS);
                    row++;
                }
                return row;
            });
            if (bad < points.size()) {
                throw new IllegalArgumentException(
                        "latitude must be in -90..90: row=" + bad + ", column=1, value=" + points.coordinate(bad, 1));
            }
            return Points.over(vectors, SPACE_DIMS, points.size());
        }

        /** Writes the vector of a place. */
        private static void write(double longitude, double latitude, double[] vectors, int at) {
            double lambda = StrictMath.toRadians(longitude % 360);
            double phi = StrictMath.toRadians(latitude);
            double cosPhi = StrictMath.cos(phi);
            vectors[at] = cosPhi * StrictMath.cos(lambda);
            vectors[at + 1] = cosPhi * StrictMath.sin(lambda);
            vectors[at + 2] = StrictMath.sin(phi);
        }

        @Override
        public int spaceDims(int dims) {
            return SPACE_DIMS;
        }

        @Override
        public double distance(double key) {
            if (key == Double.POSITIVE_INFINITY) {
                return key;
            }
            return 2 * EARTH_RADIUS_KM * StrictMath.asin(Math.min(1, norm().distance(key) / 2));
        }

        @Override
        public double key(double distance) {
            double halfAngle = Norm.checked(distance) / (2 * EARTH_RADIUS_KM);
            // Rounding lifts some squared chords above 4, so that only infinity includes every pair.
            return halfAngle < Math.PI / 2 ? norm().key(2 * StrictMath.sin(halfAngle)) : Double.POSITIVE_INFINITY;
        }
    }

    private static final class Cosine extends Metric {

        private static final double OPPOSITE = 2;

        Cosine() {
            super("cosine", Norm.EUCLIDEAN);
        }

        @Override
        public Points toSpace(Points points) {
            int dims = points.dims();
            double[] vectors = points.toRowMajor();
            for (int row = 0; row < points.size(); row++) {
                toUnitLength(vectors, row * dims, dims, row);
            }
            return Points.of(vectors, dims);
        }

        /** Scales by powers of two first, which costs no rounding, so that no square is too large or too small. */
        private static void toUnitLength(double[] vectors, int at, int dims, int row) {
            double largest = 0;
            for (int i = at; i < at + dims; i++) {
                largest = Math.max(largest, Math.abs(vectors[i]));
            }
            if (largest == 0) {
                throw new IllegalArgumentException("a vector of zeros has no direction: row=" + row);
            }
            double lift = largest < 0x1p-500 ? 0x1p600 : 1;
            double scale = Math.scalb(1.0, -Math.getExponent(largest * lift));
            double sum = 0;
            for (int i = at; i < at + dims; i++) {
                vectors[i] = vectors[i] * lift * scale;
                sum += vectors[i] * vectors[i];
            }
            double length = Math.sqrt(sum);
            for (int i = at; i < at + dims; i++) {
                vectors[i] /= length;
            }
        }

        @Override
        public double distance(double key) {
            // Rounding lifts some squared chords above 4.
            return key == Double.POSITIVE_INFINITY ? key : Math.min(OPPOSITE, key / 2);
        }

        @Override
        public double key(double distance) {
            // Rounding lifts some squared chords above 4, so that only infinity includes every pair.
            return Norm.checked(distance) < OPPOSITE ? 2 * distance : Double.POSITIVE_INFINITY;
        }
    }

    private static final class Hamming extends Metric {

        Hamming() {
            super("hamming", Norm.HAMMING);
        }

        @Override
        public Points toSpace(Points points) {
            norm().check(points);
            return points;
        }
    }
}
