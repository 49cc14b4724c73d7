package dev.gyre.jts;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.locationtech.jts.geom.Geometry;

/**
 * A condition on the left and the right geometry of a pair. All except the distance are the predicates of JTS and of OGC Simple Features,
 * computed in the plane from {@code double} coordinates; the distance may also be one {@linkplain SpatialJoinOptions#withSphere on the
 * sphere} or {@linkplain SpatialJoinOptions#withEllipsoid on the ellipsoid}. An empty geometry is in no pair.
 *
 * <p>A geometry collection counts as the union of its parts, as in JTS's {@code RelateNG}. Immutable; safe for use by several threads.
 */
public final class SpatialPredicate {

    /** They have a point in common. */
    public static final SpatialPredicate INTERSECTS = new SpatialPredicate(Relation.INTERSECTS, 0);

    /** All points of the right one are points of the left one, and their interiors have a point in common. */
    public static final SpatialPredicate CONTAINS = new SpatialPredicate(Relation.CONTAINS, 0);

    /** The right one contains the left one. */
    public static final SpatialPredicate WITHIN = new SpatialPredicate(Relation.WITHIN, 0);

    /** All points of the right one are points of the left one. */
    public static final SpatialPredicate COVERS = new SpatialPredicate(Relation.COVERS, 0);

    /** All points of the left one are points of the right one. */
    public static final SpatialPredicate COVERED_BY = new SpatialPredicate(Relation.COVERED_BY, 0);

    /** They have points in common, but their interiors have none. */
    public static final SpatialPredicate TOUCHES = new SpatialPredicate(Relation.TOUCHES, 0);

    /** Their interiors have some but not all points in common; the common points have fewer dimensions than the larger interior. */
    public static final SpatialPredicate CROSSES = new SpatialPredicate(Relation.CROSSES, 0);

    /** They have the same dimension as their common points, but each has points that the other one does not have. */
    public static final SpatialPredicate OVERLAPS = new SpatialPredicate(Relation.OVERLAPS, 0);

    /** They have the same points, in any order of their coordinates. */
    public static final SpatialPredicate EQUALS = new SpatialPredicate(Relation.EQUALS, 0);

    private static final List<SpatialPredicate> WITHOUT_DISTANCE =
            List.of(INTERSECTS, CONTAINS, WITHIN, COVERS, COVERED_BY, TOUCHES, CROSSES, OVERLAPS, EQUALS);

    private final Relation relation;
    private final double distance;

    private SpatialPredicate(Relation relation, double distance) {
        this.relation = relation;
        this.distance = distance;
    }

    /**
     * They have points whose distance is at most the given one: Euclidean in the unit of the coordinates, or in meters on the sphere and the
     * ellipsoid.
     *
     * @param distance largest distance, 0 or more, may be infinite
     * @return the predicate
     * @throws IllegalArgumentException if the distance is negative or NaN
     */
    public static SpatialPredicate withinDistance(double distance) {
        // False for NaN too.
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("distance must be 0 or more: distance=" + distance);
        }
        return new SpatialPredicate(Relation.WITHIN_DISTANCE, distance);
    }

    /**
     * Returns a predicate without a distance by its name.
     *
     * @param name such as {@code covered-by}
     * @return the predicate
     * @throws IllegalArgumentException if there is none of this name; the message lists the names
     */
    public static SpatialPredicate named(String name) {
        Objects.requireNonNull(name, "name");
        return WITHOUT_DISTANCE.stream()
                .filter(predicate -> predicate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown predicate \"" + name + "\"; known are " + String.join(", ", names())));
    }

    /**
     * Lists the names of the predicates without a distance.
     *
     * @return the names, immutable
     */
    public static List<String> names() {
        return WITHOUT_DISTANCE.stream().map(SpatialPredicate::name).toList();
    }

    /**
     * Returns the name.
     *
     * @return such as {@code covered-by} or {@code within-distance}
     */
    public String name() {
        return relation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the largest distance.
     *
     * @return the distance; 0 for a predicate without one
     */
    public double distance() {
        return distance;
    }

    /**
     * Returns the predicate that holds for (b, a) exactly if this one holds for (a, b).
     *
     * @return the predicate
     */
    public SpatialPredicate converse() {
        return relation == relation.converse() ? this : new SpatialPredicate(relation.converse(), distance);
    }

    /**
     * Returns whether the predicate holds for a pair. Prepares nothing: see {@link SpatialJoin} for many pairs.
     *
     * @param left the left geometry
     * @param right the right geometry
     * @return whether it holds
     * @throws IllegalArgumentException if JTS cannot compare them, or if collections are nested in more than 100 levels
     */
    public boolean holds(Geometry left, Geometry right) {
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        Layer layer = Layer.of(List.of(left, right));
        return PreparedRow.holds(this, layer, 0, layer, 1);
    }

    Relation relation() {
        return relation;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpatialPredicate that
                && relation == that.relation
                && Double.compare(distance, that.distance) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(relation, distance);
    }

    @Override
    public String toString() {
        return relation == Relation.WITHIN_DISTANCE ? name() + " " + distance : name();
    }
}
