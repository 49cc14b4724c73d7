package dev.gyre.jts;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * Distances on the sphere by bearings and by search: the distance of a point from an arc by the formulas of navigation, that of two arcs by
 * the least of samples, each made better by nested intervals. The inside of a ring is found by the crossings of a path to a random place and
 * by counting random places on both sides.
 */
final class SphereOracle {

    static final double RADIUS = 6_371_008.8;

    private static final int SAMPLES = 24;
    private static final int PLACES = 500;

    /** Whether one place is inside of each ring. */
    private static final Map<LinearRing, Boolean> FAR_INSIDE = new IdentityHashMap<>();

    private SphereOracle() {}

    /** Returns the distance in meters, or NaN if a geometry is empty. */
    static double distance(Geometry one, Geometry other) {
        if (one.isEmpty() || other.isEmpty()) {
            return Double.NaN;
        }
        List<Geometry> ones = elements(one);
        List<Geometry> others = elements(other);
        double min = Double.POSITIVE_INFINITY;
        for (Geometry a : ones) {
            for (Geometry b : others) {
                min = Math.min(min, ofElements(a, b));
            }
        }
        return RADIUS * min;
    }

    private static List<Geometry> elements(Geometry geometry) {
        List<Geometry> elements = new ArrayList<>();
        for (int part = 0; part < geometry.getNumGeometries(); part++) {
            Geometry element = geometry.getGeometryN(part);
            if (element instanceof GeometryCollection) {
                elements.addAll(elements(element));
            } else if (!element.isEmpty()) {
                elements.add(element);
            }
        }
        return elements;
    }

    private static double ofElements(Geometry a, Geometry b) {
        if (a instanceof Polygon area && contains(area, b.getCoordinate())
                || b instanceof Polygon other && contains(other, a.getCoordinate())) {
            return 0;
        }
        double min = Double.POSITIVE_INFINITY;
        for (Coordinate one : a.getCoordinates()) {
            for (Coordinate other : b.getCoordinates()) {
                min = Math.min(min, angle(one, other));
            }
        }
        for (Coordinate[] line : lines(a)) {
            for (Coordinate[] other : lines(b)) {
                for (int i = 1; i < line.length; i++) {
                    double length = angle(line[i - 1], line[i]);
                    for (int j = 1; j < other.length; j++) {
                        double lengths = length + angle(other[j - 1], other[j]);
                        // No place of an edge is farther from its end than its length, or from its middle than half of
                        // it.
                        if (angle(line[i], other[j]) - lengths < min
                                && angle(middle(line, i), middle(other, j)) - lengths / 2 < min + 1e-9) {
                            min = Math.min(min, arcs(line[i - 1], line[i], other[j - 1], other[j]));
                        }
                    }
                }
            }
        }
        return min;
    }

    private static Coordinate middle(Coordinate[] line, int end) {
        return between(line[end - 1], line[end], 0.5);
    }

    private static List<Coordinate[]> lines(Geometry element) {
        List<Coordinate[]> lines = new ArrayList<>();
        if (element instanceof Point) {
            lines.add(new Coordinate[] {element.getCoordinate(), element.getCoordinate()});
        } else if (element instanceof Polygon polygon) {
            rings(polygon).forEach(ring -> lines.add(ring.getCoordinates()));
        } else {
            lines.add(element.getCoordinates());
        }
        return lines;
    }

