package dev.gyre.tasks.sort;

import dev.gyre.tasks.common.Bisection;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the runs of keys with equal highest bits in which blocks begin. */
public final class RunBounds {

    private RunBounds() {}

    /**
     * Finds the run around the first position of each block; an item is a block.
     *
     * @param keys in: n keys, ascending in their highest bits
     * @param starts in: the first position of each block
     * @param parameters in: see {@link BlockParameters}; items beyond the number of blocks do nothing
     * @param lows out: for each block the first position of the run
     * @param highs out: for each block the position after the run
     */
    public static void boundRuns(
            int begin, int end, int[] keys, int[] starts, int[] parameters, int[] lows, int[] highs) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int block = begin + t;
            if (block < parameters[BlockParameters.BLOCKS]) {
                int mask = parameters[BlockParameters.LOW_MASK];
                int key = keys[starts[block]];
                lows[block] = Bisection.firstNotBelow(key & ~mask, keys, 0, starts[block]);
                int size = parameters[BlockParameters.SIZE];
                highs[block] = Bisection.firstAbove(key | mask, keys, starts[block] + 1, size);
            }
        }
    }
}
