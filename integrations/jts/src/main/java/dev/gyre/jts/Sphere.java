package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;

/**
 * The sphere with the mean radius of the Earth. Coordinates are longitude and latitude in degrees, distances are meters, edges are the
 * shorter arcs of great circles. Boxes are those of unit vectors; the measure is the squared chord between vectors, as for
 * {@link Metric#HAVERSINE}.
 */
sealed class Sphere extends Space<Arcs> permits Ellipsoid {

    static final Sphere SPHERE = new Sphere();

    /** Chords below this one, 45 nanometers, count as 0: the vectors of a place are rounded by up to a tenth of it. */
    private static final double TOUCHING = 0x1p-47;

    /** By how much a chord may be rounded, and the vectors of an arc may lack to its box, with much to spare. */
    static final double ROUNDING = 0x1p-46;

    private static final int STRAIGHT = 180;
    private static final double RIGHT_ANGLE = 90;

    /** Vectors in a box with a shorter diagonal are on less than a half of the sphere. */
    private static final double SMALL = 1;

    /** Corners of a point among several: it stands twice, and something separates it from the next one. */
    private static final int CORNERS_OF_POINT = 3;

    /** The ends of the axes of vectors. */
    private static final Arcs AXES = Arcs.of(
            new Coordinate(0, 0),
            new Coordinate(STRAIGHT, 0),
            new Coordinate(RIGHT_ANGLE, 0),
            new Coordinate(-RIGHT_ANGLE, 0),
            new Coordinate(0, RIGHT_ANGLE),
            new Coordinate(0, -RIGHT_ANGLE));

    private final Metric metric = new Meters();

    Sphere() {}

    /** Returns the sphere, or the ellipsoid in its place. */
    static Sphere of(SpatialJoinOptions options) {
        return options.ellipsoid() ? Ellipsoid.WGS_84 : SPHERE;
    }

    /** Great-circle distances in meters. */
    private static final class Meters extends Metric {

        private static final double DIAMETER = 2 * 1000 * EARTH_RADIUS_KM;

        Meters() {
            super("sphere", Norm.EUCLIDEAN);
        }

        @Override
        public Points toSpace(Points points) {
            return Points.of(vectors(points), Arcs.DIMS);
        }

        @Override
        public int spaceDims(int dims) {
            return Arcs.DIMS;
        }

        @Override
        public double distance(double key) {
            return key == Double.POSITIVE_INFINITY ? key : DIAMETER * StrictMath.asin(Math.min(1, Math.sqrt(key) / 2));
        }

        @Override
        public double key(double distance) {
            double halfAngle = Math.sqrt(norm().key(distance)) / DIAMETER;
            // Rounding lifts some squared chords above 4, so that only infinity includes every pair.
            double chord = halfAngle < Math.PI / 2 ? 2 * StrictMath.sin(halfAngle) : Double.POSITIVE_INFINITY;
            return norm().key(chord);
        }
    }

    /** Returns a longitude in (-180, 180]. */
    static double longitude(double degrees) {
        if (Math.abs(degrees) < STRAIGHT) {
            return degrees;
        }
        // Exact, unlike sums.
        double turned = Math.IEEEremainder(degrees, 2 * STRAIGHT);
        return turned == -STRAIGHT ? STRAIGHT : turned;
    }

    /** Writes the unit vector of a place: one vector for the two longitudes of the 180th meridian, and for all of a pole. */
    static void write(double longitude, double latitude, double[] vectors, int at) {
        double lambda = StrictMath.toRadians(longitude(longitude));
        double phi = StrictMath.toRadians(latitude);
        double cosPhi = Math.abs(latitude) == RIGHT_ANGLE ? 0 : StrictMath.cos(phi);
        vectors[at] = cosPhi * StrictMath.cos(lambda);
        vectors[at + 1] = cosPhi * StrictMath.sin(lambda);
        vectors[at + 2] = StrictMath.sin(phi);
    }

    /** Returns the squared chord between two vectors. */
    static double chordSq(double[] one, int at, double[] other, int of) {
        double dx = one[at] - other[of];
        double dy = one[at + 1] - other[of + 1];
        double dz = one[at + 2] - other[of + 2];
        return dx * dx + dy * dy + dz * dz;
    }

    /** Returns 0 for a squared chord of places that touch. */
    static double touching(double chordSq) {
        return chordSq < TOUCHING * TOUCHING ? 0 : chordSq;
    }

    private static double[] vectors(Points points) {
        double[] vectors = new double[Math.multiplyExact(Arcs.DIMS, points.size())];
        SPHERE.check(points);
        for (int row = 0; row < points.size(); row++) {
            write(points.coordinate(row, 0), points.coordinate(row, 1), vectors, Arcs.DIMS * row);
        }
        return vectors;
    }

    @Override
    void check(Points points) {
        for (int row = 0; row < points.size(); row++) {
            check(points.coordinate(row, 0), points.coordinate(row, 1), row);
        }
    }

    private static void check(double longitude, double latitude, int row) {
        if (!Double.isFinite(longitude)) {
            throw new IllegalArgumentException("longitude must be finite: row=" + row + ", value=" + longitude);
        }
        // False for NaN too.
        if (!(Math.abs(latitude) <= RIGHT_ANGLE)) {
            throw new IllegalArgumentException("latitude must be in -90..90: row=" + row + ", value=" + latitude);
        }
    }

