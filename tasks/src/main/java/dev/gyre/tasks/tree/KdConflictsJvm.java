package dev.gyre.tasks.tree;

/** {@link KdConflicts} for the JVM: first finds equal keys, then compares the points, so that a processor waits for many of them together. */
public final class KdConflictsJvm {

    private static final int BLOCK = 1 << 7;

    private KdConflictsJvm() {}

    /** Shapes and result are as in {@link KdConflicts#findConflict}. */
    public static void findConflict(
            int begin, int end, double[] coordinates, int[] order, int[] marks, int[] parameters, int[] conflicts) {
        int dims = parameters[KdParameters.DIMENSIONS];
        int last = Math.min(end, parameters[KdParameters.ROWS]);
        int[] equal = new int[BLOCK];
        for (int from = begin; from < last; from += BLOCK) {
            int count = 0;
            for (int slot = from; slot < Math.min(last, from + BLOCK); slot++) {
                equal[count] = slot;
                count += marks[slot] == 0 ? 1 : 0;
            }
            for (int i = 0; i < count; i++) {
                int slot = equal[i];
                if (differ(coordinates, order[slot - 1] * dims, order[slot] * dims, dims)) {
                    marks[slot] = 1;
                    conflicts[slot & (KdConflicts.SHARES - 1)] = 1;
                }
            }
        }
    }

    private static boolean differ(double[] coordinates, int point, int other, int dims) {
        boolean differs = false;
        for (int dim = 0; dim < dims; dim++) {
            differs |= coordinates[point + dim] != coordinates[other + dim];
        }
        return differs;
    }
}
