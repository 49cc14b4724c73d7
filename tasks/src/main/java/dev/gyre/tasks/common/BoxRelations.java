package dev.gyre.tasks.common;

/**
 * What holds between a query, which is a box, and the boxes of a tree, by codes that travel as scalars. A box is an array and the place of its
 * dims lower bounds, which its dims upper bounds follow. All tests are comparisons, or keys as {@link Norms} has them, so that they are
 * the same on every device; 1 stands for true, 0 for false.
 */
public final class BoxRelations {

    /** The two have a point in common. */
    public static final int INTERSECTS = 0;

    /** The query has the box within it. */
    public static final int CONTAINS = 1;

    /** The query lies within the box. */
    public static final int WITHIN = 2;

    /** The key of the distance is at most a limit. */
    public static final int WITHIN_DISTANCE = 3;

    private BoxRelations() {}

    /** Whether an entry matches. */
    public static int matches(
            int relation, double[] queries, int query, double[] boxes, int box, double limit, int dims, int norm) {
        int matches = 0;
        if (relation == INTERSECTS) {
            matches = intersects(queries, query, boxes, box, dims);
        }
        if (relation == CONTAINS) {
            matches = isWithin(boxes, box, queries, query, dims);
        }
        if (relation == WITHIN) {
            matches = isWithin(queries, query, boxes, box, dims);
        }
        if (relation == WITHIN_DISTANCE) {
            matches = key(queries, query, boxes, box, dims, norm) <= limit ? 1 : 0;
        }
        return matches;
    }

    /** Whether an entry in a node's box may match: 0 only where none can. */
    public static int mayMatch(
            int relation, double[] queries, int query, double[] boxes, int box, double limit, int dims, int norm) {
        return matches(relation == CONTAINS ? INTERSECTS : relation, queries, query, boxes, box, limit, dims, norm);
    }

    /** Whether all entries in a node's box match: 1 only where they do. */
    public static int allMatch(int relation, double[] queries, int query, double[] boxes, int box, int dims) {
        int all = 0;
        if (relation != WITHIN) {
            all = isWithin(boxes, box, queries, query, dims);
        }
        return all;
    }

    private static int intersects(double[] a, int atA, double[] b, int atB, int dims) {
        int intersects = 1;
        for (int dim = 0; dim < dims; dim++) {
            if (a[atA + dim] > b[atB + dims + dim]) {
                intersects = 0;
            }
            if (b[atB + dim] > a[atA + dims + dim]) {
                intersects = 0;
            }
        }
        return intersects;
    }

    /** Whether the first box lies within the second. */
    private static int isWithin(double[] a, int atA, double[] b, int atB, int dims) {
        int within = 1;
        for (int dim = 0; dim < dims; dim++) {
            if (a[atA + dim] < b[atB + dim]) {
                within = 0;
            }
            if (a[atA + dims + dim] > b[atB + dims + dim]) {
                within = 0;
            }
        }
        return within;
    }

    /**
     * The key of the least distance between points of two boxes: 0 where they intersect. It is never above that of a box within one of them:
     * no step is rounded so that a smaller value becomes a larger one.
     */
    public static double key(double[] a, int atA, double[] b, int atB, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double below = a[atA + dim] - b[atB + dims + dim];
            double above = b[atB + dim] - a[atA + dims + dim];
            sum = Norms.add(norm, sum, Math.max(Math.max(below, above), 0.0), 1.0);
        }
        return sum;
    }
}
