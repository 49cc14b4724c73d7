package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/** {@link TreeFold} for the JVM, with special code for the Euclidean norm: sums over two and three dimensions are written out. */
public final class TreeFoldJvm {

    private TreeFoldJvm() {}

    /** Shapes and result are as in {@link TreeFold#foldNear}. */
    public static void foldNear(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] values,
            int[] parameters,
            double[] limits,
            int[] folded,
            int dims,
            int kind,
            int norm) {
        if (norm != Norms.EUCLIDEAN) {
            TreeFold.foldNear(begin, end, points, boxes, values, parameters, limits, folded, dims, kind, norm);
            return;
        }
        double[] place = new double[dims];
        int last = Math.min(end, parameters[TreeParameters.SIZE]);
        for (int own = begin; own < last; own++) {
            if (kind == TreeFold.LEAST && values[own] < TreeFold.NONE) {
                folded[own] = values[own];
            } else {
                System.arraycopy(points, own * dims, place, 0, dims);
                folded[own] = fold(own, place, points, boxes, values, parameters, limits[TreeNearest.LIMIT], kind);
            }
        }
    }

    private static int fold(
            int own,
            double[] place,
            double[] points,
            double[] boxes,
            int[] values,
            int[] parameters,
            double limit,
            int kind) {
        int dims = place.length;
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        boolean least = kind == TreeFold.LEAST;
        int most = least ? TreeFold.NONE : parameters[TreeParameters.CAPACITY];
        int result = least ? TreeFold.NONE : 0;
        int edge = leaves + own / leafSize;
        int top = edge;
        while (edge > 0) {
            int node = top;
            while (node > 0) {
                boolean down = false;
                if ((!least || values[size + node - 1] < result)
                        && TreeNearestJvm.toBox(place, boxes, node, dims) <= limit) {
                    if (node >= leaves) {
                        int from = (node - leaves) * leafSize;
                        int to = Math.min(from + leafSize, size);
                        result = least
                                ? leastOf(from, to, place, points, values, limit, result)
                                : result + sumOf(from, to, place, points, values, limit);
                    } else if (toCorner(place, boxes, node, dims) > limit) {
                        down = true;
                    } else if (least) {
                        result = values[size + node - 1];
                    } else {
                        int slots = leaves / Integer.highestOneBit(node) * leafSize;
                        int from = (node - Integer.highestOneBit(node)) * slots;
                        result += values[Math.min(from + slots, size)] - values[Math.min(from, size)];
                    }
                }
                if (!least && result >= most) {
                    return most;
                }
                node = down ? 2 * node : TreeNearestJvm.next(node, top);
            }
            top = edge ^ 1;
            edge = edge == 1 ? 0 : edge / 2;
        }
        return result;
    }

    private static int sumOf(int from, int to, double[] place, double[] points, int[] before, double limit) {
        int sum = 0;
        for (int slot = from; slot < to; slot++) {
            if (SquareSums.toPoint(place, points, slot, place.length) <= limit) {
                sum += before[slot + 1] - before[slot];
            }
        }
        return sum;
    }

    private static int leastOf(
            int from, int to, double[] place, double[] points, int[] values, double limit, int bound) {
        int least = bound;
        for (int slot = from; slot < to; slot++) {
            if (values[slot] < least && SquareSums.toPoint(place, points, slot, place.length) <= limit) {
                least = values[slot];
            }
        }
        return least;
    }

    /** The key of the distance to the farthest corner of a node's box. */
    private static double toCorner(double[] place, double[] boxes, int node, int dims) {
        int low = 2 * (node - 1) * dims;
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double reach = Math.max(place[dim] - boxes[low + dim], boxes[low + dims + dim] - place[dim]);
            sum += SquareSums.square(reach);
        }
        return sum;
    }
}
