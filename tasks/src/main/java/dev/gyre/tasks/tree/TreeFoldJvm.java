package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * {@link TreeFold} for the JVM, with special code for the Euclidean norm: the points of a leaf walk the tree together, each until it needs no
 * more.
 */
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
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int last = Math.min(end, parameters[TreeParameters.SIZE]);
        double limit = limits[TreeNearest.LIMIT];
        int[] asking = new int[leafSize];
        double[] box = new double[2 * dims];
        int to;
        for (int from = begin; from < last; from = to) {
            int leaf = from / leafSize;
            to = Math.min((leaf + 1) * leafSize, last);
            int count = 0;
            for (int slot = from; slot < to; slot++) {
                boolean asks = kind == TreeFold.SUM || values[slot] == TreeFold.NONE;
                folded[slot] = kind == TreeFold.SUM ? 0 : values[slot];
                asking[count] = slot;
                count += asks ? 1 : 0;
            }
            if (kind == TreeFold.SUM) {
                sum(leaf, asking, count, box, points, boxes, values, parameters, limit, folded);
            } else {
                least(leaf, asking, count, box, points, boxes, values, parameters, limit, folded);
            }
        }
    }

    /** Sums for the slots of a leaf that ask; their box is made with room for it. */
    private static void sum(
            int leaf,
            int[] asking,
            int asked,
            double[] box,
            double[] points,
            double[] boxes,
            int[] values,
            int[] parameters,
            double limit,
            int[] folded) {
        int dims = box.length / 2;
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        int most = parameters[TreeParameters.CAPACITY];
        int own = leaf * leafSize;
        int end = Math.min(own + leafSize, size);
        int ownBox = 2 * (leaves + leaf - 1) * dims;
        if (SquareSums.toCorner(boxes, ownBox, dims, boxes, ownBox, dims) <= limit) {
            addAll(asking, asked, values[end] - values[own], folded);
        } else if (asked == end - own) {
            addOwn(own, end, points, values, limit, folded, dims);
        } else {
            addNear(asking, asked, own, end, points, values, limit, folded, dims);
        }
        int count = keep(asking, asked, most, folded);
        int bounded = count;
        bound(asking, count, points, box);
        for (int edge = leaves + leaf; edge > 1 && count > 0; edge /= 2) {
            int top = edge ^ 1;
            int node = top;
            while (node > 0 && count > 0) {
                int low = 2 * (node - 1) * dims;
                boolean near = SquareSums.toBox(box, 0, dims, boxes, low, dims) <= limit;
                boolean within = near && SquareSums.toCorner(box, 0, dims, boxes, low, dims) <= limit;
                boolean down = near && !within && node < leaves;
                if (near && !down) {
                    int first = Integer.highestOneBit(node);
                    int slots = leaves / first * leafSize;
                    int from = Math.min((node - first) * slots, size);
                    int to = Math.min(from + slots, size);
                    if (within) {
                        addAll(asking, count, values[to] - values[from], folded);
                    } else {
                        addNearOf(asking, count, boxes, low, from, to, points, values, limit, folded, dims);
                    }
                    count = keep(asking, count, most, folded);
                    if (4 * count <= 3 * bounded) {
                        bounded = count;
                        bound(asking, count, points, box);
                    }
                }
                node = down ? 2 * node : TreeNearestJvm.next(node, top);
            }
        }
    }

    /** Ends each sum that has reached the most; returns how many slots still ask. */
    private static int keep(int[] asking, int count, int most, int[] folded) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int slot = asking[i];
            asking[kept] = slot;
            if (folded[slot] < most) {
                kept++;
            } else {
                folded[slot] = most;
            }
        }
        return kept;
    }

    private static void addAll(int[] asking, int count, int all, int[] folded) {
        for (int i = 0; i < count; i++) {
            folded[asking[i]] += all;
        }
    }

    /** Adds what is near among the slots of a leaf, for slots that are near its box. */
    private static void addNearOf(
            int[] asking,
            int count,
            double[] boxes,
            int low,
            int from,
            int to,
            double[] points,
            int[] before,
            double limit,
            int[] folded,
            int dims) {
        for (int i = 0; i < count; i++) {
            int slot = asking[i];
            if (SquareSums.toBox(points, slot * dims, 0, boxes, low, dims) <= limit) {
                folded[slot] += sumOf(slot, from, to, points, before, limit, dims);
            }
        }
    }

    private static void addNear(
            int[] asking,
            int count,
            int from,
            int to,
            double[] points,
            int[] before,
            double limit,
            int[] folded,
            int dims) {
        for (int i = 0; i < count; i++) {
            int slot = asking[i];
            folded[slot] += sumOf(slot, from, to, points, before, limit, dims);
        }
    }

    private static int sumOf(int slot, int from, int to, double[] points, int[] before, double limit, int dims) {
        int sum = 0;
        if (dims == 2) {
            double x = points[2 * slot];
            double y = points[2 * slot + 1];
            for (int other = from; other < to; other++) {
                double key = SquareSums.square(points[2 * other] - x) + SquareSums.square(points[2 * other + 1] - y);
                sum += (before[other + 1] - before[other]) & SquareSums.isNear(key, limit);
            }
            return sum;
        }
        for (int other = from; other < to; other++) {
            double key = SquareSums.toPoint(points, slot * dims, points, other * dims, dims);
            sum += (before[other + 1] - before[other]) & SquareSums.isNear(key, limit);
        }
        return sum;
    }

    /** Sums for all slots of a leaf over the leaf itself, each pair once. */
    private static void addOwn(int from, int to, double[] points, int[] before, double limit, int[] folded, int dims) {
        for (int slot = from; slot < to; slot++) {
            int rows = before[slot + 1] - before[slot];
            int sum = rows;
            double x = points[slot * dims];
            double y = points[slot * dims + dims - 1];
            for (int other = slot + 1; other < to; other++) {
                double key = dims == 2
                        ? SquareSums.square(points[2 * other] - x) + SquareSums.square(points[2 * other + 1] - y)
                        : SquareSums.toPoint(points, slot * dims, points, other * dims, dims);
                int near = SquareSums.isNear(key, limit);
                sum += (before[other + 1] - before[other]) & near;
                folded[other] += rows & near;
            }
            folded[slot] += sum;
        }
    }

    /** Least numbers for the slots of a leaf that ask; their box is made with room for it. */
    private static void least(
            int leaf,
            int[] asking,
            int count,
            double[] box,
            double[] points,
            double[] boxes,
            int[] values,
            int[] parameters,
            double limit,
            int[] folded) {
        int dims = box.length / 2;
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        int worst = TreeFold.NONE;
        int edge = count == 0 ? 0 : leaves + leaf;
        int top = edge;
        bound(asking, count, points, box);
        while (edge > 0) {
            int node = top;
            while (node > 0) {
                int low = 2 * (node - 1) * dims;
                int number = values[size + node - 1];
                boolean near = number < worst && SquareSums.toBox(box, 0, dims, boxes, low, dims) <= limit;
                boolean within = near && SquareSums.toCorner(box, 0, dims, boxes, low, dims) <= limit;
                boolean down = near && !within && node < leaves;
                if (near && !down) {
                    int from = (node - leaves) * leafSize;
                    int to = Math.min(from + leafSize, size);
                    worst = 0;
                    for (int i = 0; i < count; i++) {
                        int slot = asking[i];
                        int result = folded[slot];
                        if (within) {
                            result = Math.min(result, number);
                        } else if (number < result
                                && SquareSums.toBox(points, slot * dims, 0, boxes, low, dims) <= limit) {
                            result = leastOf(slot, from, to, points, values, limit, result, dims);
                        }
                        folded[slot] = result;
                        worst = Math.max(worst, result);
                    }
                }
                node = down ? 2 * node : TreeNearestJvm.next(node, top);
            }
            top = edge ^ 1;
            edge = edge == 1 ? 0 : edge / 2;
        }
    }

    private static int leastOf(
            int slot, int from, int to, double[] points, int[] values, double limit, int bound, int dims) {
        int least = bound;
        for (int other = from; other < to; other++) {
            if (values[other] < least && SquareSums.toPoint(points, slot * dims, points, other * dims, dims) <= limit) {
                least = values[other];
            }
        }
        return least;
    }

    /** Makes the box of some slots; without slots it is left as it is. */
    private static void bound(int[] slots, int count, double[] points, double[] box) {
        int dims = box.length / 2;
        for (int dim = 0; dim < dims && count > 0; dim++) {
            double low = points[slots[0] * dims + dim];
            double high = low;
            for (int i = 1; i < count; i++) {
                double place = points[slots[i] * dims + dim];
                low = place < low ? place : low;
                high = place > high ? place : high;
            }
            box[dim] = low;
            box[dims + dim] = high;
        }
    }
}
