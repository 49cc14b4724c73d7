package dev.gyre.tasks.tree;

/**
 * Positions in the parameters of the kernels that build a kd-tree, and the tree's layout.
 *
 * <p>A tree of m places (points that differ) has m slots, in leaves of {@code 1 << leafBits} slots; only the last leaf may have fewer. The
 * leaves are those of a complete binary tree of the smallest sufficient height. Node 1 is the root, {@code 2 i} and {@code 2 i + 1} are the
 * children of node i, and {@code (1 << height) + j} is leaf j. So the slots of a node that is {@code up} levels above the leaves are a
 * window of {@code 1 << (leafBits + up)} slots, aligned to its size; its last slots may be missing. Nothing must be stored to find a
 * window, and every level splits at known slots.
 */
public final class KdParameters {

    /** Tiles of each order, of {@link #TILE_SLOTS} slots: the number of columns of a row scan. */
    public static final int TILES = 0;

    /** Number of places. */
    public static final int SIZE = 1;

    /** Elements from one column, order or list of ranks to the next. */
    public static final int STRIDE = 2;

    /** Number of dimensions. */
    public static final int DIMENSIONS = 3;

    /** Binary logarithm of the slots of the windows that are split next. */
    public static final int WINDOW_BITS = 4;

    /** Binary logarithm of the slots of a leaf. */
    public static final int LEAF_BITS = 5;

    /** Levels of inner nodes. */
    public static final int HEIGHT = 6;

    /** Level of the nodes whose boxes are joined next; the root is level 0. */
    public static final int LEVEL = 7;

    /** Levels of boxes joined at once. */
    public static final int LEVELS = 8;

    /** Number of orders. */
    public static final int ORDERS = 9;

    /** The order that is kept next. */
    public static final int ORDER = 10;

    /** Number of rows, including rows that share places. */
    public static final int ROWS = 11;

    /** Number of parameters. */
    public static final int LENGTH = 12;

    /** Number of slots that one item partitions. */
    public static final int TILE_SLOTS = 1 << 12;

    /** Words in which an item notes the sides of its slots: one for each thread of a work-group. */
    public static final int TILE_WORDS = 1 << 8;

    /** Binary logarithm of the slots of the windows that a device orders in one launch. */
    public static final int MAX_WINDOW_BITS = 12;

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = 16;

    private KdParameters() {}
}
