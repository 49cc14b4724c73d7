package dev.gyre.engine.grid;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.grid.GridNearest;
import dev.gyre.tasks.grid.GridParameters;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * Searches a grid for nearest points in double, batch by batch. A query that has examined far more points than expected gives up; another
 * index has to answer it.
 *
 * <p>Memory on the device, in bytes, besides the grid: for a batch of b queries of d dimensions and k neighbors {@code b (8 d + 12 k)}. Not
 * safe for use by several threads.
 */
final class GridNearestSearch implements Blueprint.Made {

    private static final String SEARCH = "nearest";
    private static final int JVM_BATCH = 1 << 17;
    private static final int DEVICE_BATCH = 1 << 20;
    private static final int MIN_SLICE = 64;

    /** Points and cells that a query examines before it gives up: for each neighbor, and for each cell that touches its own; estimates. */
    private static final int BUDGET_PER_NEIGHBOR = 64;

    private static final int BUDGET_PER_CELL = 16;

    /** The first reach is made for this many times k neighbors, so that most queries need no second one; an estimate. */
    private static final double MORE = 1.5;

    private final GridArrays arrays;
    private final Sizes sizes;
    private final int[] parameters;
    private final double[] numbers;
    private final double[] queries;
    private final double[] keys;
    private final int[] found;

    private record Sizes(boolean self, GridShape grid, int norm, int batch, int k, boolean heap)
            implements Blueprint<GridNearestSearch> {

        private int dims() {
            return grid.dims();
        }

        @Override
        public GridNearestSearch make(Layout layout) {
            return new GridNearestSearch(this, layout);
        }
    }

    private GridNearestSearch(Sizes sizes, Layout layout) {
        this.sizes = sizes;
        arrays = GridArrays.of(sizes.grid(), layout);
        parameters = layout.add(new int[GridParameters.LENGTH]);
        numbers = layout.doubles(sizes.grid().numbers());
        queries = sizes.self() ? arrays.points() : layout.doubles(sizes.batch(), sizes.dims());
        keys = layout.doubles(sizes.batch(), sizes.k());
        found = layout.ints(sizes.batch(), sizes.k());
    }

    @Override
    public Program program() {
        Phase.Builder search = Phase.named(SEARCH).upload(parameters, numbers);
        if (!sizes.self()) {
            search.upload(queries);
        }
        search.stage(GridKernels.NEAREST.stage(
                        sizes.batch(),
                        arrays.points(),
                        arrays.ids(),
                        arrays.cells(),
                        arrays.directory(),
                        queries,
                        numbers,
                        parameters,
                        keys,
                        found,
                        sizes.dims(),
                        sizes.heap() ? 1 : 0,
                        sizes.norm()))
                .download(keys, found);
        return Program.of("grid search", arrays.load(), search.build());
    }

    /**
     * Borrows a search, with the grid on the device.
     *
     * @param self whether the queries are the points of the slots
     * @throws IllegalArgumentException if the search does not fit the memory
     */
    static Lease<GridNearestSearch> lease(Context context, GridIndex index, boolean self, int k, int queries) {
        int kept = Math.min(k, index.size());
        int wanted = Math.min(queries, context.onJvm() ? JVM_BATCH : DEVICE_BATCH);
        int batch = context.max(wanted, count -> sizes(index, self, index.size(), count, kept));
        if (batch < 1) {
            long grid = sizes(index, self, index.size(), 0, kept)
                    .measured(context.device())
                    .bytes();
            long one = sizes(index, self, index.size(), 1, kept)
                    .measured(context.device())
                    .bytes();
            throw new IllegalArgumentException("a search does not fit the memory of " + context.device() + ": needed="
                    + (one - grid) + " bytes a query, left=" + (context.memoryLimit() - grid) + ", k=" + k);
        }
        Sizes exact = sizes(index, self, index.size(), batch, kept);
        Sizes rounded = sizes(index, self, context.capacity(index.size()), context.capacity(batch), kept);
        Lease<GridNearestSearch> lease =
                context.leaseOrOnce(context.shared(exact, rounded), index, GridArrays.given(context, index));
        return lease.prepared(() -> {
            GridNearestSearch search = lease.operation();
            search.arrays.load(lease, index, search.sizes.grid().capacity(), context.workers());
        });
    }

