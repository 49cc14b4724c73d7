package dev.gyre.jts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Lineal;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.operation.distance.IndexedFacetDistance;
import org.locationtech.jts.operation.relateng.RelateNG;

/** A geometry that is compared with others. Each of its indexes is made when it is first needed. Safe for use by several threads. */
final class PreparedRow {

    private final Geometry geometry;
    private final boolean isOften;

    /** Decides most pairs of an area or line without RelateNG; null for other geometries. */
    private final Lazy<Edges> edges;

    private final Lazy<IndexedFacetDistance> facets;

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
        boolean hasEdges = geometry instanceof Polygonal || geometry instanceof Lineal;
        edges = hasEdges ? new Lazy<>(() -> new Edges(geometry)) : null;
        facets = new Lazy<>(() -> new IndexedFacetDistance(geometry));
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
        Coordinate point = geometry instanceof Polygonal ? others.pointOrNull(row) : null;
        if (point != null) {
            int location = isOften ? edges.get().locate(point) : Edges.locateOnce(point, geometry);
            boolean holds = relation.holdsForPoint(location);
            return holds || relation != Relation.WITHIN_DISTANCE ? holds : isNear(others.compared(row), distance);
        }
        Geometry other = others.compared(row);
        if (!isOften) {
            return relation.holds(geometry, other, distance);
        }
        Optional<Boolean> decided =
                edges == null ? Optional.empty() : Apart.decide(relation, geometry, edges.get(), other);
        if (decided.isPresent() && (decided.get() || relation != Relation.WITHIN_DISTANCE)) {
            return decided.get();
        }
        return relation == Relation.WITHIN_DISTANCE && isNear(other, distance)
                || decided.isEmpty() && relates(relation, other);
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
        return facets.get().isWithinDistance(other, distance);
    }

    /** A value that is made when it is first needed, once. */
    private static final class Lazy<T> {

        private final Supplier<T> maker;
        private volatile T made;

        Lazy(Supplier<T> maker) {
            this.maker = maker;
        }

        T get() {
            T value = made;
            if (value == null) {
                synchronized (this) {
                    value = made;
                    if (value == null) {
                        value = maker.get();
                        made = value;
                    }
                }
            }
            return value;
        }
    }
}
