package dev.gyre.tasks.rtree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Checks all boxes of an R-tree in parallel. */
public final class BoxCheck {

    /** Finding bit: a slot's id is not a row. */
    public static final int RANGE = 1;

    /** Finding bit: a slot's box differs from the box of its row. */
    public static final int SLOT = 2;

    /** Finding bit: a node's box is not the smallest box around its children's boxes. */
    public static final int JOIN = 4;

    private BoxCheck() {}

    /**
     * Checks each slot's box against the box of its row, and each node's box against its children's boxes; an item is a box.
     *
     * @param boxes in: for each row dims lower and dims upper bounds
     * @param ids in: the row of each slot
     * @param parameters in: {@link RTreeParameters}
     * @param tree in: the boxes of all levels
     * @param findings out: for each box bits of {@link #RANGE}, {@link #SLOT} and {@link #JOIN}
     */
    public static void checkBoxes(
            int begin, int end, double[] boxes, int[] ids, int[] parameters, double[] tree, int[] findings) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int box = begin + t;
            int size = parameters[RTreeParameters.SIZE];
            int dims = parameters[RTreeParameters.DIMENSIONS];
            // All loops run for every box, with no rounds where they do not apply: on PTX, TornadoVM 5.2 loses the end
            // of loops behind a condition.
            int row = 0;
            int compared = 0;
            int outOfRange = 0;
            if (box < size) {
                row = ids[box];
                compared = 2 * dims;
                if (row < 0) {
                    outOfRange = 1;
                }
                if (row >= size) {
                    outOfRange = 1;
                }
                if (outOfRange == 1) {
                    row = 0;
                    compared = 0;
                }
            }
            int equal = isEqual(tree, 2 * box * dims, boxes, 2 * row * dims, compared);
            int level = 1;
            for (int above = 2; above <= parameters[RTreeParameters.LEVELS]; above++) {
                level = box >= parameters[RTreeParameters.STARTS + above] ? above : level;
            }
            int first = parameters[RTreeParameters.STARTS + level];
            int nodeSize = parameters[RTreeParameters.NODE_SIZE];
            int from = parameters[RTreeParameters.STARTS + level - 1] + (box - first) * nodeSize;
            int join = isJoin(tree, box, from, Math.min(from + nodeSize, first), box < size ? 0 : dims);
            findings[box] = outOfRange * RANGE + (1 - equal) * SLOT + (1 - join) * JOIN;
        }
    }

    private static int isEqual(double[] a, int atA, double[] b, int atB, int length) {
        int equal = 1;
        for (int i = 0; i < length; i++) {
            if (a[atA + i] != b[atB + i]) {
                equal = 0;
            }
        }
        return equal;
    }

    /** Returns 1 if all children lie within a node's box and each side of the box touches a child, else 0. */
    private static int isJoin(double[] tree, int node, int from, int to, int dims) {
        int join = 1;
        for (int dim = 0; dim < dims; dim++) {
            double low = tree[2 * node * dims + dim];
            double high = tree[(2 * node + 1) * dims + dim];
            int atLow = 0;
            int atHigh = 0;
            for (int child = from; child < to; child++) {
                double childLow = tree[2 * child * dims + dim];
                double childHigh = tree[(2 * child + 1) * dims + dim];
                if (childLow < low) {
                    join = 0;
                }
                if (childHigh > high) {
                    join = 0;
                }
                if (childLow == low) {
                    atLow = 1;
                }
                if (childHigh == high) {
                    atHigh = 1;
                }
            }
            join = join * atLow * atHigh;
        }
        return join;
    }
}
