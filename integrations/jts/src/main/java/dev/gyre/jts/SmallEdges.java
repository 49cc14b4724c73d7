package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import java.util.Arrays;
import java.util.List;
import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.algorithm.RayCrossingCounter;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * The edges of small parts in the plane. From most points a corner is nearest, which takes a few operations for each edge; other distances are
 * first computed with a rounding error. Memory: 48 bytes for each edge.
 */
final class SmallEdges extends SmallParts<Edges> {

    private static final int EDGE = 4;

    private static final long ONE = Double.doubleToRawLongBits(1);

    /** Far more than the rounding errors of a distance, in parts of the distances that it is computed from. */
    private static final double SLACK = 1e-12;

    /** JTS's distances from shorter edges may not be numbers. */
    private static final double SHORTEST = 0x1p-500;

    /** Start x and y, end x and y of each edge; a point is an edge without length. */
    private double[] edges;

    /** The squared length of each edge. */
    private final double[] squares;

    /** 1 divided by the squared length of each edge; 0 for a point. */
    private final double[] inverses;

    /** Where the edges of each part begin; a part without any is not small. */
    private final int[] begins;

    /** At least the length of the longest edge of each part. */
    private final double[] longest;

    SmallEdges(List<PreparedPart<Edges>> parts, Boxes boxes) {
        super(Plane.PLANE, parts);
        int count = boxes.size();
        edges = new double[EDGE * EDGE * count];
        begins = new int[count + 1];
        longest = new double[count];
        for (int part = 0; part < count; part++) {
            int begin = begins[part];
            int end = begin;
            if (parts == null) {
                Coordinate point = new Coordinate(boxes.lower(part, 0), boxes.lower(part, 1));
                end = write(begin, point, point);
            } else if (isSmall(geometry(part))) {
                end = write(begin, geometry(part));
            }
            begins[part + 1] = isTiny(begin, end) ? begin : end;
            longest[part] = longest(begin, begins[part + 1]);
        }
        squares = new double[begins[count] / EDGE];
        inverses = new double[squares.length];
        for (int edge = 0; edge < squares.length; edge++) {
            double dx = edges[EDGE * edge + 2] - edges[EDGE * edge];
            double dy = edges[EDGE * edge + 3] - edges[EDGE * edge + 1];
            squares[edge] = dx * dx + dy * dy;
            inverses[edge] = squares[edge] == 0 ? 0 : 1 / squares[edge];
        }
    }

    private int write(int begin, Geometry geometry) {
        if (geometry instanceof Polygon polygon) {
            int next = write(begin, polygon.getExteriorRing().getCoordinates());
            for (int ring = 0; ring < polygon.getNumInteriorRing(); ring++) {
                next = write(next, polygon.getInteriorRingN(ring).getCoordinates());
            }
            return next;
        }
        if (geometry instanceof Point) {
            return write(begin, geometry.getCoordinate(), geometry.getCoordinate());
        }
        return write(begin, geometry.getCoordinates());
    }

    private int write(int begin, Coordinate... corners) {
        int at = begin;
        int room = at + EDGE * corners.length;
        if (room > edges.length) {
            edges = Arrays.copyOf(edges, Math.max(room, 2 * edges.length));
        }
        for (int corner = 1; corner < corners.length; corner++) {
            edges[at++] = corners[corner - 1].x;
            edges[at++] = corners[corner - 1].y;
            edges[at++] = corners[corner].x;
            edges[at++] = corners[corner].y;
        }
        return at;
    }

    /** Returns the greatest sum of the sides of an edge. */
    private double longest(int begin, int end) {
        double max = 0;
        for (int at = begin; at < end; at += EDGE) {
            max = Math.max(max, sides(at));
        }
        return max;
    }

    /** Returns whether an edge is so short that the square of its length is not a number with all its digits. */
    private boolean isTiny(int begin, int end) {
        boolean isTiny = false;
        for (int at = begin; at < end; at += EDGE) {
            isTiny |= sides(at) > 0 && sides(at) < SHORTEST;
        }
        return isTiny;
    }

