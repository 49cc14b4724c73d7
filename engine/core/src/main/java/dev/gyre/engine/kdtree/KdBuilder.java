package dev.gyre.engine.kdtree;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A program that builds trees of points on the host, and may search them on the device. Not safe for use by several threads.
 *
 * @param <S> type of the search; any type if there is no search
 */
public final class KdBuilder<S> implements Blueprint.Made {

    private static final String LABELS = "labels";

    /** Fewest points of which the cuts are found while others make the arrays of the program. An estimate. */
    private static final int MANY = 1 << 17;

    private final KdBuild build;
    private final int dims;
    private final int[] labels;
    private final boolean findsSlots;
    private final Searches<S> searches;
    private final S search;
    private double[] room = new double[0];
    private boolean labelsAreThere;

    /** Those of the next points, if they are known and the program has the points already; else null. */
    private KdCuts cuts;

    private Tree tree;
    private long prepareNanos;
    private long sortNanos;
    private long arrangeNanos;

    /**
     * The sizes of a builder.
     *
     * @param searches makes the search, or null
     */
    record Sizes<S>(int capacity, int dims, int leafBits, Searches<S> searches) implements Blueprint<KdBuilder<S>> {

        @Override
        public KdBuilder<S> make(Layout layout) {
            return new KdBuilder<>(this, layout);
        }
    }

    /** A tree on the device. It does not refer to the points, which would keep them alive. */
    private record Tree(TreeLayout layout, int[] rows, int[] splits, KdGroups groups) {}

    /**
     * Makes a search over the arrays of a tree. A record of the sizes of the search and of the metric, in whose space the tree is.
     *
     * @param <S> type of the search
     */
    public interface Searches<S> {

        /** Whether the search finds slots; otherwise it finds their rows, or numbers of its own. */
        default boolean findsSlots() {
            return false;
        }

        /** Whether all equal points must share a place; if not, a few that have the keys of other points may have several. */
        default boolean sharesPlaces() {
            return false;
        }

        /** Makes the search. */
        S make(TreeArrays arrays, Layout layout);

        List<Phase> phases(S search);
    }

    private KdBuilder(Sizes<S> sizes, Layout layout) {
        dims = sizes.dims();
        build = new KdBuild(sizes.capacity(), dims, sizes.leafBits(), layout);
        searches = sizes.searches();
        findsSlots = searches != null && searches.findsSlots();
        labels = layout.ints(findsSlots ? sizes.capacity() : 0);
        TreeArrays arrays = findsSlots ? build.arrays().with(labels) : build.arrays();
        search = searches == null ? null : searches.make(arrays, layout);
    }

    @Override
    public Program program() {
        List<Phase> phases = new ArrayList<>(build.phases());
        if (findsSlots) {
            phases.add(Phase.named(LABELS).upload(labels).build());
        }
        if (searches != null) {
            phases.addAll(searches.phases(search));
        }
        return new Program("kd-tree", phases);
    }

    /** The sizes of a builder without a search. */
    static Sizes<Void> sizes(int capacity, int dims, int leafBits) {
        return new Sizes<>(Math.max(1, capacity), dims, leafBits, null);
    }

    /**
     * Borrows a builder of a tree of points; on the JVM it reads the points in place.
     *
     * @param points the points, in the space of the metric; 1 or more
     */
    static Lease<KdBuilder<Void>> lease(Context context, Points points) {
        int leafBits = Tuned.TREE_LEAF_BITS.of(context.device());
        return context.leaseOrOnce(
                shared(context, points.size(), points.dims(), leafBits), null, (Object) points.array());
    }

    /** Borrows a builder of trees with leaves of a size that need not be the best for the device. */
    static Lease<KdBuilder<Void>> leasePart(Context context, int size, int dims, int leafBits) {
        return context.lease(shared(context, size, dims, leafBits), null);
    }

    private static Sizes<Void> shared(Context context, int size, int dims, int leafBits) {
        int rounded = Math.min(context.capacity(size), TreeLayout.MAX_SIZE);
        return context.shared(sizes(size, dims, leafBits), sizes(rounded, dims, leafBits));
    }

    /**
     * Returns the program that builds trees and searches them.
     *
     * @param max the layout of the largest tree, with the leaves of the device
     * @param searches makes the search
     */
    public static <S> Blueprint<KdBuilder<S>> program(TreeLayout max, Searches<S> searches) {
        return new Sizes<>(max.size(), max.dims(), max.leafBits(), searches);
    }

