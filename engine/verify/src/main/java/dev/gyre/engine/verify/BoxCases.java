package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.util.Random;

/**
 * Boxes of seeded cases. Corners are of the sample's shape. Sides are of length 0, or reach to another corner, so that boxes touch and
 * nest, or are of the magnitude of the coordinates. Sometimes one box surrounds all others.
 */
public final class BoxCases {

    private BoxCases() {}

    /** Returns the dimensions of a sample, or the most that boxes can have. */
    public static int dims(Sample sample) {
        return Math.min(sample.dims(), Boxes.MAX_DIMENSIONS);
    }

    public static Boxes draw(Sample sample, int size, Random random) {
        int dims = dims(sample);
        double[] rows = sample.shape().rows(size + 1, dims, random);
        double[] bounds = new double[2 * size * dims];
        int flat = random.nextInt(4);
        double unit = random.nextInt(3) == 0 ? 1 : Math.pow(2, -random.nextInt(12));
        for (int row = 0; row < size; row++) {
            int other = random.nextInt(size + 1);
            boolean reaches = random.nextInt(4) == 0;
            for (int dim = 0; dim < dims; dim++) {
                double from = rows[row * dims + dim];
                double to = rows[other * dims + dim];
                double side = random.nextInt(4) < flat ? 0 : Math.rint(random.nextDouble() * 8) / 8 * unit;
                double end = reaches ? to : from + side * Math.max(1, Math.abs(from)) * 0.5;
                end = Math.max(-Points.MAX_MAGNITUDE, Math.min(Points.MAX_MAGNITUDE, end));
                bounds[2 * row * dims + dim] = Math.min(from, end);
                bounds[(2 * row + 1) * dims + dim] = Math.max(from, end);
            }
        }
        if (size > 0 && random.nextInt(4) == 0) {
            cover(bounds, dims, random.nextInt(size));
        }
        return Boxes.wrap(bounds, dims);
    }

    /** Replaces a box by the box around all boxes. */
    private static void cover(double[] bounds, int dims, int giant) {
        double[] extent = Boxes.of(bounds, dims).extent();
        System.arraycopy(extent, 0, bounds, 2 * giant * dims, 2 * dims);
    }
}
