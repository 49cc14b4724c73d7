package dev.gyre.tasks.common;

/**
 * The shape of a tree as a scalar of kernels, so that devices compile code for it: the children of a node above level 1, and the corners of
 * an entry. A kernel has few parameters, so one scalar also says what a search finds.
 */
public final class TreeShape {

    /** Number of relations of {@link BoxRelations}. */
    private static final int RELATIONS = 4;

    /** The largest number of candidates in a list. */
    public static final int MAX_LIST = 128;

    /** Room of the smallest list. */
    private static final int MIN_LIST = 8;

    private static final int LIST_SIZES = 8;

    /** A search that counts matches. */
    public static final int COUNT = 0;

    /** A search that writes the rows of matches. */
    public static final int ROWS = 1;

    /** A search that writes the rows and the keys of matches. */
    public static final int KEYS = 2;

    private static final int RESULTS = 3;

    /** More than the most dimensions. */
    private static final int DIMENSIONS = 32;

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

    /**
     * Returns the code of a search for the nearest.
     *
     * @param shape code of the shape of the tree
     * @param listed most candidates of a list, at most {@link #MAX_LIST}; 0 if they are kept in heaps
     */
    public static int nearest(int shape, int listed) {
        int kind = LIST_SIZES * shape;
        if (listed > 0) {
            kind++;
            while (list(kind) < listed) {
                kind++;
            }
        }
        return kind;
    }

    /** Returns the shape in a code of {@link #nearest}. */
    public static int ofNearest(int kind) {
        return kind / LIST_SIZES;
    }

    /** Returns 1 if candidates are kept in heaps, 0 if in lists, by a code of {@link #nearest}. */
    public static int isHeap(int kind) {
        return kind % LIST_SIZES == 0 ? 1 : 0;
    }

    /** Returns the elements that a list has room for, by a code of {@link #nearest}; any number for heaps. */
    public static int list(int kind) {
        return MIN_LIST << kind % LIST_SIZES >> 1;
    }

    /**
     * Returns the code of a search for matches.
     *
     * @param shape code of the shape of the tree
     * @param dims number of dimensions
     * @param relation the relation of queries to their matches
     * @param result {@link #COUNT}, {@link #ROWS} or {@link #KEYS}
     */
    public static int matches(int shape, int dims, int relation, int result) {
        return DIMENSIONS * (RESULTS * (RELATIONS * shape + relation) + result) + dims;
    }

    /** Returns the shape in a code of {@link #matches}. */
    public static int shape(int kind) {
        return kind / DIMENSIONS / RESULTS / RELATIONS;
    }

    /** Returns the dimensions in a code of {@link #matches}. */
    public static int dims(int kind) {
        return kind % DIMENSIONS;
    }

    /** Returns the relation in a code of {@link #matches}. */
    public static int relation(int kind) {
        return kind / DIMENSIONS / RESULTS % RELATIONS;
    }

    /** Returns what a search writes, in a code of {@link #matches}. */
    public static int result(int kind) {
        return kind / DIMENSIONS % RESULTS;
    }

    /** Returns the corners of queries by a relation: 1 for points around which points are searched, else 2. */
    public static int queryCorners(int shape, int relation) {
        return relation == BoxRelations.WITHIN_DISTANCE ? corners(shape) : 2;
    }
}
