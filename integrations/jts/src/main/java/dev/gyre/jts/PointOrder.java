package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;

/**
 * An order of points of a plane in which neighbors follow each other: Morton order of their places among a sample, so that clusters and
 * outliers do not matter. O(n), and 8 bytes for each point.
 */
final class PointOrder {

    private static final int MIN_SLICE = 1 << 12;
    private static final int SAMPLE = 1 << 8;

    /** Bits of the place in a dimension. */
    private static final int BITS = 16;

    private static final double STEP = ((1 << BITS) - 1) / (SAMPLE + 1.0);

    private PointOrder() {}

    static int[] of(Engine engine, Workers workers, Points points) {
        double[] coordinates = points.array();
        double[] ofX = sample(coordinates, 0);
        double[] ofY = sample(coordinates, 1);
        int[] keys = new int[points.size()];
        workers.forEachSlice(
                keys.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        int x = place(ofX, coordinates[2 * row]);
                        int y = place(ofY, coordinates[2 * row + 1]);
                        keys[row] = Integer.MIN_VALUE ^ (spread(x) | spread(y) << 1);
                    }
                },
                Progress.NONE);
        return engine.sorting().argsort(Keys.of(keys));
    }

    /** Puts a 0 before each of 16 bits; {@link Integer#expand} takes some processors many times as long. */
    private static int spread(int value) {
        int bits = value;
        bits = (bits | bits << 8) & 0x00FF00FF;
        bits = (bits | bits << 4) & 0x0F0F0F0F;
        bits = (bits | bits << 2) & 0x33333333;
        return (bits | bits << 1) & 0x55555555;
    }

    private static double[] sample(double[] coordinates, int dim) {
        int rows = coordinates.length / 2;
        int size = Math.min(rows, SAMPLE);
        // Values that are not there are infinite.
        double[] sample = new double[SAMPLE];
        Arrays.fill(sample, Double.POSITIVE_INFINITY);
        for (int i = 0; i < size; i++) {
            // Multiples of a large odd number: rows may repeat in any rhythm.
            long row = size == rows ? i : Math.floorMod(i * 0x9E3779B97F4A7C15L >> 1, (long) rows);
            sample[i] = coordinates[2 * (int) row + dim];
        }
        Arrays.sort(sample);
        return sample;
    }

    /** Returns the place of a value among the sample, between two of its values by their distances. */
    private static int place(double[] sample, double value) {
        // Without branches, which a processor could not foresee.
        int below = 0;
        for (int step = SAMPLE / 2; step > 0; step /= 2) {
            below += sample[below + step - 1] <= value ? step : 0;
        }
        double part = 0;
        if (below > 0) {
            double min = sample[below - 1];
            part = Math.min(1, (value - min) / (sample[below] - min));
        }
        return (int) ((below + part) * STEP);
    }
}