    private static Sizes sizes(GridIndex index, boolean self, int capacity, int batch, int k) {
        GridShape grid = index.shape().withCapacity(capacity);
        return new Sizes(self, grid, index.norm().code(), batch, k, k > NearestPairs.LIST);
    }

    /** Queries that gave up, and the host's time. */
    record Outcome(IntArrayList gaveUp, long hostNanos) {}

    /**
     * Searches for the neighbors of queries.
     *
     * @param self whether they are the points of the slots; query i is then the point of slot i, and its row in the answer is the slot's
     *     row
     * @param limit the largest key of a neighbor
     * @param slots receives the answers
     * @return queries without an answer
     */
    Outcome search(
            Lease<?> lease,
            GridIndex index,
            Points points,
            boolean self,
            double limit,
            double width,
            NeighborSlots slots,
            Workers workers,
            Monitor monitor) {
        IntArrayList gaveUp = new IntArrayList();
        int dims = sizes.dims();
        long hostNanos = 0;
        System.arraycopy(index.parameters(), 0, parameters, 0, parameters.length);
        parameters[GridParameters.STRIDE] = sizes.grid().capacity();
        parameters[GridParameters.SELF] = self ? 1 : 0;
        parameters[GridParameters.CAPACITY] = sizes.k();
        parameters[GridParameters.BUDGET] =
                (int) Math.min(BUDGET_PER_NEIGHBOR * (long) sizes.k() + BUDGET_PER_CELL * Math.pow(3, dims), 1 << 30);
        System.arraycopy(index.axes().numbers(), 0, numbers, 0, numbers.length);
        numbers[GridParameters.LIMIT] = Math.min(limit, Double.MAX_VALUE);
        numbers[GridParameters.SCALE] = 1;
        numbers[GridParameters.REACH] = firstReach(index, width, limit);
        for (int first = 0; first < points.size(); first += sizes.batch()) {
            int count = Math.min(sizes.batch(), points.size() - first);
            long start = System.nanoTime();
            if (self) {
                parameters[GridParameters.FIRST_QUERY] = first;
                parameters[GridParameters.QUERIES] = points.size();
            } else {
                parameters[GridParameters.FIRST_QUERY] = 0;
                parameters[GridParameters.QUERIES] = count;
                HostArrays.copy(points.array(), first * dims, queries, 0, count * dims, workers);
            }
            hostNanos += System.nanoTime() - start;
            BatchProgress progress = new BatchProgress(monitor, first, count, points.size());
            lease.run(SEARCH, progress);
            progress.stopIfCancelled();
            start = System.nanoTime();
            accept(index, self, first, count, slots, workers, gaveUp, progress);
            progress.stopIfCancelled();
            hostNanos += System.nanoTime() - start;
        }
        return new Outcome(gaveUp, hostNanos);
    }

    /** The first reach: it contains a few more than k points if cells are filled like those of most points. */
    private double firstReach(GridIndex index, double width, double limit) {
        double inCell = Math.max(index.fill() - 1, (double) index.size() / index.cells() - 0.5);
        double cells = MORE * sizes.k() / inCell;
        double reach = width * Math.pow(cells, 1.0 / sizes.dims()) / 2;
        return Math.max(0x1p-500, Math.min(reach, GridRange.reach(index.norm(), limit)));
    }

    private void accept(
            GridIndex index,
            boolean self,
            int first,
            int count,
            NeighborSlots slots,
            Workers workers,
            IntArrayList gaveUp,
            BatchProgress progress) {
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    int k = sizes.k();
                    IntArrayList own = new IntArrayList(0);
                    for (int item = begin; item < end; item++) {
                        int from = item * k;
                        int query = self ? index.ids()[first + item] : first + item;
                        if (found[from] == GridNearest.GAVE_UP) {
                            own.add(query);
                        } else {
                            slots.writeUsed(query, found, keys, from, k, !sizes.heap());
                        }
                    }
                    if (!own.isEmpty()) {
                        synchronized (gaveUp) {
                            gaveUp.addAll(own);
                        }
                    }
                },
                progress);
    }
}
