package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * The right parts of a search for the nearest ones of points, with the edges of all small parts in one array: their distances need no
 * objects. Others are asked by their trees of edges. A measure is that of {@link FacetDistance}, to the last bit. Immutable; safe for use by
 * several threads.
 *
 * @param <F> the edges of a geometry
 */
abstract sealed class SmallParts<F extends Facets> permits SmallEdges, SmallArcs {

    /** Edges with more of them are better found in a tree. */
    static final int MAX_EDGES = 64;

    private final Space<F> space;

    /** The parts; null for points. */
    private final List<PreparedPart<F>> parts;

    SmallParts(Space<F> space, List<PreparedPart<F>> parts) {
        this.space = space;
        this.parts = parts;
    }

    /** Returns the right parts of a search in a space, or null if it has none of these. */
    @SuppressWarnings("unchecked")
    static <F extends Facets> SmallParts<F> ofOrNull(Space<F> space, List<PreparedPart<F>> parts, Boxes boxes) {
        if (space == Plane.PLANE) {
            return (SmallParts<F>) new SmallEdges((List<PreparedPart<Edges>>) (List<?>) parts, boxes);
        }
        return space == Sphere.SPHERE
                ? (SmallParts<F>) new SmallArcs((List<PreparedPart<Arcs>>) (List<?>) parts, boxes)
                : null;
    }

    /** Returns whether a part is a point, a line or a polygon of few edges. */
    static boolean isSmall(Geometry geometry) {
        boolean isSingle = geometry instanceof Polygon || geometry instanceof LineString || geometry instanceof Point;
        return isSingle && geometry.getNumPoints() <= MAX_EDGES;
    }

    /** Returns how many numbers the place of a point has; the first ones are its coordinates in the space of boxes. */
    abstract int width();

    /** Writes the place of a point. */
    abstract void place(double x, double y, double[] places, int at);

    /** Returns the Euclidean distance in the space of boxes for a measure. */
    abstract double length(double measure);

    /** Returns the measure for a Euclidean distance in the space of boxes. */
    abstract double measure(double length);

    /** Returns by how much a box must be larger on each side, so that all places in its part, or touching it, are in it. */
    abstract double margin();

    /**
     * Returns the measure of a part from a place, or infinity if it is larger than a limit.
     *
     * @param places numbers of places
     * @param at where those of the place begin
     * @param mayCover whether the place may be in the part, because it is in its box
     * @param room room of this thread, for {@link #MAX_EDGES} numbers
     */
    abstract double measure(int part, double[] places, int at, boolean mayCover, double limit, double[] room);

    /** Returns the measure of a part from a point by the tree of its edges, or infinity if it is larger than a limit. */
    final double ofTree(int part, double x, double y, double limit) {
        Coordinate point = new Coordinate(x, y);
        F asEdge = space.edges(point);
        PreparedPart<F> asked = parts.get(part);
        return asked.covers(point, asEdge) ? 0 : space.from(asEdge).to(asked.edges(), limit);
    }

    /** Returns a part; null for a point of a layer of points. */
    final PreparedPart<F> partOrNull(int part) {
        return parts == null ? null : parts.get(part);
    }

    /** Returns the geometry of a part; null for a point of a layer of points. */
    final Geometry geometry(int part) {
        return parts == null ? null : parts.get(part).geometry();
    }
}
