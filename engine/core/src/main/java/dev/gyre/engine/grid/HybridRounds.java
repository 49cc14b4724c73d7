package dev.gyre.engine.grid;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.kdtree.KeyBound;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.search.NearestList;
import dev.gyre.engine.search.NeighborSlots;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * The device's side of a hybrid join (Gowanlock 2021, sections 4.2.2, 4.6 and 4.7). The device builds a grid with cells as wide as a
 * radius, and finds all points within the radius of each query of a batch, by several threads each. For queries that found k or more, the
 * host selects the k nearest. The paper estimates the matches of a batch; here they are counted.
 *
 * <p>Memory on the device: that of a grid's build, a batch of queries, and the buffer of matches. Not safe for use by several threads.
 */
public final class HybridRounds implements AutoCloseable {

    /** Queries that the device answers at a time; it answers a larger batch in parts. */
    private static final int MAX_QUERIES = 1 << 18;

    private static final int MIN_SLICE = 64;

    private final Context context;
    private final Points data;
    private final Points space;
    private final Metric metric;
    private final int k;
    private final HybridGridOptions options;
    private final KeyBound bound;
    private GridJoin.Sizes sizes;
    private Lease<GridJoin.Joined> lease;
    private GridIndex index;
    private double limit;

    /** How many matches each thread of each query found in the last count. */
    private int[] ofLanes = new int[0];

    private Timing timing = Timing.ZERO;
    private long hostNanos;

    /**
     * The device's side of a join.
     *
     * @param data the points, as they were given
     * @param space the same points in the space of the metric
     */
    public HybridRounds(Context context, Points data, Points space, Metric metric, int k, HybridGridOptions options) {
        this.context = context;
        this.data = data;
        this.space = space;
        this.metric = metric;
        this.k = k;
        this.options = options;
        bound = KeyBound.of(metric.norm(), space, space, context.workers());
    }

    /**
     * Builds the grid for a radius.
     *
     * @param radius the radius, in the space of the metric
     * @throws IllegalArgumentException if the grid does not fit the memory
     */
    public void build(double radius, Progress progress) {
        limit = metric.norm().key(radius);
        double width = GridJoin.reach(metric.norm(), limit) * GridJoin.WIDER;
        GridAxes axes = GridAxes.of(space, width, context.workers());
        GridBuild.Sizes build = GridBuild.Sizes.of(context, space.size(), axes);
        int batch = context.capacity(Math.min(space.size(), MAX_QUERIES));
        int lanes = options.threadsPerPoint();
        int norm = metric.norm().code();
        IntFunction<GridJoin.Sizes> ofRoom = found ->
                new GridJoin.Sizes(build, new GridRange.Sizes(build.shape(), norm, batch, lanes, found), metric);
        int found = context.max(options.resultBuffer(), ofRoom);
        if (found < 1) {
            context.checkMemory("a hybrid join", ofRoom.apply(1), "n=" + space.size());
        }
        GridJoin.Sizes wanted = ofRoom.apply(Math.max(1, found));
        if (!wanted.equals(sizes)) {
            close();
            lease = context.lease(wanted, data);
            sizes = wanted;
        }
        index = lease.operation().open(context, lease, data, space, axes, width, metric.norm(), progress);
        stopIfCancelled(progress);
    }

    /** The rows, from those in the fullest cell to those in the emptiest: roughly from most to least work. */
    public int[] byDensity() {
        int[] cells = index.arrays().cells();
        int[] fills = index.fills();
        // A stable counting sort by fill.
        int[] slots = new int[index.fullest() + 2];
        for (int fill : fills) {
            slots[fill] += fill;
        }
        int[] from = new int[slots.length];
        for (int fill = slots.length - 2; fill >= 0; fill--) {
            from[fill] = from[fill + 1] + slots[fill + 1];
        }
        int[] order = new int[index.size()];
        for (int cell = 0; cell < fills.length; cell++) {
            System.arraycopy(index.ids(), cells[cell], order, from[fills[cell]], fills[cell]);
            from[fills[cell]] += fills[cell];
        }
        return order;
    }

