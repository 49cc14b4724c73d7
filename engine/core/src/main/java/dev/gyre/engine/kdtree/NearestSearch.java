package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.Overlap;
import dev.gyre.engine.knn.RisingMonitor;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.tasks.tree.KdLocate;
import dev.gyre.tasks.tree.KdLocateJvm;
import dev.gyre.tasks.tree.KdNearest;
import dev.gyre.tasks.tree.KdNearestJvm;
import dev.gyre.tasks.tree.KdQueryParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Searches for nearest points in double, batch by batch. Queries are ordered by the leaves that they belong to, so that neighboring ones
 * follow the same paths through the tree.
 *
 * <p>It has capacities for places, for candidates and for the queries of a batch. Memory on the device, in bytes, besides the tree: for a
 * batch of b queries of d dimensions and c candidates {@code b (8 d + 24 + 24 c)}; in a self-join {@code 24 b c}; on the JVM 12 instead of
 * 24. Not safe for use by several threads.
 */
public final class NearestSearch {

    /** The leaf that a query belongs to, as {@link KdLocate#locateLeaves}. */
    public static final Kernel LOCATE =
            Kernel.of(KdLocate.class).withJvmVariant(KdLocateJvm.class).withProofOfScalars();

    /** The nearest points, as {@link KdNearest#nearest}. */
    public static final Kernel NEAREST =
            Kernel.of(KdNearest.class).withJvmVariant(KdNearestJvm.class).withProofOfScalars();

    /** Candidates beyond k in a norm of powers: with one, most close calls are settled without a second search. */
    private static final int EXTRA_OF_POWERS = 1;

    private static final int JVM_BATCH = 1 << 17;

    /** Few enough for the host to take in one batch while the device searches for the next. */
    private static final int DEVICE_BATCH = 1 << 19;

    private static final String SEARCH = "nearest";

    private final KdArrays arrays;
    private final int dims;
    private final int batch;
    private final boolean self;
    private final boolean heap;
    private final double[] queries;
    private final RadixSort sort;
    private final int[] order;
    private final boolean overlaps;
    private final List<Found> founds = new ArrayList<>();
    private final int[] parameters;
    private final double[] limits;

    /** The results of a batch: candidates of each query, and the phase that finds them. */
    private record Found(double[] keys, int[] rows, Phase phase) {}

    /** Identifies the calls that can reuse a search. */
    public record Key(
            boolean self, int dims, Norm norm, int places, int leafBits, int batch, int candidates, boolean heap) {}

    public NearestSearch(KdArrays arrays, KdLayout most, Key key, Layout layout) {
        this.arrays = arrays;
        this.dims = key.dims();
        this.batch = key.batch();
        this.self = key.self();
        heap = key.heap();
        parameters = layout.add(new int[KdQueryParameters.LENGTH]);
        limits = layout.add(new double[KdNearest.LIMITS]);
        overlaps = layout.device().type() != Device.Type.JVM;
        int[] starts;
        List<Stage> before = new ArrayList<>();
        List<Object> uploads = new ArrayList<>(List.of(parameters, limits));
        if (self) {
            queries = arrays.points();
            order = arrays.ids();
            starts = arrays.ids();
            sort = null;
        } else {
            queries = layout.doubles(batch, dims);
            int[] leaves = layout.ints(batch);
            sort = new RadixSort(batch, layout);
            SortSteps sorted = sort.order(new KeyColumns(leaves, batch, 1, 0, Math.max(1, most.height())));
            order = sorted.payload();
            starts = sorted.keys();
            uploads.add(queries);
            uploads.addAll(List.of(sorted.uploads()));
            before.add(LOCATE.stage(
                    batch,
                    arrays.boxes(),
                    queries,
                    limits,
                    parameters,
                    leaves,
                    dims,
                    key.norm().code()));
            before.addAll(sorted.stages());
        }
        for (int turn = 0; turn < (overlaps ? 2 : 1); turn++) {
            founds.add(found(turn, key, uploads, before, starts, layout));
        }
    }

