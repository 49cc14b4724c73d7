package dev.gyre.jts;

import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.geom.Coordinate;

/**
 * The distances of edges from those of other geometries: the least that JTS gives for a pair of edges, or of a point and an edge.
 *
 * <p>Both trees are descended together, the nearest boxes first, so that most edges are never read. Not safe for use by several threads.
 */
final class EdgeDistance {

    /**
     * By how much JTS may round a distance down, as a part of the distance and of the extents of both geometries. The numerator in
     * {@code Distance.pointToSegment} is off by less than 8 roundings (2^-53) of the distance to the edge's start times its length, the
     * rest by less than 8 of the result; this is five times that.
     */
    static final double ROUNDING = 1e-14;

    private final Edges edges;
    private final double extent;

    /** For each level of a descent, the children that are left to visit: squared distances of their boxes, and their numbers. */
    private double[] nears = new double[0];

    private int[] children = new int[0];

    private Edges others;
    private double othersExtent;
    private double best;

    /** Squared distance of the farthest boxes that may have a nearer pair. */
    private double reach;

    EdgeDistance(Edges edges) {
        this.edges = edges;
        extent = extent(edges);
    }

    private static double extent(Edges edges) {
        double[] root = edges.bounds(edges.top());
        return root[2] - root[0] + (root[3] - root[1]);
    }

    /** Returns the distance from other edges, or infinity if it is larger than a limit. */
    double to(Edges other, double limit) {
        others = other;
        othersExtent = extent(other);
        int depth = (edges.top() + other.top()) * Edges.FAN;
        if (nears.length < depth) {
            nears = new double[depth];
            children = new int[depth];
        }
        improve(Math.nextUp(limit));
        visit(edges.top(), 0, other.top(), 0, 0);
        return best <= limit ? best : Double.POSITIVE_INFINITY;
    }

    private void improve(double distance) {
        best = distance;
        double far = (distance + ROUNDING * (extent + othersExtent)) * (1 + 2 * ROUNDING);
        reach = far * far;
    }

    /** Visits a pair of nodes; of the larger one all children. */
    private void visit(int level, int node, int otherLevel, int otherNode, int depth) {
        if (level == 0 && otherLevel == 0) {
            compare(node, otherNode);
            return;
        }
        boolean isOther = otherLevel >= level;
        Edges parted = isOther ? others : edges;
        int below = (isOther ? otherLevel : level) - 1;
        double[] boxes = parted.bounds(below);
        double[] whole = isOther ? edges.bounds(level) : others.bounds(otherLevel);
        int at = Edges.BOUNDS * (isOther ? node : otherNode);
        int parent = isOther ? otherNode : node;
        int end = Math.min(Edges.FAN * (parent + 1), parted.nodes(below));
        int count = depth;
        for (int child = Edges.FAN * parent; child < end; child++) {
            double near = distanceSq(boxes, Edges.BOUNDS * child, whole, at);
            if (near <= reach) {
                insert(depth, count++, near, child);
            }
        }
        for (int i = depth; i < count && nears[i] <= reach; i++) {
            if (isOther) {
                visit(level, node, below, children[i], depth + Edges.FAN);
            } else {
                visit(below, children[i], otherLevel, otherNode, depth + Edges.FAN);
            }
        }
    }

    private void insert(int from, int end, double near, int child) {
        int hole = end;
        while (hole > from && nears[hole - 1] > near) {
            nears[hole] = nears[hole - 1];
            children[hole] = children[hole - 1];
            hole--;
        }
        nears[hole] = near;
        children[hole] = child;
    }

    /** Compares all edges of two leaves. */
    private void compare(int leaf, int otherLeaf) {
        double[] whole = others.bounds(0);
        int at = Edges.BOUNDS * otherLeaf;
        int last = Math.min(Edges.FAN * (leaf + 1), edges.size() - 1);
        for (int edge = Edges.FAN * leaf; edge < last; edge++) {
            Coordinate start = edges.corner(edge);
            Coordinate end = edges.corner(edge + 1);
            if (start != null && end != null && distanceSq(start, end, whole, at) <= reach) {
                compare(start, end, otherLeaf);
            }
        }
    }

    private void compare(Coordinate start, Coordinate end, int otherLeaf) {
        int last = Math.min(Edges.FAN * (otherLeaf + 1), others.size() - 1);
        for (int edge = Edges.FAN * otherLeaf; edge < last; edge++) {
            Coordinate from = others.corner(edge);
            Coordinate to = others.corner(edge + 1);
            if (from != null && to != null && distanceSq(start, end, from, to) <= reach) {
                double distance = start == end
                        ? Distance.pointToSegment(start, from, to)
                        : Distance.segmentToSegment(start, end, from, to);
                // False for NaN, which JTS does not take for a distance either.
                if (distance < best) {
                    improve(distance);
                }
            }
        }
    }

    /** Returns the squared distance of two boxes, given by their bounds. */
    private static double distanceSq(double[] boxes, int at, double[] others, int other) {
        double dx = Math.max(0, Math.max(boxes[at] - others[other + 2], others[other] - boxes[at + 2]));
        double dy = Math.max(0, Math.max(boxes[at + 1] - others[other + 3], others[other + 1] - boxes[at + 3]));
        return dx * dx + dy * dy;
    }

    private static double distanceSq(Coordinate start, Coordinate end, double[] boxes, int at) {
        return distanceSq(start, end, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }

    private static double distanceSq(Coordinate start, Coordinate end, Coordinate from, Coordinate to) {
        return distanceSq(
                start,
                end,
                Math.min(from.x, to.x),
                Math.min(from.y, to.y),
                Math.max(from.x, to.x),
                Math.max(from.y, to.y));
    }

    /** Returns the squared distance of the box of an edge from another box. */
    private static double distanceSq(
            Coordinate start, Coordinate end, double minX, double minY, double maxX, double maxY) {
        double dx = Math.max(0, Math.max(Math.min(start.x, end.x) - maxX, minX - Math.max(start.x, end.x)));
        double dy = Math.max(0, Math.max(Math.min(start.y, end.y) - maxY, minY - Math.max(start.y, end.y)));
        return dx * dx + dy * dy;
    }
}
