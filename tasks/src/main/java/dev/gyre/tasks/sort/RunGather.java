package dev.gyre.tasks.sort;

import dev.gyre.tasks.common.Bisection;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Collects the rows of some runs. */
public final class RunGather {

    /** Index of the number of rows in all runs. */
    public static final int ROWS = 0;

    /** Index of the number of runs. */
    public static final int RUNS = 1;

    /** Length of the array of both. */
    public static final int LENGTH = 2;

    private RunGather() {}

    /**
     * Fetches the rows of the runs; an item is a row of the result.
     *
     * @param order in: rows
     * @param starts in: the first position of each run
     * @param offsets in: for each run, the number of positions in the runs before it; at the end, the number of all positions
     * @param sizes in: see the constants of this class
     * @param places out: the positions of the runs, one run after the other
     * @param rows out: the rows at these positions
     */
    public static void gatherRuns(
            int begin, int end, int[] order, int[] starts, int[] offsets, int[] sizes, int[] places, int[] rows) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < sizes[ROWS]) {
                int run = Bisection.segmentOf(item, offsets, 0, sizes[RUNS] - 1);
                int slot = starts[run] + item - offsets[run];
                places[item] = slot;
                rows[item] = order[slot];
            }
        }
    }
}
