package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * {@link KdNearest} for the JVM, with special code for lists in the Euclidean norm, as in nearly all searches. Lists are kept in the result
 * itself, and sums over two and three dimensions are written out. All other searches run {@link KdNearest}.
 */
public final class KdNearestJvm {

    private KdNearestJvm() {}

    /** Shapes and result are as in {@link KdNearest#nearest}. */
    public static void nearest(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] ids,
            double[] queries,
            int[] order,
            int[] starts,
            int[] parameters,
            double[] limits,
            double[] keys,
            int[] found,
            int dims,
            int heap,
            int norm) {
        if (heap == 1 || norm != Norms.EUCLIDEAN) {
            KdNearest.nearest(
                    begin,
                    end,
                    points,
                    boxes,
                    ids,
                    queries,
                    order,
                    starts,
                    parameters,
                    limits,
                    keys,
                    found,
                    dims,
                    heap,
                    norm);
            return;
        }
        int first = parameters[KdQueryParameters.FIRST_QUERY];
        int capacity = parameters[KdQueryParameters.CAPACITY];
        int leafBits = parameters[KdQueryParameters.LEAF_BITS];
        int leaves = 1 << parameters[KdQueryParameters.HEIGHT];
        int size = parameters[KdQueryParameters.SIZE];
        double[] place = new double[dims];
        int last = Math.min(end, parameters[KdQueryParameters.QUERIES] - first);
        for (int item = begin; item < last; item++) {
            int query = KdNodes.query(first + item, order, parameters);
            int own = parameters[KdQueryParameters.SELF] == 1 ? query : -1;
            for (int dim = 0; dim < dims; dim++) {
                place[dim] = queries[query * dims + dim];
            }
            int row = item * capacity;
            DoubleHeap.clear(keys, found, row, capacity);
            double worst = limits[KdNearest.LIMIT];
            int edge = KdNodes.start(first + item, starts, parameters);
            int top = edge;
            while (edge > 0) {
                int node = top;
                while (node > 0) {
                    double far = toBox(place, boxes, node, dims);
                    boolean near = far <= worst;
                    if (far == worst && far == keys[row + capacity - 1]) {
                        near = boxes[KdNodes.box(node, dims) + 2 * dims] <= found[row + capacity - 1];
                    }
                    if (near && node >= leaves) {
                        int from = (node - leaves) << leafBits;
                        int to = Math.min(from + (1 << leafBits), size);
                        for (int slot = from; slot < to; slot++) {
                            double key = SquareSums.toPoint(place, points, slot, dims);
                            if (key <= worst && slot != own) {
                                worst = keep(keys, found, row, row + capacity - 1, key, ids[slot], worst);
                            }
                        }
                    }
                    node = near && node < leaves ? 2 * node : KdNodes.next(node, top);
                }
                top = edge ^ 1;
                edge = edge == 1 ? 0 : edge / 2;
            }
        }
    }

    /** Does the same as {@link dev.gyre.tasks.common.NearestPairs#keepInList}, with conditions that the JVM runs faster. */
    private static double keep(double[] keys, int[] ids, int first, int last, double key, int id, double worst) {
        if (key == keys[last] && id > ids[last]) {
            return worst;
        }
        int hole = last;
        while (hole > first && (keys[hole - 1] > key || (keys[hole - 1] == key && ids[hole - 1] > id))) {
            keys[hole] = keys[hole - 1];
            ids[hole] = ids[hole - 1];
            hole--;
        }
        keys[hole] = key;
        ids[hole] = id;
        return Math.min(worst, keys[last]);
    }

    static double toBox(double[] query, double[] boxes, int node, int dims) {
        int low = KdNodes.box(node, dims);
        int high = low + dims;
        if (dims == 2) {
            return SquareSums.square(outside(query[0], boxes[low], boxes[high]))
                    + SquareSums.square(outside(query[1], boxes[low + 1], boxes[high + 1]));
        }
        if (dims == 3) {
            return SquareSums.square(outside(query[0], boxes[low], boxes[high]))
                    + SquareSums.square(outside(query[1], boxes[low + 1], boxes[high + 1]))
                    + SquareSums.square(outside(query[2], boxes[low + 2], boxes[high + 2]));
        }
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += SquareSums.square(outside(query[dim], boxes[low + dim], boxes[high + dim]));
        }
        return sum;
    }

    /**
     * Returns the distance of a coordinate from a range; 0 within. Sums of magnitudes replace maxima, which are several instructions each:
     * {@code x + |x|} is 2 x or 0, and halving it is exact.
     */
    private static double outside(double place, double low, double high) {
        double below = low - place;
        double above = place - high;
        return 0.5 * (below + Math.abs(below) + (above + Math.abs(above)));
    }
}
