package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.DoubleHeap;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * {@link BoxNearest} for the JVM, with special code for lists in the Euclidean norm, as in nearly all searches. Lists are kept in the
 * result itself, and sums over two dimensions are written out. All other searches run {@link BoxNearest}.
 */
public final class BoxNearestJvm {

    private BoxNearestJvm() {}

    /** Shapes and result are as in {@link BoxNearest#nearest}. */
    public static void nearest(
            int begin,
            int end,
            double[] tree,
            int[] ids,
            int[] least,
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
            BoxNearest.nearest(
                    begin,
                    end,
                    tree,
                    ids,
                    least,
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
        int size = parameters[RTreeParameters.SIZE];
        int nodeSize = parameters[RTreeParameters.NODE_SIZE];
        int levels = parameters[RTreeParameters.LEVELS];
        int capacity = (int) limits[BoxNearest.CAPACITY];
        double[] query = new double[2 * dims];
        int afterLast = Math.min(end, (int) limits[BoxNearest.QUERIES]);
        for (int item = begin; item < afterLast; item++) {
            System.arraycopy(queries, 2 * order[item] * dims, query, 0, 2 * dims);
            int row = item * capacity;
            int lastPlace = row + capacity - 1;
            DoubleHeap.clear(keys, found, row, capacity);
            double worst = limits[BoxNearest.LIMIT];
            int own = starts[item];
            for (int round = 0; round < levels; round++) {
                int top = Math.max(round, 1);
                int node = own;
                int last = own + 1;
                int done = -1;
                if (round > 0) {
                    done = own;
                    own = own / nodeSize;
                    node = own * nodeSize;
                    last = Math.min(node + nodeSize, count(parameters, top));
                }
                int level = top;
                while (level <= top) {
                    if (node >= last) {
                        int parent = (node - 1) / nodeSize;
                        level++;
                        node = parent + 1;
                        last = Math.min((parent / nodeSize + 1) * nodeSize, count(parameters, level));
                        continue;
                    }
                    int box = parameters[RTreeParameters.STARTS + level] + node;
                    double far = key(query, tree, box, dims);
                    if (far > worst
                            || (far == keys[lastPlace] && least[box - size] > found[lastPlace])
                            || (node == done && level == top)) {
                        node++;
                    } else if (level > 1) {
                        level--;
                        last = Math.min((node + 1) * nodeSize, count(parameters, level));
                        node = node * nodeSize;
                    } else {
                        int to = Math.min((node + 1) * nodeSize, size);
                        for (int slot = node * nodeSize; slot < to; slot++) {
                            double key = key(query, tree, slot, dims);
                            if (key <= worst) {
                                worst = NearestPairs.keepInList(keys, found, row, capacity, key, ids[slot], worst);
                            }
                        }
                        node++;
                    }
                }
            }
        }
    }

    private static int count(int[] parameters, int level) {
        return parameters[RTreeParameters.STARTS + level + 1] - parameters[RTreeParameters.STARTS + level];
    }

    private static double key(double[] query, double[] tree, int box, int dims) {
        if (dims == 2) {
            int at = 4 * box;
            return SquareSums.square(gap(query[0], query[2], tree[at], tree[at + 2]))
                    + SquareSums.square(gap(query[1], query[3], tree[at + 1], tree[at + 3]));
        }
        int at = 2 * box * dims;
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            sum += SquareSums.square(gap(query[dim], query[dims + dim], tree[at + dim], tree[at + dims + dim]));
        }
        return sum;
    }

    /** Returns the distance between two ranges; 0 if they meet. */
    private static double gap(double lowA, double highA, double lowB, double highB) {
        return Math.max(Math.max(lowA - highB, lowB - highA), 0.0);
    }
}
