package dev.gyre.engine.kdtree;

import java.util.Arrays;

/**
 * By which dimension each level of a tree is split: that of the largest spread, taken to halve with each split. For data that
 * spread alike in all dimensions that is one after the other, as Brown has it.
 */
final class KdSplits {

    private static final int SAMPLE = 2048;

    /** Shares of the sample between which spread is measured: outliers do not count. */
    private static final double LOW = 0.1;

    private static final double HIGH = 0.9;

    private KdSplits() {}

    /**
     * The dimensions, by the binary logarithm of the size of the windows that are split.
     *
     * @param image dims x stride coordinates, column-major
     * @param rows number of rows
     * @param rootBits binary logarithm of the root's window
     */
    static int[] choose(float[] image, int stride, int rows, int dims, int rootBits) {
        double[] spreads = new double[dims];
        for (int dim = 0; dim < dims; dim++) {
            spreads[dim] = spread(image, dim * stride, rows);
        }
        int[] splits = new int[Integer.SIZE];
        for (int bits = rootBits; bits >= 0; bits--) {
            int widest = 0;
            for (int dim = 1; dim < dims; dim++) {
                widest = spreads[dim] > spreads[widest] ? dim : widest;
            }
            splits[bits] = widest;
            spreads[widest] /= 2;
        }
        return splits;
    }

    private static double spread(float[] image, int start, int rows) {
        int count = Math.min(rows, SAMPLE);
        float[] sample = new float[count];
        for (int i = 0; i < count; i++) {
            sample[i] = image[start + (int) ((long) i * rows / count)];
        }
        Arrays.sort(sample);
        double spread = sample[(int) (HIGH * (count - 1))] - sample[(int) (LOW * (count - 1))];
        // Where most are equal, what the others spread.
        return spread > 0 ? spread : (sample[count - 1] - sample[0]) / count;
    }
}
