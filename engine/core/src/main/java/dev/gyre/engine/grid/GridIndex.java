package dev.gyre.engine.grid;

import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.tasks.grid.GridParameters;
import java.util.Arrays;
import java.util.function.Supplier;

/** A built grid on the host. Immutable except for values that it derives at first use; safe for use by several threads. */
public final class GridIndex {

    /** Most points: every number of a slot, and of an element of the directory, is an int. */
    public static final int MAX_POINTS = 1 << 29;

    private final Points points;
    private final Norm norm;
    private final GridAxes axes;
    private final int[] parameters;
    private final int[] ids;
    private Supplier<GridArrays> loader;
    private GridArrays arrays;
    private Points arranged;

    /**
     * A grid that may be on a device only, and is copied to the host at its first use there.
     *
     * @param points the points, in the space of the metric
     * @param parameters its sizes
     * @param ids for each slot its row
     * @param loader copies the arrays to the host
     */
    GridIndex(Points points, Norm norm, GridAxes axes, int[] parameters, int[] ids, Supplier<GridArrays> loader) {
        this.points = points;
        this.norm = norm;
        this.axes = axes;
        this.parameters = parameters;
        this.ids = ids;
        this.loader = loader;
    }

    /** A grid on the host, and the report of its build. */
    public record Built(GridIndex index, BuildReport report) {}

    /**
     * Builds a grid and copies it to the host.
     *
     * @param width length of a cell's sides
     * @throws IllegalArgumentException if grids do not support the metric, if the metric does not accept the points, if the width is not
     *     above 0 and finite, if there are too many points or dimensions, or if the build does not fit the memory
     */
    public static Built build(Context context, Points points, Metric metric, double width, Monitor monitor) {
        check(points, metric, width);
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        if (space.size() == 0) {
            int[] none = new int[GridParameters.LENGTH];
            GridIndex empty = new GridIndex(
                    space,
                    metric.norm(),
                    null,
                    none,
                    new int[0],
                    () -> GridArrays.of(new GridShape(1, 1, 1, 1), Layout.on(context.device())));
            return new Built(empty, new BuildReport(context.device(), 0, 0, 0, Timing.ZERO));
        }
        GridAxes axes = GridAxes.of(space, width, context.workers());
        GridShape shape = GridShape.of(space.size(), axes);
        BatchProgress progress = new BatchProgress(monitor, 0, space.size(), space.size());
        try (Lease<GridBuild> lease = GridBuild.lease(context, space, axes)) {
            GridBuild build = lease.operation();
            build.write(space, lease);
            long written = System.nanoTime();
            int[] parameters = build.build(axes, space.size(), lease, progress);
            progress.stopIfCancelled();
            long built = System.nanoTime();
            build.downloadIds(lease);
            build.download(lease);
            GridArrays arrays = build.arrays();
            if (!context.onJvm()) {
                arrays = GridArrays.of(shape, Layout.on(context.device()));
                arrays.copy(build.arrays(), parameters, space.size(), context.workers());
                parameters[GridParameters.STRIDE] = space.size();
            }
            GridArrays kept = arrays;
            GridIndex index = new GridIndex(space, metric.norm(), axes, parameters, kept.ids(), () -> kept);
            BuildReport report = new BuildReport(
                    context.device(), written - start, built - written, System.nanoTime() - built, lease.timing());
            return new Built(index, report);
        }
    }

    /**
     * Checks the arguments of a build.
     *
     * @throws IllegalArgumentException as {@link #build}, except for the memory
     */
    public static void check(Points points, Metric metric, double width) {
        if (!metric.norm().isOfDifferences()) {
            throw new IllegalArgumentException("a grid needs a metric of differences between coordinates: metric="
                    + metric + "; brute force accepts it");
        }
        int dims = metric.spaceDims(points.dims());
        if (dims > GridParameters.MAX_DIMENSIONS || points.size() > MAX_POINTS) {
            throw new IllegalArgumentException("a grid can have up to " + MAX_POINTS + " points of up to "
                    + GridParameters.MAX_DIMENSIONS + " dimensions: n=" + points.size() + ", dims=" + dims);
        }
        // False for NaN too.
        if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("width must be above 0 and finite: width=" + width);
        }
    }

    public Points points() {
        return points;
    }

    public Norm norm() {
        return norm;
    }

    GridAxes axes() {
        return axes;
    }

    /** The sizes of its arrays on a device. */
    GridShape shape() {
        return GridShape.of(size(), axes);
    }

    /** The sizes in the form of {@link GridParameters}; callers must not change them. */
    int[] parameters() {
        return parameters;
    }

    /** Number of points. */
    public int size() {
        return parameters[GridParameters.SIZE];
    }

    /** Number of cells that have points. */
    public int cells() {
        return parameters[GridParameters.CELLS];
    }

    /** For each slot its row. */
    int[] ids() {
        return ids;
    }

    synchronized GridArrays arrays() {
        if (arrays == null) {
            arrays = loader.get();
            loader = null;
        }
        return arrays;
    }

    /** The points in the order of the slots. */
    synchronized Points arranged(Workers workers) {
        if (arranged == null && arrays != null) {
            arranged = Points.over(arrays.points(), points.dims(), size());
        } else if (arranged == null) {
            arranged = HostArrays.gather(
                    points, ids, size(), new double[Math.multiplyExact(size(), points.dims())], workers);
        }
        return arranged;
    }

    /** Points of each cell. */
    int[] fills() {
        int[] starts = arrays().cells();
        int[] fills = new int[cells()];
        for (int cell = 0; cell < fills.length; cell++) {
            fills[cell] = (cell + 1 < fills.length ? starts[cell + 1] : size()) - starts[cell];
        }
        return fills;
    }

    /** The number of points in the cell of a point, on average over the points. */
    double fill() {
        double squares = 0;
        for (int own : fills()) {
            squares += (double) own * own;
        }
        return squares / Math.max(1, size());
    }

    /** Points of the fullest cell. */
    public int fullest() {
        return Arrays.stream(fills()).max().orElse(0);
    }
}
