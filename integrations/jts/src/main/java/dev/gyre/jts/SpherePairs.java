package dev.gyre.jts;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Tells which rows of two layers are within a distance on the sphere or the ellipsoid. Rows are prepared when they are first compared, and kept but for
 * points. Safe for use by several threads.
 */
final class SpherePairs {

    private final Layer left;
    private final Layer right;
    private final Sphere sphere;
    private final double largest;
    private final AtomicReferenceArray<PreparedPart<Arcs>> lefts;
    private final AtomicReferenceArray<PreparedPart<Arcs>> rights;

    SpherePairs(Layer left, Layer right, double distance, Sphere sphere) {
        this.sphere = sphere;
        this.left = left;
        this.right = right;
        largest = sphere.largest(distance);
        lefts = new AtomicReferenceArray<>(left.size());
        rights = left == right ? lefts : new AtomicReferenceArray<>(right.size());
    }

    boolean holds(int leftRow, int rightRow) {
        PreparedPart<Arcs> one = prepared(left, lefts, leftRow);
        PreparedPart<Arcs> other = prepared(right, rights, rightRow);
        return other.measure(one, sphere.from(one.edges()), largest) <= largest;
    }

    private PreparedPart<Arcs> prepared(Layer layer, AtomicReferenceArray<PreparedPart<Arcs>> rows, int row) {
        if (layer.pointOrNull(row) != null) {
            return new PreparedPart<>(layer.geometry(row), sphere);
        }
        PreparedPart<Arcs> made = rows.get(row);
        if (made == null) {
            rows.compareAndSet(row, null, new PreparedPart<>(layer.geometry(row), sphere));
            made = rows.get(row);
        }
        return made;
    }
}
