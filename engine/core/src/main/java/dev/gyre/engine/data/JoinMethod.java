package dev.gyre.engine.data;

/** Methods to find neighbors or matches. All give the same answer. */
public enum JoinMethod {

    /** The method that is estimated to be the fastest for sizes, dimensions and device. */
    AUTOMATIC,

    /** All distances, by {@link #FUSED} or {@link #TWO_STAGE}, whichever is estimated to be faster. */
    BRUTE_FORCE,

    /** All distances, compared as they are computed: none is stored. */
    FUSED,

    /** All distances: a matrix of some of them at a time, then a selection from its rows. */
    TWO_STAGE,

    /** A balanced kd-tree, built for the join. */
    KD_TREE,

    /** A uniform grid, built for the join. */
    GRID,

    /**
     * A grid on the device and a kd-tree on the JVM, which share the queries of a self-join by density (Gowanlock 2021). It
     * finds nearest neighbors and is for research, in the module {@code gyre-methods}; {@link HybridGridOptions} has its parameters.
     */
    HYBRID_GRID,

    /** A packed R-tree, searched for each query; for boxes. */
    R_TREE,

    /**
     * A packed R-tree, searched level by level for all queries together; in a join, together with an R-tree of the left boxes. For boxes.
     */
    FRONTIER
}
