package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.tasks.topk.PairMatches;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Finds pairs of points on a device. The host makes a grid whose points are in all cells that they reach, and finds the list of each query
 * and the least sufficient value; the device compares. The least values belong to the bound at the beginning of the search.
 *
 * <p>Memory on the device, in bytes, for points of d dimensions: {@code 8 d + 8} for each entry of the grid, {@code 8 d + 20} for each
 * query of a batch, and 4 for each pair found at a time. Not safe for use by several threads.
 */
final class DevicePairs implements DeviceSearch.Method<DevicePairs.Search> {

    /** Enough for all queries of most joins, because the points go to the device with each batch. */
    private static final int MAX_QUERIES = 1 << 24;

    private static final int SLICE = 1 << 10;

    private static final Kernel MATCHES = Kernel.of(PairMatches.class).withProofOfScalars();

    private final Context context;
    private final PointGrid grid;
    private final Points queries;
    private final Side.Rows of;
    private final Partners partners;
    private final double bound;
    private final double[] extremes;
    private final double limit;
    private final int norm;
    private final int likely;
    private final int dims;
    private final LongAdder tested = new LongAdder();

    /**
     * A search.
     *
     * @param queries the points of the queries and of other rows
     * @param bound the least rank of a pair
     * @param limit the largest key by a norm
     * @param norm code of that norm, which is no power
     * @param likely pairs that are probably found at most
     */
    DevicePairs(
            Context context,
            PointGrid grid,
            Points queries,
            Side.Rows of,
            Partners partners,
            double bound,
            double limit,
            int norm,
            int likely) {
        this.context = context;
        this.grid = grid;
        this.queries = queries;
        this.of = of;
        this.partners = partners;
        this.bound = bound;
        this.limit = limit;
        this.norm = norm;
        this.likely = likely;
        dims = queries.dims();
        extremes = extremes(grid.values());
    }

