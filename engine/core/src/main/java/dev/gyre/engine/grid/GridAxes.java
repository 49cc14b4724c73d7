package dev.gyre.engine.grid;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.Bounds;
import dev.gyre.engine.sort.Cuts;
import dev.gyre.tasks.grid.GridParameters;
import java.util.Arrays;

/**
 * How the cells of a grid are numbered on each axis, and how these numbers are packed into the columns of a key.
 *
 * <p>If the points extend over less than 2^31 cells of the requested width, all cells of the axis have that width. Otherwise the axis is
 * cut into pieces at coordinates of a sample. A piece has cells of the requested width, or its share of cells of equal width, so that all
 * numbers together fit 31 bits. So cells keep their width where points are dense, whatever lies far away. If they cannot, pieces have about
 * equal numbers of points. Searches rely only on the order of the numbers, never on the width.
 *
 * @param numbers room for the limits of a search, then the pieces of each axis
 * @param pieces pieces of each axis, 1 or {@value #MOST_PIECES}
 * @param last the last number on each axis
 * @param columns columns of a key
 * @param column the column of each axis
 * @param shift the lowest bit of each axis in its column
 */
public record GridAxes(double[] numbers, int pieces, int[] last, int columns, int[] column, int[] shift) {

    /** Pieces of an axis that has more cells of the requested width than numbers. */
    static final int MOST_PIECES = 512;

    /** Bits of a column. */
    private static final int BITS = 31;

    private static final double MOST_CELLS = 0x1p31 - 1;
    private static final double MOST_SCALE = 0x1p1000;

    /** The axes of a grid of points. */
    public static GridAxes of(Points points, double width, Workers workers) {
        int dims = points.dims();
        Bounds bounds = new Bounds(dims);
        bounds.cover(points, workers);
        double scale = Math.min(1 / width, MOST_SCALE);
        boolean[] isLong = new boolean[dims];
        boolean anyLong = false;
        for (int axis = 0; axis < dims; axis++) {
            isLong[axis] = Math.floor((bounds.most(axis) - bounds.least(axis)) * scale) + 1 > MOST_CELLS;
            anyLong |= isLong[axis];
        }
        int pieces = anyLong ? MOST_PIECES : 1;
        double[] numbers = new GridShape(0, dims, 0, pieces).numbers();
        int[] last = new int[dims];
        for (int axis = 0; axis < dims; axis++) {
            double least = bounds.least(axis);
            double[] begins = isLong[axis] ? begins(points, axis, least) : new double[] {least};
            int first = GridParameters.PIECE_NUMBERS + axis * GridParameters.PIECE * pieces;
            last[axis] = write(numbers, first, pieces, begins, bounds.most(axis), scale);
        }
        return pack(numbers, pieces, last);
    }

    /** The beginnings of pieces: the least coordinate, and coordinates of a sample, including its smallest and its largest one. */
    private static double[] begins(Points points, int axis, double least) {
        double[] sample = Arrays.stream(Cuts.sample(points.size(), row -> points.coordinate(row, axis)))
                .distinct()
                .toArray();
        int count = Math.min(sample.length, MOST_PIECES - 1);
        double[] begins = new double[count + 1];
        begins[0] = least;
        for (int i = 0; i < count; i++) {
            int at = count == 1 ? 0 : (int) ((long) i * (sample.length - 1) / (count - 1));
            begins[1 + i] = sample[at];
        }
        return Arrays.stream(begins).distinct().toArray();
    }

    /** Writes the pieces of an axis; returns the last number. */
    private static int write(double[] numbers, int first, int pieces, double[] begins, double most, double scale) {
        double share = Math.floor(MOST_CELLS / pieces);
        double cells = 0;
        for (int piece = 0; piece < pieces; piece++) {
            boolean used = piece < begins.length;
            double begin = used ? begins[piece] : Double.MAX_VALUE;
            double end = piece + 1 < begins.length ? begins[piece + 1] : most;
            double length = used ? end - begin : 0;
            double own = used ? Math.min(Math.floor(length * scale) + 1, share) : 0;
            boolean wide = used && length * scale > share;
            numbers[first + piece] = begin;
            numbers[first + pieces + piece] = wide ? share / length : scale;
            numbers[first + 2 * pieces + piece] = used ? cells : 0;
            numbers[first + 3 * pieces + piece] = Math.max(0, own - 1);
            cells += own;
        }
        return (int) cells - 1;
    }

    /** Puts the axes into columns, as many into each as fit; the first axis of a column has its highest bits. */
    private static GridAxes pack(double[] numbers, int pieces, int[] last) {
        int[] column = new int[last.length];
        int[] shift = new int[last.length];
        int[] used = new int[last.length];
        int columns = 1;
        for (int axis = 0; axis < last.length; axis++) {
            columns += used[columns - 1] + bits(last[axis]) > BITS ? 1 : 0;
            column[axis] = columns - 1;
            used[columns - 1] += bits(last[axis]);
            shift[axis] = -used[columns - 1];
        }
        for (int axis = 0; axis < last.length; axis++) {
            shift[axis] += used[column[axis]];
        }
        return new GridAxes(numbers, pieces, last, columns, column, shift);
    }

    private static int bits(int last) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(last);
    }

    /** Bits of a column that are in use. */
    int bitsOf(int wanted) {
        int total = 0;
        for (int axis = 0; axis < last.length; axis++) {
            total += column[axis] == wanted ? bits(last[axis]) : 0;
        }
        return total;
    }

    /** Bits by which columns are sorted, the same for all. */
    int sortedBits() {
        int most = 0;
        for (int each = 0; each < columns; each++) {
            most = Math.max(most, bitsOf(each));
        }
        return most <= Short.SIZE ? Short.SIZE : Integer.SIZE;
    }

    /** Writes the axes into the parameters of kernels. */
    void write(int[] parameters) {
        parameters[GridParameters.DIMENSIONS] = last.length;
        parameters[GridParameters.COLUMNS] = columns;
        parameters[GridParameters.PIECES] = pieces;
        for (int axis = 0; axis < last.length; axis++) {
            int of = GridParameters.AXES + axis * GridParameters.AXIS;
            parameters[of] = column[axis];
            parameters[of + 1] = shift[axis];
            parameters[of + 2] = last[axis];
            parameters[of + 3] = (int) ((1L << bits(last[axis])) - 1);
        }
    }
}
