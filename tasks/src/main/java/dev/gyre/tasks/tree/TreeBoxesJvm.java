package dev.gyre.tasks.tree;

import java.util.Arrays;

/**
 * {@link TreeBoxes} for the JVM: bounds of all dimensions grow side by side, so that the compiler makes vectors of them, while a single minimum has
 * to wait for the one before.
 */
public final class TreeBoxesJvm {

    private TreeBoxesJvm() {}

    /** Shapes and result are as in {@link TreeBoxes#joinBoxes}. */
    public static void joinBoxes(
            int begin, int end, double[] entries, int[] parameters, double[] boxes, int[] rows, int corners) {
        int top = parameters[TreeParameters.LEVEL];
        int fanout = parameters[TreeParameters.FANOUT];
        int joined = parameters[TreeParameters.JOINED];
        int last = Math.min(end, parameters[TreeParameters.COUNTS + top]);
        int nodes = 1;
        for (int below = 1; below < joined; below++) {
            nodes *= fanout;
        }
        for (int item = begin; item < last; item++) {
            int span = nodes;
            for (int level = top - joined + 1; level <= top; level++) {
                int to = Math.min((item + 1) * span, parameters[TreeParameters.COUNTS + level]);
                if (level == 1) {
                    ofEntries(item * span, to, entries, parameters, boxes, rows, corners);
                } else {
                    ofNodes(level, item * span, to, parameters, boxes, rows);
                }
                span /= fanout;
            }
        }
    }

    private static void ofEntries(
            int first, int last, double[] entries, int[] parameters, double[] boxes, int[] rows, int corners) {
        int dims = parameters[TreeParameters.DIMENSIONS];
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int start = parameters[TreeParameters.STARTS + 1];
        for (int node = first; node < last; node++) {
            int from = node * leafSize;
            int to = Math.min(from + leafSize, parameters[TreeParameters.SIZE]);
            int box = TreeNodes.box(start + node, dims, parameters);
            join(entries, from * corners * dims, to * corners * dims, corners, dims, boxes, box);
            rows[start + node] = least(rows, from, to);
        }
    }

    private static void ofNodes(int level, int first, int last, int[] parameters, double[] boxes, int[] rows) {
        int dims = parameters[TreeParameters.DIMENSIONS];
        int fanout = parameters[TreeParameters.FANOUT];
        int start = parameters[TreeParameters.STARTS + level];
        int below = parameters[TreeParameters.STARTS + level - 1];
        int count = parameters[TreeParameters.COUNTS + level - 1];
        for (int node = first; node < last; node++) {
            int from = below + node * fanout;
            int to = Math.min(from + fanout, below + count);
            int box = TreeNodes.box(start + node, dims, parameters);
            int child = TreeNodes.box(from, dims, parameters);
            if (to - from == 2) {
                joinTwo(boxes, child, dims, box);
            } else {
                join(boxes, child, child + (to - from) * 2 * dims, 2, dims, boxes, box);
            }
            rows[start + node] = least(rows, from, to);
        }
    }

    /** Writes the box around points, or around boxes, which have two corners. */
    private static void join(double[] from, int begin, int end, int corners, int dims, double[] boxes, int box) {
        Arrays.fill(boxes, box, box + dims, Double.MAX_VALUE);
        Arrays.fill(boxes, box + dims, box + 2 * dims, -Double.MAX_VALUE);
        int upper = (corners - 1) * dims;
        for (int at = begin; at < end; at += corners * dims) {
            for (int dim = 0; dim < dims; dim++) {
                boxes[box + dim] = Math.min(boxes[box + dim], from[at + dim]);
                boxes[box + dims + dim] = Math.max(boxes[box + dims + dim], from[at + upper + dim]);
            }
        }
    }

    private static void joinTwo(double[] boxes, int children, int dims, int box) {
        for (int dim = 0; dim < dims; dim++) {
            int at = children + dim;
            boxes[box + dim] = Math.min(boxes[at], boxes[at + 2 * dims]);
            boxes[box + dims + dim] = Math.max(boxes[at + dims], boxes[at + 3 * dims]);
        }
    }

    private static int least(int[] rows, int from, int to) {
        int least = Integer.MAX_VALUE;
        for (int i = from; i < to; i++) {
            least = Math.min(least, rows[i]);
        }
        return least;
    }
}
