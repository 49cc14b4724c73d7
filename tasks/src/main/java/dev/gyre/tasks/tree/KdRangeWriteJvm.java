package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;

/** {@link KdRangeWrite} for the JVM: balls in the Euclidean norm, which is what most searches are; the others are as there. */
public final class KdRangeWriteJvm {

    private KdRangeWriteJvm() {}

    /** Shapes and result as {@link KdRangeWrite#writeInRange}. */
    public static void writeInRange(
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
            int norm) {
        if (kind != KdRegions.BALL || norm != Norms.EUCLIDEAN) {
            KdRangeWrite.writeInRange(
                    begin, end, points, boxes, ids, regions, starts, parameters, found, dims, kind, norm);
            return;
        }
        double[] place = new double[dims];
        int last = Math.min(end, parameters[KdQueryParameters.QUERIES]);
        for (int item = begin; item < last; item++) {
            KdBallsJvm.walk(regions, item, place, points, boxes, ids, parameters, found, starts[item], true);
        }
    }
}
