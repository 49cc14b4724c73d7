package dev.gyre.engine.topk;

import dev.gyre.engine.program.Progress;

/** Finds the pairs of two sets that are near each other. */
interface PairFinder {

    /**
     * Finds all pairs of some rows that are near each other and reach the bound.
     *
     * @param waves takes the pairs, and has the bound
     */
    void find(Side.Rows left, Side.Rows right, PairWaves waves, Progress progress);

    /**
     * About which share of all pairs of a left and a right row are near each other, by a sample.
     *
     * @return more than 0, at most 1
     */
    double share();

    /**
     * The distances of pairs.
     *
     * @param left left rows
     * @param right right rows, as many
     * @return a new array
     */
    double[] distances(int[] left, int... right);
}
