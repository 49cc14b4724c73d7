package dev.gyre.tasks.tree;

/** Positions in the parameters of the kernels that search a kd-tree; for its layout see {@link KdParameters}. */
public final class KdQueryParameters {

    /** Number of slots of the tree. */
    public static final int SIZE = 0;

    /** Binary logarithm of the slots of a leaf. */
    public static final int LEAF_BITS = 1;

    /** Levels of inner nodes. */
    public static final int HEIGHT = 2;

    /** The query of item 0. */
    public static final int FIRST_QUERY = 3;

    /** Number of queries. */
    public static final int QUERIES = 4;

    /** 1 if query i is the point of slot i, which is not part of its own answer; else 0. */
    public static final int SELF = 5;

    /** Candidates kept per query. */
    public static final int CAPACITY = 6;

    /** Number of parameters. */
    public static final int LENGTH = 7;

    private KdQueryParameters() {}
}
