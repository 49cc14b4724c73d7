package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The first half of a step of a descent of two trees: finds which children of one side of a pair may match its other side. A running sum of
 * the counts gives {@link FrontierWrite} their positions.
 */
public final class FrontierMark {

    private FrontierMark() {}

    /**
     * Tests the children of each pair, and copies the pair, which the next frontier overwrites; an item is a pair.
     *
     * @param begin first item
     * @param end after the last item; beyond the pairs, items do nothing
     * @param left in: for each pair its left box
     * @param right in: for each pair its right box
     * @param leftBoxes in: the boxes of all levels of the left tree
     * @param rightBoxes in: the boxes of all levels of the right tree
     * @param parameters in: {@link FrontierParameters}
     * @param limit in: 1 element, the largest key of {@link BoxRelations#WITHIN_DISTANCE}
     * @param counts out: for each pair the number of children that may match
     * @param marks out: for each pair a bit for each child, set if it may match
     * @param oldLeft out: the left boxes
     * @param oldRight out: the right boxes
     * @param dims number of dimensions
     * @param norm code of the norm of distances
     */
    public static void markChildren(
            int begin,
            int end,
            int[] left,
            int[] right,
            double[] leftBoxes,
            double[] rightBoxes,
            int[] parameters,
            double[] limit,
            int[] counts,
            long[] marks,
            int[] oldLeft,
            int[] oldRight,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int pair = begin + t;
            if (pair < parameters[FrontierParameters.PAIRS]) {
                int leftStep = parameters[FrontierParameters.LEFT];
                int rightStep = parameters[FrontierParameters.RIGHT];
                int start = parameters[FrontierParameters.START];
                int nodeSize = parameters[FrontierParameters.NODE_SIZE];
                int relation = parameters[FrontierParameters.RELATION];
                int leftBox = left[pair];
                int rightBox = right[pair];
                oldLeft[pair] = leftBox;
                oldRight[pair] = rightBox;
                int node = leftBox * leftStep + rightBox * rightStep;
                int from = parameters[FrontierParameters.BELOW] + (node - start) * nodeSize;
                int children = Math.min(nodeSize, start - from);
                leftBox += (from - leftBox) * leftStep;
                rightBox += (from - rightBox) * rightStep;
                int count = 0;
                long mark = 0;
                long bit = 1;
                for (int child = 0; child < children; child++) {
                    int matches = BoxRelations.matches(
                            relation,
                            leftBoxes,
                            2 * leftBox * dims,
                            rightBoxes,
                            2 * rightBox * dims,
                            limit[0],
                            dims,
                            norm);
                    if (matches == 1) {
                        mark += bit;
                    }
                    count += matches;
                    bit += bit;
                    leftBox += leftStep;
                    rightBox += rightStep;
                }
                counts[pair] = count;
                marks[pair] = mark;
            }
        }
    }
}
