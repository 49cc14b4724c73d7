package dev.gyre.engine.join;

import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.Arrays;

/**
 * Estimates from a sample of points how a grid would be filled: whether the points are about equally dense everywhere, and how many points
 * are in the cell of a point on average. Empty cells and a few outliers do not count. Needs about a millisecond. Immutable.
 */
final class CellSample {

    /** Points of a sample. It misses points in fewer than one of 2,000 cells of a grid; they do not slow the grid down. */
    static final int SAMPLE = 4096;

    /** About the number of sample points in the cell of a sample point, at the width for which densities are compared. */
    private static final double COMPARED = 8;

    /**
     * The largest unevenness of densities for which a grid was faster than a kd-tree: 1.4 times if all are equal (1), and 1.1 to 1.3 times
     * for exponential coordinates in the plane (1.8). For such coordinates in 3 and 4 dimensions (2.4, 3.2) and for clusters (far more), a
     * grid needed 0.9 to 1.2 times the time of a tree. One thread of an AMD EPYC, 200,000 points, November 2026.
     */
    private static final double MAX_UNEVEN = 2;

    /**
     * How many times denser cells of half the width may be. For uniform points they are 1.1 times denser, because the space ends within
     * some wide cells.
     */
    private static final double MAX_DENSER = 1.5;

    /**
     * Most points in the cell of a point for which a grid was measured to be faster. With more, matches need nearly all time, and a tree
     * counts them faster.
     */
    private static final double MAX_FILL = 48;

    /** How many times fuller cells may be than with equal densities. */
    private static final double MORE = 2;

    private final Points sample;
    private final int size;
    private final double width;

    private CellSample(Points sample, int size, double width) {
        this.sample = sample;
        this.size = size;
        this.width = width;
    }

    /** The shares of all pairs and triples of a sample that are in the same cell. */
    private record Shares(double pairs, double triples) {}

    /**
     * Takes a sample.
     *
     * @param points the points, as they were given, {@value #SAMPLE} or more
     * @param metric a metric of differences
     */
    static CellSample of(Points points, Metric metric) {
        Points sample = metric.toSpace(PairSample.draw(points, SAMPLE));
        double inBall = Workload.unitBall(sample.dims()) * COMPARED * points.size() / SAMPLE;
        return new CellSample(
                sample, points.size(), PairSample.of(points, metric).radius(inBall));
    }

    /**
     * Tells whether points are about equally dense everywhere: the mean of squared densities over the points is near the square of their
     * mean density, and cells of half the width are about as dense. They are denser if clusters are as wide as the cells.
     */
    boolean isEven() {
        Shares whole = shares(width);
        double halves = shares(width / 2).pairs * Math.pow(2, sample.dims());
        return whole.pairs > 0
                && whole.triples <= MAX_UNEVEN * whole.pairs * whole.pairs
                && halves <= MAX_DENSER * whole.pairs;
    }

    /**
     * Tells whether cells have few points, and not many more than with equal densities.
     *
     * @param cellWidth their width
     * @param wanted points per cell that count as few in any case
     */
    boolean fillsEvenly(double cellWidth, double wanted) {
        double even = shares(width).pairs * Math.pow(cellWidth / width, sample.dims()) * size;
        double fill = shares(cellWidth).pairs * size;
        return fill <= Math.min(MAX_FILL, MORE * Math.max(wanted, even));
    }

    private Shares shares(double cellWidth) {
        long[] cells = new long[sample.size()];
        for (int row = 0; row < cells.length; row++) {
            long hash = 0;
            for (int axis = 0; axis < sample.dims(); axis++) {
                double number = Math.floor(sample.coordinate(row, axis) / cellWidth);
                hash = (hash ^ Double.doubleToLongBits(number + 0.0)) * 0x9E3779B97F4A7C15L;
                hash ^= hash >>> 32;
            }
            cells[row] = hash;
        }
        Arrays.sort(cells);
        double pairs = 0;
        double triples = 0;
        for (int begin = 0, end; begin < cells.length; begin = end) {
            end = begin + 1;
            while (end < cells.length && cells[end] == cells[begin]) {
                end++;
            }
            double count = end - begin;
            pairs += count * (count - 1);
            triples += count * (count - 1) * (count - 2);
        }
        double others = cells.length - 1.0;
        return new Shares(pairs / (cells.length * others), triples / (cells.length * others * (others - 1)));
    }
}
