package dev.gyre.tasks.rtree;

/**
 * Positions in the parameters of the kernels that build and search an R-tree, and the tree's layout.
 *
 * <p>All boxes of a tree lie in one array, level by level: first the n boxes of the entries in the order of the tree, the slots; then the
 * boxes of the nodes above them, and so on up to the root, which is last. A node has {@code nodeSize} consecutive boxes of the level below
 * as its children; the last node of a level may have fewer. So links follow from the sizes and are not stored.
 */
public final class RTreeParameters {

    /** Number of entries. */
    public static final int SIZE = 0;

    /** Number of dimensions. */
    public static final int DIMENSIONS = 1;

    /** Keys from one column to the next. */
    public static final int STRIDE = 2;

    /** Children of a node. */
    public static final int NODE_SIZE = 3;

    /** Levels above the entries: the root's level. */
    public static final int LEVELS = 4;

    /** Level of the nodes whose boxes are made next; the entries are level 0. */
    public static final int LEVEL = 5;

    /** Entries of a tile. */
    public static final int TILE = 6;

    /** First box of level 0. The first boxes of the other levels follow, then the number of all boxes. */
    public static final int STARTS = 7;

    /** The largest number of levels, including the entries and the root. */
    public static final int MAX_LEVELS = 32;

    /** Number of parameters. */
    public static final int LENGTH = STARTS + MAX_LEVELS + 1;

    /** Smallest node size. */
    public static final int MIN_NODE_SIZE = 2;

    /** Largest node size. */
    public static final int MAX_NODE_SIZE = 64;

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = 8;

    private RTreeParameters() {}
}
