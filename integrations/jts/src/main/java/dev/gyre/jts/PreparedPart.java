package dev.gyre.jts;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.Polygon;

/**
 * A geometry or a part of one, not empty, whose distances from others are asked for. The trees of its edges are made when they are first
 * needed, once. Safe for use by several threads.
 *
 * <p>The distance is that of JTS's {@code DistanceOp}: 0 if the first corner of an element of either part is in or on a polygon of the
 * other one, else the least distance of their edges and points.
 */
final class PreparedPart<F extends Facets> {

    private final Geometry geometry;
    private final Space<F> space;

    /** Edges and points. */
    private volatile F edges;

    private volatile Elements<F> elements;

    /**
     * The elements of the part.
     *
     * @param areas its polygons
     * @param starts the first corner of each element, as edges without length
     */
    private record Elements<F extends Facets>(List<Space.Area<F>> areas, F starts) {

        /** Returns whether a corner is in or on a polygon. */
        boolean cover(F others, int corner) {
            for (Space.Area<F> area : areas) {
                if (area.covers(others, corner)) {
                    return true;
                }
            }
            return false;
        }

        boolean coverAny(F points) {
            for (int corner = 0; !areas.isEmpty() && corner < points.size(); corner++) {
                if (points.isEdge(corner) && cover(points, corner)) {
                    return true;
                }
            }
            return false;
        }
    }

    PreparedPart(Geometry geometry, Space<F> space) {
        this.geometry = geometry;
        this.space = space;
    }

    Geometry geometry() {
        return geometry;
    }

    /** Returns the edges, and the points as edges without length. */
    F edges() {
        F made = edges;
        if (made == null) {
            synchronized (this) {
                made = edges;
                if (made == null) {
                    made = space.edges(geometry);
                    edges = made;
                }
            }
        }
        return made;
    }

    private Elements<F> elements() {
        Elements<F> made = elements;
        if (made == null) {
            synchronized (this) {
                made = elements;
                if (made == null) {
                    List<Space.Area<F>> areas = new ArrayList<>();
                    List<Coordinate> starts = new ArrayList<>();
                    collect(geometry, areas, starts);
                    made = new Elements<>(areas, space.edges(starts.toArray(Coordinate[]::new)));
                    elements = made;
                }
            }
        }
        return made;
    }

    private void collect(Geometry element, List<Space.Area<F>> areas, List<Coordinate> starts) {
        if (element.isEmpty()) {
            return;
        }
        if (element instanceof GeometryCollection) {
            for (int part = 0; part < element.getNumGeometries(); part++) {
                collect(element.getGeometryN(part), areas, starts);
            }
            return;
        }
        starts.add(element.getCoordinate());
        if (element instanceof Polygon polygon) {
            areas.add(space.area(polygon, element == geometry ? edges() : space.edges(element)));
        }
    }

    /** Returns its polygons. */
    List<Space.Area<F>> areas() {
        return elements().areas();
    }

    /**
     * Returns the measure from another part, or infinity if it is larger than a limit.
     *
     * @param distances from the edges of the other part
     */
    double measure(PreparedPart<F> other, FacetDistance<F> distances, double limit) {
        boolean mayCover = isArea() || other.isArea();
        if (mayCover
                && space.mayMeet(geometry, other.geometry.getEnvelopeInternal())
                && (elements().coverAny(other.elements().starts())
                        || other.elements().coverAny(elements().starts()))) {
            return 0;
        }
        return distances.to(edges(), limit);
    }

    /** Returns whether it has a polygon. */
    boolean isArea() {
        return geometry.getDimension() == GeometryBoxes.PLANE;
    }

    /** Returns whether a point, given as an edge too, is in or on one of its polygons. */
    boolean covers(Coordinate point, F asEdge) {
        return isArea()
                && space.mayMeet(geometry, new Envelope(point))
                && elements().cover(asEdge, 0);
    }
}
