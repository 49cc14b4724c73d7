package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Points in lists; each list has the points of some {@link Cells}.
 *
 * <p>A grid that is <em>spread out</em> has each point in all cells that it reaches, so that a query looks into its own cell only: for few points and many
 * queries. Otherwise a query looks into all cells that it reaches.
 *
 * <p>Lists of more than {@value #LONG_LIST} points are sorted by value, the best one first. Memory, in bytes: {@code 8 d + 12} for each
 * entry, and 4 for each list; there are 4 to 8 lists per cell, up to a limit. Immutable; safe for use by several threads.
 */
final class PointGrid {

    /** Lists with more points than this are sorted. */
    static final int LONG_LIST = 32;

    private static final int SLICE = 1 << 12;
    private static final int MAX_BITS = 26;

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

    private final int dims;
    private final Cells cells;
    private final boolean spreadOut;
    private final Workers workers;
    private final int[] ends;
    private double[] coordinates;
    private double[] values;
    private int[] rows;
    private long perQuery;

    /**
     * A grid.
     *
     * @param points the points, in the space of the metric
     * @param of rows and values of the points
     * @param some the cells, spread over any number of lists
     * @param each points of a cell for which there are 4 to 8 lists
     * @param spreadOut whether each point is in all cells that it reaches
     * @param workers the threads that make it; null for the calling thread alone
     */
    PointGrid(Points points, Side.Rows of, Cells some, int each, boolean spreadOut, Workers workers) {
        this.spreadOut = spreadOut;
        this.workers = workers;
        dims = points.dims();
        int lists = Math.max(1, points.size() / each);
        cells = some.withBits(Math.min(MAX_BITS, 2 + Integer.SIZE - Integer.numberOfLeadingZeros(lists)));
        ends = new int[cells.lists() + 1];
        fill(points, of);
        order();
    }

    /** Notes the lists that a query has to search. */
    void look(double[] from, int at, Cells.Lists to) {
        cells.note(from, at, !spreadOut, to);
    }

    private void forEachSlice(int items, SliceWork work) {
        if (workers == null) {
            work.run(0, items);
        } else {
            workers.forEachSlice(items, SLICE, work, Progress.NONE);
        }
    }

    private void fill(Points points, Side.Rows of) {
        boolean alone = workers == null || workers.threads() == 1;
        double[] from = points.array();
        forEachSlice(points.size(), (begin, end) -> {
            Cells.Lists to = new Cells.Lists();
            for (int i = begin; i < end; i++) {
                cells.note(from, i * dims, spreadOut, to);
                for (int j = 0; j < to.count; j++) {
                    add(to.lists[j] + 1, alone);
                }
            }
        });
        for (int list = 1; list < ends.length; list++) {
            ends[list] = Math.addExact(ends[list], ends[list - 1]);
        }
        int entries = ends[ends.length - 1];
        coordinates = new double[Math.multiplyExact(entries, dims)];
        values = new double[entries];
        rows = new int[entries];
        forEachSlice(points.size(), (begin, end) -> {
            Cells.Lists to = new Cells.Lists();
            for (int i = begin; i < end; i++) {
                cells.note(from, i * dims, spreadOut, to);
                for (int j = 0; j < to.count; j++) {
                    int entry = add(to.lists[j], alone);
                    values[entry] = of.values()[i];
                    rows[entry] = of.row(i);
                    for (int dim = 0; dim < dims; dim++) {
                        coordinates[entry * dims + dim] = from[i * dims + dim];
                    }
                }
            }
        });
    }

    /** Adds 1 and returns the previous number; in the end, the element of a list is the end of that list. */
    private int add(int at, boolean alone) {
        return alone ? ends[at]++ : (int) INTS.getAndAdd(ends, at, 1);
    }

    /** Sorts each long list, the best value first, and estimates how many points a query meets. */
    private void order() {
        LongAdder met = new LongAdder();
        forEachSlice(ends.length - 1, (begin, end) -> {
            for (int list = begin; list < end; list++) {
                long count = end(list) - start(list);
                if (count > LONG_LIST) {
                    order(start(list), end(list));
                    met.add(count * count);
                }
            }
        });
        perQuery = LONG_LIST + met.sum() / Math.max(1, rows.length);
    }

    /** The estimated number of points that a query meets if it is one of them. */
    long perQuery() {
        return perQuery;
    }

    private void order(int start, int end) {
        BestPairs order = BestPairs.all();
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

    /** End, exclusive, of the entries of a sorted list that reach a rank with a row of a value. */
    int reaching(int start, int end, double value, double min, Partners partners) {
        int low = start;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (partners.rank(value, values[middle]) >= min) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Number of entries. */
    int size() {
        return rows.length;
    }

    /** First entry of a list. */
    int start(int list) {
        return list == 0 ? 0 : ends[list - 1];
    }

    /** End of a list's entries, exclusive. */
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
