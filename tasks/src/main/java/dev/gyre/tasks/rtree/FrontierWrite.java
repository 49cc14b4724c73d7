package dev.gyre.tasks.rtree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The second half of a step of a descent of two trees: writes the pairs of the next level. */
public final class FrontierWrite {

    private FrontierWrite() {}

    /**
     * Writes the marked children of each pair; an item is a pair. It writes nothing for a pair whose children do not fit.
     *
     * @param begin first item
     * @param end after the last item; beyond the pairs, items do nothing
     * @param oldLeft in: for each pair its left box
     * @param oldRight in: for each pair its right box
     * @param marks in: for each pair the marks of {@link FrontierMark}
     * @param counts in: for each pair the number of its marks
     * @param starts in: for each pair the number of marks before it
     * @param parameters in: {@link FrontierParameters}
     * @param left out: for each new pair its left box
     * @param right out: for each new pair its right box
     */
    public static void writeChildren(
            int begin,
            int end,
            int[] oldLeft,
            int[] oldRight,
            long[] marks,
            int[] counts,
            int[] starts,
            int[] parameters,
            int[] left,
            int[] right) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int pair = begin + t;
            if (pair < parameters[FrontierParameters.PAIRS]) {
                int to = starts[pair];
                int last = to + counts[pair];
                if (last <= parameters[FrontierParameters.ROOM]) {
                    int leftStep = parameters[FrontierParameters.LEFT];
                    int rightStep = parameters[FrontierParameters.RIGHT];
                    int leftBox = oldLeft[pair];
                    int rightBox = oldRight[pair];
                    int node = leftBox * leftStep + rightBox * rightStep;
                    int from = parameters[FrontierParameters.BELOW]
                            + (node - parameters[FrontierParameters.START]) * parameters[FrontierParameters.NODE_SIZE];
                    leftBox += (from - leftBox) * leftStep;
                    rightBox += (from - rightBox) * rightStep;
                    long mark = marks[pair];
                    long bit = 1;
                    while (to < last) {
                        if ((mark & bit) != 0) {
                            left[to] = leftBox;
                            right[to] = rightBox;
                            to++;
                        }
                        bit += bit;
                        leftBox += leftStep;
                        rightBox += rightStep;
                    }
                }
            }
        }
    }
}
