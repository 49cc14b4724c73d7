package dev.gyre.engine.data;

/**
 * How far two points are from each other.
 *
 * <p>Every metric orders pairs by a {@link Norm} in some space: by the canonical key of {@link Points#key}, evaluated in
 * {@code double}, dimension by dimension from the first to the last. The key decides order and ties on every backend.
 */
public enum Metric {

    /** The straight-line distance in the coordinates' own unit, for any number of dimensions. */
    EUCLIDEAN(Norm.EUCLIDEAN),

    /** The distance along the axes (taxicab, L1) in the coordinates' own unit, for any number of dimensions. */
    MANHATTAN(Norm.MANHATTAN),

    /** The largest distance along an axis (maximum, L∞) in the coordinates' own unit, for any number of dimensions. */
    CHEBYSHEV(Norm.CHEBYSHEV),

    /**
     * The great-circle distance on a sphere of radius {@value #EARTH_RADIUS_KM} km (the IUGG's mean radius), in
     * kilometres. Points are longitude and latitude in degrees; any longitude is taken, latitudes must be in -90..90.
     *
     * <p>Pairs are ordered by the squared chord between unit vectors, which is four times the haversine of the angle.
     * The vectors come from {@link StrictMath} and are the same on every machine; a distance is within 1e-8 km of the
     * exact one, and within 0.5 m near the antipode.
     */
    HAVERSINE(Norm.EUCLIDEAN) {
        @Override
        public Points toSpace(Points points) {
            if (points.dims() != 2) {
                throw new IllegalArgumentException(
                        "haversine takes points of 2 dimensions, longitude and latitude in degrees: dims="
                                + points.dims());
            }
            double[] vectors = new double[Math.multiplyExact(points.size(), 3)];
            for (int row = 0; row < points.size(); row++) {
                double latitude = points.coordinate(row, 1);
                if (Math.abs(latitude) > 90) {
                    throw new IllegalArgumentException(
                            "latitude must be in -90..90: row=" + row + ", column=1, value=" + latitude);
                }
                double lambda = StrictMath.toRadians(points.coordinate(row, 0) % 360);
                double phi = StrictMath.toRadians(latitude);
                double cosPhi = StrictMath.cos(phi);
                vectors[row * 3] = cosPhi * StrictMath.cos(lambda);
                vectors[row * 3 + 1] = cosPhi * StrictMath.sin(lambda);
                vectors[row * 3 + 2] = StrictMath.sin(phi);
            }
            return Points.of(vectors, 3);
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
            // Rounding lifts some squared chords above 4, so that only infinity takes in every pair.
            return halfAngle < Math.PI / 2 ? norm().key(2 * StrictMath.sin(halfAngle)) : Double.POSITIVE_INFINITY;
        }
    };

    /** Mean radius of the Earth in kilometres. */
    public static final double EARTH_RADIUS_KM = 6371.0088;

    private final Norm norm;

    Metric(Norm norm) {
        this.norm = norm;
    }

    /**
     * The norm that gives the order of this metric in its {@linkplain #toSpace space}.
     *
     * @return the norm
     */
    public Norm norm() {
        return norm;
    }

    /**
     * The points in the space in which this metric's {@linkplain #norm norm} gives its order: unit vectors of 3 dimensions
     * for {@link #HAVERSINE}, the points themselves for the others.
     *
     * @param points points as the user has them
     * @return points with the same ids
     * @throws IllegalArgumentException if the metric is not defined for them
     */
    public Points toSpace(Points points) {
        return points;
    }

    /**
     * The distance in this metric's unit; infinite for infinite. It never decreases as the key grows.
     *
     * @param key canonical key of a pair in the metric's space
     * @return the distance
     */
    public double distance(double key) {
        return norm.distance(key);
    }

    /**
     * The key of a distance in this metric's unit, the other way of {@link #distance}: a pair is within the distance where
     * its own key is not above this one. It never decreases as the distance grows.
     *
     * <p>The key is rounded: exact for {@link #MANHATTAN} and {@link #CHEBYSHEV}, the rounded square for
     * {@link #EUCLIDEAN}, and for {@link #HAVERSINE} 4 sin²(distance / 2R), which stands for a distance within 1e-8 km of
     * the one given, and within 0.5 m near half the circumference. A pair whose distance is nearer to it than that may
     * fall on either side. On the sphere half the circumference or more gives infinity, which takes in every pair.
     *
     * @param distance 0 or more, may be infinite
     * @return the key
     * @throws IllegalArgumentException if the distance is negative or NaN
     */
    public double key(double distance) {
        return norm.key(distance);
    }
}
