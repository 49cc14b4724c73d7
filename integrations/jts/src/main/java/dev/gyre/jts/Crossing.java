package dev.gyre.jts;

import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;

/** Whether two edges cross so plainly that no rounding matters. */
final class Crossing {

    /** Least distance of an end of an edge from the other edge, as a part of the greatest coordinate. */
    private static final double MIN_DISTANCE = 0x1p-24;

    /** Least sine of the angle between the edges. */
    private static final double MIN_SINE = 0x1p-8;

    /** Distance of other edges from the crossing, as a part of the greatest coordinate. */
    private static final double CLEARANCE = 0x1p-30;

    private Crossing() {}

    /**
     * Returns the box around a crossing in which no other edge may be, or null if the crossing is not plain.
     *
     * <p>RelateNG orders the edges at a crossing by their angles at the rounded point. JTS computes it with 106 bits; by the bounds here it
     * is less than 2^-50 of the greatest coordinate from the true one, for any order of the arguments. That turns the direction to an end
     * by less than 2^-25, so the four ends stay in the order of a crossing. If no other edge has a box near the point, RelateNG finds at it
     * the inside and the outside of an area on each of the other geometry's two ends.
     */
    static Envelope clearanceOrNull(Coordinate at, Coordinate a0, Coordinate a1, Coordinate b0, Coordinate b1) {
        double scale = Math.max(Math.max(magnitude(a0), magnitude(a1)), Math.max(magnitude(b0), magnitude(b1)));
        double ofB0 = distance(b0, a0, a1);
        double ofB1 = distance(b1, a0, a1);
        double ofEndsOfA = Math.min(distance(a0, b0, b1), distance(a1, b0, b1));
        boolean isPlain = Math.min(Math.min(ofB0, ofB1), ofEndsOfA) >= MIN_DISTANCE * scale
                && ofB0 + ofB1 >= MIN_SINE * b0.distance(b1);
        if (!isPlain) {
            return null;
        }
        Envelope box = new Envelope(at);
        box.expandBy(CLEARANCE * scale);
        return box;
    }

    private static double magnitude(Coordinate corner) {
        return Math.max(Math.abs(corner.x), Math.abs(corner.y));
    }

    /** Returns the distance of a point from the line through two others. */
    private static double distance(Coordinate point, Coordinate start, Coordinate end) {
        double dx = end.x - start.x;
        double dy = end.y - start.y;
        double product = dx * (point.y - start.y) - dy * (point.x - start.x);
        return Math.abs(product) / Math.hypot(dx, dy);
    }
}
