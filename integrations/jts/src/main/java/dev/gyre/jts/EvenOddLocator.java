package dev.gyre.jts;

import org.locationtech.jts.algorithm.RayCrossingCounter;
import org.locationtech.jts.algorithm.locate.IndexedPointInAreaLocator;
import org.locationtech.jts.algorithm.locate.PointOnGeometryLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;

/**
 * Locates points in an area without an index. Like {@link IndexedPointInAreaLocator}, and so like a prepared geometry, it counts the edges
 * of all rings that a ray crosses; for areas that are not valid JTS's other locator gives other answers.
 */
final class EvenOddLocator implements PointOnGeometryLocator {

    private final Geometry area;

    private EvenOddLocator(Geometry area) {
        this.area = area;
    }

    /** Returns a locator for a polygon or multipolygon; an index pays if it locates several points. */
    static PointOnGeometryLocator of(Geometry area, boolean isOften) {
        return isOften ? new IndexedPointInAreaLocator(area) : new EvenOddLocator(area);
    }

    @Override
    public int locate(Coordinate point) {
        if (!area.getEnvelopeInternal().intersects(point)) {
            return Location.EXTERIOR;
        }
        RayCrossingCounter counter = new RayCrossingCounter(point);
        for (int part = 0; part < area.getNumGeometries(); part++) {
            Polygon polygon = (Polygon) area.getGeometryN(part);
            if (!polygon.isEmpty()) {
                count(counter, polygon.getExteriorRing());
                for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
                    count(counter, polygon.getInteriorRingN(hole));
                }
            }
        }
        return counter.getLocation();
    }

    private static void count(RayCrossingCounter counter, LinearRing ring) {
        CoordinateSequence corners = ring.getCoordinateSequence();
        for (int at = 1; at < corners.size() && !counter.isOnSegment(); at++) {
            counter.countSegment(corners.getCoordinate(at - 1), corners.getCoordinate(at));
        }
    }
}
