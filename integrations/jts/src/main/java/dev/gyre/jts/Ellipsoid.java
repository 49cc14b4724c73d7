package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicMask;

/**
 * The ellipsoid WGS 84. Edges and areas are those of the {@link Sphere} with the same longitudes and latitudes; the measure is the length of
 * a geodesic, in meters. Boxes are those of the sphere's unit vectors: a length on the ellipsoid is never below {@link #MIN_SCALE} of that
 * on the sphere.
 *
 * <p>The lengths are Karney's (Algorithms for geodesics, Journal of Geodesy 87, 2013), within 15 nanometers, by GeographicLib.
 */
final class Ellipsoid extends Sphere {

    static final Ellipsoid WGS_84 = new Ellipsoid();

    /**
     * Least length on the ellipsoid for one on the sphere, rounded down. A small step has the scale of a radius of curvature over that of the
     * sphere: the least is the meridian's at the equator, 6,335,439 m, over 6,371,008.8 m. A path is a sum of small steps, so no path is
     * shorter, and neither is the shortest.
     */
    static final double MIN_SCALE = 0.9944;

    private static final double DIAMETER = 2 * 1000 * Metric.EARTH_RADIUS_KM;

    private final Metric metric = new Meters();

    private Ellipsoid() {}

    /** Keys are squared meters. The root of a rounded square is the number itself. */
    private static final class Meters extends Metric {

        Meters() {
            super("ellipsoid", Norm.EUCLIDEAN);
        }

        @Override
        public Points toSpace(Points points) {
            throw new IllegalArgumentException("distances on the ellipsoid are not those of a norm: metric=" + name());
        }
    }

    /** Returns the least length in meters for a chord between unit vectors. */
    static double leastOfChord(double chord) {
        return MIN_SCALE * DIAMETER * Math.asin(Math.min(1, chord / 2));
    }

    /** Returns the greatest chord for a length in meters, or infinity. */
    static double greatestChord(double meters) {
        double halfAngle = meters / (MIN_SCALE * DIAMETER);
        // Rounding lifts some chords above 2.
        return halfAngle < Math.PI / 2 ? 2 * Math.sin(halfAngle) : Double.POSITIVE_INFINITY;
    }

    /** Returns the length in meters of the geodesic between the places in two directions, which need not have the length 1. */
    static double length(double[] one, int at, double[] other, int of) {
        return Geodesic.WGS84.Inverse(
                        latitude(one, at),
                        longitude(one, at),
                        latitude(other, of),
                        longitude(other, of),
                        GeodesicMask.DISTANCE)
                .s12;
    }

    private static double latitude(double[] vectors, int at) {
        return Math.toDegrees(Math.atan2(vectors[at + 2], Math.hypot(vectors[at], vectors[at + 1])));
    }

    private static double longitude(double[] vectors, int at) {
        return Math.toDegrees(Math.atan2(vectors[at + 1], vectors[at]));
    }

    @Override
    Metric metric() {
        return metric;
    }

    @Override
    double key(double meters) {
        return meters * meters;
    }

    @Override
    double largest(double distance) {
        return distance;
    }

    @Override
    double min(double ofBoxes, double extent) {
        return leastOfChord(Math.max(0, ofBoxes - ROUNDING));
    }

    @Override
    double reach(double distance, double magnitude) {
        return greatestChord(distance) + ROUNDING;
    }

    @Override
    FacetDistance<Arcs> from(Arcs edges) {
        return new GeodesicDistance(edges);
    }

    @Override
    double measure(double[] point, Boxes boxes, int box) {
        if (super.measure(point, boxes, box) == 0) {
            return 0;
        }
        double[] other = new double[Arcs.DIMS];
        for (int dim = 0; dim < Arcs.DIMS; dim++) {
            other[dim] = boxes.lower(box, dim);
        }
        return length(point, 0, other, 0);
    }
}
