package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.knn.NeighborSlots;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.rtree.BoxNearest;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches for nearest boxes in double, batch by batch. Queries are ordered by the nodes where they begin, so that neighboring ones follow
 * the same paths through the tree.
 *
 * <pre>
 * nearest   queries ─ locate ─ sort ─ nearest ─ keys, rows
 * </pre>
 *
 * <p>It has capacities for trees, batches and boxes per query. Memory on the device, in bytes, besides the tree: for a batch of b queries
 * of d dimensions and c boxes each {@code b (16 d + 24 + 12 c)}. Not safe for use by several threads.
 */
public final class RTreeNearest {

    private static final int JVM_BATCH = 1 << 17;
    private static final int DEVICE_BATCH = 1 << 20;
    private static final int MIN_SLICE = 64;
    private static final String SEARCH = "nearest";

    private final Key key;
    private final RTreeArrays arrays;
    private final double[] queries;
    private final RadixSort sort;
    private final int[] order;
    private final double[] keys;
    private final int[] found;
    private final int[] sizes = new int[1];
    private final double[] limits = new double[BoxNearest.LIMITS];
    private final Phase phase;

    /** Identifies the calls that can reuse a search. */
    private record Key(int dims, Norm norm, int nodeSize, int size, int batch, int candidates, boolean heap) {

        RTreeLayout layout() {
            return RTreeLayout.of(size, dims, nodeSize);
        }
    }

    private RTreeNearest(RTreeArrays arrays, Key key, Device device) {
        this.arrays = arrays;
        this.key = key;
        int batch = key.batch();
        int dims = key.dims();
        int norm = key.norm().code();
        keys = new double[Math.multiplyExact(batch, key.candidates())];
        found = new int[keys.length];
        queries = new double[Math.multiplyExact(batch, 2 * dims)];
        int[] nodes = new int[batch];
        sort = new RadixSort(batch, Layout.on(device));
        int nodeBits = Integer.SIZE - Integer.numberOfLeadingZeros(key.layout().count(1));
        SortSteps sorted = sort.order(new KeyColumns(nodes, batch, 1, 0, nodeBits));
        order = sorted.payload();
        Phase.Builder search = Phase.named(SEARCH)
                .upload(sizes, limits, queries)
                .stage(RTreeKernels.LOCATE.stage(
                        batch, arrays.tree(), queries, arrays.parameters(), sizes, nodes, dims, norm));
        search.steps(sorted);
        phase = search.stage(RTreeKernels.NEAREST.stage(
                        batch,
                        arrays.tree(),
                        arrays.ids(),
                        arrays.least(),
                        queries,
                        order,
                        sorted.keys(),
                        arrays.parameters(),
                        limits,
                        keys,
                        found,
                        dims,
                        key.heap() ? 1 : 0,
                        norm))
                .download(order, keys, found)
                .build();
    }

    private Program program() {
        List<Phase> phases = new ArrayList<>(arrays.phases());
        phases.add(phase);
        return new Program("r-tree nearest", phases).withInputs(arrays.inputs());
    }

    /**
     * Finds the boxes nearest to queries.
     *
     * @param queries the queries, of the dimensions of the boxes
     * @param k neighbors per query
     * @param radius largest distance
     * @return the neighbors, ties by row
     * @throws IllegalArgumentException if k, radius or metric is out of range, or if the search exceeds the result size or the memory
     */
    public static Neighbors nearest(
            Context context, RTreeIndex index, Boxes queries, int k, double radius, Metric metric, Monitor monitor) {
        int n = index.layout().size();
        int most = KnnJoin.slots(k, n);
        BoxPredicate.checkMetric(metric);
        double limit = metric.largestKey(radius);
        NeighborSlots slots = new NeighborSlots(queries.size(), k, n, n == 0, context.workers());
        Timing timing = Timing.ZERO;
        long hostNanos = 0;
        if (n > 0 && queries.size() > 0) {
            try (Lease<RTreeNearest> lease = lease(context, index, metric.norm(), most, queries.size())) {
                lease.operation().arrays.load(lease, index, context.workers());
                hostNanos = lease.operation().search(lease, queries, most, limit, slots, context.workers(), monitor);
                timing = lease.timing();
            }
        }
        ExecutionReport report = new ExecutionReport(context.device(), JoinMethod.R_TREE, 0, timing, hostNanos, 0);
        return slots.neighbors(metric, report);
    }

