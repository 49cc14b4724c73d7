package dev.gyre.engine.data;

/** Methods of the top-k spatial join. All give the same answer. */
public enum TopKMethod {

    /** The method that is estimated to be the fastest for sizes, scores and device. */
    AUTOMATIC,

    /**
     * Samples of scores and distances give a bound on the score. Only the rows that can reach the bound are joined, with a grid or tree of
     * these rows. If fewer than k pairs reach it, the join is repeated with a lower bound.
     */
    THRESHOLD,

    /**
     * The Block-based Algorithm of Qi, Bouros and Mamoulis ("Efficient top-k spatial distance joins", 2013): rows form blocks by their
     * scores; ranked joins of aR-trees over pairs of blocks, the pair with the best bound first.
     */
    BLOCKS,

    /**
     * The Distance-first Algorithm of the same work: a ranked join of two aR-trees over all rows, the pair of nodes with the best bound
     * first.
     */
    RANKED_TREES,

    /** All pairs for which the predicate holds, then a selection of the best pairs. */
    JOIN_THEN_SELECT
}
