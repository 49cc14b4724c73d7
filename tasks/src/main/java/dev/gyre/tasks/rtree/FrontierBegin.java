package dev.gyre.tasks.rtree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The first frontier of a descent of two trees: some consecutive left boxes, each with the root of the right tree. */
public final class FrontierBegin {

    private FrontierBegin() {}

    /**
     * Makes the pairs; an item is a pair.
     *
     * @param begin first item
     * @param end after the last item; beyond the pairs, items do nothing
     * @param parameters in: {@link FrontierParameters}
     * @param left out: for each pair its left box
     * @param right out: for each pair its right box
     */
    public static void makePairs(int begin, int end, int[] parameters, int[] left, int[] right) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int pair = begin + t;
            if (pair < parameters[FrontierParameters.PAIRS]) {
                left[pair] = parameters[FrontierParameters.FIRST] + pair;
                right[pair] = parameters[FrontierParameters.ROOT];
            }
        }
    }
}