    private static List<LinearRing> rings(Polygon polygon) {
        List<LinearRing> rings = new ArrayList<>(List.of(polygon.getExteriorRing()));
        for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
            rings.add(polygon.getInteriorRingN(hole));
        }
        return rings;
    }

    /** Returns the angle between two arcs: the least of the angles between places of the first and the second one. */
    static double arcs(Coordinate a, Coordinate b, Coordinate c, Coordinate d) {
        if (a.equals2D(b)) {
            return toArc(a, c, d);
        }
        if (c.equals2D(d)) {
            return toArc(c, a, b);
        }
        DoubleUnaryOperator angle = part -> toArc(between(a, b, part), c, d);
        double min = Math.min(Math.min(toArc(a, c, d), toArc(b, c, d)), Math.min(toArc(c, a, b), toArc(d, a, b)));
        double[] angles = new double[SAMPLES + 1];
        for (int i = 0; i <= SAMPLES; i++) {
            angles[i] = angle.applyAsDouble((double) i / SAMPLES);
        }
        double step = angle(a, b) / SAMPLES;
        for (int i = 0; i <= SAMPLES; i++) {
            // Within a step the angle becomes less by the step at most.
            boolean isLow = angles[i] - step < min
                    && angles[i] <= angles[Math.max(0, i - 1)]
                    && angles[i] <= angles[Math.min(SAMPLES, i + 1)];
            if (isLow) {
                double from = Math.max(0, i - 1.0) / SAMPLES;
                double to = Math.min(SAMPLES, i + 1.0) / SAMPLES;
                min = Math.min(min, leastIn(angle, from, to));
            }
        }
        return min;
    }

    private static double leastIn(DoubleUnaryOperator angle, double from, double to) {
        double min = from;
        double max = to;
        for (int step = 0; step < 70; step++) {
            double third = (max - min) / 3;
            if (angle.applyAsDouble(min + third) <= angle.applyAsDouble(max - third)) {
                max -= third;
            } else {
                min += third;
            }
        }
        return angle.applyAsDouble((min + max) / 2);
    }

    /** Returns the angle between two places, by the formula of Vincenty for a sphere. */
    static double angle(Coordinate a, Coordinate b) {
        double turn = Math.toRadians(b.x - a.x);
        double one = Math.toRadians(a.y);
        double other = Math.toRadians(b.y);
        double east = Math.cos(other) * Math.sin(turn);
        double north = Math.cos(one) * Math.sin(other) - Math.sin(one) * Math.cos(other) * Math.cos(turn);
        double up = Math.sin(one) * Math.sin(other) + Math.cos(one) * Math.cos(other) * Math.cos(turn);
        return Math.atan2(Math.hypot(east, north), up);
    }

    /** Returns the bearing from one place to another one. */
    private static double bearing(Coordinate a, Coordinate b) {
        double turn = Math.toRadians(b.x - a.x);
        double one = Math.toRadians(a.y);
        double other = Math.toRadians(b.y);
        return Math.atan2(
                Math.sin(turn) * Math.cos(other),
                Math.cos(one) * Math.sin(other) - Math.sin(one) * Math.cos(other) * Math.cos(turn));
    }

    /** Returns the angle between a place and an arc: across the arc if the place is beside it, else from an end. */
    static double toArc(Coordinate p, Coordinate a, Coordinate b) {
        double ends = Math.min(angle(p, a), angle(p, b));
        if (a.equals2D(b) || angle(a, b) == 0) {
            return ends;
        }
        double ofA = bearing(a, p) - bearing(a, b);
        double ofB = bearing(b, p) - bearing(b, a);
        boolean isBeside = Math.cos(ofA) > 0 && Math.cos(ofB) > 0;
        return isBeside
                ? Math.min(ends, Math.asin(Math.min(1, Math.sin(angle(a, p)) * Math.abs(Math.sin(ofA)))))
                : ends;
    }

    /** Returns the place at a part of the way along an arc. */
    static Coordinate between(Coordinate a, Coordinate b, double part) {
        double angle = angle(a, b);
        if (angle == 0) {
            return a;
        }
        double[] one = vector(a);
        double[] other = vector(b);
        double[] sum = new double[3];
        for (int dim = 0; dim < 3; dim++) {
            sum[dim] =
                    (Math.sin((1 - part) * angle) * one[dim] + Math.sin(part * angle) * other[dim]) / Math.sin(angle);
        }
        return place(sum);
    }

    static double[] vector(Coordinate place) {
        double lambda = Math.toRadians(place.x);
        double phi = Math.toRadians(place.y);
        return new double[] {Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)};
    }

    static Coordinate place(double... vector) {
        return new Coordinate(
                Math.toDegrees(Math.atan2(vector[1], vector[0])),
                Math.toDegrees(Math.atan2(vector[2], Math.hypot(vector[0], vector[1]))));
    }

    /** Returns a place that is anywhere with the same probability. */
    static Coordinate anywhere(Random random) {
        return new Coordinate(360 * random.nextDouble() - 180, Math.toDegrees(Math.asin(2 * random.nextDouble() - 1)));
    }

    /** Returns whether a place is inside of an odd number of rings. */
    static boolean contains(Polygon polygon, Coordinate place) {
        boolean isInside = false;
        for (LinearRing ring : rings(polygon)) {
            isInside ^= contains(ring, place);
        }
        return isInside;
    }

    private static boolean contains(LinearRing ring, Coordinate place) {
        double[] far = vector(anywhere(new Random(7)));
        boolean isFarInside = FAR_INSIDE.computeIfAbsent(ring, any -> {
            Random random = new Random(8);
            int apart = 0;
            for (int i = 0; i < PLACES; i++) {
                apart += isApart(ring.getCoordinates(), vector(anywhere(random)), far) ? 1 : 0;
            }
            return apart > PLACES / 2;
        });
        return isApart(ring.getCoordinates(), vector(place), far) != isFarInside;
    }

    /** Returns whether the shorter arc between two vectors crosses a ring an odd number of times. */
    private static boolean isApart(Coordinate[] ring, double[] p, double... q) {
        int crossings = 0;
        double[] before = vector(ring[0]);
        for (int i = 1; i < ring.length; i++) {
            double[] after = vector(ring[i]);
            double one = triple(p, q, before);
            double other = triple(p, q, after);
            double start = triple(before, after, p);
            double end = triple(before, after, q);
            crossings += one > 0 != other > 0 && start > 0 != end > 0 && other > 0 == start > 0 ? 1 : 0;
            before = after;
        }
        return crossings % 2 != 0;
    }

    private static double triple(double[] a, double[] b, double... c) {
        return (a[1] * b[2] - a[2] * b[1]) * c[0]
                + (a[2] * b[0] - a[0] * b[2]) * c[1]
                + (a[0] * b[1] - a[1] * b[0]) * c[2];
    }
}
