package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/** {@link KdRangeCount} for the JVM: balls in the Euclidean norm, which is what most searches are; the others are as there. */
public final class KdRangeCountJvm {

    private KdRangeCountJvm() {}

    /** Shapes and result as {@link KdRangeCount#countInRange}. */
    public static void countInRange(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            double[] regions,
            int[] parameters,
            int[] counts,
            int dims,
            int kind,
            int norm) {
        if (kind != KdRegions.BALL || norm != Norms.EUCLIDEAN) {
            KdRangeCount.countInRange(begin, end, points, boxes, regions, parameters, counts, dims, kind, norm);
            return;
        }
        double[] place = new double[dims];
        int last = Math.min(end, parameters[KdQueryParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            counts[item] = KdBallsJvm.walk(regions, item, place, points, boxes, counts, parameters, counts, 0, false);
        }
    }
}
