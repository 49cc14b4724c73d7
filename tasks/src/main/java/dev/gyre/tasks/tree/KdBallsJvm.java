package dev.gyre.tasks.tree;

/** The walk of {@link KdRegions} for balls in the Euclidean norm on the JVM, with sums over two and three dimensions written out. */
final class KdBallsJvm {

    private KdBallsJvm() {}

    /** Counts the slots in a ball and, where asked, writes their ids from {@code start} on. */
    static int walk(
            double[] regions,
            int item,
            double[] place,
            double[] points,
            double[] boxes,
            int[] ids,
            int[] parameters,
            int[] found,
            int start,
            boolean write) {
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
                    if (KdNearestJvm.toPoint(place, points, slot, dims) <= limit) {
                        if (write) {
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
