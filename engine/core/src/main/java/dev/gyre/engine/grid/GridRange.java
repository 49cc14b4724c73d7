package dev.gyre.engine.grid;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.kdtree.KeyBound;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.team.Batches;
import dev.gyre.tasks.grid.GridParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches for the points within the same distance of each query by {@link DeviceSearch}. The host computes the keys of the points that the
 * device finds and, in norms of powers, drops those that are too far.
 *
 * <p>Memory on the device, in bytes, besides the grid: {@code b (8 d + 4)} for a batch of b queries of d dimensions, and 4 for each slot
 * found at a time. On the host 4 bytes per query. Not safe for use by several threads.
 */
final class GridRange implements DeviceSearch.Method<GridRange.Search> {

    /** Exceeds the relative rounding error of a difference and of a key. */
    private static final double ROUNDING = 0x1p-40;

    /** The square of a smaller difference is less than any double; so is its power in the scaled sums of powers. */
    private static final double MIN_REACH = 0x1p-500;

    /** All coordinates of points and queries are nearer to each other. */
    private static final double MAX_REACH = 0x1p510;

    private final Context context;
    private final GridIndex index;
    private final Balls balls;
    private final Monitor monitor;
    private final double limit;
    private final double scale;
    private final Lease<?> joined;
    private final Search joinedSearch;

    /** A search by a program of its own. */
    GridRange(Context context, GridIndex index, Balls balls, Monitor monitor) {
        this(context, index, balls, monitor, null, null);
    }

    /**
     * A search.
     *
     * @param joined the program that built the grid, used as long as it has room for the results; null for a separate program
     */
    GridRange(Context context, GridIndex index, Balls balls, Monitor monitor, Lease<?> joined, Search joinedSearch) {
        this.context = context;
        this.index = index;
        this.balls = balls;
        this.monitor = monitor;
        this.joined = joined;
        this.joinedSearch = joinedSearch;
        KeyBound bound = KeyBound.of(balls.norm(), balls.points(), balls.queries(), context.workers());
        limit = bound.limit(balls.limit());
        scale = bound.scale();
    }

    /** The largest difference, on one axis, of two points whose distance has a key. */
    static double reach(Norm norm, double key) {
        return Math.min(norm.distance(key) * (1 + ROUNDING) + MIN_REACH, MAX_REACH);
    }

    record Sizes(GridShape grid, int norm, int batch, int lanes, int found) implements Blueprint<Search> {

        @Override
        public Search make(Layout layout) {
            return new Search(GridArrays.of(grid, layout), this, layout);
        }
    }

    /** The program with its arrays. */
    static final class Search extends DeviceSearch.Arrays implements Blueprint.Made {

        private final GridArrays arrays;
        private final int stride;
        private final Sizes sizes;
        private final int[] parameters;
        private final double[] numbers;
        private final double[] queries;

        Search(GridArrays arrays, Sizes sizes, Layout layout) {
            super(Math.multiplyExact(sizes.batch(), sizes.lanes()), sizes.found(), false, true, layout);
            this.arrays = arrays;
            this.sizes = sizes;
            stride = sizes.grid().capacity();
            parameters = layout.add(new int[GridParameters.LENGTH]);
            numbers = layout.doubles(sizes.grid().numbers());
            queries = layout.doubles(sizes.batch(), sizes.grid().dims());
        }

        private Stage matches(int write) {
            return GridKernels.MATCHES.stage(
                    starts().length,
                    arrays.points(),
                    arrays.cells(),
                    arrays.directory(),
                    queries,
                    starts(),
                    numbers,
                    parameters,
                    found(),
                    sizes.grid().dims(),
                    sizes.norm(),
                    write);
        }

        /** The array for the coordinates of a batch. */
        double[] queries() {
            return queries;
        }

