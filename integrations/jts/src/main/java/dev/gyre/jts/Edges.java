package dev.gyre.jts;

import java.util.List;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.RayCrossingCounter;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * The edges of lines or areas in the plane: about 10 bytes for each. A question reads O(log n) boxes and the edges that are near. Immutable;
 * safe for use by several threads.
 */
final class Edges extends Facets {

    static final int BOUNDS = 2 * GeometryBoxes.PLANE;

    /** Receives edges; true ends the search. */
    @FunctionalInterface
    private interface EdgeTest {
        boolean holds(Coordinate start, Coordinate end);
    }

    /** The corners of all lines and rings; a null separates two of them. */
    private final Coordinate[] corners;

    /** Whether the edges of each node follow each other without a gap. */
    private final boolean[][] chains;

    /** The edges of the lines and rings of a geometry. */
    Edges(Geometry geometry) {
        this(lines(geometry));
    }

    private Edges(List<Coordinate[]> lines) {
        this(corners(lines));
    }

    private Edges(Coordinate... corners) {
        super(GeometryBoxes.PLANE, leaves(corners));
        this.corners = corners;
        chains = chains();
    }

    /** The edges of a geometry, and its points as edges without length. */
    static Edges withPoints(Geometry geometry) {
        return new Edges(linesAndPoints(geometry));
    }

    /** Points as edges without length. */
    static Edges of(Coordinate... points) {
        return new Edges(twice(points));
    }

    @Override
    int size() {
        return corners.length;
    }

    @Override
    boolean isEdge(int corner) {
        return corners[corner] != null && corners[corner + 1] != null;
    }

    /** Returns a corner, or null between two lines. */
    Coordinate corner(int number) {
        return corners[number];
    }

    private boolean[][] chains() {
        boolean[][] chains = new boolean[top() + 1][];
        for (int level = 0; level < chains.length; level++) {
            chains[level] = new boolean[nodes(level)];
            int below = level == 0 ? corners.length - 1 : chains[level - 1].length;
            for (int node = 0; node < chains[level].length; node++) {
                boolean isWhole = FAN * (node + 1) <= below;
                for (int child = FAN * node; isWhole && child < FAN * (node + 1); child++) {
                    isWhole = level == 0 ? isEdge(child) : chains[level - 1][child];
                }
                chains[level][node] = isWhole;
            }
        }
        return chains;
    }

    private static Coordinate[] corners(List<Coordinate[]> lines) {
        int count = 0;
        for (Coordinate[] line : lines) {
            count = Math.addExact(count, line.length + 1);
        }
        Coordinate[] all = new Coordinate[count];
        int next = 0;
        for (Coordinate[] line : lines) {
            System.arraycopy(line, 0, all, next, line.length);
            next += line.length + 1;
        }
        return all;
    }

    private static double[] leaves(Coordinate... corners) {
        double[] bounds = empty(corners.length, GeometryBoxes.PLANE);
        for (int edge = 0; edge + 1 < corners.length; edge++) {
            if (corners[edge] != null && corners[edge + 1] != null) {
                extend(bounds, edge / FAN * BOUNDS, corners[edge]);
                extend(bounds, edge / FAN * BOUNDS, corners[edge + 1]);
            }
        }
        return bounds;
    }

    private static void extend(double[] bounds, int at, Coordinate corner) {
        extend(bounds, at, GeometryBoxes.PLANE, 0, corner.x, corner.x);
        extend(bounds, at, GeometryBoxes.PLANE, 1, corner.y, corner.y);
    }

    /** Performs {@link #locate} without a tree. */
    static int locateOnce(Coordinate point, Geometry area) {
        RayCrossingCounter counter = new RayCrossingCounter(point);
        if (area.getEnvelopeInternal().intersects(point)) {
            for (Coordinate[] line : lines(area)) {
                for (int at = 1; at < line.length && !counter.isOnSegment(); at++) {
                    counter.countSegment(line[at - 1], line[at]);
                }
            }
        }
        return counter.getLocation();
    }

    /**
     * Locates a point in an area: it is inside if a ray from it crosses the rings an odd number of times. So does the locator of a prepared
     * geometry of JTS.
     */
    int locate(Coordinate point) {
        RayCrossingCounter counter = new RayCrossingCounter(point);
        count(top(), 0, point, counter);
        return counter.getLocation();
    }

    /** Counts the edges of a node that a ray to the right crosses, or some of them if the point is on one. */
    private void count(int level, int node, Coordinate point, RayCrossingCounter counter) {
        double[] bounds = bounds(level);
        int at = BOUNDS * node;
        if (bounds[at + 1] > point.y || bounds[at + 2] < point.x || bounds[at + 3] < point.y) {
            return;
        }
        if (bounds[at] > point.x && chains[level][node]) {
            // Edges that follow each other right of the point cross the ray as often, modulo 2, as one edge from the
            // first to the last corner.
            int span = FAN << level * FAN_BITS;
            counter.countSegment(corners[node * span], corners[(node + 1) * span]);
        } else if (level == 0) {
            countLeaf(node, counter);
        } else {
            int end = Math.min(FAN * (node + 1), nodes(level - 1));
            for (int child = FAN * node; child < end && !counter.isOnSegment(); child++) {
                count(level - 1, child, point, counter);
            }
        }
    }

