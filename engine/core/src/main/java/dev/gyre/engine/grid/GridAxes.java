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
 * <p>An axis along which the points extend over few cells of the requested width has only cells of that width. A longer axis is looked at
 * by a sample. If a few gaps between the sample's coordinates make up most of its length, as with a few rows that are far away, a gap has
 * only a few wide cells, and all others have the requested width. So a far row costs no bits of the keys: the directory, which covers their
 * highest bits, still tells the cells apart, and points stay in as many cells as without that row. Rows in a gap are fewer than a few
 * in {@value #SAMPLE}, or in {@value #ROWS_PER_SAMPLE} of many.
 *
 * <p>If there are still more than 2^31 cells, the axis is cut into pieces at coordinates of the sample, with about equal numbers of points.
 * A piece has cells of the requested width, or its share of cells of equal width. Searches rely only on the order of the numbers, never on
 * the width.
 *
 * @param numbers room for the limits of a search, then the pieces of each axis
 * @param pieces pieces of each axis, 1, {@value #FEW_PIECES} or {@value #MAX_PIECES}
 * @param last the last number on each axis
 * @param column the column of each axis
 * @param shift the lowest bit of each axis in its column
 */
public record GridAxes(double[] numbers, int pieces, int[] last, int columns, int[] column, int[] shift) {

    /** Pieces of an axis with many gaps, or with more cells of the requested width than numbers. */
    static final int MAX_PIECES = 512;

    /** Pieces of an axis with one or a few gaps; powers of two are few, so that calls share programs. */
    static final int FEW_PIECES = 8;

    /** Least points of a sample, if there are so many. */
    private static final int SAMPLE = 2048;

    /** Points for each of a larger sample. */
    private static final int ROWS_PER_SAMPLE = 4096;

    /** With fewer cells, even three axes fit a column. */
    private static final double FEW_CELLS = 256;

    /** How many times fewer cells an axis must have without its gaps; pieces cost a little time. An estimate. */
    private static final double FEWER = 8;

    /** A gap may be this many times shorter than all that remains without it and longer ones. */
    private static final double SHORTER = 8;

    /** Gaps of an axis: with the spans between them, they fit the pieces. */
    private static final int MAX_GAPS = MAX_PIECES / 2 - 1;

    /** Least cells of a gap, unless it has fewer of the requested width. */
    private static final double CELLS_OF_GAP = 4;

    /** Bits of a column. */
    private static final int BITS = 31;

    private static final double MAX_CELLS = 0x1p31 - 1;
    private static final double MAX_SCALE = 0x1p1000;

    /**
     * The pieces of an axis.
     *
     * @param begins where each begins, ascending
     * @param cells the number of cells of each
     */
    private record Pieces(double[] begins, double[] cells) {

        double all() {
            return Arrays.stream(cells).sum();
        }
    }

    public static GridAxes of(Points points, double width, Workers workers) {
        int dims = points.dims();
        Bounds bounds = new Bounds(dims);
        bounds.cover(points, workers);
        double scale = Math.min(1 / width, MAX_SCALE);
        Pieces[] axes = new Pieces[dims];
        int max = 1;
        for (int axis = 0; axis < dims; axis++) {
            axes[axis] = pieces(points, axis, bounds.min(axis), bounds.max(axis), scale);
            max = Math.max(max, axes[axis].begins.length);
        }
        int pieces = max == 1 ? 1 : max <= FEW_PIECES ? FEW_PIECES : MAX_PIECES;
        double[] numbers = new double[new GridShape(0, dims, 0, pieces).numbers()];
        int[] last = new int[dims];
        for (int axis = 0; axis < dims; axis++) {
            int first = GridParameters.PIECE_NUMBERS + axis * GridParameters.PIECE * pieces;
            last[axis] = write(numbers, first, pieces, axes[axis], bounds.max(axis), scale);
        }
        return pack(numbers, pieces, last);
    }

    private static Pieces pieces(Points points, int axis, double min, double max, double scale) {
        double all = cells(max - min, scale);
        if (all <= FEW_CELLS) {
            return new Pieces(new double[] {min}, new double[] {all});
        }
        int rows = Math.max(SAMPLE, points.size() / ROWS_PER_SAMPLE);
        double[] sample = Cuts.sample(points.size(), rows, row -> points.coordinate(row, axis));
        double[] places = new double[sample.length + 2];
        places[0] = min;
        System.arraycopy(sample, 0, places, 1, sample.length);
        places[places.length - 1] = max;
        places = Cuts.distinct(places);
        Pieces shorter = withGaps(places, scale);
        double left = shorter.all();
        if (left <= MAX_CELLS && (left <= all / FEWER || all > MAX_CELLS)) {
            return shorter;
        }
        return all > MAX_CELLS ? byPoints(places, scale) : new Pieces(new double[] {min}, new double[] {all});
    }

    /** Cells of the requested width in a length. */
    private static double cells(double length, double scale) {
        return Math.floor(length * scale) + 1;
    }

    /** Pieces of cells of the requested width, and between them gaps of few cells. */
    private static Pieces withGaps(double[] places, double scale) {
        double wide = shortestGap(places);
        int gaps = 0;
        double dense = 0;
        for (int i = 1; i < places.length; i++) {
            double length = places[i] - places[i - 1];
            gaps += length >= wide ? 1 : 0;
            dense += length >= wide ? 0 : length;
        }
        // Widens what is dense, because the sample misses the last points before a gap.
        double more = Math.min(wide / 4, dense / (8 * Math.max(1, gaps)));
        double ofGap = Math.max(CELLS_OF_GAP, Math.floor(cells(dense, scale) / (4 * Math.max(1, gaps))));
        double[] begins = new double[2 * gaps + 1];
        boolean[] isGap = new boolean[begins.length];
        int count = 0;
        int from = 0;
        for (int i = 1; i <= places.length; i++) {
            boolean ends = i == places.length || places[i] - places[i - 1] >= wide;
            if (ends) {
                boolean isLine = i - 1 > from;
                double low = isLine && from > 0 ? places[from] - more : places[from];
                double high = isLine ? places[i - 1] + more : places[i - 1];
                count = isLine ? add(begins, isGap, count, low, false) : count;
                count = i < places.length ? add(begins, isGap, count, high, true) : count;
                from = i;
            }
        }
        double[] cells = new double[count];
        for (int piece = 0; piece < count; piece++) {
            double end = piece + 1 < count ? begins[piece + 1] : places[places.length - 1];
            double own = cells(end - begins[piece], scale);
            cells[piece] = isGap[piece] ? Math.min(own, ofGap) : own;
        }
        return new Pieces(Arrays.copyOf(begins, count), cells);
    }

    /** Adds a piece, in place of the last one if rounding made that empty. */
    private static int add(double[] begins, boolean[] isGap, int count, double begin, boolean gap) {
        int at = count > 0 && begins[count - 1] >= begin ? count - 1 : count;
        begins[at] = count > at ? begins[at] : begin;
        isGap[at] = gap;
        return at + 1;
    }

    /**
     * The length from which on distances between places are gaps: the least one that is not far below the sum of all shorter ones; infinity
     * if there is none.
     */
    private static double shortestGap(double[] places) {
        double[] lengths = new double[places.length - 1];
        Arrays.setAll(lengths, i -> places[i + 1] - places[i]);
        Arrays.sort(lengths);
        double shorter = 0;
        double wide = Double.POSITIVE_INFINITY;
        for (int i = 0; i < lengths.length && wide == Double.POSITIVE_INFINITY; i++) {
            boolean isFirst = i == 0 || lengths[i] > lengths[i - 1];
            if (isFirst && lengths.length - i <= MAX_GAPS && lengths[i] >= shorter / SHORTER) {
                wide = lengths[i];
            }
            shorter += lengths[i];
        }
        return wide;
    }

    /** Pieces with about equal numbers of points, each with at most its share of the numbers. */
    private static Pieces byPoints(double[] places, double scale) {
        int count = Math.min(places.length - 1, MAX_PIECES);
        double[] begins = new double[count];
        double[] cells = new double[count];
        for (int i = 0; i < count; i++) {
            begins[i] = places[(int) ((long) i * (places.length - 1) / count)];
        }
        for (int i = 0; i < count; i++) {
            double end = i + 1 < count ? begins[i + 1] : places[places.length - 1];
            cells[i] = Math.min(cells(end - begins[i], scale), Math.floor(MAX_CELLS / MAX_PIECES));
        }
        return new Pieces(begins, cells);
    }

    /** Writes the pieces of an axis; returns the last number. */
    private static int write(double[] numbers, int first, int pieces, Pieces axis, double max, double scale) {
        double before = 0;
        for (int piece = 0; piece < pieces; piece++) {
            boolean used = piece < axis.begins.length;
            double begin = used ? axis.begins[piece] : Double.MAX_VALUE;
            double end = piece + 1 < axis.begins.length ? axis.begins[piece + 1] : max;
            double own = used ? axis.cells[piece] : 0;
            boolean wide = used && own < cells(end - begin, scale);
            numbers[first + piece] = begin;
            numbers[first + pieces + piece] = wide ? own / (end - begin) : scale;
            numbers[first + 2 * pieces + piece] = used ? before : 0;
            numbers[first + 3 * pieces + piece] = Math.max(0, own - 1);
            before += own;
        }
        return (int) before - 1;
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
        int max = 0;
        for (int each = 0; each < columns; each++) {
            max = Math.max(max, bitsOf(each));
        }
        return max <= Short.SIZE ? Short.SIZE : Integer.SIZE;
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
