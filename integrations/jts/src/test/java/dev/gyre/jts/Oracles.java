package dev.gyre.jts;

import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.operation.relateng.TopologyPredicate;

/** The predicates in the words of JTS. */
final class Oracles {

    private Oracles() {}

    static boolean holds(SpatialPredicate predicate, Geometry left, Geometry right) {
        return RelateNG.relate(left, right, topology(predicate.name()));
    }

    private static TopologyPredicate topology(String name) {
        return switch (name) {
            case "intersects" -> RelatePredicate.intersects();
            case "contains" -> RelatePredicate.contains();
            case "within" -> RelatePredicate.within();
            case "covers" -> RelatePredicate.covers();
            case "covered-by" -> RelatePredicate.coveredBy();
            case "touches" -> RelatePredicate.touches();
            case "crosses" -> RelatePredicate.crosses();
            case "overlaps" -> RelatePredicate.overlaps();
            case "equals" -> RelatePredicate.equalsTopo();
            default -> throw new IllegalArgumentException(name);
        };
    }
}
