package dev.gyre.engine.tree;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.Overlap;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.search.RisingMonitor;
import dev.gyre.engine.team.Batches;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Searches a tree for nearest entries in double, batch by batch. Queries are ordered by the leaves that they belong to, so that neighboring
 * ones follow the same paths through the tree.
 *
 * <pre>
 * queries ─ locate ─ sort ─ nearest ─ keys, rows ─ {@link AnswerParts}
 * </pre>
 *
 * <p>It has capacities for entries, for candidates and for the queries of a batch. A device brings the results part by part, in the order
 * of the queries, and the host takes in one part while the device brings the next. Not safe for use by several threads.
 */
public final class NearestSearch implements Blueprint.Made {

    private static final int JVM_BATCH = 1 << 17;

    /**
     * Most candidates that the JVM keeps in a list in a kd-tree. One thread of an AMD EPYC, November 2026, 50,000 uniform points of 3 dimensions, one query
     * at a time, ms with a heap and a list: 489 and 321 for 50 candidates, 1,038 and 783 for 100, 2,346 and 2,362 for 200.
     */
    private static final int JVM_LIST = 128;

    /**
     * Most candidates that a device keeps in a list: 24 KiB of local memory for a work-group, which most devices have. H200, CUDA, November 2026,
     * 2,000,000 uniform points of 3 dimensions, ms of a self-join with other methods before: 131 with 30 candidates in private memory, 99 in local
     * memory; 506 with 50 candidates in heaps of global memory, which the host puts in order, 134 in local memory.
     */
    private static final int DEVICE_LIST = 64;

    private static final int DEVICE_BATCH = 1 << 19;

    /**
     * Candidates of a batch, 192 MiB, if the program for all queries would not be kept. All at once are best, because the host takes in the answers in
     * the order of the rows, and neighboring queries are nearer to each other: with 30 neighbors of 10,000,000 points of 3 dimensions among
     * themselves, and of as many others, a call took 250 and 270 ms in one batch, 375 and 297 in batches of 2^27 candidates, 394 and 320 of 2^26, 435
     * and 368 of 2^25, 440 and 428 of 2^24 (H200, CUDA, November 2026).
     */
    private static final int DEVICE_FOUND = 1 << 24;

    /**
     * Queries whose answers the host takes in at a time, while the device goes on. With 8 neighbors of 2,000,000 points on an H100, in 8 parts, the
     * device waits 2 ms for the host; no other number was tried.
     */
    private static final int PART = 1 << 18;

    private static final String SEARCH = "nearest";

    private final Sizes sizes;
    private final ResidentTree tree;
    private final double[] queries;
    private final LeafOrder leaves;
    private final int[] order;
    private final double[] keys;
    private final int[] rows;
    private final int[] parameters;
    private final double[] limits;
    private final Phase search;

    /** For each query the position of its answer, made from so many elements of the order; unused on the JVM. */
    private final int[] positions;

    private final int[] ordered;

    /** The answers that the host takes in part by part; null on the JVM, or if the host takes in nothing. */
    private final AnswerParts parts;

    /**
     * The sizes of a search.
     *
     * @param max the layout of the largest tree
     * @param self whether the queries are the entries of the slots
     * @param heap whether candidates are kept in heaps
     */
    public record Sizes(TreeLayout max, boolean self, Norm norm, int batch, int candidates, boolean heap) {}

    /** A search with a tree of its own. */
    private record Alone(Sizes sizes, ResidentTree.Maker tree) implements Blueprint<NearestSearch> {

        @Override
        public NearestSearch make(Layout layout) {
            return new NearestSearch(tree.make(sizes.max(), layout), sizes, layout, null);
        }
    }

    /** Makes a search over the arrays of a tree; other phases of the program provide the tree. */
    public NearestSearch(TreeArrays arrays, Sizes sizes, Layout layout) {
        this(arrays, sizes, layout, null);
    }

    /** Makes the last stage of a search, which takes in candidates where they were found. */
    public interface Last {

        /**
         * Returns the stage for the candidates of a batch.
         *
         * @param keys the key of each candidate
         * @param rows the row of each candidate, -1 if unused
         */
        Stage of(double[] keys, int[] rows, int[] parameters);
    }

    /**
     * Makes a search whose candidates a last stage takes in, instead of the host.
     *
     * @param last makes the stage; null if the host takes the candidates in
     */
    public NearestSearch(TreeArrays arrays, Sizes sizes, Layout layout, Last last) {
        this(new ResidentTree(arrays), sizes, layout, last);
    }

