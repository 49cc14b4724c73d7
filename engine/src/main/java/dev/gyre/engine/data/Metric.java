package dev.gyre.engine.data;

/**
 * How far two points are from each other.
 *
 * <p>Every metric orders pairs by a squared straight-line distance in some space, evaluated in {@code double} as the sum
 * of (a-b)², dimension by dimension from the first to the last. That value decides order and ties on every backend.
 */
public enum Metric {

    /** The straight-line distance in the coordinates' own unit, for any number of dimensions. */
    EUCLIDEAN {
        @Override
        public Points toSpace(Points points) {
            return points;
        }

        @Override
        public double distance(double distanceSq) {
            return Math.sqrt(distanceSq);
        }
    },

    /**
     * The great-circle distance on a sphere of radius {@value #EARTH_RADIUS_KM} km (the IUGG's mean radius), in
     * kilometres. Points are longitude and latitude in degrees; any longitude is taken, latitudes must be in -90..90.
     *
     * <p>Pairs are ordered by the squared chord between unit vectors, which is four times the haversine of the angle.
     * The vectors come from {@link StrictMath} and are the same on every machine; a distance is within 1e-8 km of the
     * exact one, and within 0.5 m near the antipode.
     */
    HAVERSINE {
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
        public double distance(double distanceSq) {
            if (distanceSq == Double.POSITIVE_INFINITY) {
                return distanceSq;
            }
            return 2 * EARTH_RADIUS_KM * StrictMath.asin(Math.min(1, Math.sqrt(distanceSq) / 2));
        }
    };

    /** Mean radius of the Earth in kilometres. */
    public static final double EARTH_RADIUS_KM = 6371.0088;

    /**
     * The points in the space in which the straight-line distance gives the order of this metric.
     *
     * @param points points as the user has them
     * @return points with the same ids
     * @throws IllegalArgumentException if the metric is not defined for them
     */
    public abstract Points toSpace(Points points);

    /**
     * The distance in this metric's unit; infinite for infinite.
     *
     * @param distanceSq squared straight-line distance in the metric's space
     * @return the distance
     */
    public abstract double distance(double distanceSq);
}