    private static void check(Coordinate start, Coordinate end, int row) {
        double turn = longitude(start.x) - longitude(end.x);
        boolean isOpposite = Math.abs(turn) == STRAIGHT || Math.abs(start.y) == RIGHT_ANGLE;
        if (start.y == -end.y && isOpposite) {
            throw new IllegalArgumentException("an edge must not join places that are opposite to one another: row="
                    + row + ", from=" + start.x + " " + start.y + ", to=" + end.x + " " + end.y);
        }
    }

    @Override
    int dims() {
        return Arcs.DIMS;
    }

    @Override
    Metric metric() {
        return metric;
    }

    @Override
    double key(double chordSq) {
        return chordSq;
    }

    @Override
    double largest(double distance) {
        return metric.largestKey(distance);
    }

    @Override
    double min(double ofBoxes, double extent) {
        double chord = Math.max(0, ofBoxes - ROUNDING);
        return chord * chord;
    }

    @Override
    double reach(double distance, double magnitude) {
        return Math.sqrt(largest(distance)) + ROUNDING;
    }

    @Override
    Boxes boxes(Points points) {
        return Boxes.of(Points.of(vectors(points), Arcs.DIMS));
    }

    @Override
    void write(Geometry part, int row, double[] bounds, int at) {
        for (Coordinate[] line : Facets.linesAndPoints(part)) {
            for (int corner = 0; corner < line.length; corner++) {
                check(line[corner].x, line[corner].y, row);
                if (corner > 0) {
                    check(line[corner - 1], line[corner], row);
                }
            }
        }
        System.arraycopy(box(new PreparedPart<>(part, this)), 0, bounds, at, 2 * Arcs.DIMS);
    }

    @Override
    Arcs edges(Geometry geometry) {
        return Arcs.withPoints(geometry);
    }

    @Override
    Arcs edges(Coordinate... points) {
        return Arcs.of(points);
    }

    @Override
    Area<Arcs> area(Polygon polygon, Arcs edges) {
        return new Region(edges);
    }

    @Override
    double[] box(PreparedPart<Arcs> part) {
        double[] box = part.edges().bounds(part.edges().top()).clone();
        if (part.isArea()) {
            for (Area<Arcs> area : part.areas()) {
                double[] ofArea = ((Region) area).box;
                for (int dim = 0; dim < Arcs.DIMS; dim++) {
                    Facets.extend(box, 0, Arcs.DIMS, dim, ofArea[dim], ofArea[Arcs.DIMS + dim]);
                }
            }
        }
        return box;
    }

    @Override
    boolean mayMeet(Geometry geometry, Envelope box) {
        return true;
    }

    @Override
    FacetDistance<Arcs> from(Arcs edges) {
        return new ArcDistance(edges);
    }

    @Override
    double measure(double[] point, Boxes boxes, int box) {
        double sum = 0;
        for (int dim = 0; dim < Arcs.DIMS; dim++) {
            double gap = point[dim] - boxes.lower(box, dim);
            sum += gap * gap;
        }
        return touching(sum);
    }

    /**
     * The points of a polygon: those inside of an odd number of its rings. Inside of a ring is its smaller side, whatever its direction; of
     * two halves of the sphere the left one.
     */
    private static final class Region implements Area<Arcs> {

        private final Arcs edges;

        /** Whether the north pole is in the polygon, as seen from beyond edges that go over it. */
        private final boolean hasNorth;

        /** Around all points: the rings, and the ends of the axes that are in it, where a coordinate is greatest or least inside. */
        private final double[] box;

        Region(Arcs edges) {
            this.edges = edges;
            double[] ofRings = edges.bounds(edges.top()).clone();
            double diagonal = diagonal(ofRings);
            hasNorth = diagonal < SMALL ? edges.goAroundPoles() && ofRings[2] > 0 : edges.haveNorthInside();
            box = ofRings.clone();
            for (int axis = 0; axis < 2 * Arcs.DIMS; axis++) {
                int dim = axis / 2;
                boolean isUpper = axis % 2 == 0;
                double farthest = isUpper ? ofRings[Arcs.DIMS + dim] : -ofRings[dim];
                // A small polygon has its rings within their diagonal of each of its points.
                if ((diagonal >= SMALL || farthest >= 1 - diagonal * diagonal)
                        && isInside(AXES, CORNERS_OF_POINT * axis)) {
                    Facets.extend(box, 0, Arcs.DIMS, dim, isUpper ? 1 : -1, isUpper ? 1 : -1);
                }
            }
        }

        private static double diagonal(double... box) {
            double sum = 0;
            for (int dim = 0; dim < Arcs.DIMS; dim++) {
                double side = box[Arcs.DIMS + dim] - box[dim];
                sum += side * side;
            }
            return Math.sqrt(sum);
        }

        private boolean isInside(Arcs points, int corner) {
            return hasNorth != edges.isOddNorthOf(points, corner);
        }

        @Override
        public boolean covers(Arcs points, int corner) {
            for (int dim = 0; dim < Arcs.DIMS; dim++) {
                double value = points.vectors()[Arcs.DIMS * corner + dim];
                if (value < box[dim] - ROUNDING || value > box[Arcs.DIMS + dim] + ROUNDING) {
                    return false;
                }
            }
            return isInside(points, corner);
        }
    }
}
