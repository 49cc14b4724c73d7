package dev.gyre.jts;

import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;

/**
 * The edges of lines or areas on the sphere: each is the shorter arc of a great circle between two corners. A corner has its longitude and
 * latitude, and the unit vector there; boxes are those of vectors. About 50 bytes for each edge.
 */
final class Arcs extends Facets {

    static final int DIMS = 3;

    /** What the vectors of an arc may lack to its box by rounding. */
    private static final double ROUNDING = 0x1p-50;

    private static final int STRAIGHT = 180;

    /** Difference of the areas of two sides of a ring that rounding may make. */
    private static final double EQUAL_AREAS = 1e-9;

    /** Degrees that are within rounding. */
    private static final double NO_DEGREES = 4e-13;

    private static final double OVER_A_POLE = STRAIGHT - NO_DEGREES;
    private static final double AT_A_POLE = STRAIGHT / 2 - NO_DEGREES;

    /** Edges between longitudes no farther apart are near the latitudes of their corners: see {@link #isNorth}. */
    private static final int RIGHT_ANGLE = 90;

    /** By how many degrees an arc leaves the latitudes of its corners at most, for a difference of longitudes of one degree. */
    private static final double BULGE = 0.0022;

    /** Longitudes in (-180, 180]; NaN separates two lines. */
    private final double[] longitudes;

    private final double[] latitudes;

    /** The vectors, one after the other. */
    private final double[] vectors;

    private Arcs(double[] longitudes, double[] latitudes, double[] vectors) {
        super(DIMS, leaves(longitudes, vectors));
        this.longitudes = longitudes;
        this.latitudes = latitudes;
        this.vectors = vectors;
    }

    /** The arcs of a geometry, and its points as arcs without length. */
    static Arcs withPoints(Geometry geometry) {
        return of(linesAndPoints(geometry));
    }

    /** Points as arcs without length. */
    static Arcs of(Coordinate... points) {
        return of(twice(points));
    }

    private static Arcs of(List<Coordinate[]> lines) {
        int count = 0;
        for (Coordinate[] line : lines) {
            count = Math.addExact(count, line.length + 1);
        }
        double[] longitudes = new double[count];
        double[] latitudes = new double[count];
        double[] vectors = new double[Math.multiplyExact(DIMS, count)];
        int next = 0;
        for (Coordinate[] line : lines) {
            for (Coordinate corner : line) {
                longitudes[next] = Sphere.longitude(corner.x);
                latitudes[next] = corner.y;
                Sphere.write(corner.x, corner.y, vectors, DIMS * next++);
            }
            longitudes[next++] = Double.NaN;
        }
        return new Arcs(longitudes, latitudes, vectors);
    }

    private static double[] leaves(double[] longitudes, double... vectors) {
        double[] bounds = empty(longitudes.length, DIMS);
        for (int edge = 0; edge + 1 < longitudes.length; edge++) {
            if (isEdge(longitudes, edge)) {
                int from = DIMS * edge;
                int to = from + DIMS;
                double out = bulge(vectors, from, to);
                int at = edge / FAN * 2 * DIMS;
                for (int dim = 0; dim < DIMS; dim++) {
                    double one = vectors[from + dim];
                    double other = vectors[to + dim];
                    extend(bounds, at, DIMS, dim, Math.min(one, other) - out, Math.max(one, other) + out);
                }
            }
        }
        return bounds;
    }

    /** Returns how far an arc is from its chord at most: the height of the arc over it, rounded up. */
    private static double bulge(double[] vectors, int from, int to) {
        double quarter = Sphere.chordSq(vectors, from, vectors, to) / 4;
        return quarter == 0 ? 0 : quarter / (1 + Math.sqrt(Math.max(0, 1 - quarter))) * (1 + ROUNDING) + ROUNDING;
    }

    @Override
    int size() {
        return longitudes.length;
    }

    @Override
    boolean isEdge(int corner) {
        return isEdge(longitudes, corner);
    }

    private static boolean isEdge(double[] longitudes, int corner) {
        return !Double.isNaN(longitudes[corner]) && !Double.isNaN(longitudes[corner + 1]);
    }

    /** Returns the vectors of the corners, one after the other. */
    double[] vectors() {
        return vectors;
    }

    /** Returns whether rings go around the poles, one more time or fewer: an odd number of times in sum. */
    boolean goAroundPoles() {
        boolean isOdd = false;
        for (int edge = 0; edge + 1 < longitudes.length; edge++) {
            isOdd ^= isEdge(edge) && meetsMeridian(edge, 0);
        }
        return isOdd;
    }

    /** Returns whether the north pole is in the smaller sides of an odd number of rings. */
    boolean haveNorthInside() {
        boolean isInside = false;
        double turns = 0;
        double area = 0;
        for (int corner = 0; corner < longitudes.length; corner++) {
            if (corner + 1 < longitudes.length && isEdge(corner)) {
                turns += turn(corner);
                area += areaOverEquator(corner);
            } else if (Double.isNaN(longitudes[corner])) {
                isInside ^= isNorthInside(Math.round(turns / (2 * STRAIGHT)), area);
                turns = 0;
                area = 0;
            }
        }
        return isInside;
    }

