package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.Bisection;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds where the matches of each left box begin, after a descent of two trees. */
public final class FrontierRows {

    private FrontierRows() {}

    /**
     * Finds for each left box its first pair; an item is a left box; the last item is the end.
     *
     * @param begin first item
     * @param end after the last item; beyond the left boxes and their end, items do nothing
     * @param left in: for each pair its left box, ascending
     * @param parameters in: {@link FrontierParameters}
     * @param rows out: for each left box the number of pairs of the left boxes before it, then the number of all pairs
     */
    public static void findRows(int begin, int end, int[] left, int[] parameters, int[] rows) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            if (row <= parameters[FrontierParameters.ROWS]) {
                int box = parameters[FrontierParameters.FIRST_ROW] + row;
                rows[row] = Bisection.firstNotBelow(box, left, 0, parameters[FrontierParameters.PAIRS]);
            }
        }
    }
}
