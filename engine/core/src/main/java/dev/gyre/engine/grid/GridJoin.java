package dev.gyre.engine.grid;

import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.tasks.grid.GridParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Joins of all pairs within a radius by a grid that is built for the join. The grid is searched where it was built, by the same program.
 * The engine keeps the program, and with it the grid of these points, so that the next join over the same {@link Points} by cells of the
 * same width finds both.
 *
 * <p>Memory on the device: that of {@link GridBuild} and of a batch of queries.
 */
public final class GridJoin {

    /** Cells are slightly wider than the radius, so that a ball touches at most three cells of an axis despite rounding. */
    static final double WIDER = 1 + 0x1p-30;

    /**
     * Number of points in a cell below which wider cells are faster for joins within a radius: 3 to 6 in the plane and in space, on one
     * thread of an AMD EPYC.
     */
    public static final double FILL = 4;

    private final Context context;

    /** A join on a device. */
    public GridJoin(Context context) {
        this.context = context;
    }

    /**
     * Whether a join of n points fits.
     *
     * @param dims number of dimensions in the space of the metric
     */
    public static boolean fits(int points, int dims, Context context) {
        GridShape max = new GridShape(Math.max(1, points), dims, dims, 1);
        return points <= GridIndex.MAX_POINTS
                && dims <= GridParameters.MAX_DIMENSIONS
                && context.fits(new GridBuild.Sizes(max, Integer.SIZE));
    }

    /**
     * The width of cells for searches within a radius: that radius, or more if cells would be nearly empty.
     *
     * @param key the largest key
     * @param expected estimated number of points within the radius of a point
     */
    public double width(Norm norm, double key, int dims, long expected) {
        double points = expected / Workload.unitBall(dims);
        return GridRange.reach(norm, key) * Math.max(WIDER, Math.pow(FILL / points, 1.0 / dims));
    }

    /** The largest difference, on one axis, of two points whose distance has a key; above 0. */
    public static double reach(Norm norm, double key) {
        return GridRange.reach(norm, key);
    }

    /** A program that builds and searches. */
    static final class Joined implements Blueprint.Made {

        private final GridBuild build;
        private final GridRange.Search search;
        private double width;
        private GridAxes axes;
        private int[] parameters;
        private int[] ids;

        private Joined(Sizes sizes, Layout layout) {
            build = new GridBuild(sizes.build(), layout);
            search = new GridRange.Search(build.arrays(), sizes.search(), layout);
        }

        @Override
        public Program program() {
            List<Phase> phases = new ArrayList<>(build.phases());
            phases.addAll(search.phases());
            return new Program("grid join", phases);
        }

        GridRange.Search search() {
            return search;
        }

        /** Builds the grid, unless it is there already. */
        GridIndex open(
                Context context,
                Lease<?> lease,
                Points data,
                Points space,
                GridAxes wanted,
                double wide,
                Norm norm,
                Progress progress) {
            if (!lease.holds(data) || width != wide) {
                lease.hold(null);
                build.write(space, lease);
                parameters = build.build(wanted, space.size(), lease, progress);
                build.downloadIds(lease);
                ids = Arrays.copyOf(build.arrays().ids(), space.size());
                axes = wanted;
                width = wide;
                lease.hold(data);
            }
            int[] ofHost = parameters.clone();
            ofHost[GridParameters.STRIDE] = space.size();
            return new GridIndex(space, norm, axes, ofHost, ids, () -> {
                build.download(lease);
                GridArrays arrays = GridArrays.of(GridShape.of(space.size(), axes), Layout.on(context.device()));
                arrays.copy(build.arrays(), parameters, space.size(), context.workers());
                return arrays;
            });
        }
    }

    /** The sizes of a program, whose grid is in the space of the metric. */
    record Sizes(GridBuild.Sizes build, GridRange.Sizes search, Metric metric) implements Blueprint<Joined> {

        @Override
        public Joined make(Layout layout) {
            return new Joined(this, layout);
        }
    }

