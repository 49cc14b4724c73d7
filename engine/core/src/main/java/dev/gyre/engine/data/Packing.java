package dev.gyre.engine.data;

/** How an R-tree's boxes are ordered, before consecutive boxes form nodes. All give the same answers. */
public enum Packing {

    /** One of the others, depending on the number of dimensions: see {@link #of}. */
    AUTOMATIC,

    /** By the middles of the boxes in the first dimension (You et al., "Parallel spatial query processing on GPUs using R-trees", 2013). */
    X_SORT,

    /**
     * By tiles: slabs by the first dimension, each cut into slabs by the next one, and so on (Leutenegger et al., "STR: a simple and efficient
     * algorithm for R-tree packing", 1997).
     */
    STR,

    /**
     * Along a Hilbert curve through the middles of the boxes (Kamel and Faloutsos, "On packing R-trees", 1993), over a grid that is finer
     * where boxes are dense.
     */
    HILBERT;

    /**
     * Returns the packing that {@link #AUTOMATIC} stands for.
     *
     * @param dims number of dimensions
     * @return {@link #X_SORT} for 1 dimension, else {@link #HILBERT}
     */
    public static Packing of(int dims) {
        return dims == 1 ? X_SORT : HILBERT;
    }
}
