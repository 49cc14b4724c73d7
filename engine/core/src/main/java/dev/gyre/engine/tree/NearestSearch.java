package dev.gyre.engine.tree;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.Overlap;
import dev.gyre.engine.search.RisingMonitor;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Searches a tree for nearest entries in double, batch by batch. Queries are ordered by the leaves that they belong to, so that neighboring
 * ones follow the same paths through the tree.
 *
 * <pre>
 * nearest   queries ─ locate ─ sort ─ nearest ─ keys, rows
 * </pre>
 *
 * <p>It has capacities for entries, for candidates and for the queries of a batch. Memory on the device, in bytes, besides the tree: for a
 * batch of b queries of w numbers and c candidates {@code b (8 w + 24 + 24 c)}; in a self-join {@code 24 b c}; on the JVM 12 instead of 24.
 * Not safe for use by several threads.
 */
public final class NearestSearch {

    private static final int JVM_BATCH = 1 << 17;

    /** Few enough for the host to take in one batch while the device searches for the next. */
    private static final int DEVICE_BATCH = 1 << 19;

    private static final String SEARCH = "nearest";

    private final Key key;
    private final TreeArrays arrays;
    private final double[] queries;
    private final RadixSort sort;
    private final int[] order;
    private final boolean overlaps;
    private final List<Found> founds = new ArrayList<>();
    private final int[] parameters;
    private final double[] limits;

    /** The results of a batch: candidates of each query, and the phase that finds them. */
    private record Found(double[] keys, int[] rows, Phase phase) {}

    /**
     * Identifies the calls that can reuse a search.
     *
     * @param most the layout of the largest tree
     * @param self whether the queries are the entries of the slots
     * @param heap whether candidates are kept in heaps
     */
    public record Key(TreeLayout most, boolean self, Norm norm, int batch, int candidates, boolean heap) {}

    /** Makes a search over the arrays of a tree; other phases of the program provide the tree. */
    public NearestSearch(TreeArrays arrays, Key key, Layout layout) {
        this(arrays, key, layout, null);
    }

    /** Makes the last stage of a search, which takes in candidates where they were found. */
    public interface Last {

        /**
         * Returns the stage for the candidates of a batch.
         *
         * @param keys the key of each candidate
         * @param rows the row of each candidate, -1 if unused
         * @param parameters the parameters of the search
         */
        Stage of(double[] keys, int[] rows, int[] parameters);
    }

