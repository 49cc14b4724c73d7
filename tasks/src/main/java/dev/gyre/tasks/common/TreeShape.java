package dev.gyre.tasks.common;

/**
 * The shape of a tree as a scalar of kernels, so that devices compile code for it: the children of a node above level 1, and the corners of
 * an entry. A kernel has few parameters, so one scalar also says what a search finds.
 */
public final class TreeShape {

    /** Number of relations of {@link BoxRelations}. */
    private static final int RELATIONS = 4;

    private TreeShape() {}

    /**
     * Returns the code of a shape.
     *
     * @param fanout children of a node above level 1
     * @param corners 1 if entries are points, 2 if they are boxes
     */
    public static int of(int fanout, int corners) {
        return 2 * fanout + corners - 1;
    }

    public static int corners(int shape) {
        return 1 + shape % 2;
    }

    public static int fanout(int shape) {
        return shape / 2;
    }

    /** Returns the code of a shape, and of whether a search for the nearest keeps results in heaps. */
    public static int nearest(int shape, boolean heap) {
        return 2 * shape + (heap ? 1 : 0);
    }

    /** Returns the code of a shape, and of the relation of queries to their matches. */
    public static int matches(int shape, int relation) {
        return RELATIONS * shape + relation;
    }

    /** Returns the shape in a code of {@link #matches}. */
    public static int shape(int kind) {
        return kind / RELATIONS;
    }

    /** Returns the relation in a code of {@link #matches}. */
    public static int relation(int kind) {
        return kind % RELATIONS;
    }

    /** Returns the corners of queries by a relation: 1 for points around which points are searched, else 2. */
    public static int queryCorners(int shape, int relation) {
        return relation == BoxRelations.WITHIN_DISTANCE ? corners(shape) : 2;
    }
}
