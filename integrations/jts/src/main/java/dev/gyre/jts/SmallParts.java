package dev.gyre.jts;

import java.util.Arrays;
import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.algorithm.RayCrossingCounter;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * Points, lines and polygons of few edges, with all edges in one array: distances from points need no objects. A distance is that of
 * {@link EdgeDistance}, to the last bit. Immutable; safe for use by several threads. Memory: 40 bytes for each edge.
 */
final class SmallParts {

    /** Edges with more of them are better found in a tree. */
    private static final int MOST_EDGES = 64;

    private static final int EDGE = 4;

    private static final long ONE = Double.doubleToRawLongBits(1);

    /** Far more than the rounding errors of a distance, in parts of the distances that it is computed from. */
    private static final double SLACK = 1e-12;

    /** JTS's distances from shorter edges may not be numbers. */
    private static final double SHORTEST = 0x1p-500;

    /** Start x and y, end x and y of each edge; a point is an edge without length. */
    private final double[] edges;

    /** 1 divided by the squared length of each edge; 0 for a point. */
    private final double[] inverses;

    /** Where the edges of each part begin. */
    private final int[] begins;

    /** Each part that is a polygon; null for others. */
    private final Polygon[] polygons;

    /** At least the length of the longest edge of each part. */
    private final double[] longest;

    /** Whether an edge is so short that the square of its length is not a number with all its digits. */
    private final boolean hasTinyEdges;

    private SmallParts(double[] edges, int[] begins, Polygon... polygons) {
        this.edges = edges;
        this.begins = begins;
        this.polygons = polygons;
        longest = new double[polygons.length];
        inverses = new double[begins[polygons.length] / EDGE];
        boolean isTiny = false;
        for (int part = 0; part < longest.length; part++) {
            for (int at = begins[part]; at < begins[part + 1]; at += EDGE) {
                double sides = Math.abs(edges[at + 2] - edges[at]) + Math.abs(edges[at + 3] - edges[at + 1]);
                longest[part] = Math.max(longest[part], sides);
                double dx = edges[at + 2] - edges[at];
                double dy = edges[at + 3] - edges[at + 1];
                inverses[at / EDGE] = sides == 0 ? 0 : 1 / (dx * dx + dy * dy);
                isTiny |= sides > 0 && sides < SHORTEST;
            }
        }
        hasTinyEdges = isTiny;
    }

    /** Returns the rows of a layer that are not empty, in order; null if one is a collection, has many edges, or very short ones. */
    static SmallParts ofOrNull(Layer layer, int count) {
        double[] edges = new double[EDGE * EDGE * count];
        int[] begins = new int[count + 1];
        Polygon[] polygons = new Polygon[count];
        int next = 0;
        for (int row = 0; row < layer.size(); row++) {
            Geometry geometry = layer.geometry(row);
            if (geometry.isEmpty()) {
                continue;
            }
            if (!isSmall(geometry)) {
                return null;
            }
            int at = begins[next];
            int room = at + EDGE * geometry.getNumPoints();
            edges = room > edges.length ? Arrays.copyOf(edges, Math.max(room, 2 * edges.length)) : edges;
            polygons[next] = geometry instanceof Polygon polygon ? polygon : null;
            begins[++next] = write(geometry, edges, at);
        }
        SmallParts made = new SmallParts(edges, begins, polygons);
        return made.hasTinyEdges ? null : made;
    }

    private static boolean isSmall(Geometry geometry) {
        boolean isSingle = geometry instanceof Polygon || geometry instanceof LineString || geometry instanceof Point;
        return isSingle && geometry.getNumPoints() <= MOST_EDGES;
    }

    private static int write(Geometry geometry, double[] edges, int at) {
        if (geometry instanceof Polygon polygon) {
            int next = write(polygon.getExteriorRing().getCoordinates(), edges, at);
            for (int ring = 0; ring < polygon.getNumInteriorRing(); ring++) {
                next = write(polygon.getInteriorRingN(ring).getCoordinates(), edges, next);
            }
            return next;
        }
        if (geometry instanceof Point) {
            return write(geometry.getCoordinate(), geometry.getCoordinate(), edges, at);
        }
        return write(geometry.getCoordinates(), edges, at);
    }

    private static int write(Coordinate[] corners, double[] edges, int at) {
        int next = at;
        for (int corner = 1; corner < corners.length; corner++) {
            next = write(corners[corner - 1], corners[corner], edges, next);
        }
        return next;
    }

