package dev.gyre.tasks.common;

/**
 * Relations of a query, which is a box, to the boxes of a tree. Their codes are passed to kernels as scalars. A box is given by an array
 * and the index of its dims lower bounds; its dims upper bounds follow. All tests compare bounds or keys of {@link Norms}, so that every
 * device gives the same results. 1 stands for true, 0 for false.
 */
public final class BoxRelations {

    /** The query and the box have a point in common. */
    public static final int INTERSECTS = 0;

    /** The box lies within the query. */
    public static final int CONTAINS = 1;

    /** The query lies within the box. */
    public static final int WITHIN = 2;

    /** The key of the distance is at most a limit. */
    public static final int WITHIN_DISTANCE = 3;

    private BoxRelations() {}

    /** Returns 1 if an entry matches. */
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

    /** Returns 0 only if no entry in a node's box can match. */
    public static int mayMatch(
            int relation, double[] queries, int query, double[] boxes, int box, double limit, int dims, int norm) {
        return matches(relation == CONTAINS ? INTERSECTS : relation, queries, query, boxes, box, limit, dims, norm);
    }

    /** Returns 1 only if all entries in a node's box match. */
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

    /** Returns 1 if the first box lies within the second. */
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
     * Returns the key of the least distance between points of two boxes; 0 if they intersect. The key never exceeds the key to a box within
     * one of them: rounding is monotonic in every step.
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