    /**
     * Makes a search whose candidates a last stage takes in, instead of the host.
     *
     * @param last makes the stage; null if the host takes the candidates in
     */
    public NearestSearch(TreeArrays arrays, Key key, Layout layout, Last last) {
        this.arrays = arrays;
        this.key = key;
        TreeLayout most = key.most();
        int batch = key.batch();
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[TreeNearest.LIMITS]);
        overlaps = last == null && layout.device().type() != Device.Type.JVM;
        int[] starts;
        List<Stage> before = new ArrayList<>();
        List<Object> uploads = new ArrayList<>(List.of(parameters, limits));
        if (key.self()) {
            queries = arrays.entries();
            order = arrays.rows();
            starts = arrays.rows();
            sort = null;
        } else {
            queries = layout.doubles(batch, most.width());
            int[] nodes = layout.ints(batch);
            sort = new RadixSort(batch, layout);
            int nodeBits = Integer.SIZE - Integer.numberOfLeadingZeros(most.count(1));
            SortSteps sorted = sort.order(new KeyColumns(nodes, batch, 1, 0, nodeBits));
            order = sorted.payload();
            starts = sorted.keys();
            uploads.add(queries);
            uploads.addAll(List.of(sorted.uploads()));
            before.add(TreeKernels.LOCATE.stage(
                    batch,
                    arrays.boxes(),
                    queries,
                    limits,
                    parameters,
                    nodes,
                    most.dims(),
                    most.shape(),
                    key.norm().code()));
            before.addAll(sorted.stages());
        }
        for (int turn = 0; turn < (overlaps ? 2 : 1); turn++) {
            founds.add(found(turn, uploads, before, starts, layout, last));
        }
    }

    private Found found(int turn, List<Object> uploads, List<Stage> before, int[] starts, Layout layout, Last last) {
        double[] keys = layout.doubles(key.batch(), key.candidates());
        int[] rows = layout.ints(key.batch(), key.candidates());
        Phase.Builder search = Phase.named(SEARCH + turn).upload(uploads.toArray());
        before.forEach(search::stage);
        if (!key.self()) {
            search.download(order);
        }
        search.stage(TreeKernels.NEAREST.stage(
                key.batch(),
                arrays.entries(),
                arrays.boxes(),
                arrays.rows(),
                queries,
                order,
                starts,
                parameters,
                limits,
                keys,
                rows,
                key.most().dims(),
                TreeShape.nearest(key.most().shape(), key.heap()),
                key.norm().code()));
        if (last == null) {
            search.download(keys, rows);
        } else {
            search.stage(last.of(keys, rows, parameters));
        }
        return new Found(keys, rows, search.build());
    }

    /** The phases of the search; other phases of the program provide the tree. */
    public List<Phase> phases() {
        return founds.stream().map(Found::phase).toList();
    }

    /** A search with a tree of its own. */
    private record Resident(ResidentTree tree, NearestSearch search) {

        Program program() {
            List<Phase> phases = new ArrayList<>(tree.phases());
            phases.addAll(search.phases());
            return new Program("tree search", phases, tree.inputs());
        }
    }

    /**
     * Searches a tree by a program of its own.
     *
     * @param self whether the queries are the entries of the slots
     * @param queries most queries of a batch
     * @return the time of the device, and nanoseconds in which it waited for the host
     * @throws IllegalArgumentException if the search does not fit the memory
     */
    public static Times run(
            Context context,
            Tree tree,
            Norm norm,
            boolean self,
            int queries,
            Batches batches,
            NearestWork work,
            Monitor monitor) {
        Key key = key(context, tree, norm, self, work.candidates(), queries);
        Lease<Resident> borrowed = context.leaseOrOnce(
                key,
                tree,
                () -> {
                    ResidentTree there = tree.at(context, key.most(), false);
                    return new Resident(there, new NearestSearch(there.arrays(), key, Layout.on(context.device())));
                },
                Resident::program);
        try (Lease<Resident> lease =
                borrowed.prepared(() -> borrowed.operation().tree().load(borrowed, tree, context.workers()))) {
            long hostNanos = lease.operation().search().run(lease, tree.layout(), batches, work, monitor);
            return new Times(lease.timing(), hostNanos);
        }
    }

    /** The time of the device, and nanoseconds in which it waited for the host. */
    public record Times(Timing device, long hostNanos) {}

    /** Whether a search would find a compiled program. */
    public static boolean isKept(Context context, Tree tree, Norm norm, boolean self, int candidates, int queries) {
        return context.onJvm() || queries == 0 || context.isKept(key(context, tree, norm, self, candidates, queries));
    }

    private static Key key(Context context, Tree tree, Norm norm, boolean self, int candidates, int queries) {
        return key(context, self, norm, tree.layout(), candidates, queries, tree::residentBytes);
    }

    /**
     * Identifies the calls that can reuse a search in a tree.
     *
     * @param treeBytes bytes of a tree on the device by its layout, including its build if that stays there
     * @throws IllegalArgumentException if the search does not fit the memory
     */
    public static Key key(
            Context context,
            boolean self,
            Norm norm,
            TreeLayout layout,
            int candidates,
            int queries,
            ToLongFunction<TreeLayout> treeBytes) {
        boolean heap = candidates > NearestPairs.LIST;
        if (!context.onJvm()) {
            // Uses larger arrays, which more calls can share, if they fit the memory.
            TreeLayout most = layout.rounded(context);
            int rounded = Math.min(heap ? Integer.MAX_VALUE : NearestPairs.LIST, Context.step(candidates));
            int batch = context.capacity(Math.min(queries, DEVICE_BATCH));
            long bytes = treeBytes.applyAsLong(most) + bytesPerQuery(context, layout.width(), rounded) * batch;
            if (bytes <= context.memoryLimit()
                    && (long) batch * Math.max(rounded, layout.width()) <= context.maxElements(Double.BYTES)) {
                return new Key(most, self, norm, batch, rounded, heap);
            }
        }
        int batch = batch(context, treeBytes.applyAsLong(layout), layout, candidates, queries);
        return new Key(layout, self, norm, batch, candidates, heap);
    }

    private static long bytesPerQuery(Context context, int width, int candidates) {
        return 8L * width + 24 + (context.onJvm() ? 12L : 24L) * candidates;
    }

    /** Queries of a batch: as many as pay off and fit the remaining memory. */
    private static int batch(Context context, long treeBytes, TreeLayout layout, int candidates, int queries) {
        int most = context.onJvm() ? JVM_BATCH : DEVICE_BATCH;
        long perQuery = bytesPerQuery(context, layout.width(), candidates);
        long left = context.memoryLimit() - treeBytes;
        long byArray = context.maxElements(Double.BYTES) / Math.max(candidates, layout.width());
        long batch = Math.min(Math.min(queries, most), Math.min(left / perQuery, byArray));
        if (batch < 1 || layout.bounds() > context.maxElements(Double.BYTES)) {
            throw new IllegalArgumentException("a search does not fit the memory of " + context.device() + ": needed="
                    + perQuery + " bytes a query, left=" + left + ", candidates per query=" + candidates);
        }
        return (int) batch;
    }

    /**
     * Searches for the neighbors of queries, or of the entries of the slots.
     *
     * @param layout the layout of the tree that is there
     * @param batches the queries or the slots
     * @return nanoseconds in which the device waited for the host
     */
    public long run(Lease<?> lease, TreeLayout layout, Batches batches, NearestWork work, Monitor monitor) {
        long rows = work.size();
        int items = key.self() ? layout.size() : work.size();
        // Several rows may share a place.
        Monitor ofRows = new RisingMonitor((done, all) -> monitor.progress(done * rows / all, rows));
        long hostNanos = 0;
        int candidates = work.candidates();
        work.writeLimits(limits);
        layout.write(parameters);
        parameters[TreeParameters.CAPACITY] = candidates;
        parameters[TreeParameters.SELF] = key.self() ? 1 : 0;
        parameters[TreeParameters.ORDERED] = key.self() ? 0 : 1;
        // Devices have leaves of different sizes, and order the slots within a leaf differently.
        batches.begin(items, key.self() ? TreeLayout.MOST_OF_LEAF : 1);
        BatchProgress waiting = new BatchProgress(ofRows, 0, 0, items);
        try (Overlap overlap = new Overlap(batches, overlaps && work.isExact(), waiting)) {
            Batches.Batch next;
            while ((next = overlap.next(key.batch())) != null) {
                int first = next.first();
                int count = next.count();
                long start = System.nanoTime();
                prepare(work, next);
                hostNanos += System.nanoTime() - start;
                Found found = founds.get(overlap.turn());
                BatchProgress progress = new BatchProgress(ofRows, first, count, items);
                lease.run(found.phase().name(), progress);
                progress.stopIfCancelled();
                // The next batch overwrites the order.
                int[] asked = key.self() ? null : overlaps ? Arrays.copyOf(order, count) : order;
                NearestWork.Found nearest = new NearestWork.Found(found.keys(), found.rows(), candidates, key.heap());
                Progress watched = overlap.watched(progress);
                overlap.take(next, () -> work.accept(first, count, asked, nearest, watched));
                progress.stopIfCancelled();
            }
            return hostNanos + overlap.waitedNanos();
        }
    }

    private void prepare(NearestWork work, Batches.Batch next) {
        parameters[TreeParameters.FIRST_QUERY] = key.self() ? next.first() : 0;
        parameters[TreeParameters.QUERIES] = key.self() ? next.end() : next.count();
        if (!key.self()) {
            int width = key.most().width();
            HostArrays.copy(work.queries(), next.first() * width, queries, 0, next.count() * width, work.workers());
            sort.setSize(next.count());
        }
    }
}
