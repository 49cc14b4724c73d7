package dev.gyre.engine.search;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import java.util.Arrays;

/**
 * The rows of an index around one query, one after the other, in the order of neighbors: by key, ties by id. The calling thread does the
 * search, without a program or other threads. Not safe for use by several threads.
 */
public abstract class NearestRows {

    /** Most neighbors whose keys are kept in order, to leave out what is farther. */
    private static final int FEW = 64;

    private final NearestQueue queue = new NearestQueue();

    /** The least keys of the rows so far, ascending; null if any number of rows may be wanted. */
    private double[] min;

    private double limit;

    /**
     * Begins with nothing.
     *
     * @param limit the largest key of a row
     */
    protected NearestRows(double limit) {
        // Boxes without rows are infinitely far.
        this.limit = Math.min(limit, Double.MAX_VALUE);
    }

    /** The largest key that is still of interest. */
    protected final double limit() {
        return limit;
    }

    /** Adds a node, unless it is too far; no row below it may have a smaller key. */
    protected final void addNode(double key, int node) {
        if (key <= limit) {
            queue.addNode(key, node);
        }
    }

    /** Adds a row, unless it is too far. */
    protected final void addRow(double key, int row) {
        if (key > limit) {
            return;
        }
        queue.addRow(key, row);
        if (min != null && key < min[min.length - 1]) {
            int hole = min.length - 1;
            while (hole > 0 && min[hole - 1] > key) {
                min[hole] = min[hole - 1];
                hole--;
            }
            min[hole] = key;
            limit = Math.min(limit, min[min.length - 1]);
        }
    }

    /** Replaces a node by what is below it: adds its children, or its rows. */
    protected abstract void expand(int node);

    /** The row that follows another one at the same place, or -1. */
    protected int next(int row) {
        return -1;
    }

    /** Moves to the next row, which is then the first entry of the queue; false if there is none. */
    private boolean find() {
        while (!queue.isEmpty() && queue.isNode()) {
            int node = queue.first();
            queue.remove();
            expand(node);
        }
        return !queue.isEmpty();
    }

    /** Leaves the row behind that is the first entry. */
    private void leave() {
        double key = queue.key();
        int same = next(queue.first());
        queue.remove();
        if (same >= 0) {
            queue.addRow(key, same);
        }
    }

    /** Passes the rows to a visitor until it returns false. */
    public final void visit(Metric metric, Neighbors.Visitor visitor) {
        while (find()) {
            int row = queue.first();
            double key = queue.key();
            leave();
            if (!visitor.visit(row, metric.distance(key))) {
                return;
            }
        }
    }

    /**
     * Returns the nearest rows.
     *
     * @param k slots of the answer, 1 or more
     * @param rows number of all rows
     * @param device the JVM, for the report
     */
    public final Neighbors neighbors(int k, int rows, Metric metric, JoinMethod method, Device device) {
        long start = System.nanoTime();
        int slots = NeighborSizes.slots(k, rows);
        int[] ids = new int[slots];
        double[] keys = new double[slots];
        int count = first(Neighbors.NONE, ids, keys);
        Arrays.fill(ids, count, slots, Neighbors.NONE);
        Arrays.fill(keys, count, slots, Double.POSITIVE_INFINITY);
        return new Neighbors(1, slots, ids, keys, metric, report(method, device, start)).withSlots(k);
    }

    /**
     * Finds the nearest rows, as many as the arrays have elements.
     *
     * @param except a row that is left out, or -1
     * @return the number of rows, less if there are no more
     */
    public final int first(int except, int[] ids, double[] keys) {
        int rows = ids.length + (except < 0 ? 0 : 1);
        if (rows <= FEW) {
            min = new double[rows];
            Arrays.fill(min, Double.POSITIVE_INFINITY);
        }
        int count = 0;
        while (count < ids.length && find()) {
            if (queue.first() != except) {
                ids[count] = queue.first();
                keys[count++] = queue.key();
            }
            leave();
        }
        return count;
    }

    /**
     * Returns all rows within the limit of the search.
     *
     * @param device the JVM, for the report
     */
    public final Matches matches(Metric metric, JoinMethod method, Device device) {
        long start = System.nanoTime();
        int[] ids = new int[Long.SIZE];
        double[] keys = new double[Long.SIZE];
        int count = 0;
        while (find()) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
                keys = Arrays.copyOf(keys, 2 * count);
            }
            ids[count] = queue.first();
            keys[count++] = queue.key();
            leave();
        }
        return new Matches(
                new int[] {0, count},
                Arrays.copyOf(ids, count),
                Arrays.copyOf(keys, count),
                metric,
                report(method, device, start));
    }

    private static ExecutionReport report(JoinMethod method, Device device, long start) {
        return new ExecutionReport(device, method, 0, Timing.ZERO, System.nanoTime() - start, 0);
    }
}
