package dev.gyre.engine.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One seeded case: everything that is drawn for it depends only on these values, so that a failure can be repeated.
 *
 * @param shape spread of the coordinates
 * @param seed seed of {@link #random()}
 */
public record Sample(Shape shape, int size, int dims, long seed) {

    /** Sizes around those of blocks, tiles and work-groups of the kernels, very small ones, and a large one. */
    private static final int[] SIZES = {0, 1, 2, 7, 31, 32, 33, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1500};

    private static final int[] DIMENSIONS = {1, 2, 3, 4, 5, 8, 11, 16};

    /**
     * Returns a new source of randomness for this case.
     *
     * @return a generator with this seed
     */
    public Random random() {
        return new Random(seed);
    }

    /**
     * Draws rows of this case's shape.
     *
     * @param random source of randomness
     * @return {@code size x dims} coordinates, row-major
     */
    public double[] rows(Random random) {
        return shape.rows(size, dims, random);
    }

    /** Returns a series of cases: all shapes in turn, with random sizes and dimensions from fixed lists. */
    public static List<Sample> series(int cases, long seed) {
        Random random = new Random(seed);
        Shape[] shapes = Shape.values();
        List<Sample> samples = new ArrayList<>(cases);
        for (int i = 0; i < cases; i++) {
            int size = SIZES[random.nextInt(SIZES.length)];
            int dims = DIMENSIONS[random.nextInt(DIMENSIONS.length)];
            samples.add(new Sample(shapes[i % shapes.length], size, dims, random.nextLong()));
        }
        return samples;
    }
}