    /**
     * Borrows a builder with a search over a tree of points, with room for a few more points if that fits the memory.
     *
     * @param operation the operation, with its article, for the message
     * @param data the points; a kept builder may already have their tree
     * @param searches makes the search for a number of points
     * @throws IllegalArgumentException if tree and search do not fit the memory; names needed and allowed bytes and the sizes
     */
    public static <S> Lease<KdBuilder<S>> lease(
            Context context,
            String operation,
            Points data,
            int size,
            int dims,
            IntFunction<? extends Searches<S>> searches) {
        checkLimits(size, dims);
        int leafBits = Tuned.TREE_LEAF_BITS.of(context.device());
        int rounded = Math.min(context.capacity(size), TreeLayout.MAX_SIZE);
        Sizes<S> exact = new Sizes<>(size, dims, leafBits, searches.apply(size));
        Sizes<S> sizes = context.fitting(
                operation,
                exact,
                new Sizes<>(rounded, dims, leafBits, searches.apply(rounded)),
                "n=" + size + ", dims=" + dims);
        return context.lease(sizes, data);
    }

    /** Whether a builder with a search over a tree of n points fits. */
    public static <S> boolean fits(int n, int dims, IntFunction<? extends Searches<S>> searches, Context context) {
        int leafBits = Tuned.TREE_LEAF_BITS.of(context.device());
        return n <= TreeLayout.MAX_SIZE
                && dims <= TreeLayout.MAX_DIMENSIONS
                && context.fits(new Sizes<>(Math.max(1, n), dims, leafBits, searches.apply(Math.max(1, n))));
    }

    /** The build, for callers that run its phases one by one. */
    KdBuild phases() {
        return build;
    }

    @Override
    public long hostBytes() {
        return 8L * room.length;
    }

    public S search() {
        return search;
    }

    /** Checks that kd-trees support a metric: boxes must bound its distances. */
    public static void checkMetric(Metric metric) {
        if (!metric.norm().isOfDifferences()) {
            throw new IllegalArgumentException("a kd-tree needs a metric of differences between coordinates: metric="
                    + metric + "; brute force accepts it");
        }
    }

    /** A tree on the host, and the report of its build. */
    public record Built(KdIndex index, BuildReport report) {

        /** A tree without points, in the space of the metric. */
        static Built empty(Points space, Metric metric, Device device) {
            KdIndex index = KdIndex.empty(space, metric.norm(), device);
            return new Built(index, new BuildReport(device, 0, 0, 0, Timing.ZERO));
        }
    }

    /**
     * Builds a tree and copies it to the host.
     *
     * @throws IllegalArgumentException if kd-trees do not support the metric, if the metric does not accept the points, if the build does
     *     not fit, or if there are duplicates and they are refused
     */
    public static Built build(Context context, Points points, Metric metric, Duplicates duplicates, Monitor monitor) {
        checkMetric(metric);
        Points space = metric.toSpace(points);
        checkSizes(space.size(), space.dims(), context);
        if (space.size() == 0) {
            return Built.empty(space, metric, context.device());
        }
        long start = System.nanoTime();
        Supplier<Lease<KdBuilder<Void>>> made = () -> lease(context, space);
        KdCuts cuts = null;
        if (context.onJvm() && space.size() >= MANY) {
            // A program of the JVM needs not be given back if the cuts fail.
            made = HostArrays.ahead(made);
            cuts = new KdCuts(space.array(), space.size(), space.dims(), context.workers());
        }
        long cutNanos = System.nanoTime() - start;
        try (Lease<KdBuilder<Void>> lease = made.get()) {
            KdBuilder<Void> builder = lease.operation();
            BatchProgress progress = new BatchProgress(monitor, 0, space.size(), space.size());
            builder.cuts = cuts;
            KdIndex built = builder.build(lease, space, metric.norm(), context.workers(), progress);
            builder.prepareNanos += cutNanos;
            progress.stopIfCancelled();
            return new Built(built.with(built.groups().treat(duplicates)), builder.report(context, lease));
        }
    }

    /** Whether a build of n points fits. */
    public static boolean fits(int n, int dims, Context context) {
        return fits(n, dims, Tuned.TREE_LEAF_BITS.of(context.device()), context);
    }

    /** Whether a build with leaves of the given size fits. */
    static boolean fits(int n, int dims, int leafBits, Context context) {
        return n <= TreeLayout.MAX_SIZE && dims <= TreeLayout.MAX_DIMENSIONS && context.fits(sizes(n, dims, leafBits));
    }

    /** Checks that a build of n points fits. */
    public static void checkSizes(int n, int dims, Context context) {
        checkLimits(n, dims);
        checkSizes(n, dims, Tuned.TREE_LEAF_BITS.of(context.device()), context);
    }

    /** Checks that a kd-tree can have n points of these dimensions. */
    public static void checkLimits(int n, int dims) {
        if (n > TreeLayout.MAX_SIZE || dims > TreeLayout.MAX_DIMENSIONS) {
            throw new IllegalArgumentException("a kd-tree can have up to " + TreeLayout.MAX_SIZE + " points of up to "
                    + TreeLayout.MAX_DIMENSIONS + " dimensions: n=" + n + ", dims=" + dims);
        }
    }