    private Found found(int turn, Key key, List<Object> uploads, List<Stage> before, int[] starts, Layout layout) {
        double[] keys = layout.doubles(batch, key.candidates());
        int[] rows = layout.ints(batch, key.candidates());
        Phase.Builder search = Phase.named(SEARCH + turn).upload(uploads.toArray());
        before.forEach(search::stage);
        if (!self) {
            search.download(order);
        }
        search.stage(NEAREST.stage(
                        batch,
                        arrays.points(),
                        arrays.boxes(),
                        arrays.ids(),
                        queries,
                        order,
                        starts,
                        parameters,
                        limits,
                        keys,
                        rows,
                        dims,
                        key.heap() ? 1 : 0,
                        key.norm().code()))
                .download(keys, rows);
        return new Found(keys, rows, search.build());
    }

    /** The phases of the search; other phases of the program provide the tree. */
    public List<Phase> phases() {
        return founds.stream().map(Found::phase).toList();
    }

    private Program program() {
        List<Phase> phases = new ArrayList<>(List.of(arrays.load()));
        phases.addAll(phases());
        return new Program("kd-tree search", phases);
    }

    /**
     * Borrows a search, with the tree on the device.
     *
     * @param self whether the queries are the points of the slots
     * @throws IllegalArgumentException if the search does not fit the memory
     */
    public static Lease<NearestSearch> lease(Context context, KdIndex index, boolean self, int k, int queries) {
        Key key = key(context, index, self, k, queries);
        KdLayout most =
                KdLayout.of(key.places(), index.layout().dims(), index.layout().leafBits());
        Lease<NearestSearch> lease = context.leaseOrOnce(
                key,
                index,
                () -> new NearestSearch(
                        context.onJvm() ? index.arrays() : KdArrays.of(most), most, key, Layout.on(context.device())),
                NearestSearch::program);
        return lease.prepared(() -> lease.operation().arrays.load(lease, index, index.ids(), context.workers()));
    }

    /** Whether a search would find a compiled program. */
    public static boolean isKept(Context context, KdIndex index, boolean self, int k, int queries) {
        return context.onJvm() || queries == 0 || context.isKept(key(context, index, self, k, queries));
    }

    private static Key key(Context context, KdIndex index, boolean self, int k, int queries) {
        int places = index.layout().size();
        return key(
                context,
                self,
                index.norm(),
                index.layout().dims(),
                places,
                index.layout().leafBits(),
                k,
                queries,
                rounded -> index.deviceBytes() * rounded / Math.max(1, places));
    }

    /**
     * Identifies the calls that can reuse a search in a tree.
     *
     * @param treeBytes bytes of a tree on the device by its number of places, including its build if that stays there
     * @throws IllegalArgumentException if the search does not fit the memory
     */
    public static Key key(
            Context context,
            boolean self,
            Norm norm,
            int dims,
            int places,
            int leafBits,
            int k,
            int queries,
            IntToLongFunction treeBytes) {
        int candidates = candidates(norm, k, places);
        int batch = batch(context, treeBytes.applyAsLong(places), dims, candidates, queries);
        boolean heap = candidates > KdNearest.LIST;
        if (!context.onJvm()) {
            // Uses larger arrays, which more calls can share, if they fit the memory.
            int roundedPlaces = context.capacity(places);
            int most = heap ? Integer.MAX_VALUE : KdNearest.LIST;
            int roundedCandidates = Math.min(most, Context.step(candidates));
            int rounded = context.capacity(Math.min(queries, DEVICE_BATCH));
            long bytes =
                    treeBytes.applyAsLong(roundedPlaces) + bytesPerQuery(context, dims, roundedCandidates) * rounded;
            if (bytes <= context.memoryLimit()
                    && (long) rounded * Math.max(roundedCandidates, dims) <= context.maxElements(8)) {
                return new Key(self, dims, norm, roundedPlaces, leafBits, rounded, roundedCandidates, heap);
            }
        }
        return new Key(self, dims, norm, places, leafBits, batch, candidates, heap);
    }