    /** Returns the area between the equator and an edge, above 0 for one to the east in the north. */
    private double areaOverEquator(int edge) {
        double one = Math.tan(Math.toRadians(latitudes[edge]) / 2);
        double other = Math.tan(Math.toRadians(latitudes[edge + 1]) / 2);
        return 2 * Math.atan2(Math.tan(Math.toRadians(turn(edge)) / 2) * (one + other), 1 + one * other);
    }

    /**
     * Returns whether the north pole is in the smaller side of a ring.
     *
     * @param turns how often the ring goes around the poles, to the east
     * @param area the area between the equator and the ring
     */
    private static boolean isNorthInside(long turns, double area) {
        double half = 2 * Math.PI;
        if (turns % 2 == 0) {
            // Both poles are on one side, and the other one has the area; that is left of the ring if it is below 0.
            return Math.abs(Math.abs(area) - half) < EQUAL_AREAS ? area > 0 : Math.abs(area) > half;
        }
        return Math.abs(area) < EQUAL_AREAS ? turns > 0 : area > 0 == turns > 0;
    }

    /** Returns the signed difference of longitudes of an edge, the shorter way. */
    private double turn(int edge) {
        double turn = longitudes[edge + 1] - longitudes[edge];
        return Math.abs(turn) <= STRAIGHT ? turn : turn - Math.copySign(2 * STRAIGHT, turn);
    }

    /**
     * Returns whether the edges cross the meridian north of a corner an odd number of times.
     *
     * <p>Whether an edge meets the meridian is decided by exact comparisons of longitudes, as if the meridian were a bit farther east: so
     * that a ring meets it an even number of times if it does not go around a pole. Which side of the edge the corner is on, rounding decides
     * only within some 1e-15 of the edge.
     */
    boolean isOddNorthOf(Arcs others, int corner) {
        return count(top(), 0, others, corner) % 2 != 0;
    }

    private int count(int level, int node, Arcs others, int corner) {
        if (isOff(bounds(level), 2 * DIMS * node, others.vectors, DIMS * corner)) {
            return 0;
        }
        int count = 0;
        if (level > 0) {
            int end = Math.min(FAN * (node + 1), nodes(level - 1));
            for (int child = FAN * node; child < end; child++) {
                count += count(level - 1, child, others, corner);
            }
            return count;
        }
        int last = Math.min(FAN * (node + 1), longitudes.length - 1);
        for (int edge = FAN * node; edge < last; edge++) {
            if (isEdge(edge) && meetsMeridian(edge, others.longitudes[corner]) && isNorth(edge, others, corner)) {
                count++;
            }
        }
        return count;
    }

    /** Returns whether no edge in a box meets the meridian north of a vector. */
    private static boolean isOff(double[] bounds, int at, double[] vectors, int of) {
        double east = vectors[of];
        double north = vectors[of + 1];
        // The meridian is in the plane whose normal is (-north, east), on the side of (east, north).
        double min = Math.min(-north * bounds[at], -north * bounds[at + DIMS])
                + Math.min(east * bounds[at + 1], east * bounds[at + DIMS + 1]);
        double max = Math.max(-north * bounds[at], -north * bounds[at + DIMS])
                + Math.max(east * bounds[at + 1], east * bounds[at + DIMS + 1]);
        double ahead = Math.max(east * bounds[at], east * bounds[at + DIMS])
                + Math.max(north * bounds[at + 1], north * bounds[at + DIMS + 1]);
        return bounds[at + 2 + DIMS] < vectors[of + 2] - 2 * ROUNDING
                || min > 2 * ROUNDING
                || max < -2 * ROUNDING
                || ahead < -2 * ROUNDING;
    }

    private boolean meetsMeridian(int edge, double longitude) {
        double one = longitudes[edge];
        double other = longitudes[edge + 1];
        boolean isSplit = one <= longitude != other <= longitude;
        return Math.abs(other - one) <= STRAIGHT == isSplit;
    }

    /**
     * Returns whether an edge that meets the meridian of a corner does so north of it.
     *
     * <p>An edge through a pole, or with an end there, meets it there. Between longitudes that differ by d, at most a right angle, an edge
     * leaves the latitudes of its ends by less than {@code (1 / cos(d/2) - 1) / 2 < d^2 / 8}. Beyond these the latitudes decide: there the
     * vectors of an edge along a meridian could not.
     */
    private boolean isNorth(int edge, Arcs others, int corner) {
        double latitude = others.latitudes[corner];
        double one = latitudes[edge];
        double other = latitudes[edge + 1];
        double turn = turn(edge);
        if (Math.abs(turn) > OVER_A_POLE) {
            return one + other > 0;
        }
        if (Math.max(Math.abs(one), Math.abs(other)) > AT_A_POLE) {
            return Math.max(one, other) > AT_A_POLE;
        }
        double bulge = Math.abs(turn) <= RIGHT_ANGLE ? BULGE * turn * turn : Double.POSITIVE_INFINITY;
        if (latitude > Math.max(one, other) + bulge) {
            return false;
        }
        if (latitude < Math.min(one, other) - bulge) {
            return true;
        }
        // Left of an edge to the east is north.
        double side = ArcDistance.side(vectors, DIMS * edge, others.vectors, DIMS * corner);
        return turn > 0 ? side < 0 : side > 0;
    }
}