    /** The least and the largest value. */
    private static double[] extremes(double... values) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        return new double[] {min, max};
    }

    /** The sizes of a program. */
    private record Shape(int places, int dims, int norm, int batch, int found) implements Blueprint<Search> {

        @Override
        public Search make(Layout layout) {
            return new Search(this, layout);
        }
    }

    /** The program with its arrays. */
    static final class Search extends DeviceSearch.Arrays implements Blueprint.Made {

        private final double[] points;
        private final double[] values;
        private final double[] queries;
        private final int[] from;
        private final int[] to;
        private final double[] min;
        private final double[] limits;
        private final int[] sizes;
        private final Shape shape;

        private Search(Shape shape, Layout layout) {
            super(shape.batch(), shape.found(), false, true, layout);
            this.shape = shape;
            points = layout.input(double[].class, shape.places(), shape.dims());
            values = layout.input(double[].class, shape.places());
            queries = layout.input(double[].class, shape.batch(), shape.dims());
            from = layout.input(int[].class, shape.batch());
            to = layout.input(int[].class, shape.batch());
            min = layout.input(double[].class, shape.batch());
            limits = layout.add(new double[1]);
            sizes = layout.add(new int[1]);
        }

        @Override
        public Program program() {
            Phase count = Phase.named(DeviceSearch.COUNT)
                    .upload(points, values, queries, from, to, min, limits, sizes, starts())
                    .stage(matches(0))
                    .download((Object) starts())
                    .build();
            Phase write = Phase.named(DeviceSearch.WRITE)
                    .upload(queries, from, to, min, limits, sizes, starts())
                    .stage(matches(1))
                    .download((Object) found())
                    .build();
            return Program.of("top-k pairs", count, write);
        }

        private Stage matches(int write) {
            return MATCHES.stage(
                    shape.batch(),
                    queries,
                    from,
                    to,
                    min,
                    points,
                    values,
                    limits,
                    sizes,
                    starts(),
                    found(),
                    shape.dims(),
                    shape.norm(),
                    write);
        }
    }

    /** Pairs that the device compares, once for each time that a batch is prepared. */
    long tested() {
        return tested.sum();
    }

    @Override
    public int mostQueries() {
        return MAX_QUERIES;
    }

    @Override
    public Shape program(int batch, int found, int ofQuery) {
        return new Shape(Math.max(1, grid.size()), dims, norm, batch, found);
    }

    @Override
    public Lease<Search> lease(int batch, int found, int ofQuery) {
        // The room for pairs comes to the host as a whole. If more are found, they come batch by batch.
        int room = Math.max(ofQuery, Math.min(found, likely));
        Shape exact = program(batch, room, ofQuery);
        Shape rounded = new Shape(
                context.capacity(exact.places()), dims, norm, context.capacity(batch), context.capacity(room));
        Lease<Search> lease = context.lease(context.shared(exact, rounded), null);
        return lease.prepared(() -> {
            Search search = lease.operation();
            lease.writeAll(grid.coordinates(), 0, search.points, 0, grid.size() * dims);
            lease.writeAll(grid.values(), 0, search.values, 0, grid.size());
        });
    }

    @Override
    public void prepare(Lease<?> lease, Search search, int first, int count, BatchProgress progress) {
        context.workers()
                .forEachSlice(
                        count,
                        SLICE,
                        (begin, end) -> {
                            Cells.Lists lists = new Cells.Lists();
                            LeastValues least = new LeastValues();
                            long pairs = 0;
                            for (int i = begin; i < end; i++) {
                                set(search, i, first + i, lists, least);
                                pairs += search.to[i] - search.from[i];
                            }
                            tested.add(pairs);
                            write(lease, search, begin, end);
                        },
                        Progress.NONE);
        search.limits[0] = limit;
        search.sizes[0] = count;
    }

    /** Writes some queries on the thread that has them in its cache. */
    private void write(Lease<?> lease, Search search, int begin, int end) {
        int count = end - begin;
        lease.write(search.queries, begin * dims, search.queries, begin * dims, count * dims);
        lease.write(search.from, begin, search.from, begin, count);
        lease.write(search.to, begin, search.to, begin, count);
        lease.write(search.min, begin, search.min, begin, count);
    }

    private void set(Search search, int i, int query, Cells.Lists lists, LeastValues least) {
        int row = of.row(query);
        double value = of.values()[query];
        System.arraycopy(queries.array(), row * dims, search.queries, i * dims, dims);
        grid.look(queries.array(), row * dims, lists);
        int start = grid.start(lists.lists[0]);
        int end = grid.end(lists.lists[0]);
        search.from[i] = start;
        search.to[i] = end - start > PointGrid.LONG_LIST ? grid.reaching(start, end, value, bound, partners) : end;
        search.min[i] = search.to[i] > start ? least.of(value) : 0;
    }

    /** The least value of a partner by which a query of a value reaches the bound: for one thread, which often meets the same values. */
    private final class LeastValues {

        /** Numbers kept, a power of two. */
        private static final int KEPT = 1 << 6;

        private final double[] values = new double[KEPT];
        private final double[] least = new double[KEPT];

        LeastValues() {
            Arrays.fill(values, Double.NaN);
        }

        double of(double value) {
            if (bound == Double.NEGATIVE_INFINITY) {
                return bound;
            }
            int at = Cells.mixed(Double.doubleToRawLongBits(value)) & KEPT - 1;
            if (values[at] != value) {
                values[at] = value;
                least[at] = partners.rank().min(partners.areLeft(), value, bound, false, extremes[0], extremes[1]);
            }
            return least[at];
        }
    }

    @Override
    public Candidates found(Lease<?> lease, Search search, int first, int[] counts) {
        int[] starts = search.starts();
        int[] found = search.found();
        return (query, rows) -> {
            int start = starts[query - first];
            for (int at = start; at < start + counts[query]; at++) {
                rows.accept(found[at], null, found[at]);
            }
        };
    }
}