    private double sides(int at) {
        return Math.abs(edges[at + 2] - edges[at]) + Math.abs(edges[at + 3] - edges[at + 1]);
    }

    @Override
    int width() {
        return GeometryBoxes.PLANE;
    }

    @Override
    void place(double x, double y, double[] places, int at) {
        places[at] = x;
        places[at + 1] = y;
    }

    @Override
    double length(double measure) {
        return measure;
    }

    @Override
    double measure(double length) {
        return length;
    }

    @Override
    double margin() {
        return 0;
    }

    @Override
    double measure(int part, double[] places, int at, boolean mayCover, double limit, double[] room) {
        double x = places[at];
        double y = places[at + 1];
        int begin = begins[part];
        int end = begins[part + 1];
        if (begin == end) {
            return ofTree(part, x, y, limit);
        }
        if (mayCover && geometry(part) instanceof Polygon polygon && covers(polygon, begin, end, x, y)) {
            return 0;
        }
        double min = Double.POSITIVE_INFINITY;
        double second = Double.POSITIVE_INFINITY;
        int nearest = begin;
        for (int edge = begin; edge < end; edge += EDGE) {
            double px = x - edges[edge];
            double py = y - edges[edge + 1];
            // JTS divides this by the squared length: a point with a quotient between 0 and 1 has its nearest place
            // between the corners.
            double along = px * (edges[edge + 2] - edges[edge]) + py * (edges[edge + 3] - edges[edge + 1]);
            if (along > 0 && along < squares[edge / EDGE]) {
                return ofEdges(part, x, y, limit, room);
            }
            double sq = px * px + py * py;
            second = sq < min ? min : sq < second ? sq : second;
            nearest = sq < min ? edge : nearest;
            min = sq < min ? sq : min;
        }
        return ofCorners(part, x, y, limit, nearest, min, second, room);
    }

    private boolean covers(Polygon polygon, int begin, int end, double x, double y) {
        if (!polygon.getEnvelopeInternal().intersects(x, y)) {
            return false;
        }
        RayCrossingCounter counter = new RayCrossingCounter(new Coordinate(x, y));
        for (int at = begin; at < end; at += EDGE) {
            counter.countSegment(
                    new Coordinate(edges[at], edges[at + 1]), new Coordinate(edges[at + 2], edges[at + 3]));
        }
        return counter.getLocation() != Location.EXTERIOR;
    }

    /** Returns the distance if no edge has a nearest place between its corners, or infinity if it is larger than a limit. */
    private double ofCorners(
            int part, double x, double y, double limit, int nearest, double min, double second, double[] room) {
        double about = Math.sqrt(min);
        double slack = SLACK * (about + longest[part]);
        double reach = about + slack;
        int last = begins[part + 1] - EDGE;
        // The end of a line is no start of an edge.
        double toEnd = squares[last / EDGE] == 0
                ? Double.POSITIVE_INFINITY
                : square(x - edges[last + 2]) + square(y - edges[last + 3]);
        if (second <= reach * reach || toEnd <= reach * reach && !isStart(part, nearest, last)) {
            return ofEdges(part, x, y, limit, room);
        }
        if (about - slack > limit) {
            return Double.POSITIVE_INFINITY;
        }
        double distance = Math.hypot(x - edges[nearest], y - edges[nearest + 1]);
        return distance <= limit ? distance : Double.POSITIVE_INFINITY;
    }

    /** Returns whether the last edge of a part ends where another one starts. */
    private boolean isStart(int part, int start, int last) {
        return edges[start] == edges[last + 2] && edges[start + 1] == edges[last + 3];
    }

    private static double square(double value) {
        return value * value;
    }

    private double ofEdges(int part, double x, double y, double limit, double[] room) {
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
        double min = Math.sqrt(Double.longBitsToDouble(leastBits));
        double slack = SLACK * (min + longest[part]);
        if (min - slack > limit) {
            return Double.POSITIVE_INFINITY;
        }
        double reach = (min + slack) * (min + slack);
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
}
