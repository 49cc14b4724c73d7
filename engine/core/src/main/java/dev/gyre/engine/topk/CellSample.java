package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import java.util.Arrays;

/**
 * Chooses cells by samples of the points and of the queries: cells are as wide as possible while a query meets only some more points than it
 * would in the narrowest cells. So it is the neighborhoods of queries that decide, not the extent: points in far clusters, of any sizes, get
 * cells that suit their clusters.
 *
 * <p>Points that the samples miss are few: the samples have 16 meetings if each query meets one point. Time: about {@code 8 sqrt(n)} numbers of cells for each of some ten widths. Not safe for use by several threads.
 */
final class CellSample {

    /** Rows of a sample for each square root of the number of points. */
    private static final int PER_ROOT = 4;

    /** Widths for each doubling. */
    private static final int STEPS = 4;

    /** Allows for the chance of samples. */
    private static final double MARGIN = 1.5;

    /** Rows of the sample that gives the dimensions of cells, and those between two rows that it compares. */
    private static final int FEW = 256;

    private static final int APART = 8;

    /** The least width of wide cells, in reaches. */
    private static final double WIDE = 8;

    private final Points points;
    private final int[] ofPoints;
    private final Points queries;
    private final int[] ofQueries;
    private final double reach;
    private final int size;

    /** Pairs of a point and a query of the samples that meet if each query meets one point. */
    private final double meetings;

    private final int[] gridDims;

    /** A table of cells, with the points of the sample in each. */
    private final long[] keys;

    private final int[] counts;

    /**
     * Samples of two sides.
     *
     * @param of the rows of that side that cells get; null for all points
     * @param queries points of the other side
     * @param asked the rows of that side that look for points; null for all points
     * @param reach largest difference of coordinates within the distance
     */
    CellSample(Points points, Side.Rows of, Points queries, Side.Rows asked, double reach) {
        this.points = points;
        this.queries = queries;
        this.reach = reach;
        size = of == null ? points.size() : of.size();
        int max = (int) Math.ceil(PER_ROOT * Math.sqrt(size));
        ofPoints = rows(size, of, max);
        ofQueries = rows(asked == null ? queries.size() : asked.size(), asked, max);
        meetings = (double) ofPoints.length * ofQueries.length / Math.max(1, size);
        gridDims = dims(points, ofPoints);
        int room = 2 << (Integer.SIZE - Integer.numberOfLeadingZeros(ofPoints.length));
        keys = new long[room];
        counts = new int[room];
    }

    private static int[] rows(int size, Side.Rows of, int max) {
        int[] rows = Side.strata(size, max);
        if (of != null) {
            Arrays.setAll(rows, i -> of.row(rows[i]));
        }
        return rows;
    }

    /** The dimensions of cells: those where neighbors of a sample lie farthest apart. */
    private static int[] dims(Points points, int... rows) {
        int[] dims = new int[points.dims()];
        Arrays.setAll(dims, dim -> dim);
        if (dims.length <= Cells.MAX_DIMS) {
            return dims;
        }
        int[] few = Side.strata(rows.length, FEW);
        double[] column = new double[few.length];
        double[] apart = new double[dims.length];
        for (int dim = 0; dim < dims.length; dim++) {
            for (int i = 0; i < column.length; i++) {
                column[i] = points.coordinate(rows[few[i]], dim);
            }
            apart[dim] = apart(column);
        }
        return Arrays.stream(dims)
                .boxed()
                .sorted((a, b) -> Double.compare(apart[b], apart[a]))
                .limit(Cells.MAX_DIMS)
                .mapToInt(dim -> dim)
                .toArray();
    }

    /** The median difference of a coordinate and one that is a few places later in their order. */
    private static double apart(double... column) {
        Arrays.sort(column);
        int places = Math.min(APART, column.length - 1);
        double[] differences = new double[column.length - Math.max(0, places)];
        Arrays.setAll(differences, i -> column[i + places] - column[i]);
        Arrays.sort(differences);
        return differences.length == 0 ? 0 : differences[differences.length / 2];
    }

    /**
     * Cells for the points.
     *
     * @param each points that a query meets, on average, beyond those that it would meet in the narrowest cells
     */
    Cells cells(double each) {
        // Samples have too few meetings to show less than one point for each query.
        double narrower = Math.pow(Math.min(1, each), 1.0 / gridDims.length);
        return new Cells(gridDims, reach, widest(Math.max(1, each)) * narrower);
    }

    /**
     * Wide cells, so that few points lie near the sides of their cells.
     *
     * @param each points that a query meets, on average, beyond those that it would meet in the narrowest cells
     */
    Cells wideCells(double each) {
        return new Cells(gridDims, reach, Math.max(WIDE * reach, widest(each)));
    }

    /** The largest width by which queries meet not more than asked for; at most that for points that are spread evenly. */
    private double widest(double each) {
        double min = Cells.leastWidth(reach);
        double even = even(each, min);
        if (even <= min) {
            return min;
        }
        double max = met(min) + MARGIN * each * meetings;
        int refused = -1;
        int taken = 0;
        for (int step = 1; width(even, taken) > min && met(width(even, taken)) > max; step *= 2) {
            refused = taken;
            taken += step;
        }
        while (taken - refused > 1) {
            int middle = (taken + refused) >>> 1;
            if (met(width(even, middle)) > max) {
                refused = middle;
            } else {
                taken = middle;
            }
        }
        return width(even, taken);
    }

    private static double width(double even, int step) {
        return even * Math.pow(2, -(double) step / STEPS);
    }

    /** The width of cells with some points each if points were spread evenly over their extent: no cells as wide have fewer. */
    private double even(double each, double min) {
        double share = Math.pow(each / Math.max(1, size), 1.0 / gridDims.length);
        double width = share;
        for (int dim : gridDims) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int row : ofPoints) {
                low = Math.min(low, points.coordinate(row, dim));
                high = Math.max(high, points.coordinate(row, dim));
            }
            width *= Math.pow(Math.max(min, high - low), 1.0 / gridDims.length);
        }
        return width;
    }

    /** Pairs of a point and a query of the samples that are in the same cell. */
    private double met(double width) {
        Cells cells = new Cells(gridDims, reach, width);
        Arrays.fill(counts, 0);
        for (int row : ofPoints) {
            long cell = cells.hash(points.array(), row * points.dims());
            int at = place(cell);
            keys[at] = cell;
            counts[at]++;
        }
        double met = 0;
        for (int row : ofQueries) {
            met += counts[place(cells.hash(queries.array(), row * queries.dims()))];
        }
        return met;
    }

    /** The place of a cell in the table, or the free one for it. */
    private int place(long cell) {
        int last = keys.length - 1;
        int at = Cells.mixed(cell) & last;
        while (counts[at] > 0 && keys[at] != cell) {
            at = (at + 1) & last;
        }
        return at;
    }
}
