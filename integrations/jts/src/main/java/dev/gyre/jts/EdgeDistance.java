package dev.gyre.jts;

import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.geom.Coordinate;

/** The distances of edges in the plane: the least that JTS gives for a pair of edges, or of a point and an edge. */
final class EdgeDistance extends FacetDistance<Edges> {

    /**
     * By how much JTS may round a distance down, as a part of the distance and of the extents of both geometries. The numerator in
     * {@code Distance.pointToSegment} is off by less than 8 roundings (2^-53) of the distance to the edge's start times its length, the
     * rest by less than 8 of the result; this is five times that.
     */
    static final double ROUNDING = 1e-14;

    private final double extent;
    private double othersExtent;

    EdgeDistance(Edges edges) {
        super(edges);
        extent = edges.extent();
    }

    @Override
    void begin() {
        othersExtent = others.extent();
    }

    @Override
    double reach(double distance) {
        double far = (distance + ROUNDING * (extent + othersExtent)) * (1 + 2 * ROUNDING);
        return far * far;
    }

    @Override
    void compare(int leaf, int otherLeaf) {
        double[] whole = others.bounds(0);
        int at = Edges.BOUNDS * otherLeaf;
        int last = Math.min(Facets.FAN * (leaf + 1), edges.size() - 1);
        for (int edge = Facets.FAN * leaf; edge < last; edge++) {
            Coordinate start = edges.corner(edge);
            Coordinate end = edges.corner(edge + 1);
            if (start != null && end != null && distanceSq(start, end, whole, at) <= reach()) {
                compare(start, end, otherLeaf);
            }
        }
    }

    private void compare(Coordinate start, Coordinate end, int otherLeaf) {
        int last = Math.min(Facets.FAN * (otherLeaf + 1), others.size() - 1);
        for (int edge = Facets.FAN * otherLeaf; edge < last; edge++) {
            Coordinate from = others.corner(edge);
            Coordinate to = others.corner(edge + 1);
            if (from != null && to != null && distanceSq(start, end, from, to) <= reach()) {
                double distance = start == end
                        ? Distance.pointToSegment(start, from, to)
                        : Distance.segmentToSegment(start, end, from, to);
                // False for NaN, which JTS does not take for a distance either.
                if (distance < best()) {
                    improve(distance);
                }
            }
        }
    }

    @Override
    double nearSq(double[] boxes, int at, double[] others, int other) {
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
