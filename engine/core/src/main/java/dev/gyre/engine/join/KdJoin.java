package dev.gyre.engine.join;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.kdtree.KdArrays;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.kdtree.KdLayout;
import dev.gyre.engine.kdtree.NearestAnswers;
import dev.gyre.engine.kdtree.NearestSearch;
import dev.gyre.engine.kdtree.RangeSearch;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.knn.NeighborSlots;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.tasks.tree.KdRegions;
import java.util.List;

/**
 * Joins by way of a kd-tree that is built for them: the k nearest neighbors of every query, and all pairs within a radius. The tree
 * is searched where it was built, by the same program. The engine keeps the program, and with it the tree of these points, so that
 * the next join of the same kind over the same {@link Points} finds both.
 *
 * <p>Memory on the device: that of {@link KdTree#buildBytes} and of a batch of queries; on the host as much, and {@code 8 d n} for
 * n points of d dimensions.
 */
public final class KdJoin {

    /** Enough for a batch of thousands of queries. */
    private static final long SEARCH_BYTES = 1L << 20;

    /** With fewer points in each tree, all distances take about as long. */
    static final int LEAST_POINTS = 1 << 12;

    private final Context context;

    /** A join on a device. */
    public KdJoin(Context context) {
        this.context = context;
    }

    /**
     * The k nearest other points of every point: a row is left out by its id, not by its coordinates.
     *
     * @param k neighbors per point, 1 or more
     * @throws IllegalArgumentException if k is less than 1, a tree does not take the metric or the metric not the points, or the
     *     tree does not fit
     */
    public Neighbors self(Points points, int k, JoinOptions options) {
        return join(points, points, true, k, options);
    }

    /**
     * The k nearest points of every query.
     *
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, a tree does not take the metric or the metric
     *     not the points, or the tree does not fit
     */
    Neighbors between(Points queries, Points points, int k, JoinOptions options) {
        return join(queries, points, false, k, options);
    }

    /**
     * Whether a join of so many points fits, with batches of queries as small as need be.
     *
     * @param dims number of dimensions in the space of the metric
     * @return whether it does
     */
    static boolean fits(int points, int dims, Context context) {
        return KdBuilder.fits(points, dims, context) && bytes(points, dims, context) <= context.memoryLimit();
    }

    /**
     * Returns how many points a tree of a join within a radius has at most, so that the joins of all trees fit: all of them, or a
     * power of two less.
     *
     * @param dims number of dimensions in the space of the metric
     * @return the number, 0 if trees are not worth it or do not fit
     */
    static int pointsPerTree(int points, int dims, Context context) {
        int most = points;
        while (!fits(most, dims, context)) {
            if (most <= LEAST_POINTS) {
                return 0;
            }
            most = Math.ceilDiv(most, 2);
        }
        return Math.max(1, most);
    }

    /**
     * Returns the memory that a join of so many points needs.
     *
     * @param dims number of dimensions in the space of the metric
     * @return the bytes on the device
     */
    static long bytes(int points, int dims, Context context) {
        return KdBuild.bytes(points, dims, context.device()) + SEARCH_BYTES;
    }

    private Neighbors join(Points queries, Points points, boolean self, int k, JoinOptions options) {
        KnnJoin.checkK(k, points);
        KnnJoin.checkDims(queries, points);
        KnnJoin.checkedSlots(queries.size(), k);
        KdBuilder.checkMetric(options.metric());
        long start = System.nanoTime();
        Metric metric = options.metric();
        Norm norm = metric.norm();
        Points space = metric.toSpace(points);
        Points querySpace = queries == points ? space : metric.toSpace(queries);
        int dims = space.dims();
        if (points.size() == 0 || queries.size() == 0) {
            return nothing(queries, k, metric, System.nanoTime() - start);
        }
        KdBuilder.checkSizes(space.size(), dims, context);
        int candidates = NearestSearch.candidates(norm, k, space.size());
        NearestSearch.Key key =
                NearestSearch.key(context, self, norm, dims, space.size(), k, queries.size(), n -> bytes(n, dims));
        long prepareNanos = System.nanoTime() - start;
        try (Lease<KdBuilder<NearestSearch>> lease = KdBuilder.lease(
                context, points, key.places(), dims, new Kind(metric, key), new Nearest(key, context.device()))) {
            KdBuilder<NearestSearch> builder = lease.operation();
            BatchProgress progress = new BatchProgress(options.monitor(), 0, 0, queries.size());
            KdIndex index = builder.open(lease, points, space, norm, context.workers(), progress);
            progress.stopIfCancelled();
            start = System.nanoTime();
            NearestAnswers answers =
                    new NearestAnswers(index, querySpace, self, k, Double.POSITIVE_INFINITY, context.workers());
            prepareNanos += builder.prepareNanos() + System.nanoTime() - start;
            NearestSearch search = builder.search();
            long refineNanos = self
                    ? search.joinSlots(lease, index.layout(), candidates, context.workers(), answers, options.monitor())
                    : search.search(
                            lease,
                            index.layout(),
                            candidates,
                            context.workers(),
                            querySpace,
                            answers,
                            options.monitor());
            return answers.slots()
                    .neighbors(metric, report(prepareNanos, lease.timing(), refineNanos, answers.searchedAgain()));
        }
    }