    /** Candidates per query for k neighbors in a tree. */
    public static int candidates(Norm norm, int k, int places) {
        return (int) Math.min(places, (long) k + (norm.isPower() ? EXTRA_OF_POWERS : 0));
    }

    private static long bytesPerQuery(Context context, int dims, int candidates) {
        return 8L * dims + 24 + (context.onJvm() ? 12L : 24L) * candidates;
    }

    /** Queries of a batch: as many as pay off and fit the remaining memory. */
    private static int batch(Context context, long treeBytes, int dims, int candidates, int queries) {
        int most = context.onJvm() ? JVM_BATCH : DEVICE_BATCH;
        long perQuery = bytesPerQuery(context, dims, candidates);
        long left = context.memoryLimit() - treeBytes;
        long byArray = context.maxElements(8) / Math.max(candidates, dims);
        long batch = Math.min(Math.min(queries, most), Math.min(left / perQuery, byArray));
        if (batch < 1) {
            throw new IllegalArgumentException("a search does not fit the memory of " + context.device() + ": needed="
                    + perQuery + " bytes a query, left=" + left + ", candidates per query=" + candidates);
        }
        return (int) batch;
    }

    /**
     * Searches for the neighbors of queries, or of the points of the tree, slot by slot.
     *
     * @param batches the queries or the slots
     * @return nanoseconds in which the device waited for the host
     */
    public long run(Lease<?> lease, Batches batches, NearestAnswers answers, Monitor monitor) {
        KdLayout layout = answers.layout();
        int candidates = answers.candidates();
        long rows = answers.queries().size();
        int items = self ? layout.size() : answers.queries().size();
        // Several rows may share a place.
        Monitor ofRows = new RisingMonitor((done, all) -> monitor.progress(done * rows / all, rows));
        long hostNanos = 0;
        answers.writeLimits(limits);
        // Devices have leaves of different sizes, and order the slots within a leaf differently.
        batches.begin(items, self ? KdLayout.MOST_OF_LEAF : 1);
        BatchProgress waiting = new BatchProgress(ofRows, 0, 0, items);
        try (Overlap overlap = new Overlap(batches, overlaps && answers.isExact(), waiting)) {
            Batches.Batch next;
            while ((next = overlap.next(batch)) != null) {
                int first = next.first();
                int count = next.count();
                long start = System.nanoTime();
                prepare(answers, next, candidates);
                hostNanos += System.nanoTime() - start;
                Found found = founds.get(overlap.turn());
                BatchProgress progress = new BatchProgress(ofRows, first, count, items);
                lease.run(found.phase().name(), progress);
                progress.stopIfCancelled();
                // The next batch overwrites the order.
                int[] asked = self ? null : overlaps ? Arrays.copyOf(order, count) : order;
                NearestAnswers.Found nearest = new NearestAnswers.Found(found.keys(), found.rows(), candidates, heap);
                Progress watched = overlap.watched(progress);
                overlap.take(next, () -> answers.accept(first, count, asked, nearest, watched));
                progress.stopIfCancelled();
            }
            return hostNanos + overlap.waitedNanos();
        }
    }

    private void prepare(NearestAnswers answers, Batches.Batch next, int candidates) {
        int count = next.count();
        int[] values = answers.layout().queryParameters(self ? next.end() : count, self);
        System.arraycopy(values, 0, parameters, 0, parameters.length);
        parameters[KdQueryParameters.FIRST_QUERY] = self ? next.first() : 0;
        parameters[KdQueryParameters.CAPACITY] = candidates;
        if (!self) {
            HostArrays.copy(
                    answers.queries().array(), next.first() * dims, queries, 0, count * dims, answers.workers());
            sort.setSize(count);
        }
    }
}