        /**
         * Writes the parameters and the numbers of a batch.
         *
         * @param count queries of the batch
         * @param lanes threads of each query
         * @param limit the largest key of a match
         * @param scale the scale of differences
         * @param reach the largest difference of points with such a key on one axis
         */
        void set(GridIndex index, int count, int lanes, double limit, double scale, double reach) {
            System.arraycopy(index.parameters(), 0, parameters, 0, parameters.length);
            parameters[GridParameters.STRIDE] = stride;
            parameters[GridParameters.QUERIES] = count;
            parameters[GridParameters.LANES] = lanes;
            System.arraycopy(index.axes().numbers(), 0, numbers, 0, numbers.length);
            numbers[GridParameters.LIMIT] = limit;
            numbers[GridParameters.SCALE] = scale;
            numbers[GridParameters.REACH] = reach;
        }

        /** The phases of the search; other phases of the program provide the grid. */
        List<Phase> phases() {
            return phases(List.of(parameters, numbers, queries), this::matches);
        }

        @Override
        public Program program() {
            List<Phase> phases = new ArrayList<>(List.of(arrays.load()));
            phases.addAll(phases());
            return new Program("grid range", phases);
        }
    }

    @Override
    public Sizes program(int batch, int found, int ofQuery) {
        return sizes(index.size(), batch, found);
    }

    @Override
    public int mostQueries() {
        return DeviceSearch.mostQueries(context);
    }

    private Sizes sizes(int capacity, int batch, int found) {
        return new Sizes(index.shape().withCapacity(capacity), index.norm().code(), batch, 1, found);
    }

    @Override
    public Lease<Search> lease(int batch, int found, int ofQuery) {
        Sizes exact = program(batch, found, ofQuery);
        Sizes rounded = sizes(context.capacity(index.size()), context.capacity(batch), context.capacity(found));
        Lease<Search> lease =
                context.leaseOrOnce(context.shared(exact, rounded), index, GridArrays.given(context, index));
        return lease.prepared(() -> {
            Search search = lease.operation();
            search.arrays.load(lease, index, search.stride, context.workers());
        });
    }

    /**
     * Hands over the candidates of all queries.
     *
     * @return the report of the time
     */
    ExecutionReport run(RangeWork work) {
        int queries = balls.size();
        if (queries == 0 || index.size() == 0) {
            Candidates.NONE.handOver(queries, Batches.inOrder(), work, monitor);
            return ExecutionReport.noTime(context.device(), JoinMethod.GRID);
        }
        DeviceSearch<Search> search = new DeviceSearch<>(context, this, queries, monitor);
        search.run(Batches.inOrder(), joined, joinedSearch, work);
        return search.report(JoinMethod.GRID);
    }

    /** Counts the matches of each query; not for norms of powers, for which the device also finds other points. */
    int[] count() {
        return index.size() == 0
                ? new int[balls.size()]
                : new DeviceSearch<>(context, this, balls.size(), monitor).count();
    }

    @Override
    public void prepare(Lease<?> lease, Search search, int first, int count, BatchProgress progress) {
        int dims = index.points().dims();
        HostArrays.copy(balls.queries().array(), first * dims, search.queries, 0, count * dims, context.workers());
        search.set(index, count, 1, limit, scale, reach(index.norm(), balls.limit()));
    }

    @Override
    public Candidates found(Lease<?> lease, Search search, int first, int[] counts) {
        Points arranged = index.arranged(context.workers());
        int[] ids = index.ids();
        int[] starts = search.starts();
        int[] found = search.found();
        return (query, rows) -> {
            int start = starts[query - first];
            for (int at = start; at < start + counts[query]; at++) {
                rows.accept(ids[found[at]], arranged, found[at]);
            }
        };
    }

    /** All pairs of points within a radius, by a program of its own or by the one that built the grid. */
    static Matches selfWithin(
            Context context,
            GridIndex index,
            Metric metric,
            double radius,
            Monitor monitor,
            Lease<?> joined,
            Search search) {
        Points arranged = index.arranged(context.workers());
        Balls balls = new Balls(arranged, index.points(), index.norm(), metric.largestKey(radius), index.ids());
        GridRange range = new GridRange(context, index, balls, monitor, joined, search);
        return range.collect(index.ids(), metric);
    }

    /**
     * The matches of all queries.
     *
     * @param rowOf the row of each query; null if query i is row i
     */
    Matches collect(int[] rowOf, Metric metric) {
        MatchCollector collector = new MatchCollector(balls, index.points().size(), context.workers());
        return collector.result(rowOf, metric, run(collector));
    }
}
