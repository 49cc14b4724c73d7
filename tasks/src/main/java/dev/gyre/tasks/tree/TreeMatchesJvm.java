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

    private static final int BINARY = TreeShape.of(2, 1);

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
            int[] next,
            int[] parameters,
            double[] limits,
            int[] starts,
            int[] found,
            double[] keys,
            int kind,
            int norm) {
        if (!isWrittenOut(kind, norm, parameters)) {
            TreeMatches.findMatches(
                    begin,
                    end,
                    order,
                    queries,
                    entries,
                    boxes,
                    rows,
                    next,
                    parameters,
                    limits,
                    starts,
                    found,
                    keys,
                    kind,
                    norm);
            return;
        }
        int dims = TreeShape.dims(kind);
        int write = TreeShape.result(kind);
        double[] place = new double[dims];
        int last = Math.min(end, parameters[TreeParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            int query = TreeNodes.query(item, order, parameters);
            System.arraycopy(queries, query * dims, place, 0, dims);
            int count = walk(place, entries, boxes, rows, parameters, limits[0], found, starts[query], write);
            if (write == TreeShape.COUNT) {
                starts[query] = count;
            }
        }
    }

    private static boolean isWrittenOut(int kind, int norm, int... parameters) {
        return norm == Norms.EUCLIDEAN
                && TreeShape.shape(kind) == BINARY
                && TreeShape.relation(kind) == BoxRelations.WITHIN_DISTANCE
                && TreeShape.result(kind) != TreeShape.KEYS
                && parameters[TreeParameters.CAPACITY] == Integer.MAX_VALUE
                && parameters[TreeParameters.SELF] == 0
                && parameters[TreeParameters.CHAINED] == 0;
    }

    /** Counts the points in a ball and, if asked to, writes their rows from {@code start} on. */
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
                        if (write == TreeShape.ROWS) {
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