    /** Checks that a build with leaves of the given size fits. */
    static void checkSizes(int n, int dims, int leafBits, Context context) {
        context.checkMemory("the tree", sizes(n, dims, leafBits), "n=" + n + ", dims=" + dims);
    }

    /**
     * Builds a tree and copies it to the host. On the JVM the tree may keep the arrays of the builder, which must not build another.
     *
     * @param points the points, in the space of the metric; 1 or more
     */
    public KdIndex build(Lease<?> lease, Points points, Norm norm, Workers workers, Progress progress) {
        TreeLayout layout = sortOnDevice(lease, points, true, workers, progress);
        boolean owned = build.ownsArrays(layout);
        Supplier<TreeArrays> room = owned ? build::arrays : TreeArrays.room(layout);
        KdGroups groups = arrangeOnDevice(lease, points.size(), layout, workers, progress);
        build.download(lease);
        TreeArrays arrays = room.get();
        build.arrays().copy(arrays, layout, workers);
        return new KdIndex(points, norm, layout, arrays, build.splits(), groups);
    }

    /**
     * Builds a tree and leaves it on the device for the search, unless the device already has it.
     *
     * @param points the same points in the space of the metric; 1 or more
     */
    public KdIndex open(Lease<?> lease, Points data, Points points, Norm norm, Workers workers, Progress progress) {
        if (!lease.holds(data)) {
            lease.hold(null);
            TreeLayout layout = sortOnDevice(lease, points, searches.sharesPlaces(), workers, progress);
            Supplier<int[]> rows = HostArrays.room(int[].class, layout.numbers());
            KdGroups groups = arrangeOnDevice(lease, points.size(), layout, workers, progress);
            int[] here = rows.get();
            build.downloadRows(lease, here);
            tree = new Tree(layout, here, build.splits(), groups);
            lease.hold(data);
        } else {
            prepareNanos = 0;
            sortNanos = 0;
            arrangeNanos = 0;
        }
        Tree there = tree;
        KdIndex index = new KdIndex(points, norm, there.layout(), there.rows(), there.splits(), there.groups(), () -> {
            build.downloadTree(lease);
            TreeArrays arrays = TreeArrays.of(there.layout());
            build.arrays().with(there.rows()).copy(arrays, there.layout(), workers);
            return arrays;
        });
        if (findsSlots) {
            long start = System.nanoTime();
            int length = Math.multiplyExact(there.layout().size(), dims);
            room = room.length < length ? new double[length] : room;
            index.arrange(room, workers);
            label(lease);
            prepareNanos += System.nanoTime() - start;
        }
        return index;
    }

    /** Uploads the slot numbers as labels, only once because they are the same for all trees. */
    private void label(Lease<?> lease) {
        if (!labelsAreThere) {
            Arrays.setAll(labels, slot -> slot);
            lease.run(LABELS);
            labelsAreThere = true;
        }
    }

    /** Brings the points to the device and orders them there; returns the layout of their tree. */
    private TreeLayout sortOnDevice(Lease<?> lease, Points points, boolean exact, Workers workers, Progress progress) {
        long start = System.nanoTime();
        build.begin(points.size());
        double[] source = points.array();
        int length = points.size() * dims;
        KdPlaces places = build.places();
        if (cuts == null) {
            cuts = new KdCuts(source, points.size(), dims, workers, (begin, end) -> {
                lease.write(source, begin * dims, places.coordinates(), begin * dims, (end - begin) * dims);
            });
        }
        places.prepare(source, points.size(), cuts, from -> lease.writeAll(from, 0, places.coordinates(), 0, length));
        cuts = null;
        prepareNanos = System.nanoTime() - start;
        places.load(lease, progress);
        start = System.nanoTime();
        places.find(lease, workers, exact, progress);
        TreeLayout layout = build.layOut();
        sortNanos = System.nanoTime() - start;
        return layout;
    }

    /** Builds the tree of the ordered points; returns the groups of equal points. */
    private KdGroups arrangeOnDevice(Lease<?> lease, int rows, TreeLayout layout, Workers workers, Progress progress) {
        long start = System.nanoTime();
        KdGroups groups = layout.size() == rows
                ? KdGroups.single()
                : KdGroups.of(build.places().downloadGroups(lease, workers), false);
        sortNanos += System.nanoTime() - start;
        start = System.nanoTime();
        build.arrange(lease, workers, progress);
        arrangeNanos = System.nanoTime() - start;
        return groups;
    }

    public BuildReport report(Context context, Lease<?> lease) {
        return new BuildReport(context.device(), prepareNanos, sortNanos, arrangeNanos, lease.timing());
    }

    /** Nanoseconds that the host worked on the tree. */
    public long prepareNanos() {
        return prepareNanos;
    }
}
