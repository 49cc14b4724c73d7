package dev.gyre.engine.data;

/** How neighbors are found. The answer is the same. */
public enum JoinMethod {

    /** The one that is taken to be the fastest for sizes, dimensions and device. */
    AUTOMATIC,

    /** All distances, by whichever of the next two is taken to be faster. */
    BRUTE_FORCE,

    /** All distances, which are compared as they are calculated: none is stored. */
    FUSED,

    /** All distances, a matrix of them at a time, then a selection from its rows. */
    TWO_STAGE,

    /** A balanced kd-tree, built for the join. */
    KD_TREE
}
