package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;

/**
 * Where geometries lie, and how far they are from one another. A search orders pairs by their measure, which grows with the distance and is
 * cheaper. Safe for use by several threads.
 *
 * @param <F> the edges of a geometry
 */
abstract sealed class Space<F extends Facets> permits Plane, Sphere {

    /** The points of a polygon. */
    interface Area<F> {

        /** Returns whether a corner is in or on the polygon; in doubt about one on it, its distance from the edges tells. */
        boolean covers(F others, int corner);
    }

    /** Returns the space of a join. */
    static Space<?> of(SpatialJoinOptions options) {
        return options.sphere() ? Sphere.of(options) : Plane.PLANE;
    }

    /** Returns the dimensions of boxes. */
    abstract int dims();

    /** Returns the metric of distances, and of keys. */
    abstract Metric metric();

    /** Returns the key of a measure. */
    abstract double key(double measure);

    /** Returns the largest measure within a distance. */
    abstract double largest(double distance);

    /** Returns the least measure of a pair whose boxes have a distance, as it may be rounded; extent is the sum of the sides of both boxes. */
    abstract double min(double ofBoxes, double extent);

    /** Returns the distance of boxes up to which pairs within a distance may be, for boxes of some magnitude. */
    abstract double reach(double distance, double magnitude);

    /**
     * Checks the coordinates of points.
     *
     * @throws IllegalArgumentException if one is refused
     */
    abstract void check(Points points);

    /** Returns points as boxes. */
    abstract Boxes boxes(Points points);

    /**
     * Writes the bounds of a part, which is not empty.
     *
     * @param row the row of the part, for messages
     * @throws IllegalArgumentException if a coordinate is refused; other ones are refused by the boxes
     */
    abstract void write(Geometry part, int row, double[] bounds, int at);

    /** Returns the edges of a geometry, and its points as edges without length. */
    abstract F edges(Geometry geometry);

    /** Returns points as edges without length. */
    abstract F edges(Coordinate... points);

    /** Returns the points of a polygon whose edges are given. */
    abstract Area<F> area(Polygon polygon, F edges);

    /** Returns the box of all points of a part. */
    abstract double[] box(PreparedPart<F> part);

    /** Returns false if geometry and box certainly have no common point. */
    abstract boolean mayMeet(Geometry geometry, Envelope box);

    /** Returns distances from some edges. */
    abstract FacetDistance<F> from(F edges);

    /** Returns the measure of two points, given by their coordinates in this space and by a box. */
    abstract double measure(double[] point, Boxes boxes, int box);
}