    private void countLeaf(int leaf, RayCrossingCounter counter) {
        int last = Math.min(FAN * (leaf + 1), corners.length - 1);
        for (int edge = FAN * leaf; edge < last; edge++) {
            if (corners[edge] != null && corners[edge + 1] != null) {
                counter.countSegment(corners[edge], corners[edge + 1]);
            }
        }
    }

    /** Returns whether the box of an edge meets a box. If not, the whole box is inside, or outside. */
    boolean areNear(Envelope box) {
        return any(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), (start, end) -> true);
    }

    /**
     * Returns how the edges meet those of another geometry, by RelateNG's test of edges. As there, edges without length are left out.
     *
     * @param seeksCrossing whether a crossing is looked for; else edges that meet suffice
     */
    Meeting meeting(Geometry other, boolean seeksCrossing) {
        return new MeetingSearch(other, seeksCrossing).run();
    }

    /** How edges meet. */
    enum Meeting {
        NOWHERE,
        SOMEWHERE,

        /** An edge crosses one of the other geometry, with no other edge of either near the point. */
        CROSSING
    }

    /** A search for edges that meet. */
    private final class MeetingSearch {

        /** Edges that meet otherwise, such as common ones, after which no crossing is looked for. */
        private static final int MAX_TRIES = 8;

        private final LineIntersector intersector = new RobustLineIntersector();
        private final List<Coordinate[]> others;
        private int tries;
        private Meeting found = Meeting.NOWHERE;

        MeetingSearch(Geometry other, boolean seeksCrossing) {
            others = lines(other);
            tries = seeksCrossing ? MAX_TRIES : 1;
        }

        Meeting run() {
            for (Coordinate[] line : others) {
                for (int at = 1; at < line.length && tries > 0; at++) {
                    if (!line[at - 1].equals2D(line[at])) {
                        search(line[at - 1], line[at]);
                    }
                }
            }
            return found;
        }

        private void search(Coordinate from, Coordinate to) {
            double minX = Math.min(from.x, to.x);
            double minY = Math.min(from.y, to.y);
            any(minX, minY, Math.max(from.x, to.x), Math.max(from.y, to.y), (start, end) -> meet(start, end, from, to));
        }

        /** Returns whether the search ends with this pair of edges. */
        private boolean meet(Coordinate start, Coordinate end, Coordinate from, Coordinate to) {
            if (start.equals2D(end)) {
                return false;
            }
            intersector.computeIntersection(start, end, from, to);
            if (intersector.hasIntersection()) {
                tries--;
                found = Meeting.SOMEWHERE;
                if (tries > 0 && intersector.isProper() && cross(start, end, from, to)) {
                    found = Meeting.CROSSING;
                    tries = 0;
                }
            }
            return tries == 0;
        }

        private boolean cross(Coordinate start, Coordinate end, Coordinate from, Coordinate to) {
            Envelope box = Crossing.clearanceOrNull(intersector.getIntersection(0), start, end, from, to);
            return box != null && isAlone(box) && isAloneAmongOthers(box);
        }

        private boolean isAloneAmongOthers(Envelope box) {
            int near = 0;
            for (Coordinate[] line : others) {
                for (int at = 1; at < line.length && near < 2; at++) {
                    near += box.intersects(line[at - 1], line[at]) ? 1 : 0;
                }
            }
            return near == 1;
        }
    }

    /** Returns whether an edge has length. */
    boolean haveLength() {
        return any(
                Double.NEGATIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                (start, end) -> !start.equals2D(end));
    }

    /** Returns whether the box of just one edge meets a box. */
    private boolean isAlone(Envelope box) {
        int[] near = new int[1];
        any(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), (start, end) -> ++near[0] > 1);
        return near[0] == 1;
    }

    /** Returns whether the test holds for an edge whose box meets a box. */
    private boolean any(double minX, double minY, double maxX, double maxY, EdgeTest test) {
        return any(top(), 0, minX, minY, maxX, maxY, test);
    }

    private boolean any(int level, int node, double minX, double minY, double maxX, double maxY, EdgeTest test) {
        double[] bounds = bounds(level);
        int at = BOUNDS * node;
        if (bounds[at] > maxX || bounds[at + 1] > maxY || bounds[at + 2] < minX || bounds[at + 3] < minY) {
            return false;
        }
        if (level == 0) {
            return anyOfLeaf(node, minX, minY, maxX, maxY, test);
        }
        int end = Math.min(FAN * (node + 1), nodes(level - 1));
        for (int child = FAN * node; child < end; child++) {
            if (any(level - 1, child, minX, minY, maxX, maxY, test)) {
                return true;
            }
        }
        return false;
    }

    private boolean anyOfLeaf(int leaf, double minX, double minY, double maxX, double maxY, EdgeTest test) {
        int last = Math.min(FAN * (leaf + 1), corners.length - 1);
        for (int edge = FAN * leaf; edge < last; edge++) {
            Coordinate start = corners[edge];
            Coordinate end = corners[edge + 1];
            if (start != null
                    && end != null
                    && Math.min(start.x, end.x) <= maxX
                    && Math.min(start.y, end.y) <= maxY
                    && Math.max(start.x, end.x) >= minX
                    && Math.max(start.y, end.y) >= minY
                    && test.holds(start, end)) {
                return true;
            }
        }
        return false;
    }
}