    private static Lease<RTreeNearest> lease(
            Context context, RTreeIndex index, Norm norm, int candidates, int queries) {
        RTreeLayout layout = index.layout();
        boolean heap = candidates > NearestPairs.LIST;
        Key exact = new Key(
                layout.dims(),
                norm,
                layout.nodeSize(),
                layout.size(),
                batch(context, layout, candidates, queries),
                candidates,
                heap);
        // Larger arrays, which more calls can share, if they fit the memory.
        Key rounded = new Key(
                layout.dims(),
                norm,
                layout.nodeSize(),
                context.capacity(layout.size()),
                context.capacity(Math.min(queries, DEVICE_BATCH)),
                heap ? Context.step(candidates) : Math.min(NearestPairs.LIST, Context.step(candidates)),
                heap);
        Key key = !context.onJvm() && fits(context, rounded) ? rounded : exact;
        return context.leaseOrOnce(
                key,
                index,
                () -> {
                    RTreeArrays arrays = RTreeArrays.of(context, index, key.layout(), RTreeArrays.LOAD, true);
                    return new RTreeNearest(arrays, key, context.device());
                },
                RTreeNearest::program);
    }

    private static boolean fits(Context context, Key key) {
        if (!RTreeLayout.fits(key.size(), key.dims(), key.nodeSize())) {
            return false;
        }
        RTreeLayout layout = key.layout();
        long bytes = RTreeArrays.bytes(layout, true) + bytesPerQuery(key.dims(), key.candidates()) * key.batch();
        long largest = Math.max(layout.bounds(), (long) key.batch() * Math.max(key.candidates(), 2 * key.dims()));
        return bytes <= context.memoryLimit() && largest <= context.maxElements(Double.BYTES);
    }

    private static long bytesPerQuery(int dims, int candidates) {
        return 16L * dims + 24 + 12L * candidates;
    }

    /** Queries of a batch: as many as pay off and fit the remaining memory. */
    private static int batch(Context context, RTreeLayout layout, int candidates, int queries) {
        int most = context.onJvm() ? JVM_BATCH : DEVICE_BATCH;
        long perQuery = bytesPerQuery(layout.dims(), candidates);
        long left = context.memoryLimit() - RTreeArrays.bytes(layout, true);
        long byArray = context.maxElements(Double.BYTES) / Math.max(candidates, 2 * layout.dims());
        long batch = Math.min(Math.min(queries, most), Math.min(left / perQuery, byArray));
        if (batch < 1 || layout.bounds() > context.maxElements(Double.BYTES)) {
            throw new IllegalArgumentException("a search does not fit the memory of " + context.device() + ": needed="
                    + perQuery + " bytes a query, left=" + left + ", n=" + layout.size() + ", dims=" + layout.dims()
                    + ", neighbors per query=" + candidates);
        }
        return (int) batch;
    }

    /** Answers all queries; returns the nanoseconds of the host's work. */
    private long search(
            Lease<?> lease,
            Boxes all,
            int candidates,
            double limit,
            NeighborSlots slots,
            Workers workers,
            Monitor monitor) {
        int width = 2 * key.dims();
        limits[BoxNearest.LIMIT] = limit;
        limits[BoxNearest.CAPACITY] = candidates;
        long hostNanos = 0;
        for (int first = 0; first < all.size(); first += key.batch()) {
            int count = Math.min(key.batch(), all.size() - first);
            long start = System.nanoTime();
            HostArrays.copy(all.array(), first * width, queries, 0, count * width, workers);
            sizes[0] = count;
            limits[BoxNearest.QUERIES] = count;
            sort.setSize(count);
            hostNanos += System.nanoTime() - start;
            BatchProgress progress = new BatchProgress(monitor, first, count, all.size());
            lease.run(SEARCH, progress);
            progress.stopIfCancelled();
            start = System.nanoTime();
            write(slots, first, count, candidates, workers, progress);
            progress.stopIfCancelled();
            hostNanos += System.nanoTime() - start;
        }
        return hostNanos;
    }

    /** Writes the answers of a batch, in order. */
    private void write(NeighborSlots slots, int first, int count, int candidates, Workers workers, Progress progress) {
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    for (int item = begin; item < end; item++) {
                        slots.writeUsed(first + order[item], found, keys, item * candidates, candidates, !key.heap());
                    }
                },
                progress);
    }
}