    /**
     * All points within a radius of every query.
     *
     * @param queries the queries; in a self-join the points
     * @param self whether a row is no match of itself
     * @param width length of the sides of cells
     * @throws IllegalArgumentException if grids do not support the metric, the metric does not accept the points, or the grid or the result
     *     does not fit
     */
    public Matches within(
            Points queries, Points points, boolean self, double radius, double width, JoinOptions options) {
        Metric metric = options.metric();
        GridIndex.check(points, metric, width);
        NeighborSizes.checkDims(queries, points);
        metric.largestKey(radius);
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        Points querySpace = queries == points ? space : metric.toSpace(queries);
        if (context.onJvm() || space.size() == 0 || queries.size() == 0) {
            return alone(points, querySpace, self, radius, width, options);
        }
        GridAxes axes = GridAxes.of(space, width, context.workers());
        Sizes sizes = sizes(space, axes, queries.size(), metric);
        if (!context.fits(sizes)) {
            return alone(points, querySpace, self, radius, width, options);
        }
        long prepareNanos = System.nanoTime() - start;
        return joined(sizes, points, space, axes, width, queries.size(), options.monitor(), (index, lease, search) -> {
            Matches matches = search(index, querySpace, self, radius, options, lease, search);
            ExecutionReport report = matches.report();
            return matches.with(new ExecutionReport(
                    context.device(),
                    JoinMethod.GRID,
                    prepareNanos + report.prepareNanos(),
                    lease.timing().plus(report.deviceTiming()),
                    report.refineNanos(),
                    0));
        });
    }

    /** Work on a grid by the program that has it. */
    private interface Work<R> {
        R run(GridIndex index, Lease<?> lease, GridRange.Search search);
    }

    /** Builds a grid by a program, unless it is there already, and runs some work on it. */
    private <R> R joined(
            Sizes sizes,
            Points data,
            Points space,
            GridAxes axes,
            double width,
            int queries,
            Monitor monitor,
            Work<R> work) {
        try (Lease<Joined> lease = context.lease(sizes, data)) {
            Joined joined = lease.operation();
            BatchProgress progress = new BatchProgress(monitor, 0, 0, queries);
            GridIndex index = joined.open(
                    context, lease, data, space, axes, width, sizes.metric().norm(), progress);
            progress.stopIfCancelled();
            return work.run(index, lease, joined.search);
        }
    }

    /**
     * The sizes of a program for a number of queries.
     *
     * @throws IllegalArgumentException if the build alone does not fit the memory
     */
    private Sizes sizes(Points space, GridAxes axes, int queries, Metric metric) {
        GridBuild.Sizes build = GridBuild.Sizes.of(context, space.size(), axes);
        int batch = context.capacity(Math.min(queries, DeviceSearch.mostQueries(context)));
        int found = context.capacity((int) DeviceSearch.expected(batch));
        return new Sizes(build, new GridRange.Sizes(build.shape(), metric.norm().code(), batch, 1, found), metric);
    }

    /**
     * Hands over the points within a key of every query, part by part; for norms of powers, also some others.
     *
     * @param queries the queries, one or more, in the space of the metric
     * @param points the points, one or more, which {@link #fits}, in the space of the metric
     * @param limit the largest key
     * @param width length of the sides of cells
     * @param work receives the candidates
     * @return time on the device; empty, with nothing handed over, if a program that builds and searches does not fit the memory
     */
    public Optional<Timing> find(
            Points queries, Points points, Metric metric, double limit, double width, Monitor monitor, RangeWork work) {
        GridAxes axes = GridAxes.of(points, width, context.workers());
        Sizes sizes = sizes(points, axes, queries.size(), metric);
        if (!context.fits(sizes)) {
            return Optional.empty();
        }
        Balls balls = new Balls(queries, points, metric.norm(), limit, null);
        return joined(sizes, points, points, axes, width, queries.size(), monitor, (index, lease, search) -> {
            Timing timing = new GridRange(context, index, balls, monitor, lease, search)
                    .run(work)
                    .deviceTiming();
            return Optional.of(lease.timing().plus(timing));
        });
    }

    /** Copies the grid to the host, and searches by a separate program. */
    private Matches alone(
            Points points, Points querySpace, boolean self, double radius, double width, JoinOptions options) {
        GridIndex.Built built = GridIndex.build(context, points, options.metric(), width, options.monitor());
        Matches matches = search(built.index(), querySpace, self, radius, options, null, null);
        return matches.with(built.report().before(matches.report()));
    }

    private Matches search(
            GridIndex index,
            Points querySpace,
            boolean self,
            double radius,
            JoinOptions options,
            Lease<?> lease,
            GridRange.Search search) {
        Metric metric = options.metric();
        if (self) {
            return GridRange.selfWithin(context, index, metric, radius, options.monitor(), lease, search);
        }
        Balls balls = new Balls(querySpace, index.points(), index.norm(), metric.largestKey(radius), null);
        return new GridRange(context, index, balls, options.monitor(), lease, search).collect(null, metric);
    }
}
