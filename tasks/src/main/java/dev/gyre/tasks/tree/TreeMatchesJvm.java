package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;
import dev.gyre.tasks.common.TreeShape;

/**
 * {@link TreeMatches} for the JVM, with special code for points of a kd-tree within a Euclidean distance, as in most searches: sums over two
 * and three dimensions are written out. All other searches run {@link TreeMatches}.
 */
public final class TreeMatchesJvm {

    private static final int BALLS = TreeShape.matches(TreeShape.of(2, 1), BoxRelations.WITHIN_DISTANCE);

    private TreeMatchesJvm() {}

    /** Shapes and result are as in {@link TreeMatches#findMatches}. */
    public static void findMatches(
            int begin,
            int end,
            int[] order,
            double[] queries,
            double[] entries,
            double[] boxes,
            int[] rows,
            int[] parameters,
            double[] limits,
            int[] starts,
            int[] found,
            int dims,
            int kind,
            int norm,
            int write) {
        if (norm != Norms.EUCLIDEAN || kind != BALLS || parameters[TreeParameters.CAPACITY] < Integer.MAX_VALUE) {
            TreeMatches.findMatches(
                    begin,
                    end,
                    order,
                    queries,
                    entries,
                    boxes,
                    rows,
                    parameters,
                    limits,
                    starts,
                    found,
                    dims,
                    kind,
                    norm,
                    write);
            return;
        }
        double[] place = new double[dims];
        int last = Math.min(end, parameters[TreeParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            int query = TreeNodes.query(item, order, parameters);
            System.arraycopy(queries, query * dims, place, 0, dims);
            int count = walk(place, entries, boxes, rows, parameters, limits[0], found, starts[query], write);
            if (write == 0) {
                starts[query] = count;
            }
        }
    }

    /** Counts the points in a ball and, if {@code write} is 1, writes their rows from {@code start} on. */
    private static int walk(
            double[] place,
            double[] points,
            double[] boxes,
            int[] rows,
            int[] parameters,
            double limit,
            int[] found,
            int start,
            int write) {
        int dims = place.length;
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        int count = 0;
        int node = 1;
        while (node > 0) {
            boolean near = TreeNearestJvm.toBox(place, boxes, node, dims) <= limit;
            if (near && node >= leaves) {
                int from = (node - leaves) * leafSize;
                int to = Math.min(from + leafSize, size);
                for (int slot = from; slot < to; slot++) {
                    if (SquareSums.toPoint(place, points, slot, dims) <= limit) {
                        if (write == 1) {
                            found[start + count] = rows[slot];
                        }
                        count++;
                    }
                }
            }
            node = near && node < leaves ? 2 * node : TreeNearestJvm.next(node, 1);
        }
        return count;
    }
}
