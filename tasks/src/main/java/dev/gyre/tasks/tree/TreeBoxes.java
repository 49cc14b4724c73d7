package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Computes the boxes and least rows of nodes from those below them, one or several levels at once. */
public final class TreeBoxes {

    /** The largest number of levels of a binary tree that an item joins: few launches, but still enough items if there are many nodes. */
    public static final int MAX_LEVELS = 4;

    private TreeBoxes() {}

    /**
     * Joins boxes from the bottom up; an item is a node of {@link TreeParameters#LEVEL}, with the nodes below it on
     * {@link TreeParameters#JOINED} levels, its own included. The box of an empty node is farther from every query than any entry.
     *
     * @param begin first node, counted from the first one of its level
     * @param end after the last node; beyond the level, items do nothing
     * @param entries in: for each slot the coordinates of its point, or the bounds of its box
     * @param parameters in: {@link TreeParameters}
     * @param boxes in, out: the boxes of the nodes
     * @param rows in, out: the row of each slot, the least row of each node
     * @param corners 1 if entries are points, 2 if they are boxes
     */
    public static void joinBoxes(
            int begin, int end, double[] entries, int[] parameters, double[] boxes, int[] rows, int corners) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int top = parameters[TreeParameters.LEVEL];
            if (item < parameters[TreeParameters.COUNTS + top]) {
                int fanout = parameters[TreeParameters.FANOUT];
                int joined = parameters[TreeParameters.JOINED];
                int span = 1;
                for (int below = 1; below < joined; below++) {
                    span = span * fanout;
                }
                for (int level = top - joined + 1; level <= top; level++) {
                    int last = Math.min((item + 1) * span, parameters[TreeParameters.COUNTS + level]);
                    for (int node = item * span; node < last; node++) {
                        if (level == 1) {
                            ofEntries(node, entries, parameters, boxes, rows, corners);
                        } else {
                            ofNodes(level, node, parameters, boxes, rows);
                        }
                    }
                    span = span / fanout;
                }
            }
        }
    }

    private static void ofEntries(
            int node, double[] entries, int[] parameters, double[] boxes, int[] rows, int corners) {
        int dims = parameters[TreeParameters.DIMENSIONS];
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int number = parameters[TreeParameters.STARTS + 1] + node;
        int box = TreeNodes.box(number, dims, parameters);
        int from = node * leafSize;
        int to = Math.min(from + leafSize, parameters[TreeParameters.SIZE]);
        int upper = (corners - 1) * dims;
        for (int dim = 0; dim < dims; dim++) {
            double low = Double.MAX_VALUE;
            double high = -Double.MAX_VALUE;
            for (int slot = from; slot < to; slot++) {
                int at = slot * corners * dims + dim;
                low = Math.min(low, entries[at]);
                high = Math.max(high, entries[at + upper]);
            }
            boxes[box + dim] = low;
            boxes[box + dims + dim] = high;
        }
        int least = Integer.MAX_VALUE;
        for (int slot = from; slot < to; slot++) {
            least = Math.min(least, rows[slot]);
        }
        rows[number] = least;
    }

    private static void ofNodes(int level, int node, int[] parameters, double[] boxes, int[] rows) {
        int dims = parameters[TreeParameters.DIMENSIONS];
        int fanout = parameters[TreeParameters.FANOUT];
        int number = parameters[TreeParameters.STARTS + level] + node;
        int box = TreeNodes.box(number, dims, parameters);
        int below = parameters[TreeParameters.STARTS + level - 1];
        int from = below + node * fanout;
        int to = Math.min(from + fanout, below + parameters[TreeParameters.COUNTS + level - 1]);
        for (int dim = 0; dim < dims; dim++) {
            double low = Double.MAX_VALUE;
            double high = -Double.MAX_VALUE;
            for (int child = from; child < to; child++) {
                int at = TreeNodes.box(child, dims, parameters) + dim;
                low = Math.min(low, boxes[at]);
                high = Math.max(high, boxes[at + dims]);
            }
            boxes[box + dim] = low;
            boxes[box + dims + dim] = high;
        }
        int least = Integer.MAX_VALUE;
        for (int child = from; child < to; child++) {
            least = Math.min(least, rows[child]);
        }
        rows[number] = least;
    }
}
