package dev.gyre.engine.op;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.grid.GridIndex;
import dev.gyre.engine.grid.GridSearches;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.tasks.grid.GridParameters;

/**
 * A uniform grid over a set of points of up to 6 dimensions, for searches in batches. Only cells that have points use memory. A point's id
 * is its row.
 *
 * <p>Answers equal those of a {@link KdTree}: exact in {@code double}, ties included, the same on every device. The width of the cells
 * affects the time of searches, never their answers. Searches within a radius are fastest with cells about as wide as the radius; searches
 * for nearest points, with cells of a few points each. Points are in the space of the metric: for {@link Metric#HAVERSINE} and
 * {@link Metric#COSINE}, this is a sphere of radius 1.
 *
 * <p>All cells have the given width, except in long gaps between points: if a few gaps, as between most rows and a few that are far away,
 * make up most of a dimension, they have a few wide cells. In a dimension that is longer than 2^31 cells without such gaps, cells have this
 * width where points are dense, and are wider elsewhere.
 *
 * <p>A build takes O(d n): it sorts the points by the numbers of their cells. A search within a radius takes time that grows with the
 * points of all cells that the radius touches. A search for nearest points looks at all cells within a reach, and enlarges the reach until
 * no other point can be nearer. A {@link KdTree} answers a query that would look at far too many points: in a cell with very many points,
 * or far from all points. This tree is built when it is first needed. It also answers searches for nearest points by {@link Metric#lp}.
 * Memory of a grid on the host, in bytes, for n points of d dimensions: {@code n (8 d + 20)} for up to 2^31 cells, empty ones included, and
 * at most {@code 4 d n} more. On the JVM a build needs another {@code 24 n}.
 *
 * <p>Immutable and safe for use by several threads. A grid is valid until its engine is closed. Closing a grid ends its use and may be
 * repeated.
 */
public final class Grid extends Closing implements PointIndex {

    /** Largest number of dimensions: with more, a query touches too many cells. The space of haversine has 3. */
    public static final int MAX_DIMENSIONS = GridParameters.MAX_DIMENSIONS;

    private final Context context;
    private final Points points;
    private final Metric metric;
    private final double width;
    private final GridIndex index;
    private final GridSearches searches;
    private final BuildReport report;
    private KdTree tree;

    private Grid(Context context, Points points, Metric metric, double width, GridIndex.Built built) {
        super("the grid");
        this.context = context;
        this.points = points;
        this.metric = metric;
        this.width = width;
        index = built.index();
        report = built.report();
        searches = new GridSearches(
                context,
                points,
                metric,
                width,
                index,
                (queries, k, radius, monitor) -> tree(monitor).nearest(queries, k, radius, monitor));
    }

    /**
     * Builds a grid.
     *
     * @param placement device, threads, memory
     * @param points the points
     * @param width length of the sides of a cell
     * @param options metric, monitor
     * @return the grid
     * @throws IllegalArgumentException if the width is not above 0 and finite, if grids do not support the metric (inner product, Hamming),
     *     if it does not accept the points, if there are too many points or dimensions, or if the build does not fit the memory
     */
    static Grid build(Placement placement, Points points, double width, GridOptions options) {
        GridIndex.check(points, options.metric(), width);
        int dims = options.metric().spaceDims(points.dims());
        return placement.run(Operation.GRID_BUILD, new Workload(points.size(), 0, dims, 1), context -> {
            GridIndex.Built built = GridIndex.build(context, points, options.metric(), width, options.monitor());
            return new Grid(context, points, options.metric(), width, built);
        });
    }

    private synchronized KdTree tree(Monitor monitor) {
        checkOpen();
        if (tree == null) {
            // Reports no progress of the build, but can end it.
            Monitor waiting = (done, total) -> monitor.progress(0, total);
            tree = KdTree.build(
                    Placement.on(context),
                    points,
                    KdTreeOptions.DEFAULT.withMetric(metric).withMonitor(waiting));
        }
        return tree;
    }

    @Override
    public Points points() {
        return points;
    }

    @Override
    public Metric metric() {
        return metric;
    }

    /** {@return the length of the sides of a cell, as given to the build} */
    public double width() {
        return width;
    }

    /** {@return the number of cells that have points} */
    public int cells() {
        return index.cells();
    }

    /** {@return the number of points of the fullest cell, 0 without points; O(cells)} */
    public int fullestCell() {
        return index.fullest();
    }

    /** {@return the device and times of the build; its last part is the copy to the host} */
    @Override
    public BuildReport report() {
        return report;
    }

    /**
     * Checks the structure on the host: every row is stored once, with its coordinates, in the cell that contains it; cells are in order;
     * and the directory in which searches find cells is right.
     *
     * <p>O(d n). Memory on the host: up to {@code 4 d n} bytes for n points of d dimensions.
     *
     * @return the findings
     * @throws IllegalStateException if the grid is closed
     */
    @Override
    public StructureReport verify() {
        return openSearches().verify();
    }

    @Override
    public Neighbors nearest(Points queries, int k, double radius, Monitor monitor) {
        return openSearches().nearest(queries, k, radius, monitor);
    }

    /**
     * Finds the k nearest other points of every point of the grid: the self-join. Each point excludes itself by its row, not by
     * its coordinates.
     *
     * @param k neighbors per point, 1 or more; if there are fewer other points, the remaining slots are unused
     * @param monitor watches the search
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException if k is less than 1, or if the search exceeds the result size or the memory limit
     * @throws IllegalStateException if the grid is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Neighbors selfNearest(int k, Monitor monitor) {
        return openSearches().selfNearest(k, monitor);
    }

    @Override
    public Matches within(Points queries, double radius, Monitor monitor) {
        return openSearches().within(queries, radius, monitor);
    }

    @Override
    public void within(Points queries, double radius, Monitor monitor, Matches.Consumer consumer) {
        openSearches().within(queries, radius, monitor, consumer);
    }

    @Override
    public int[] countWithin(Points queries, double radius, Monitor monitor) {
        return openSearches().countWithin(queries, radius, monitor);
    }

    @Override
    public Matches selfWithin(double radius, Monitor monitor) {
        return openSearches().selfWithin(radius, monitor);
    }

    private GridSearches openSearches() {
        checkOpen();
        return searches;
    }
}
