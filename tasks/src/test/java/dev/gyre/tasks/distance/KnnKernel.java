package dev.gyre.tasks.distance;

/** The signature that all variants of the nearest-neighbor kernel share. */
@FunctionalInterface
interface KnnKernel {

    void nearest(
            int begin,
            int end,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] keys,
            int[] ids,
            int norm,
            int dims);
}
