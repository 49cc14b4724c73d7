package dev.gyre.tasks.rtree;

/** What the check of the boxes of an R-tree finds, as bits of an int: 0 where all is well. */
public final class BoxFindings {

    /** A slot's id is that of no row. */
    public static final int RANGE = 1;

    /** A slot's box is not that of its row. */
    public static final int SLOT = 2;

    /** A node's box is not the smallest one around its children's. */
    public static final int JOIN = 4;

    private BoxFindings() {}
}