    /**
     * Answers queries.
     *
     * @param slots receives the neighbors of the queries that have enough within the radius
     * @return the other queries
     */
    public int[] answer(int[] rows, NeighborSlots slots, Progress progress) {
        IntArrayList failed = new IntArrayList();
        GridRange.Search search = lease.operation().search();
        int batch = search.queries().length / space.dims();
        for (int first = 0; first < rows.length; first += batch) {
            int end = Math.min(rows.length, first + batch);
            count(search, rows, first, end, progress);
            int[] counts = counts(search, end - first);
            int at = first;
            while (at < end) {
                int to = at;
                long total = 0;
                while (to < end && total + counts[to - first] <= search.room()) {
                    total += counts[to - first];
                    to++;
                }
                if (to == at) {
                    // The matches of this query do not fit the buffer.
                    failed.add(rows[at]);
                    to++;
                } else {
                    write(search, rows, at, to, first, progress);
                    select(search, rows, at, to, counts, first, slots, failed, progress);
                }
                at = to;
            }
        }
        return failed.toArray();
    }

    /** For each query the number of matches of all its threads. */
    private int[] counts(GridRange.Search search, int queries) {
        int lanes = options.threadsPerPoint();
        ofLanes = new int[queries * lanes];
        lease.readAll(search.starts(), 0, ofLanes, 0, ofLanes.length);
        int[] counts = new int[queries];
        for (int item = 0; item < ofLanes.length; item++) {
            counts[item / lanes] += ofLanes[item];
        }
        return counts;
    }

    private void setQueries(GridRange.Search search, int[] rows, int from, int to) {
        long start = System.nanoTime();
        int dims = space.dims();
        double[] coordinates = space.array();
        for (int i = from; i < to; i++) {
            System.arraycopy(coordinates, rows[i] * dims, search.queries(), (i - from) * dims, dims);
        }
        search.set(
                index,
                to - from,
                options.threadsPerPoint(),
                bound.limit(limit),
                bound.scale(),
                GridRange.reach(metric.norm(), limit));
        hostNanos += System.nanoTime() - start;
    }

    private void count(GridRange.Search search, int[] rows, int from, int to, Progress progress) {
        setQueries(search, rows, from, to);
        lease.run(DeviceSearch.COUNT, progress);
        stopIfCancelled(progress);
    }

    /** Has the device write the matches of some of the queries that were counted. */
    private void write(GridRange.Search search, int[] rows, int from, int to, int counted, Progress progress) {
        setQueries(search, rows, from, to);
        int lanes = options.threadsPerPoint();
        int start = 0;
        for (int item = 0; item < (to - from) * lanes; item++) {
            search.starts()[item] = start;
            start += ofLanes[(from - counted) * lanes + item];
        }
        lease.writeAll(search.starts(), (to - from) * lanes);
        lease.run(DeviceSearch.WRITE, progress);
        stopIfCancelled(progress);
        lease.readAll(search.found(), start);
    }

    private static void stopIfCancelled(Progress progress) {
        if (progress.cancelled()) {
            throw new CancellationException("cancelled: a hybrid join");
        }
    }

    /** Selects the k nearest matches of each query that found enough. */
    private void select(
            GridRange.Search search,
            int[] rows,
            int from,
            int to,
            int[] counts,
            int counted,
            NeighborSlots slots,
            IntArrayList failed,
            Progress progress) {
        long start = System.nanoTime();
        int lanes = options.threadsPerPoint();
        int needed = Math.min(k, space.size() - 1);
        Points arranged = index.arranged(context.workers());
        context.workers()
                .forEachSlice(
                        to - from,
                        MIN_SLICE,
                        (begin, end) -> {
                            NearestList list = new NearestList(k, space.size());
                            IntArrayList own = new IntArrayList(0);
                            for (int i = begin; i < end; i++) {
                                int query = rows[from + i];
                                int first = search.starts()[i * lanes];
                                int within = 0;
                                list.clear(limit);
                                for (int at = first; at < first + counts[from - counted + i]; at++) {
                                    int slot = search.found()[at];
                                    int row = index.ids()[slot];
                                    double key = space.key(query, arranged, slot, metric.norm());
                                    if (row != query && key <= limit) {
                                        within++;
                                        list.offer(key, row);
                                    }
                                }
                                if (within >= needed) {
                                    slots.write(query, list);
                                } else {
                                    own.add(query);
                                }
                            }
                            synchronized (failed) {
                                failed.addAll(own);
                            }
                        },
                        Progress.NONE);
        hostNanos += System.nanoTime() - start;
    }

    /** Times on the device so far. */
    public Timing timing() {
        return lease == null ? timing : timing.plus(lease.timing());
    }

    /** Time that the host worked on the device's queries. */
    public long hostNanos() {
        return hostNanos;
    }

    @Override
    public void close() {
        if (lease != null) {
            timing = timing.plus(lease.timing());
            lease.close();
            lease = null;
        }
    }
}
