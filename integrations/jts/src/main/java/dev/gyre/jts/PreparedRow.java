package dev.gyre.jts;

import org.locationtech.jts.algorithm.locate.IndexedPointInAreaLocator;
import org.locationtech.jts.algorithm.locate.PointOnGeometryLocator;
import org.locationtech.jts.algorithm.locate.SimplePointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.operation.distance.IndexedFacetDistance;

/**
 * A geometry that is compared with others. Each of its indexes is made when it is first needed. Safe for use by several threads, like the
 * classes of JTS that it uses.
 */
final class PreparedRow {

    private final Geometry geometry;
    private final PreparedGeometry prepared;
    private final PointOnGeometryLocator locator;
    private final boolean isMixed;
    private volatile IndexedFacetDistance facets;

    /**
     * Prepares a geometry.
     *
     * @param isOften whether it is compared more than once
     */
    PreparedRow(Geometry geometry, boolean isOften) {
        this.geometry = geometry;
        prepared = PreparedGeometryFactory.prepare(geometry);
        // The locator of a prepared polygon is behind a lock.
        locator = geometry instanceof Polygonal ? locator(geometry, isOften) : null;
        isMixed = Relation.isMixed(geometry);
    }

    private static PointOnGeometryLocator locator(Geometry area, boolean isOften) {
        return isOften ? new IndexedPointInAreaLocator(area) : new SimplePointInAreaLocator(area);
    }

    /** Returns whether a predicate holds between this geometry and a row of a layer. */
    boolean holds(Relation relation, double distance, Layer others, int row) {
        Coordinate point = locator == null ? null : others.pointOrNull(row);
        if (point != null) {
            boolean holds = relation.holdsForPoint(locator.locate(point));
            return holds || relation != Relation.WITHIN_DISTANCE ? holds : isNear(others.geometry(row), distance);
        }
        Geometry other = others.geometry(row);
        if (isMixed || Relation.isMixed(other)) {
            return relation.holdsForMixed(geometry, other, distance);
        }
        return relation == Relation.WITHIN_DISTANCE
                ? isNear(other, distance) || prepared.intersects(other)
                : relation.holds(prepared, other);
    }

    /** Returns whether the lines and points of the geometries are within a distance. */
    private boolean isNear(Geometry other, double distance) {
        return facets().isWithinDistance(other, distance);
    }

    private IndexedFacetDistance facets() {
        IndexedFacetDistance made = facets;
        if (made == null) {
            synchronized (this) {
                made = facets;
                if (made == null) {
                    made = new IndexedFacetDistance(geometry);
                    facets = made;
                }
            }
        }
        return made;
    }
}
