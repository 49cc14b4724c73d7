package dev.gyre.engine.tree;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Blueprint;
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
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Searches a tree for nearest entries in double, batch by batch. Queries are ordered by the leaves that they belong to, so that neighboring
 * ones follow the same paths through the tree.
 *
 * <pre>
 * nearest   queries ─ locate ─ sort ─ nearest ─ keys, rows
 * </pre>
 *
 * <p>It has capacities for entries, for candidates and for the queries of a batch. A device has two arrays of results, so that the host
 * takes in one batch while the device searches for the next. Not safe for use by several threads.
 */
public final class NearestSearch implements Blueprint.Made {

    private static final int JVM_BATCH = 1 << 17;

    /** Few enough for the host to take in one batch while the device searches for the next. */
    private static final int DEVICE_BATCH = 1 << 19;

    private static final String SEARCH = "nearest";

    private final Sizes sizes;
    private final ResidentTree tree;
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
     * The sizes of a search.
     *
     * @param most the layout of the largest tree
     * @param self whether the queries are the entries of the slots
     * @param heap whether candidates are kept in heaps
     */
    public record Sizes(TreeLayout most, boolean self, Norm norm, int batch, int candidates, boolean heap) {}

    /** A search with a tree of its own. */
    private record Alone(Sizes sizes, ResidentTree.Maker tree) implements Blueprint<NearestSearch> {

        @Override
        public NearestSearch make(Layout layout) {
            return new NearestSearch(tree.make(sizes.most(), layout), sizes, layout, null);
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
         * @param parameters the parameters of the search
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
        TreeLayout most = sizes.most();
        int batch = sizes.batch();
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[TreeNearest.LIMITS]);
        overlaps = last == null && layout.device().type() != Device.Type.JVM;
        int[] starts;
        List<Stage> before = new ArrayList<>();
        List<Object> uploads = new ArrayList<>(List.of(parameters, limits));
        if (sizes.self()) {
            queries = arrays.entries();
            order = arrays.rows();
            starts = arrays.rows();
            sort = null;
        } else {
            queries = layout.input(double[].class, batch, most.width());
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
                    sizes.norm().code()));
            before.addAll(sorted.stages());
        }
        for (int turn = 0; turn < (overlaps ? 2 : 1); turn++) {
            founds.add(found(turn, uploads, before, starts, layout, last));
        }
    }

    private Found found(int turn, List<Object> uploads, List<Stage> before, int[] starts, Layout layout, Last last) {
        TreeArrays arrays = tree.arrays();
        double[] keys = layout.doubles(sizes.batch(), sizes.candidates());
        int[] rows = layout.ints(sizes.batch(), sizes.candidates());
        Phase.Builder search = Phase.named(SEARCH + turn).upload(uploads.toArray());
        before.forEach(search::stage);
        if (!sizes.self()) {
            search.download(order);
        }
        search.stage(TreeKernels.NEAREST.stage(
                sizes.batch(),
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
                sizes.most().dims(),
                TreeShape.nearest(sizes.most().shape(), sizes.heap()),
                sizes.norm().code()));
        if (last == null) {
            search.download(layout.output(keys), layout.output(rows));
        } else {
            search.stage(last.of(keys, rows, parameters));
        }
        return new Found(keys, rows, search.build());
    }

    /** The phases of the search; other phases of the program provide the tree. */
    public List<Phase> phases() {
        return founds.stream().map(Found::phase).toList();
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
        boolean heap = candidates > NearestPairs.LIST;
        IntFunction<B> exact = batch -> program.apply(new Sizes(layout, self, norm, batch, candidates, heap));
        int batch = context.most(Math.min(queries, context.onJvm() ? JVM_BATCH : DEVICE_BATCH), exact);
        if (batch < 1) {
            context.checkMemory("a search", exact.apply(1), "candidates per query=" + candidates);
        }
        int rounded = Math.min(heap ? Integer.MAX_VALUE : NearestPairs.LIST, Context.step(candidates));
        return context.shared(
                exact.apply(Math.max(1, batch)),
                program.apply(new Sizes(layout.rounded(context), self, norm, context.capacity(batch), rounded, heap)));
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
        batches.begin(items, sizes.self() ? TreeLayout.MOST_OF_LEAF : 1);
        BatchProgress waiting = new BatchProgress(ofRows, 0, 0, items);
        try (Overlap overlap = new Overlap(batches, overlaps && work.isExact(), waiting)) {
            Batches.Batch next;
            while ((next = overlap.next(sizes.batch())) != null) {
                int first = next.first();
                int count = next.count();
                long start = System.nanoTime();
                prepare(lease, work, next);
                hostNanos += System.nanoTime() - start;
                Found found = founds.get(overlap.turn());
                BatchProgress progress = new BatchProgress(ofRows, first, count, items);
                lease.run(found.phase().name(), progress);
                progress.stopIfCancelled();
                // The next batch overwrites the order.
                int[] asked = sizes.self() ? null : overlaps ? Arrays.copyOf(order, count) : order;
                NearestWork.Found nearest =
                        new NearestWork.Found(found.keys(), found.rows(), candidates, sizes.heap(), lease);
                Progress watched = overlap.watched(progress);
                overlap.take(next, () -> work.accept(first, count, asked, nearest, watched));
                progress.stopIfCancelled();
            }
            return hostNanos + overlap.waitedNanos();
        }
    }

    private void prepare(Lease<?> lease, NearestWork work, Batches.Batch next) {
        parameters[TreeParameters.FIRST_QUERY] = sizes.self() ? next.first() : 0;
        parameters[TreeParameters.QUERIES] = sizes.self() ? next.end() : next.count();
        if (!sizes.self()) {
            int width = sizes.most().width();
            lease.write(work.queries(), next.first() * width, queries, 0, next.count() * width, work.workers());
            sort.setSize(next.count());
        }
    }
}
