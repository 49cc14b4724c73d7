package dev.gyre.tasks.rtree;

import dev.gyre.tasks.tree.TreeParameters;

/**
 * Positions in the parameters of the kernels that descend two trees together. A pair is a box of the left tree and a box of the right tree,
 * given by their indices in the arrays of {@link TreeParameters}. All pairs of a frontier have the same two levels. Queries that are not
 * in a tree form a left tree with only level 0.
 */
public final class FrontierParameters {

    /** Number of pairs. */
    public static final int PAIRS = 0;

    /** Number of pairs for which there is space. */
    public static final int ROOM = 1;

    /** The relation of the boxes of a pair: a code of {@link dev.gyre.tasks.common.BoxRelations}. */
    public static final int RELATION = 2;

    /** 1 if the left boxes are replaced by their children, else 0. */
    public static final int LEFT = 3;

    /** 1 if the right boxes are replaced by their children, else 0. */
    public static final int RIGHT = 4;

    /** Children of a node of the side that is replaced. */
    public static final int NODE_SIZE = 5;

    /** First box of the level of that side's nodes. */
    public static final int START = 6;

    /** First box of the level below. */
    public static final int BELOW = 7;

    /** First left box of the first frontier. */
    public static final int FIRST = 8;

    /** Right box of all pairs of the first frontier. */
    public static final int ROOT = 9;

    /** First left box of level 0 whose matches are searched. */
    public static final int FIRST_ROW = 10;

    /** Number of these left boxes. */
    public static final int ROWS = 11;

    /** Number of parameters. */
    public static final int LENGTH = 12;

    private FrontierParameters() {}
}
