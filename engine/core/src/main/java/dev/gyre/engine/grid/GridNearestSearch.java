package dev.gyre.engine.grid;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
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
final class GridNearestSearch {

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
    private final Key key;
    private final int[] parameters = new int[GridParameters.LENGTH];
    private final double[] numbers;
    private final double[] queries;
    private final double[] keys;
    private final int[] found;
    private final Phase phase;

    /** Identifies the calls that can reuse a search. */
    private record Key(boolean self, GridShape grid, int norm, int batch, int k, boolean heap) {

        private int dims() {
            return grid.dims();
        }
    }

    private GridNearestSearch(GridArrays arrays, Key key) {
        this.arrays = arrays;
        this.key = key;
        numbers = key.grid().numbers();
        queries = key.self() ? arrays.points() : new double[Math.multiplyExact(key.batch(), key.dims())];
        keys = new double[Math.multiplyExact(key.batch(), key.k())];
        found = new int[keys.length];
        Phase.Builder search = Phase.named(SEARCH).upload(parameters, numbers);
        if (!key.self()) {
            search.upload(queries);
        }
        phase = search.stage(GridKernels.NEAREST.stage(
                        key.batch(),
                        arrays.points(),
                        arrays.ids(),
                        arrays.cells(),
                        arrays.directory(),
                        queries,
                        numbers,
                        parameters,
                        keys,
                        found,
                        key.dims(),
                        key.heap() ? 1 : 0,
                        key.norm()))
                .download(keys, found)
                .build();
    }

    private Program program() {
        return Program.of("grid search", arrays.load(), phase);
    }

    /**
     * Borrows a search, with the grid on the device.
     *
     * @param self whether the queries are the points of the slots
     * @throws IllegalArgumentException if the search does not fit the memory
     */
    static Lease<GridNearestSearch> lease(Context context, GridIndex index, boolean self, int k, int queries) {
        GridShape grid = index.shape();
        int dims = grid.dims();
        int code = index.norm().code();
        int kept = Math.min(k, index.size());
        boolean heap = kept > NearestPairs.LIST;
        long perQuery = 8L * dims + 12L * kept;
        long left = context.memoryLimit() - grid.bytes();
        long most = Math.min(left / perQuery, context.maxElements(8) / Math.max(kept, dims));
        int batch = (int) Math.min(Math.min(queries, context.onJvm() ? JVM_BATCH : DEVICE_BATCH), most);
        if (batch < 1) {
            throw new IllegalArgumentException("a search does not fit the memory of " + context.device() + ": needed="
                    + perQuery + " bytes a query, left=" + left + ", k=" + k);
        }
        int rounded = context.capacity(batch);
        GridShape wide = grid.withCapacity(context.capacity(index.size()));
        boolean fits = wide.bytes() + rounded * perQuery <= context.memoryLimit()
                && (long) rounded * Math.max(kept, dims) <= context.maxElements(8);
        Key key = new Key(self, fits ? wide : grid, code, fits ? rounded : batch, kept, heap);
        Lease<GridNearestSearch> lease = context.leaseOrOnce(
                key,
                index,
                () -> new GridNearestSearch(GridArrays.of(context, index, key.grid()), key),
                GridNearestSearch::program);
        return lease.prepared(() -> {
            GridNearestSearch search = lease.operation();
            search.arrays.load(lease, index, search.key.grid().capacity(), context.workers());
        });
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
        int dims = key.dims();
        long hostNanos = 0;
        System.arraycopy(index.parameters(), 0, parameters, 0, parameters.length);
        parameters[GridParameters.STRIDE] = key.grid().capacity();
        parameters[GridParameters.SELF] = self ? 1 : 0;
        parameters[GridParameters.CAPACITY] = key.k();
        parameters[GridParameters.BUDGET] =
                (int) Math.min(BUDGET_PER_NEIGHBOR * (long) key.k() + BUDGET_PER_CELL * Math.pow(3, dims), 1 << 30);
        System.arraycopy(index.axes().numbers(), 0, numbers, 0, numbers.length);
        numbers[GridParameters.LIMIT] = Math.min(limit, Double.MAX_VALUE);
        numbers[GridParameters.SCALE] = 1;
        numbers[GridParameters.REACH] = firstReach(index, width, limit);
        for (int first = 0; first < points.size(); first += key.batch()) {
            int count = Math.min(key.batch(), points.size() - first);
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
        double cells = MORE * key.k() / inCell;
        double reach = width * Math.pow(cells, 1.0 / key.dims()) / 2;
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
                    int k = key.k();
                    IntArrayList own = new IntArrayList(0);
                    for (int item = begin; item < end; item++) {
                        int from = item * k;
                        int query = self ? index.ids()[first + item] : first + item;
                        if (found[from] == GridNearest.GAVE_UP) {
                            own.add(query);
                        } else {
                            slots.writeUsed(query, found, keys, from, k, !key.heap());
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
