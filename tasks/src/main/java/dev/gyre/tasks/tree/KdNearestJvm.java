package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.BoundedHeap;
import dev.gyre.tasks.common.Norms;

/**
 * {@link KdNearest} for the JVM: lists in the Euclidean norm, which is what nearly all searches are, with keys and ids packed
 * into longs and sums over two dimensions written out. All other searches are those of {@link KdNearest}.
 */
public final class KdNearestJvm {

    private static final int ID_BITS = 32;

    private KdNearestJvm() {}

    /**
     * Shapes and result as {@link KdNearest#nearest}.
     *
     * @param begin first item
     * @param end after the last item
     * @param points coordinates of slots
     * @param boxes bounds of nodes
     * @param ids ids of slots
     * @param queries coordinates of queries
     * @param order queries in the order of items
     * @param starts leaves in which items begin
     * @param parameters sizes
     * @param limit largest key
     * @param keys keys of the candidates
     * @param found ids of the candidates
     * @param dims number of dimensions
     * @param heap 0 where candidates are kept in a list
     * @param norm code of the norm
     */
    public static void nearest(
            int begin,
            int end,
            float[] points,
            float[] boxes,
            int[] ids,
            float[] queries,
            int[] order,
            int[] starts,
            int[] parameters,
            float[] limit,
            float[] keys,
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
                    limit,
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
        float[] place = new float[dims];
        long[] list = new long[capacity];
        int last = Math.min(end, parameters[KdQueryParameters.QUERIES] - first);
        for (int item = begin; item < last; item++) {
            int query = KdNodes.query(first + item, order, parameters);
            int own = parameters[KdQueryParameters.SELF] == 1 ? query : -1;
            for (int dim = 0; dim < dims; dim++) {
                place[dim] = queries[query * dims + dim];
            }
            for (int slot = 0; slot < capacity; slot++) {
                list[slot] = pack(BoundedHeap.EMPTY_KEY, BoundedHeap.EMPTY_ID);
            }
            float worst = limit[0];
            int edge = KdNodes.start(first + item, starts, parameters);
            int top = edge;
            while (edge > 0) {
                int node = top;
                while (node > 0) {
                    boolean near = toBox(place, boxes, node, dims) <= worst;
                    if (near && node >= leaves) {
                        int from = (node - leaves) << leafBits;
                        int to = Math.min(from + (1 << leafBits), size);
                        for (int slot = from; slot < to; slot++) {
                            float key = toPoint(place, points, slot, dims);
                            if (key <= worst && slot != own) {
                                worst = keep(list, pack(key, ids[slot]), worst);
                            }
                        }
                    }
                    node = near && node < leaves ? 2 * node : KdNodes.next(node, top);
                }
                top = edge ^ 1;
                edge = edge == 1 ? 0 : edge / 2;
            }
            for (int slot = 0; slot < capacity; slot++) {
                keys[item * capacity + slot] = key(list[slot]);
                found[item * capacity + slot] = (int) list[slot];
            }
        }
    }

    /** Keys are 0 or more, so that their bits are in their order; an unused slot's id is the largest without a sign. */
    private static long pack(float key, int id) {
        return ((long) Float.floatToRawIntBits(key) << ID_BITS) | (id & 0xffffffffL);
    }

    private static float key(long pair) {
        return Float.intBitsToFloat((int) (pair >> ID_BITS));
    }

    private static float keep(long[] list, long pair, float worst) {
        int hole = list.length - 1;
        if (pair >= list[hole]) {
            return worst;
        }
        while (hole > 0 && list[hole - 1] > pair) {
            list[hole] = list[hole - 1];
            hole--;
        }
        list[hole] = pair;
        return Math.min(worst, key(list[list.length - 1]));
    }

    private static float toPoint(float[] query, float[] points, int slot, int dims) {
        int at = slot * dims;
        if (dims == 2) {
            return square(points[at] - query[0]) + square(points[at + 1] - query[1]);
        }
        float sum = 0f;
        for (int dim = 0; dim < dims; dim++) {
            sum += square(points[at + dim] - query[dim]);
        }
        return sum;
    }

    /** With sums of magnitudes in place of maxima, which are several instructions each: {@code x + |x|} is 2 x or 0. */
    private static float toBox(float[] query, float[] boxes, int node, int dims) {
        int low = node * 2 * dims;
        int high = low + dims;
        float sum = 0f;
        if (dims == 2) {
            sum = square(outside(query[0], boxes[low], boxes[high]))
                    + square(outside(query[1], boxes[low + 1], boxes[high + 1]));
        } else {
            for (int dim = 0; dim < dims; dim++) {
                sum += square(outside(query[dim], boxes[low + dim], boxes[high + dim]));
            }
        }
        return 0.25f * sum;
    }

    /** Twice the distance of a coordinate from a range; 0 within. */
    private static float outside(float place, float low, float high) {
        float below = low - place;
        float above = place - high;
        return below + Math.abs(below) + (above + Math.abs(above));
    }

    private static float square(float difference) {
        return difference * difference;
    }
}
