package dev.gyre.jts;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;

/**
 * A part of a geometry, not empty, whose distances from others are asked for. The trees of its edges are made when they are first needed,
 * once. Safe for use by several threads.
 *
 * <p>The distance is that of JTS's {@code DistanceOp}: 0 if the first corner of an element of either part is in or on a polygon of the
 * other one, else the least distance of their edges and points.
 */
final class PreparedPart {

    private final Geometry geometry;

    /** Edges and points. */
    private volatile Edges edges;

    private volatile Areas areas;

    /**
     * The elements of the part.
     *
     * @param polygons the boxes of its polygons
     * @param rings the edges of each polygon
     * @param starts the first corner of each element
     */
    private record Areas(Envelope[] polygons, Edges[] rings, Coordinate[] starts) {

        /** Returns whether a point is in or on a polygon. */
        boolean cover(Coordinate point) {
            for (int polygon = 0; polygon < polygons.length; polygon++) {
                if (polygons[polygon].intersects(point) && rings[polygon].locate(point) != Location.EXTERIOR) {
                    return true;
                }
            }
            return false;
        }

        boolean coverAny(Coordinate... points) {
            for (int i = 0; polygons.length > 0 && i < points.length; i++) {
                if (cover(points[i])) {
                    return true;
                }
            }
            return false;
        }
    }

    PreparedPart(Geometry geometry) {
        this.geometry = geometry;
    }

    Envelope envelope() {
        return geometry.getEnvelopeInternal();
    }

    /** Returns the edges, and the points as edges without length. */
    Edges edges() {
        Edges made = edges;
        if (made == null) {
            synchronized (this) {
                made = edges;
                if (made == null) {
                    made = Edges.withPoints(geometry);
                    edges = made;
                }
            }
        }
        return made;
    }

    private Areas areas() {
        Areas made = areas;
        if (made == null) {
            synchronized (this) {
                made = areas;
                if (made == null) {
                    made = makeAreas();
                    areas = made;
                }
            }
        }
        return made;
    }

    private Areas makeAreas() {
        List<Polygon> polygons = new ArrayList<>();
        List<Coordinate> starts = new ArrayList<>();
        collect(geometry, polygons, starts);
        return new Areas(
                polygons.stream().map(Polygon::getEnvelopeInternal).toArray(Envelope[]::new),
                polygons.stream()
                        .map(polygon -> polygon == geometry ? edges() : new Edges(polygon))
                        .toArray(Edges[]::new),
                starts.toArray(Coordinate[]::new));
    }

    private static void collect(Geometry geometry, List<Polygon> polygons, List<Coordinate> starts) {
        if (geometry.isEmpty()) {
            return;
        }
        if (geometry instanceof GeometryCollection) {
            for (int part = 0; part < geometry.getNumGeometries(); part++) {
                collect(geometry.getGeometryN(part), polygons, starts);
            }
            return;
        }
        starts.add(geometry.getCoordinate());
        if (geometry instanceof Polygon polygon) {
            polygons.add(polygon);
        }
    }

    /**
     * Returns the distance from another part, or infinity if it is larger than a limit.
     *
     * @param distances from the edges of the other part
     */
    double distance(PreparedPart other, EdgeDistance distances, double limit) {
        boolean mayCover = geometry.getDimension() == 2 || other.geometry.getDimension() == 2;
        if (mayCover
                && envelope().intersects(other.envelope())
                && (areas().coverAny(other.areas().starts()) || other.areas().coverAny(areas().starts()))) {
            return 0;
        }
        return distances.to(edges(), limit);
    }

    /** Returns whether a point is in or on one of its polygons. */
    boolean covers(Coordinate point) {
        return geometry.getDimension() == 2 && envelope().intersects(point) && areas().cover(point);
    }
}
