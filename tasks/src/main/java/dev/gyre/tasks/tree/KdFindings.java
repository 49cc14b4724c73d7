package dev.gyre.tasks.tree;

/** Findings of the checks of a kd-tree, as bits of an int; 0 if all is well. */
public final class KdFindings {

    /** A point of a leaf lies outside of the leaf's box. */
    public static final int OUTSIDE = 1;

    /** A leaf's box reaches beyond the leaf's points, or an empty leaf has a box. */
    public static final int LOOSE = 2;

    /** An inner node's box is not the smallest box around its children's boxes. */
    public static final int UNION = 4;

    /** A point of the left child is beyond a point of the right child in the dimension by which the node is split. */
    public static final int SPLIT = 8;

    /** A slot's id is not a row. */
    public static final int RANGE = 16;

    /** A chain of equal rows does not ascend, or leads to no row. */
    public static final int CHAIN = 32;

    /** A row is in no place. */
    public static final int MISSING = 64;

    /** A row is in more than one place, or is reached more than once. */
    public static final int REPEATED = 128;

    private KdFindings() {}
}