    private long bytes(int points, int dims) {
        return KdBuild.bytes(points, dims, context.device());
    }

    private Neighbors nothing(Points queries, int k, Metric metric, long nanos) {
        return new NeighborSlots(queries.size(), k, true, context.workers())
                .neighbors(metric, report(nanos, Timing.ZERO, 0, 0));
    }

    private ExecutionReport report(long prepareNanos, Timing timing, long refineNanos, int searchedAgain) {
        return new ExecutionReport(
                context.device(), JoinMethod.KD_TREE, prepareNanos, timing, refineNanos, searchedAgain);
    }

    /** What a program can be used for again; the tree in it is of the metric's space. */
    private record Kind(Metric metric, Object search) {}

    private record Nearest(NearestSearch.Key key, Device device) implements KdBuilder.Searches<NearestSearch> {

        @Override
        public NearestSearch make(KdArrays arrays, KdLayout most) {
            return new NearestSearch(arrays, most, key, device);
        }

        @Override
        public List<Phase> phases(NearestSearch search) {
            return List.of(search.phase());
        }

        @Override
        public boolean findsSlots() {
            return false;
        }
    }

    private record Range(RangeSearch.Key key) implements KdBuilder.Searches<RangeSearch.Search> {

        @Override
        public RangeSearch.Search make(KdArrays arrays, KdLayout most) {
            return new RangeSearch.Search(arrays, key);
        }

        @Override
        public List<Phase> phases(RangeSearch.Search search) {
            return search.phases();
        }

        @Override
        public boolean findsSlots() {
            return true;
        }
    }

    /**
     * All other points within a radius of every point: a row is left out by its id, not by its coordinates.
     *
     * @param radius largest distance, in the unit of the metric
     * @throws IllegalArgumentException if a tree does not take the metric or the metric not the points, or the tree or the result
     *     does not fit
     */
    public Matches selfWithin(Points points, double radius, JoinOptions options) {
        Metric metric = options.metric();
        int dims = metric.spaceDims(points.dims());
        KdBuilder.checkMetric(metric);
        int capacity = context.capacity(points.size());
        int batch = context.capacity(Math.min(points.size(), DeviceSearch.mostQueries(context)));
        long found = context.capacity((int) DeviceSearch.expected(batch));
        long needed = bytes(capacity, dims) + batch * (8L * (dims + 2) + 4) + 4 * found;
        if (points.size() == 0 || context.onJvm() || needed > context.memoryLimit()) {
            return alone(points, radius, options);
        }
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        KdBuilder.checkSizes(space.size(), dims, context);
        RangeSearch.Key key =
                new RangeSearch.Key(KdRegions.BALL, dims, metric.norm().code(), capacity, batch, (int) found);
        long prepareNanos = System.nanoTime() - start;
        try (Lease<KdBuilder<RangeSearch.Search>> lease =
                KdBuilder.lease(context, points, capacity, dims, new Kind(metric, key), new Range(key))) {
            KdBuilder<RangeSearch.Search> builder = lease.operation();
            BatchProgress progress = new BatchProgress(options.monitor(), 0, 0, space.size());
            KdIndex index = builder.open(lease, points, space, metric.norm(), context.workers(), progress);
            progress.stopIfCancelled();
            Matches matches =
                    RangeSearch.selfWithin(context, index, metric, radius, options.monitor(), lease, builder.search());
            ExecutionReport search = matches.report();
            return matches.with(report(
                    prepareNanos + builder.prepareNanos() + search.prepareNanos(),
                    lease.timing().plus(search.deviceTiming()),
                    search.refineNanos(),
                    search.exactFallbacks()));
        }
    }

    /** By a tree that comes to the host, and a search by a program of its own. */
    private Matches alone(Points points, double radius, JoinOptions options) {
        try (KdTree tree = KdTree.build(context, points, KdTreeOptions.DEFAULT.withMetric(options.metric()))) {
            Matches matches = tree.selfWithin(radius, options.monitor());
            return matches.with(tree.report().before(matches.report()));
        }
    }
}
