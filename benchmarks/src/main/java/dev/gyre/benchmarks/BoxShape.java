package dev.gyre.benchmarks;

import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.verify.Shape;
import java.util.Random;

/** The positions and sizes of boxes of two dimensions, and of windows among them. */
enum BoxShape {
    /** Uniform middles in the unit square; sides uniform, so that a window has about 9 hits for any number of boxes. */
    UNIFORM(1.5),
    /** Normal clouds of width 0.001; sides uniform. */
    CLUSTERED(0.013),
    /** The segments of the world's coastlines and borders; windows around the middles of some of them. */
    COASTLINES(85);

    private final double side;

    /** The mean length of sides is {@code side / sqrt(n)} for n boxes. */
    BoxShape(double side) {
        this.side = side;
    }

    /**
     * Makes data.
     *
     * @param scale the factor of all sides
     */
    BoxData make(BoxData.Work work, int n, int windows, double scale, Random random) {
        double mean = scale * side / Math.sqrt(n);
        if (this == COASTLINES) {
            double[] boxes = BenchmarkData.coastlines(n);
            double[] middles = new double[2 * windows];
            for (int window = 0; window < windows; window++) {
                int box = 4 * random.nextInt(n);
                middles[2 * window] = (boxes[box] + boxes[box + 2]) / 2;
                middles[2 * window + 1] = (boxes[box + 1] + boxes[box + 3]) / 2;
            }
            return new BoxData(work, RTreeOptions.DEFAULT, 0, boxes, around(middles, 0, windows, mean, random));
        }
        // Together, because the random numbers also place the clusters.
        double[] middles = Shape.valueOf(name()).rows(n + windows, 2, random);
        return new BoxData(
                work,
                RTreeOptions.DEFAULT,
                0,
                around(middles, 0, n, mean, random),
                around(middles, n, n + windows, mean, random));
    }

    private static double[] around(double[] middles, int from, int to, double mean, Random random) {
        double[] bounds = new double[4 * (to - from)];
        for (int row = 0; row < to - from; row++) {
            for (int dim = 0; dim < 2; dim++) {
                double half = random.nextDouble() * mean;
                double middle = middles[2 * (from + row) + dim];
                bounds[4 * row + dim] = middle - half;
                bounds[4 * row + 2 + dim] = middle + half;
            }
        }
        return bounds;
    }
}
