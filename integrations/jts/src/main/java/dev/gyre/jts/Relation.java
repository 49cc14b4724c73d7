package dev.gyre.jts;

import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.operation.distance.DistanceOp;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.operation.relateng.TopologyPredicate;

/** The predicates, with the methods of JTS that compute them. */
enum Relation {
    INTERSECTS,
    CONTAINS,
    WITHIN,
    COVERS,
    COVERED_BY,
    TOUCHES,
    CROSSES,
    OVERLAPS,
    EQUALS,
    WITHIN_DISTANCE;

    /** Returns whether a geometry is a collection that only RelateNG accepts. */
    static boolean isMixed(Geometry geometry) {
        return geometry.getClass() == GeometryCollection.class;
    }

    Relation converse() {
        return switch (this) {
            case CONTAINS -> WITHIN;
            case WITHIN -> CONTAINS;
            case COVERS -> COVERED_BY;
            case COVERED_BY -> COVERS;
            default -> this;
        };
    }

    /** Returns whether it holds for a pair in which no geometry is mixed. */
    boolean holds(Geometry left, Geometry right, double distance) {
        return switch (this) {
            case INTERSECTS -> left.intersects(right);
            case CONTAINS -> left.contains(right);
            case WITHIN -> left.within(right);
            case COVERS -> left.covers(right);
            case COVERED_BY -> left.coveredBy(right);
            case TOUCHES -> left.touches(right);
            case CROSSES -> left.crosses(right);
            case OVERLAPS -> left.overlaps(right);
            case EQUALS -> left.equalsTopo(right);
            case WITHIN_DISTANCE -> DistanceOp.isWithinDistance(left, right, distance);
        };
    }

    /** Returns whether it holds for a pair of any geometries. */
    boolean holdsForMixed(Geometry left, Geometry right, double distance) {
        return this == WITHIN_DISTANCE
                ? DistanceOp.isWithinDistance(left, right, distance)
                : RelateNG.relate(left, right, topology());
    }

    private TopologyPredicate topology() {
        return switch (this) {
            case INTERSECTS -> RelatePredicate.intersects();
            case CONTAINS -> RelatePredicate.contains();
            case WITHIN -> RelatePredicate.within();
            case COVERS -> RelatePredicate.covers();
            case COVERED_BY -> RelatePredicate.coveredBy();
            case TOUCHES -> RelatePredicate.touches();
            case CROSSES -> RelatePredicate.crosses();
            case OVERLAPS -> RelatePredicate.overlaps();
            case EQUALS -> RelatePredicate.equalsTopo();
            case WITHIN_DISTANCE -> throw new IllegalStateException("a distance is not a topological predicate");
        };
    }

    /**
     * Returns whether it holds between a prepared geometry and another one, neither of them mixed. Not for distances.
     *
     * <p>JTS prepares nothing for predicates that need the whole relation, so pairs without a common point are excluded first.
     */
    boolean holds(PreparedGeometry left, Geometry right) {
        return switch (this) {
            case INTERSECTS -> left.intersects(right);
            case CONTAINS -> left.contains(right);
            case COVERS -> left.covers(right);
            case EQUALS ->
                left.getGeometry().getEnvelopeInternal().equals(right.getEnvelopeInternal())
                        && left.getGeometry().equalsTopo(right);
            default -> left.intersects(right) && holds(left.getGeometry(), right, 0);
        };
    }

    /** Returns whether it holds between an area and a point at a {@link Location} relative to the area. Not for distances other than 0. */
    boolean holdsForPoint(int location) {
        return switch (this) {
            case INTERSECTS, COVERS, WITHIN_DISTANCE -> location != Location.EXTERIOR;
            case CONTAINS -> location == Location.INTERIOR;
            case TOUCHES -> location == Location.BOUNDARY;
            case WITHIN, COVERED_BY, CROSSES, OVERLAPS, EQUALS -> false;
        };
    }
}
