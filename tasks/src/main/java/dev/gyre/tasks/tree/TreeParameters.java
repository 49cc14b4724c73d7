package dev.gyre.tasks.tree;

/**
 * Positions in the parameters of the kernels that search a tree, and the layout of all trees.
 *
 * <p>A tree is implicit: its links follow from its sizes, and only boxes are stored. Its entries, points or boxes, are in slots. Level 1
 * has the nodes of {@link #LEAF_SIZE} consecutive slots each; a node of a higher level has {@link #FANOUT} consecutive nodes of the level
 * below; the root is the node of level {@link #LEVELS}. The last nodes of a level may have fewer children, or none: the box of an empty
 * node is farther from every query than any entry.
 *
 * <p>Slots and nodes are numbered, the slots first. Node i of a level has the number {@code parameters[STARTS + level] + i}. {@code rows}
 * has for each number the row of the slot, or the least row below the node. The array {@code boxes} begins with the box of number
 * {@link #NODES}, which has {@code dims} lower, then {@code dims} upper bounds. If entries are boxes, they are the first ones of this array:
 * {@code boxes} and {@code entries} are then the same.
 *
 * <p>The kd-tree has points and fan-out 2, and numbers its nodes from the root down ({@link KdParameters}). The R-tree has boxes, nodes of
 * one size, and numbers its nodes from the leaves up.
 */
public final class TreeParameters {

    /** Number of entries. */
    public static final int SIZE = 0;

    /** Number of dimensions. */
    public static final int DIMENSIONS = 1;

    /** Entries of a node of level 1. */
    public static final int LEAF_SIZE = 2;

    /** Children of a node of a higher level. */
    public static final int FANOUT = 3;

    /** Levels above the entries: the root's level. */
    public static final int LEVELS = 4;

    /** The number whose box is the first in the array of boxes. */
    public static final int NODES = 5;

    /** Level of the nodes whose boxes are made next; the entries are level 0. */
    public static final int LEVEL = 6;

    /** Levels of boxes that are made at once, from {@link #LEVEL} down. */
    public static final int JOINED = 7;

    /** In the build of an R-tree: keys from one column to the next. */
    public static final int STRIDE = 8;

    /** In the build of an R-tree: entries of a tile. */
    public static final int TILE = 9;

    /** In a search: the position of item 0 among the queries. */
    public static final int FIRST_QUERY = 10;

    /** In a search: number of queries. */
    public static final int QUERIES = 11;

    /** In a search: 1 if queries are taken in an order, 0 if a query is its position. */
    public static final int ORDERED = 12;

    /**
     * In a search for the nearest: 1 if query i is the entry of slot i, which is not part of its own answer; else 0. In a search for matches,
     * where query 0 is row {@link #FIRST_QUERY}: 1 if a query does not match its own row, 2 if it matches later rows only; else 0.
     */
    public static final int SELF = 13;

    /** In a search for the nearest: the entries kept for a query; in a count: the matches of a query after which it stops. */
    public static final int CAPACITY = 14;

    /** In a search for matches: 1 if slots may have several rows; else 0. */
    public static final int CHAINED = 15;

    /** First number of each level, the entries first. */
    public static final int STARTS = 16;

    /** The largest number of levels, including the entries and the root. */
    public static final int MAX_LEVELS = 32;

    /** Number of entries, or nodes, of each level. */
    public static final int COUNTS = STARTS + MAX_LEVELS;

    /** Number of parameters. */
    public static final int LENGTH = COUNTS + MAX_LEVELS;

    /** Smallest size of a node of an R-tree. */
    public static final int MIN_NODE_SIZE = 2;

    /** Largest size of a node of an R-tree. */
    public static final int MAX_NODE_SIZE = 64;

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = KdParameters.MAX_DIMENSIONS;

    private TreeParameters() {}
}
