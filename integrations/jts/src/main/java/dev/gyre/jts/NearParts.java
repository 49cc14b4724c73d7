package dev.gyre.jts;

import java.util.Arrays;

/**
 * The right parts that may be near the points of a group. Loops over their boxes have no branches: a processor could not foresee which
 * boxes are near. Not safe for use by several threads.
 */
final class NearParts {

    private static final int FEWEST = 64;

    private static final double SQUARES_OF_TWICE = 0.25;

    private final int dims;

    /** How much larger the boxes are on each side. */
    private final double margin;

    private int size;
    private int[] parts = new int[FEWEST];

    /** The middle of each box in each dimension. */
    private final double[][] middles;

    /** A half of the side of each box in each dimension, rounded up. */
    private final double[][] halves;

    /** The squared distance of each box from the place that was asked last. */
    private double[] squares = new double[FEWEST];

    /** Which boxes were near the place that was asked last. */
    private int[] hits = new int[FEWEST];

    NearParts(int dims, double margin) {
        this.dims = dims;
        this.margin = margin;
        middles = new double[dims][FEWEST];
        halves = new double[dims][FEWEST];
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    int part(int number) {
        return parts[number];
    }

    /** Adds a part with its bounds. */
    void add(int part, double[] bounds) {
        ensure(size + 1);
        parts[size] = part;
        int at = 2 * dims * part;
        for (int dim = 0; dim < dims; dim++) {
            double lower = bounds[at + dim];
            double upper = bounds[at + dims + dim];
            double middle = lower + (upper - lower) / 2;
            middles[dim][size] = middle;
            halves[dim][size] = Math.nextUp(Math.max(middle - lower, upper - middle)) + margin;
        }
        size++;
    }

    private void ensure(int count) {
        if (count > parts.length) {
            int room = Math.max(count, 2 * parts.length);
            parts = Arrays.copyOf(parts, room);
            squares = Arrays.copyOf(squares, room);
            hits = Arrays.copyOf(hits, room);
            for (int dim = 0; dim < dims; dim++) {
                middles[dim] = Arrays.copyOf(middles[dim], room);
                halves[dim] = Arrays.copyOf(halves[dim], room);
            }
        }
    }

    /** Finds the boxes within a squared distance of a place, and returns their number. */
    int find(double[] places, int at, double reachSq) {
        return dims == 2
                ? find(places[at], places[at + 1], reachSq)
                : find(places[at], places[at + 1], places[at + 2], reachSq);
    }

    private int find(double x, double y, double reachSq) {
        int count = 0;
        for (int number = 0; number < size; number++) {
            double dx = twiceBeyond(x - middles[0][number], halves[0][number]);
            double dy = twiceBeyond(y - middles[1][number], halves[1][number]);
            double sq = (dx * dx + dy * dy) * SQUARES_OF_TWICE;
            squares[number] = sq;
            hits[count] = number;
            count += sq <= reachSq ? 1 : 0;
        }
        return count;
    }

    private int find(double x, double y, double z, double reachSq) {
        int count = 0;
        for (int number = 0; number < size; number++) {
            double dx = twiceBeyond(x - middles[0][number], halves[0][number]);
            double dy = twiceBeyond(y - middles[1][number], halves[1][number]);
            double dz = twiceBeyond(z - middles[2][number], halves[2][number]);
            double sq = (dx * dx + dy * dy + dz * dz) * SQUARES_OF_TWICE;
            squares[number] = sq;
            hits[count] = number;
            count += sq <= reachSq ? 1 : 0;
        }
        return count;
    }

    /** Returns twice the distance of a number from an interval around 0. */
    private static double twiceBeyond(double value, double half) {
        double beyond = Math.abs(value) - half;
        return beyond + Math.abs(beyond);
    }

    /** Returns the number of a box that was found. */
    int hit(int slot) {
        return hits[slot];
    }

    /** Returns the squared distance of a box from the place that was asked last: 0 if it is in the box. */
    double square(int number) {
        return squares[number];
    }

    /**
     * Takes the parts of another group that may be within a distance of a place; the nearest first, unless there are more than some.
     *
     * @param max how many parts are sorted, by insertion
     */
    void takeFrom(NearParts others, double[] places, int at, double distance, int max) {
        int count = others.find(places, at, distance * distance + Double.MIN_NORMAL);
        if (count <= max) {
            others.sort(count);
        }
        take(others, count);
    }

    /** Sorts the boxes that were found by their distances. */
    private void sort(int count) {
        for (int end = 1; end < count; end++) {
            int hit = hits[end];
            double square = squares[hit];
            int hole = end;
            while (hole > 0 && squares[hits[hole - 1]] > square) {
                hits[hole] = hits[hole - 1];
                hole--;
            }
            hits[hole] = hit;
        }
    }

    /** Takes the parts of another group that it found. */
    private void take(NearParts others, int count) {
        ensure(count);
        size = count;
        for (int number = 0; number < count; number++) {
            int hit = others.hits[number];
            parts[number] = others.parts[hit];
            for (int dim = 0; dim < dims; dim++) {
                middles[dim][number] = others.middles[dim][hit];
                halves[dim][number] = others.halves[dim][hit];
            }
        }
    }
}
