package dev.gyre.spark;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.util.Random;

/** Seeded points and boxes by shape. */
enum ShapedPoints {
    UNIFORM,
    EXPONENTIAL,
    CLUSTERED,
    GRID,
    ALL_EQUAL,
    HOT_SPOT,
    COLLINEAR,
    OUTLIERS;

    double[] coordinates(int size, int dims, long seed) {
        Random random = new Random(seed);
        double[] all = new double[size * dims];
        for (int row = 0; row < size; row++) {
            double first = random.nextDouble();
            int cluster = random.nextInt(5);
            boolean isRare = random.nextInt(100) == 0;
            boolean isHot = random.nextInt(3) == 0;
            for (int dim = 0; dim < dims; dim++) {
                all[row * dims + dim] = switch (this) {
                    case UNIFORM -> random.nextDouble();
                    case EXPONENTIAL -> -Math.log(1 - random.nextDouble());
                    case CLUSTERED -> cluster * 1e6 + random.nextGaussian();
                    case GRID -> random.nextInt(12);
                    case ALL_EQUAL -> 3;
                    case HOT_SPOT -> isHot ? 0 : random.nextInt(40) - 20;
                    case COLLINEAR -> first * (dim + 1);
                    case OUTLIERS -> isRare ? (random.nextDouble() - 0.5) * 1e30 : random.nextDouble();
                };
            }
        }
        return all;
    }

    Points points(int size, int dims, long seed) {
        return Points.of(coordinates(size, dims, seed), dims);
    }

    /** Boxes with lower corners of this shape; some are flat, some are large. */
    Boxes boxes(int size, int dims, long seed) {
        double[] lower = coordinates(size, dims, seed);
        Random random = new Random(seed + 1);
        double[] bounds = new double[2 * lower.length];
        for (int row = 0; row < size; row++) {
            double extent = random.nextInt(4) == 0 ? 0 : random.nextInt(50) == 0 ? 5 : 0.2;
            for (int dim = 0; dim < dims; dim++) {
                double low = lower[row * dims + dim];
                bounds[row * 2 * dims + dim] = low;
                bounds[row * 2 * dims + dims + dim] = low + extent * random.nextDouble();
            }
        }
        return Boxes.of(bounds, dims);
    }
}
