package dev.gyre.tasks.tree;

/**
 * {@link KdPoints} for the JVM: first finds the rows of a few slots, then fetches their coordinates, so that a processor waits for many of
 * them at once.
 */
public final class KdPointsJvm {

    private static final int BLOCK = 64;

    private KdPointsJvm() {}

    /** Shapes and result are as in {@link KdPoints#fetchPoints}. */
    public static void fetchPoints(
            int begin,
            int end,
            double[] coordinates,
            int[] rows,
            int[] tree,
            int[] parameters,
            double[] points,
            int[] ids) {
        int dims = parameters[KdParameters.DIMENSIONS];
        int last = Math.min(end, parameters[KdParameters.SIZE]);
        for (int from = begin; from < last; from += BLOCK) {
            int to = Math.min(last, from + BLOCK);
            for (int slot = from; slot < to; slot++) {
                ids[slot] = rows[tree[slot]];
            }
            if (dims == 2) {
                fetchPairs(from, to, coordinates, ids, points);
            } else if (dims == 3) {
                fetchTriples(from, to, coordinates, ids, points);
            } else {
                fetch(from, to, dims, coordinates, ids, points);
            }
        }
    }

    private static void fetchPairs(int from, int to, double[] coordinates, int[] ids, double[] points) {
        for (int slot = from; slot < to; slot++) {
            int row = 2 * ids[slot];
            points[2 * slot] = coordinates[row] + 0.0;
            points[2 * slot + 1] = coordinates[row + 1] + 0.0;
        }
    }

    private static void fetchTriples(int from, int to, double[] coordinates, int[] ids, double[] points) {
        for (int slot = from; slot < to; slot++) {
            int row = 3 * ids[slot];
            points[3 * slot] = coordinates[row] + 0.0;
            points[3 * slot + 1] = coordinates[row + 1] + 0.0;
            points[3 * slot + 2] = coordinates[row + 2] + 0.0;
        }
    }

    private static void fetch(int from, int to, int dims, double[] coordinates, int[] ids, double[] points) {
        // One dimension after another, so that a processor waits for many rows at once.
        for (int dim = 0; dim < dims; dim++) {
            for (int slot = from; slot < to; slot++) {
                points[slot * dims + dim] = coordinates[ids[slot] * dims + dim] + 0.0;
            }
        }
    }
}
