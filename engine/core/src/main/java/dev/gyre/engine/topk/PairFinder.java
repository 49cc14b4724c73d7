package dev.gyre.engine.topk;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;

/** Finds the pairs of two sets that are near each other. */
interface PairFinder {

    /**
     * Finds all pairs of some rows that are near each other and reach the bound.
     *
     * @param waves collects the pairs, and has the bound
     */
    void find(Side.Rows left, Side.Rows right, PairWaves waves, Progress progress);

    /** Returns a finder for few pairs, from which only a bound is derived: a device would be slower. */
    default PairFinder ofSamples() {
        return this;
    }

    /**
     * Finds the best partners of each left row.
     *
     * @param k most partners of a row
     */
    RankedRows perLeft(Side left, Side right, int k, BatchProgress watch);

    /**
     * Estimates from a sample which share of all pairs of a left and a right row are near each other.
     *
     * @return more than 0, at most 1
     */
    double share();

    /**
     * The boxes of some rows, in their order; those of points have no extent.
     *
     * @throws IllegalArgumentException if the rows have more dimensions than boxes can have
     */
    Boxes boxes(boolean ofLeft, Side.Rows of);

    /** Whether rows in two boxes may be near each other: false only if none can be. Exact for two rows that are boxes. */
    boolean mayBeNear(double[] ofLeft, int left, double[] ofRight, int right);

    /** Whether two rows are near each other; {@link #mayBeNear} holds for their boxes. */
    boolean isNear(int left, int right);

    /** The distance of a left and a right row. */
    double distance(int left, int right);
}
