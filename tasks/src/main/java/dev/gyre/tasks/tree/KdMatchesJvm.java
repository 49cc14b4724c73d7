package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * {@link KdMatches} for the JVM, with special code for balls in the Euclidean norm, as in most searches: sums over two and three dimensions
 * are written out. All other searches run {@link KdMatches}.
 */
public final class KdMatchesJvm {

    private KdMatchesJvm() {}

    /** Shapes and result are as in {@link KdMatches#findInRegions}. */
    public static void findInRegions(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] ids,
            double[] regions,
            int[] starts,
            int[] parameters,
            int[] found,
            int dims,
            int kind,
            int norm,
            int write) {
        if (kind != KdMatches.BALL || norm != Norms.EUCLIDEAN) {
            KdMatches.findInRegions(
                    begin, end, points, boxes, ids, regions, starts, parameters, found, dims, kind, norm, write);
            return;
        }
        double[] place = new double[dims];
        int last = Math.min(end, parameters[KdQueryParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            int count = walk(regions, item, place, points, boxes, ids, parameters, found, starts[item], write);
            if (write == 0) {
                starts[item] = count;
            }
        }
    }

    /** Counts the slots in a ball and, if {@code write} is 1, writes their ids from {@code start} on. */
    private static int walk(
            double[] regions,
            int item,
            double[] place,
            double[] points,
            double[] boxes,
            int[] ids,
            int[] parameters,
            int[] found,
            int start,
            int write) {
        int dims = place.length;
        int length = dims + 2;
        System.arraycopy(regions, item * length, place, 0, dims);
        double limit = regions[item * length + dims];
        int leafBits = parameters[KdQueryParameters.LEAF_BITS];
        int leaves = 1 << parameters[KdQueryParameters.HEIGHT];
        int size = parameters[KdQueryParameters.SIZE];
        int count = 0;
        int node = 1;
        while (node > 0) {
            boolean near = KdNearestJvm.toBox(place, boxes, node, dims) <= limit;
            if (near && node >= leaves) {
                int from = (node - leaves) << leafBits;
                int to = Math.min(from + (1 << leafBits), size);
                for (int slot = from; slot < to; slot++) {
                    if (SquareSums.toPoint(place, points, slot, dims) <= limit) {
                        if (write == 1) {
                            found[start + count] = ids[slot];
                        }
                        count++;
                    }
                }
            }
            node = near && node < leaves ? 2 * node : KdNodes.next(node, 1);
        }
        return count;
    }
}
