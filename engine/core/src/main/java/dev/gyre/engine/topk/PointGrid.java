package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Some points in the cells of an unbounded grid, which are spread over lists by a hash. Outliers cost nothing, and a list may hold points of several
 * cells. The cells are at least twice as wide as the reach, so that a point's surroundings lie in at most two cells of each dimension; a grid has up to
 * {@value #MOST_DIMS} of the dimensions, those in which the points are spread most.
 *
 * <p>A grid that is <em>spread out</em> has each point in all cells that it reaches, so that a query looks into its own cell only: for few points and many
 * queries. Otherwise a query looks into all cells that it reaches.
 *
 * <p>Lists of more than {@value #LONG_LIST} points have the best value first. Memory, in bytes: for an entry {@code 8 d + 12}, and for a list 4, of which there
 * are 2 to 4 an entry. Immutable; safe for use by several threads.
 */
final class PointGrid {

    /** Most dimensions of cells. */
    static final int MOST_DIMS = 3;

    /** Points of a list beyond which it is in order. */
    static final int LONG_LIST = 32;

    private static final int SAMPLE = 256;
    private static final int SLICE = 1 << 12;

    /** How many times finer the cells of points that are spread out are: most queries then meet none. */
    private static final int FINER = 4;

    /** Odd numbers that mix the cells of each dimension. */
    private static final long[] FACTORS = {0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L};

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

    private final int dims;
    private final int[] gridDims;
    private final double reach;
    private final double perCell;
    private final int shift;
    private final boolean spreadOut;
    private final int[] ends;
    private double[] coordinates;
    private double[] values;
    private int[] rows;
    private long perQuery;

    /** Lists that a query looks into, each once. */
    static final class Lists {

        final int[] lists = new int[1 << 6];
        int count;
    }

    /**
     * A grid.
     *
     * @param points the points, in the space of the metric
     * @param of rows and values of the points
     * @param reach largest difference of coordinates within the distance
     * @param spreadOut whether each point is in all cells that it reaches
     */
    PointGrid(Points points, Side.Rows of, double reach, boolean spreadOut, Workers workers) {
        this.reach = reach;
        this.spreadOut = spreadOut;
        dims = points.dims();
        double[] spread = spread(points);
        gridDims = widest(spread);
        double width = spacing(spread, points.size()) / (spreadOut ? FINER : 1);
        perCell = 1 / Math.max(2 * reach * (1 + 0x1p-20), width);
        int bits = 2 + Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, points.size()));
        shift = Integer.SIZE - Math.min(bits, 26);
        ends = new int[(1 << (Integer.SIZE - shift)) + 1];
        fill(points, of, workers);
        order(workers);
    }

    /** About how far the points are spread in each dimension, outliers aside. */
    private static double[] spread(Points points) {
        int[] sample = Side.strata(points.size(), SAMPLE);
        double[] spread = new double[points.dims()];
        double[] column = new double[sample.length];
        for (int dim = 0; dim < spread.length; dim++) {
            for (int i = 0; i < sample.length; i++) {
                column[i] = points.coordinate(sample[i], dim);
            }
            Arrays.sort(column);
            int tenth = column.length / 10;
            spread[dim] = column.length == 0 ? 0 : (column[column.length - 1 - tenth] - column[tenth]) / 0.8;
        }
        return spread;
    }

    private static int[] widest(double... spread) {
        int[] order = new int[spread.length];
        Arrays.setAll(order, i -> i);
        for (int i = 0; i < Math.min(MOST_DIMS, order.length); i++) {
            for (int j = i + 1; j < order.length; j++) {
                if (spread[order[j]] > spread[order[i]]) {
                    int other = order[i];
                    order[i] = order[j];
                    order[j] = other;
                }
            }
        }
        return Arrays.copyOf(order, Math.min(MOST_DIMS, order.length));
    }

    /** The distance of neighbors, were the points in a lattice. */
    private double spacing(double[] spread, int size) {
        double product = 1;
        for (int dim : gridDims) {
            product *= Math.pow(spread[dim], 1.0 / gridDims.length);
        }
        return product / Math.pow(Math.max(1, size), 1.0 / gridDims.length);
    }

    /** The cell of a coordinate; the first or the last one of all where it is too large. */
    private long cell(double coordinate) {
        return (long) Math.floor(coordinate * perCell);
    }

    /** The list of the cell of a point. */
    private int own(double[] from, int at) {
        long hash = 0;
        for (int i = 0; i < gridDims.length; i++) {
            hash += cell(from[at + gridDims[i]]) * FACTORS[i];
        }
        return list(hash);
    }

    /** Notes the lists of the cells around a point. */
    private void around(double[] from, int at, Lists to) {
        to.count = 0;
        note(from, at, 0, 0, to);
    }

    /** Notes the lists of cells in the further dimensions. */
    private void note(double[] from, int at, int dim, long hash, Lists to) {
        if (dim == gridDims.length) {
            note(list(hash), to);
            return;
        }
        double coordinate = from[at + gridDims[dim]];
        long low = cell(coordinate - reach);
        // Counts the cells, as the last one of all has no next one.
        long more = cell(coordinate + reach) - low;
        for (long i = 0; i <= more; i++) {
            note(from, at, dim + 1, hash + (low + i) * FACTORS[dim], to);
        }
    }

    private static void note(int list, Lists to) {
        for (int i = 0; i < to.count; i++) {
            if (to.lists[i] == list) {
                return;
            }
        }
        to.lists[to.count++] = list;
    }

    private int list(long hash) {
        long mixed = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> Integer.SIZE) >>> shift;
    }

    /** Notes the lists that a query looks into. */
    void look(double[] from, int at, Lists to) {
        if (spreadOut) {
            to.lists[0] = own(from, at);
            to.count = 1;
        } else {
            around(from, at, to);
        }
    }

    /** Notes the lists that have a point. */
    private void have(double[] from, int at, Lists to) {
        if (spreadOut) {
            around(from, at, to);
        } else {
            to.lists[0] = own(from, at);
            to.count = 1;
        }
    }

    private void fill(Points points, Side.Rows of, Workers workers) {
        boolean alone = workers.threads() == 1;
        double[] from = points.array();
        workers.forEachSlice(
                points.size(),
                SLICE,
                (begin, end) -> {
                    Lists to = new Lists();
                    for (int i = begin; i < end; i++) {
                        have(from, i * dims, to);
                        for (int j = 0; j < to.count; j++) {
                            add(to.lists[j] + 1, alone);
                        }
                    }
                },
                Progress.NONE);
        for (int list = 1; list < ends.length; list++) {
            ends[list] = Math.addExact(ends[list], ends[list - 1]);
        }
        int entries = ends[ends.length - 1];
        coordinates = new double[Math.multiplyExact(entries, dims)];
        values = new double[entries];
        rows = new int[entries];
        workers.forEachSlice(
                points.size(),
                SLICE,
                (begin, end) -> {
                    Lists to = new Lists();
                    for (int i = begin; i < end; i++) {
                        have(from, i * dims, to);
                        for (int j = 0; j < to.count; j++) {
                            int entry = add(to.lists[j], alone);
                            values[entry] = of.values()[i];
                            rows[entry] = of.row(i);
                            for (int dim = 0; dim < dims; dim++) {
                                coordinates[entry * dims + dim] = from[i * dims + dim];
                            }
                        }
                    }
                },
                Progress.NONE);
    }

    /** Counts up; afterwards the place of a list has its end. */
    private int add(int at, boolean alone) {
        return alone ? ends[at]++ : (int) INTS.getAndAdd(ends, at, 1);
    }

    /** Puts the best value of each long list first, and notes how many points a query meets, about. */
    private void order(Workers workers) {
        LongAdder met = new LongAdder();
        workers.forEachSlice(
                ends.length - 1,
                SLICE,
                (begin, end) -> {
                    for (int list = begin; list < end; list++) {
                        long count = end(list) - start(list);
                        if (count > LONG_LIST) {
                            order(start(list), end(list));
                            met.add(count * count);
                        }
                    }
                },
                Progress.NONE);
        perQuery = LONG_LIST + met.sum() / Math.max(1, rows.length);
    }

    /** About how many points a query meets that is one of them. */
    long perQuery() {
        return perQuery;
    }

    private void order(int start, int end) {
        BestPairs order = new BestPairs(Integer.MAX_VALUE / 4, Bound.NONE);
        for (int entry = start; entry < end; entry++) {
            order.offer(values[entry], 0, entry);
        }
        order.sort();
        double[] oldCoordinates = Arrays.copyOfRange(coordinates, start * dims, end * dims);
        int[] oldRows = Arrays.copyOfRange(rows, start, end);
        for (int i = 0; i < end - start; i++) {
            int old = Bound.right(order.pair(i)) - start;
            values[start + i] = order.rank(i);
            rows[start + i] = oldRows[old];
            System.arraycopy(oldCoordinates, old * dims, coordinates, (start + i) * dims, dims);
        }
    }

    /** Number of entries. */
    int size() {
        return rows.length;
    }

    /** First entry of a list. */
    int start(int list) {
        return list == 0 ? 0 : ends[list - 1];
    }

    /** After the last entry of a list. */
    int end(int list) {
        return ends[list];
    }

    /** The coordinates of all entries. */
    double[] coordinates() {
        return coordinates;
    }

    /** The value of each entry. */
    double[] values() {
        return values;
    }

    /** The row of each entry. */
    int[] rows() {
        return rows;
    }
}