    private static int write(Coordinate start, Coordinate end, double[] edges, int at) {
        edges[at] = start.x;
        edges[at + 1] = start.y;
        edges[at + 2] = end.x;
        edges[at + 3] = end.y;
        return at + EDGE;
    }

    /** Returns room for the edges of a part, for {@link #distance}. */
    static double[] room() {
        return new double[MOST_EDGES];
    }

    /**
     * Returns the distance of a part from a point, or infinity if it is larger than a limit.
     *
     * @param room room of this thread
     */
    double distance(int part, double x, double y, double limit, double[] room) {
        if (polygons[part] != null && covers(part, x, y)) {
            return 0;
        }
        int begin = begins[part];
        int count = (begins[part + 1] - begin) / EDGE;
        long leastBits = Long.MAX_VALUE;
        for (int edge = 0; edge < count; edge++) {
            double sq = aboutSq(begin + EDGE * edge, x, y);
            room[edge] = sq;
            // Numbers that are not negative have the order of their bits, whose minimum takes a processor two
            // instructions.
            leastBits = Math.min(leastBits, Double.doubleToRawLongBits(sq));
        }
        double least = Math.sqrt(Double.longBitsToDouble(leastBits));
        double slack = SLACK * (least + longest[part]);
        if (least - slack > limit) {
            return Double.POSITIVE_INFINITY;
        }
        double reach = (least + slack) * (least + slack);
        double distance = exact(begin, count, x, y, reach, room);
        return distance <= limit ? distance : Double.POSITIVE_INFINITY;
    }

    /** Returns JTS's least distance among the edges that are about this near. */
    private double exact(int begin, int count, double x, double y, double reach, double[] room) {
        double best = Double.POSITIVE_INFINITY;
        double cornerX = Double.NaN;
        double cornerY = Double.NaN;
        for (int edge = 0; edge < count; edge++) {
            if (room[edge] > reach) {
                continue;
            }
            int at = begin + EDGE * edge;
            int nearest = at + nearestCorner(at, x, y);
            double distance;
            if (nearest < at) {
                distance = ofLine(at, x, y);
            } else if (edges[nearest] == cornerX && edges[nearest + 1] == cornerY) {
                continue;
            } else {
                cornerX = edges[nearest];
                cornerY = edges[nearest + 1];
                distance = Math.hypot(x - cornerX, y - cornerY);
            }
            best = Math.min(best, distance);
        }
        return best;
    }

    /** Returns 0 if the start of an edge is nearest to a point, 2 if it is its end, and -1 if it is another of its points; as JTS decides. */
    private int nearestCorner(int at, double x, double y) {
        double dx = edges[at + 2] - edges[at];
        double dy = edges[at + 3] - edges[at + 1];
        if (dx == 0 && dy == 0) {
            return 0;
        }
        double along = ((x - edges[at]) * dx + (y - edges[at + 1]) * dy) / (dx * dx + dy * dy);
        return along <= 0 ? 0 : along >= 1 ? 2 : -1;
    }

    private double ofLine(int at, double x, double y) {
        return Distance.pointToSegment(
                new Coordinate(x, y),
                new Coordinate(edges[at], edges[at + 1]),
                new Coordinate(edges[at + 2], edges[at + 3]));
    }

    /** Returns the squared distance of an edge from a point, with a rounding error. */
    private double aboutSq(int at, double x, double y) {
        double dx = edges[at + 2] - edges[at];
        double dy = edges[at + 3] - edges[at + 1];
        double px = x - edges[at];
        double py = y - edges[at + 1];
        double along = clamp((px * dx + py * dy) * inverses[at / EDGE]);
        double restX = px - along * dx;
        double restY = py - along * dy;
        return restX * restX + restY * restY;
    }

    /** Returns the nearest number of 0 to 1, by the order of the bits. */
    private static double clamp(double value) {
        return Double.longBitsToDouble(Math.clamp(Double.doubleToRawLongBits(value), 0, ONE));
    }

    private boolean covers(int part, double x, double y) {
        if (!polygons[part].getEnvelopeInternal().intersects(x, y)) {
            return false;
        }
        RayCrossingCounter counter = new RayCrossingCounter(new Coordinate(x, y));
        for (int at = begins[part]; at < begins[part + 1]; at += EDGE) {
            counter.countSegment(
                    new Coordinate(edges[at], edges[at + 1]), new Coordinate(edges[at + 2], edges[at + 3]));
        }
        return counter.getLocation() != Location.EXTERIOR;
    }
}
