package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The runs of keys with the same highest bits in which blocks begin. */
public final class RunBounds {

    private RunBounds() {}

    /**
     * Finds the run around the first place of each block; an item is a block.
     *
     * @param keys in: n keys, ascending in their highest bits
     * @param starts in: the first place of each block
     * @param parameters in: see {@link BlockParameters}; later blocks than there are, are left alone
     * @param lows out: for each block the first place of the run
     * @param highs out: for each block the place after the run
     */
    public static void boundRuns(
            int begin, int end, int[] keys, int[] starts, int[] parameters, int[] lows, int[] highs) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int block = begin + t;
            if (block < parameters[BlockParameters.BLOCKS]) {
                int mask = parameters[BlockParameters.LOW_MASK];
                int key = keys[starts[block]];
                int least = key & ~mask;
                int greatest = key | mask;
                int low = 0;
                int high = starts[block];
                while (low < high) {
                    int middle = low + (high - low) / 2;
                    if (keys[middle] < least) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                lows[block] = low;
                low = starts[block] + 1;
                high = parameters[BlockParameters.SIZE];
                while (low < high) {
                    int middle = low + (high - low) / 2;
                    if (keys[middle] > greatest) {
                        high = middle;
                    } else {
                        low = middle + 1;
                    }
                }
                highs[block] = low;
            }
        }
    }
}
