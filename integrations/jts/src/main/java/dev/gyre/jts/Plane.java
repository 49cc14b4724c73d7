package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;

/** The plane, as JTS computes in it. The measure is the distance. */
final class Plane extends Space<Edges> {

    static final Plane PLANE = new Plane();

    /** JTS rounds distances by some ulps of the coordinates, so boxes that far beyond the distance are candidates too. */
    private static final double ROUNDING = 1e-12;

    private Plane() {}

    @Override
    int dims() {
        return GeometryBoxes.PLANE;
    }

    @Override
    Metric metric() {
        return Metric.EUCLIDEAN;
    }

    @Override
    double key(double distance) {
        return distance * distance;
    }

    @Override
    double largest(double distance) {
        return distance;
    }

    @Override
    double min(double ofBoxes, double extent) {
        return ofBoxes - EdgeDistance.ROUNDING * (2 * ofBoxes + extent);
    }

    @Override
    double reach(double distance, double magnitude) {
        return distance + ROUNDING * (distance + magnitude);
    }

    /** Points are finite. */
    @Override
    void check(Points points) {}

    @Override
    Boxes boxes(Points points) {
        return Boxes.of(points);
    }

    /** The box is around all rings: a hole may lie out of its shell, in a polygon that is not valid. */
    @Override
    void write(Geometry part, int row, double[] bounds, int at) {
        Envelope box = part.getEnvelopeInternal();
        if (part.getDimension() == GeometryBoxes.PLANE) {
            Envelope ofRings = new Envelope(box);
            part.apply((GeometryComponentFilter) component -> {
                if (component instanceof LinearRing) {
                    ofRings.expandToInclude(component.getEnvelopeInternal());
                }
            });
            box = ofRings;
        }
        GeometryBoxes.write(box, bounds, at);
    }

    @Override
    Edges edges(Geometry geometry) {
        return Edges.withPoints(geometry);
    }

    @Override
    Edges edges(Coordinate... points) {
        return Edges.of(points);
    }

    @Override
    Area<Edges> area(Polygon polygon, Edges edges) {
        Envelope box = polygon.getEnvelopeInternal();
        return (others, corner) -> {
            Coordinate point = others.corner(corner);
            return box.intersects(point) && edges.locate(point) != Location.EXTERIOR;
        };
    }

    @Override
    double[] box(PreparedPart<Edges> part) {
        Edges edges = part.edges();
        return edges.bounds(edges.top());
    }

    @Override
    boolean mayMeet(Geometry geometry, Envelope box) {
        return geometry.getEnvelopeInternal().intersects(box);
    }

    @Override
    FacetDistance<Edges> from(Edges edges) {
        return new EdgeDistance(edges);
    }

    @Override
    double measure(double[] point, Boxes boxes, int box) {
        return new Coordinate(point[0], point[1]).distance(new Coordinate(boxes.lower(box, 0), boxes.lower(box, 1)));
    }
}