    private NearestSearch(ResidentTree tree, Sizes sizes, Layout layout, Last last) {
        this.tree = tree;
        this.sizes = sizes;
        TreeArrays arrays = tree.arrays();
        TreeLayout max = sizes.max();
        int batch = sizes.batch();
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[TreeNearest.LIMITS]);
        keys = layout.doubles(batch, sizes.candidates());
        rows = layout.ints(batch, sizes.candidates());
        boolean inParts = last == null && layout.device().type() != Device.Type.JVM;
        positions = layout.ints(inParts ? batch : 1);
        ordered = layout.add(new int[1]);
        Phase.Builder phase = Phase.named(SEARCH).upload(parameters, limits);
        int[] starts;
        if (sizes.self()) {
            queries = arrays.entries();
            order = arrays.rows();
            starts = arrays.rows();
            leaves = null;
        } else {
            queries = layout.input(double[].class, batch, max.width());
            leaves = new LeafOrder(
                    arrays, max, queries, limits, parameters, sizes.norm().code(), batch, layout);
            order = leaves.order();
            starts = leaves.leaves();
            phase.upload((Object) queries).stage(leaves.located()).steps(leaves.sorted());
        }
        phase.stage((sizes.heap() ? TreeKernels.NEAREST_HEAPS : TreeKernels.NEAREST)
                .stage(
                        batch,
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
                        max.dims(),
                        TreeShape.nearest(max.shape(), sizes.heap() ? 0 : sizes.candidates()),
                        sizes.norm().code()));
        if (last != null) {
            phase.stage(last.of(keys, rows, parameters));
        }
        if (inParts) {
            phase.upload((Object) ordered).stage(GatherScatter.INVERT.stage(batch, order, ordered, positions));
        }
        parts = inParts
                ? new AnswerParts(keys, rows, positions, Math.min(batch, PART), sizes.candidates(), true, layout)
                : null;
        search = phase.build();
    }

    /** The phases of the search; other phases of the program provide the tree. */
    public List<Phase> phases() {
        List<Phase> phases = new ArrayList<>(List.of(search));
        if (parts != null) {
            phases.addAll(parts.phases());
        }
        return phases;
    }

    @Override
    public Program program() {
        List<Phase> phases = new ArrayList<>(tree.phases());
        phases.addAll(phases());
        return new Program("tree search", phases);
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
        Blueprint<NearestSearch> program = alone(context, tree, norm, self, work.candidates(), queries);
        Lease<NearestSearch> borrowed = context.leaseOrOnce(program, tree, tree.given(context, false));
        try (Lease<NearestSearch> lease =
                borrowed.prepared(() -> borrowed.operation().tree.load(borrowed, tree, false, context.workers()))) {
            long hostNanos = lease.operation().run(lease, tree.layout(), batches, work, monitor);
            return new Times(lease.timing(), hostNanos);
        }
    }

    /** The time of the device, and nanoseconds in which it waited for the host. */
    public record Times(Timing device, long hostNanos) {}

    /** Whether a search would find a compiled program. */
    public static boolean isKept(Context context, Tree tree, Norm norm, boolean self, int candidates, int queries) {
        return context.onJvm() || queries == 0 || context.isKept(alone(context, tree, norm, self, candidates, queries));
    }

    private static Blueprint<NearestSearch> alone(
            Context context, Tree tree, Norm norm, boolean self, int candidates, int queries) {
        ResidentTree.Maker resident = tree.resident();
        return fitting(context, self, norm, tree.layout(), candidates, queries, sizes -> new Alone(sizes, resident));
    }

    /** Returns how many candidates a search of trees of a shape keeps in a list; it keeps more in a heap. */
    public static int longestList(boolean onJvm, int shape) {
        return onJvm ? shape == TreeShape.of(2, 1) ? JVM_LIST : NearestPairs.LIST : DEVICE_LIST;
    }

    /**
     * Returns the program for a search, with as many queries in a batch as pay off and fit the memory; with larger arrays, which more calls
     * can share, if these fit too.
     *
     * @param program returns the program with a search of some sizes
     * @throws IllegalArgumentException if a search for one query does not fit
     */
    public static <B extends Blueprint<?>> B fitting(
            Context context,
            boolean self,
            Norm norm,
            TreeLayout layout,
            int candidates,
            int queries,
            Function<Sizes, B> program) {
        int list = longestList(context.onJvm(), layout.shape());
        boolean heap = candidates > list;
        IntFunction<B> exact = batch -> program.apply(new Sizes(layout, self, norm, batch, candidates, heap));
        int step = Math.min(heap ? Integer.MAX_VALUE : list, Context.step(candidates));
        IntFunction<B> rounded = batch ->
                program.apply(new Sizes(layout.rounded(context), self, norm, context.capacity(batch), step, heap));
        int wanted = context.onJvm() ? JVM_BATCH : Math.max(DEVICE_BATCH, DEVICE_FOUND / candidates);
        int batch = context.max(Math.min(queries, wanted), exact);
        if (!context.onJvm()) {
            batch = Math.max(batch, context.max(queries, context.keptMemory(), rounded));
        }
        if (batch < 1) {
            context.checkMemory("a search", exact.apply(1), "candidates per query=" + candidates);
        }
        return context.shared(exact.apply(Math.max(1, batch)), rounded.apply(Math.max(1, batch)));
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
        int items = sizes.self() ? layout.size() : work.size();
        // Several rows may share a place.
        Monitor ofRows = new RisingMonitor((done, all) -> monitor.progress(done * rows / all, rows));
        long hostNanos = 0;
        int candidates = work.candidates();
        work.writeLimits(limits);
        layout.write(parameters);
        parameters[TreeParameters.CAPACITY] = candidates;
        parameters[TreeParameters.SELF] = sizes.self() ? 1 : 0;
        parameters[TreeParameters.ORDERED] = sizes.self() ? 0 : 1;
        // Devices have leaves of different sizes, and order the slots within a leaf differently.
        batches.begin(items, sizes.self() ? TreeLayout.MAX_OF_LEAF : 1);
        BatchProgress waiting = new BatchProgress(ofRows, 0, 0, items);
        try (Overlap overlap = new Overlap(batches, parts != null && work.isExact(), waiting)) {
            Batches.Batch next;
            while ((next = overlap.next(sizes.batch())) != null) {
                long start = System.nanoTime();
                prepare(lease, work, next);
                hostNanos += System.nanoTime() - start;
                // Slots of single rows are in the order of the rows, if they are all in the batch.
                boolean byRow = !sizes.self() || items == work.size() && next.count() == items;
                ordered[0] = byRow ? next.count() : 0;
                BatchProgress progress = new BatchProgress(ofRows, next.first(), next.count(), items);
                lease.run(SEARCH, progress);
                progress.stopIfCancelled();
                if (parts == null) {
                    takeHere(lease, next, work, overlap, progress);
                } else {
                    takeParts(lease, next, byRow, work, overlap, progress);
                }
            }
            return hostNanos + overlap.waitedNanos();
        }
    }

    /** Takes in what a search on the JVM found, or what a last stage left on a device. */
    private void takeHere(
            Lease<?> lease, Batches.Batch batch, NearestWork work, Overlap overlap, BatchProgress progress) {
        NearestWork.Found found = new NearestWork.Found(
                keys, rows, work.candidates(), sizes.heap(), sizes.self(), sizes.self() ? null : order, lease);
        overlap.take(batch, () -> work.accept(batch.first(), batch.count(), found, overlap.watched(progress)));
        progress.stopIfCancelled();
    }

    /** Takes in what a device found, part by part. */
    private void takeParts(
            Lease<?> lease,
            Batches.Batch batch,
            boolean byRow,
            NearestWork work,
            Overlap overlap,
            BatchProgress progress) {
        int candidates = work.candidates();
        int max = parts.max();
        for (int from = 0; from < batch.count(); from += max) {
            int first = batch.first() + from;
            int count = Math.min(max, batch.count() - from);
            DeviceSearch.Piece part =
                    parts.bring(lease, overlap.turn(), from, count, candidates, byRow, PartProgress.step(progress, 0));
            NearestWork.Found found =
                    new NearestWork.Found(part.keys(), part.found(), candidates, sizes.heap(), !byRow, null, lease);
            Progress watched = overlap.watched(progress);
            boolean isLast = from + count == batch.count();
            overlap.take(isLast ? batch : null, () -> work.accept(first, count, found, watched));
            progress.stopIfCancelled();
        }
    }

    private void prepare(Lease<?> lease, NearestWork work, Batches.Batch next) {
        parameters[TreeParameters.FIRST_QUERY] = sizes.self() ? next.first() : 0;
        parameters[TreeParameters.QUERIES] = sizes.self() ? next.end() : next.count();
        if (!sizes.self()) {
            int width = sizes.max().width();
            lease.writeAll(work.queries(), next.first() * width, queries, 0, next.count() * width);
            leaves.setSize(next.count());
        }
    }
}
