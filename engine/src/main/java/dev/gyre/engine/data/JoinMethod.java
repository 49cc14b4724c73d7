package dev.gyre.engine.data;

/** How neighbors are found. The answer is the same. */
public enum JoinMethod {

    /** The one that is taken to be the fastest for sizes, dimensions and device. */
    AUTOMATIC,

    /** All distances. */
    BRUTE_FORCE,

    /** A balanced kd-tree, built for the join. */
    KD_TREE
}
