package dev.gyre.engine.topk;

import dev.gyre.engine.pool.Context;
import dev.gyre.engine.search.BatchProgress;

/**
 * The arguments of a top-k join, and the objects that do it.
 *
 * @param finder finds the pairs that are near each other
 * @param rank orders the pairs
 * @param k most pairs
 * @param self whether both sides are the same, and each pair counts once
 * @param left values of the left rows
 * @param right values of the right rows
 * @param watch receives the progress in rows
 */
record TopKCall(
        PairFinder finder,
        PairRank rank,
        int k,
        boolean self,
        Side left,
        Side right,
        Context context,
        BatchProgress watch) {

    /** All pairs of a left and a right row, near each other or not. */
    double allPairs() {
        return (double) left.size() * right.size();
    }
}
