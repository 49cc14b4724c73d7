package dev.gyre.jts;

import java.util.function.Supplier;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.operation.distance.DistanceOp;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.operation.relateng.TopologyPredicate;

/**
 * The predicates, as JTS's {@code RelateNG} computes them: it is right where the older {@code Geometry.overlaps} and its like are not, and
 * refuses no polygon that crosses itself.
 */
enum Relation {
    INTERSECTS(RelatePredicate::intersects),
    CONTAINS(RelatePredicate::contains),
    WITHIN(RelatePredicate::within),
    COVERS(RelatePredicate::covers),
    COVERED_BY(RelatePredicate::coveredBy),
    TOUCHES(RelatePredicate::touches),
    CROSSES(RelatePredicate::crosses),
    OVERLAPS(RelatePredicate::overlaps),
    EQUALS(RelatePredicate::equalsTopo),

    /** Geometries that intersect are within every distance, whatever rounding makes of theirs. */
    WITHIN_DISTANCE(RelatePredicate::intersects);

    private final Supplier<TopologyPredicate> topology;

    Relation(Supplier<TopologyPredicate> topology) {
        this.topology = topology;
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

    /** Returns whether it holds for a pair of which neither is empty. */
    boolean holds(Geometry left, Geometry right, double distance) {
        return this == WITHIN_DISTANCE && DistanceOp.isWithinDistance(left, right, distance)
                || RelateNG.relate(left, right, topology(left, right));
    }

    /** Returns a new state of the topological predicate for a pair; for a distance that of intersection. */
    TopologyPredicate topology(Geometry one, Geometry other) {
        TopologyPredicate predicate = topology.get();
        boolean hasArea = one instanceof Polygonal || other instanceof Polygonal;
        return hasArea && !isMixed(one) && !isMixed(other) ? new UnnodedPredicate(predicate) : predicate;
    }

    private static boolean isMixed(Geometry geometry) {
        return geometry.getClass() == GeometryCollection.class;
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
