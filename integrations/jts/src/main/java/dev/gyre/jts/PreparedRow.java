package dev.gyre.jts;

import java.util.ArrayDeque;
import java.util.Deque;
import org.locationtech.jts.algorithm.locate.PointOnGeometryLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.operation.distance.IndexedFacetDistance;
import org.locationtech.jts.operation.relateng.RelateNG;

/** A geometry that is compared with others. Each of its indexes is made when it is first needed. Safe for use by several threads. */
final class PreparedRow {

    private final Geometry geometry;
    private final boolean isOften;
    private final PointOnGeometryLocator locator;
    private volatile IndexedFacetDistance facets;

    /** Prepared relations that no thread uses at the moment. JTS does not say that threads may share one. */
    private final Deque<RelateNG> idle = new ArrayDeque<>();

    /**
     * Prepares a geometry.
     *
     * @param isOften whether it is compared more than once
     */
    PreparedRow(Geometry geometry, boolean isOften) {
        this.geometry = geometry;
        this.isOften = isOften;
        // The locator of a prepared RelateNG, without the objects that it makes for each pair.
        locator = geometry instanceof Polygonal ? EvenOddLocator.of(geometry, isOften) : null;
    }

    /** Returns whether a predicate holds for a pair of rows that are not prepared. An area comes first, so that it locates a point. */
    static boolean holds(SpatialPredicate predicate, Layer left, int leftRow, Layer right, int rightRow) {
        Relation relation = predicate.relation();
        Geometry first = left.compared(leftRow);
        Geometry second = right.compared(rightRow);
        return first instanceof Polygonal || !(second instanceof Polygonal)
                ? new PreparedRow(first, false).holds(relation, predicate.distance(), right, rightRow)
                : new PreparedRow(second, false).holds(relation.converse(), predicate.distance(), left, leftRow);
    }

    /** Returns whether a predicate holds between this geometry and a row of a layer. */
    boolean holds(Relation relation, double distance, Layer others, int row) {
        Coordinate point = locator == null ? null : others.pointOrNull(row);
        if (point != null) {
            boolean holds = relation.holdsForPoint(locator.locate(point));
            return holds || relation != Relation.WITHIN_DISTANCE ? holds : isNear(others.compared(row), distance);
        }
        Geometry other = others.compared(row);
        return isOften
                ? relation == Relation.WITHIN_DISTANCE && isNear(other, distance) || relates(relation, other)
                : relation.holds(geometry, other, distance);
    }

    private boolean relates(Relation relation, Geometry other) {
        RelateNG prepared;
        synchronized (idle) {
            prepared = idle.poll();
        }
        if (prepared == null) {
            prepared = RelateNG.prepare(geometry);
        }
        boolean holds = prepared.evaluate(other, relation.topology(geometry, other));
        // One that failed may be left half-made, and is not used again.
        synchronized (idle) {
            idle.push(prepared);
        }
        return holds;
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
