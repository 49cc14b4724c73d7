package dev.gyre.engine.tree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.common.SquareSums;
import dev.gyre.tasks.tree.TreeBoxesJvm;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.function.Supplier;

/**
 * The arrays of a tree, as the kernels read them.
 *
 * @param entries for each slot the coordinates of its point, or the bounds of its box
 * @param boxes the boxes of the nodes; after those of the entries, in the same array, if these are boxes
 * @param rows for each number ({@link TreeParameters}) the row of the slot, the first one of equal rows, or the least row below the node; or
 *     only for each slot the label that a search reports
 */
public record TreeArrays(double[] entries, double[] boxes, int[] rows) {

    private static final int MIN_SLICE = 1 << 14;

    /** Arrays for trees with at most the entries of a layout. */
    public static TreeArrays of(TreeLayout max) {
        double[] boxes = new double[max.bounds()];
        return new TreeArrays(
                max.corners() == 2 ? boxes : new double[Math.multiplyExact(max.size(), max.width())],
                boxes,
                new int[max.numbers()]);
    }

    /** Declares arrays for trees with at most the entries of a layout; on the JVM those that {@link #given} gives. */
    public static TreeArrays of(TreeLayout max, Layout layout) {
        double[] points = max.corners() == 1 ? layout.given(double[].class, max.size(), max.width()) : null;
        double[] boxes = layout.given(double[].class, 2L * max.dims(), max.boxes());
        return new TreeArrays(points == null ? boxes : points, boxes, layout.given(int[].class, max.numbers()));
    }

    /** Declares arrays for trees of points with at most the entries of a layout, which are needed {@linkplain Layout#later later}. */
    public static Supplier<TreeArrays> later(TreeLayout max, Layout layout) {
        Supplier<double[]> points = layout.later(double[].class, max.size(), max.width());
        Supplier<double[]> boxes = layout.later(double[].class, 2L * max.dims(), max.boxes());
        Supplier<int[]> rows = layout.later(int[].class, max.numbers());
        return () -> new TreeArrays(points.get(), boxes.get(), rows.get());
    }

    /** The arrays themselves, for a program of the JVM. */
    Object[] given() {
        return entries == boxes ? new Object[] {boxes, rows} : new Object[] {entries, boxes, rows};
    }

    /** Begins to make the arrays of a tree of points in other threads: see {@link HostArrays#room}. */
    public static Supplier<TreeArrays> room(TreeLayout layout) {
        Supplier<double[]> points = HostArrays.room(double[].class, Math.multiplyExact(layout.size(), layout.dims()));
        Supplier<double[]> boxes = HostArrays.room(double[].class, layout.bounds());
        Supplier<int[]> rows = HostArrays.room(int[].class, layout.numbers());
        return () -> new TreeArrays(points.get(), boxes.get(), rows.get());
    }

    /** The arrays of a tree whose slots have the points of the given rows. */
    public static TreeArrays of(TreeLayout layout, Points points, int[] ids, Workers workers) {
        TreeArrays arrays = of(layout);
        HostArrays.gather(points, ids, layout.size(), arrays.entries, workers);
        System.arraycopy(ids, 0, arrays.rows, 0, layout.size());
        arrays.joinBoxes(layout, 0, workers);
        return arrays;
    }

    /**
     * Makes the boxes and least rows of nodes, from the entries and their rows, by all threads.
     *
     * @param done levels whose nodes have them already; 0 for none
     */
    public void joinBoxes(TreeLayout layout, int done, Workers workers) {
        int[] parameters = layout.parameters();
        parameters[TreeParameters.JOINED] = 1;
        for (int level = done + 1; level <= layout.levels(); level++) {
            parameters[TreeParameters.LEVEL] = level;
            workers.forEachSlice(
                    layout.count(level),
                    MIN_SLICE / layout.nodeSize(),
                    (begin, end) ->
                            TreeBoxesJvm.joinBoxes(begin, end, entries, parameters, boxes, rows, layout.corners()),
                    Progress.NONE);
        }
    }

    /** These arrays with other labels of the slots. */
    public TreeArrays with(int[] labels) {
        return new TreeArrays(entries, boxes, labels);
    }

    /** The key of the distance from a position to the box of a node of a binary tree, up to rounding errors. */
    public double keyOfBox(int node, double[] point, Norm norm) {
        return leastKey(point, 0, 0, boxes, TreeLayout.box(node, point.length), point.length, norm);
    }

    /**
     * The least key of a point of one box and a point of another one; 0 if they overlap.
     *
     * @param one has lower, then upper bounds, or the coordinates of a point
     * @param from where they begin
     * @param width the numbers from a lower to its upper bound; 0 for a point
     * @param boxes has the other box
     * @param low where its lower, then upper bounds begin
     */
    public static double leastKey(double[] one, int from, int width, double[] boxes, int low, int dims, Norm norm) {
        if (norm == Norm.EUCLIDEAN) {
            return SquareSums.toBox(one, from, width, boxes, low, dims);
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double below = boxes[low + dim] - one[from + width + dim];
            double above = one[from + dim] - boxes[low + dims + dim];
            key = norm.add(key, Math.max(Math.max(below, above), 0));
        }
        return key;
    }

    /** The largest key of a point of one box and a point of another one; the parameters are those of {@link #leastKey}. */
    public static double largestKey(double[] one, int from, int width, double[] boxes, int low, int dims, Norm norm) {
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double up = boxes[low + dims + dim] - one[from + dim];
            double down = one[from + width + dim] - boxes[low + dim];
            key = norm.add(key, Math.max(up, down));
        }
        return key;
    }

    /** Copies the elements that a tree of points of a layout uses; of labels those that there are. */
    public void copy(TreeArrays to, TreeLayout layout, Workers workers) {
        copy(entries, to.entries, layout.size() * layout.width(), workers);
        copy(boxes, to.boxes, layout.bounds(), workers);
        copy(rows, to.rows, Math.min(rows.length, layout.numbers()), workers);
    }

    private static void copy(Object from, Object to, int length, Workers workers) {
        if (from != to) {
            HostArrays.copy(from, 0, to, 0, length, workers);
        }
    }
}
