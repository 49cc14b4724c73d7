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

    private static final int EVERY_SECOND_BIT = 0x55555555;

    private PointOrder() {}

    static int[] of(Engine engine, Workers workers, Points points) {
        double[] coordinates = points.array();
        double[][] samples = {sample(coordinates, 0), sample(coordinates, 1)};
        int[] keys = new int[points.size()];
        workers.forEachSlice(
                keys.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        int x = place(samples[0], coordinates[2 * row]);
                        int y = place(samples[1], coordinates[2 * row + 1]);
                        keys[row] = Integer.MIN_VALUE
                                ^ (Integer.expand(x, EVERY_SECOND_BIT) | Integer.expand(y, EVERY_SECOND_BIT << 1));
                    }
                },
                Progress.NONE);
        return engine.sorting().argsort(Keys.of(keys));
    }

    private static double[] sample(double[] coordinates, int dim) {
        int rows = coordinates.length / 2;
        int size = Math.min(rows, SAMPLE);
        double[] sample = new double[size];
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
        int found = Arrays.binarySearch(sample, value);
        int above = found < 0 ? -found - 1 : found;
        double part = 0;
        if (found < 0 && above > 0 && above < sample.length) {
            part = (value - sample[above - 1]) / (sample[above] - sample[above - 1]) - 1;
        }
        return (int) ((above + part) / (sample.length + 1) * ((1 << BITS) - 1));
    }
}
