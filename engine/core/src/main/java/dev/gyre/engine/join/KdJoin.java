package dev.gyre.engine.join;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.kdtree.NearestAnswers;
import dev.gyre.engine.kdtree.RangeSearch;
import dev.gyre.engine.kdtree.SelfBalls;
import dev.gyre.engine.knn.NeighborJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.MatchSearch;
import dev.gyre.engine.tree.MatchSearch.Result;
import dev.gyre.engine.tree.NearestSearch;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.BoxRelations;
import java.util.List;

/**
 * Joins by a kd-tree that is built for the join: the k nearest neighbors of every query, and all pairs within a radius. The tree is
 * searched where it was built, by the same program. The engine keeps the program, and with it the tree of these points, so that the next
 * join of the same kind over the same {@link Points} finds both.
 *
 * <p>Memory on the device: that of {@link KdTree#buildBytes} and of a batch of queries; on the host as much, and {@code 8 d n} for
 * n points of d dimensions.
 */
public final class KdJoin {

    /** Queries of a batch for which there must be room. */
    private static final int MIN_QUERIES = 1 << 13;

    /** With fewer points in each tree, computing all distances is about as fast. */
    static final int MIN_POINTS = 1 << 12;

    private final Team team;

    /** A join on a device. */
    public KdJoin(Context context) {
        this(Team.of(context));
    }

    /** A join on a device, or on several together, each with a tree of its own. */
    public KdJoin(Team team) {
        this.team = team;
    }

    /**
     * Whether a join of n points fits, if batches of queries are small enough.
     *
     * @param dims number of dimensions in the space of the metric
     */
    static boolean fits(int points, int dims, Context context) {
        return KdBuilder.fits(points, dims, size -> min(size, dims, context), context);
    }

    /**
     * Returns the most points of each tree of a join within a radius, so that the join fits: all points, halved as often as necessary.
     *
     * @param dims number of dimensions in the space of the metric
     * @return the number, 0 if trees do not pay off or do not fit
     */
    static int pointsPerTree(int points, int dims, Context context) {
        int max = points;
        while (!fits(max, dims, context)) {
            if (max <= MIN_POINTS) {
                return 0;
            }
            max = Math.ceilDiv(max, 2);
        }
        return Math.max(1, max);
    }

    /**
     * Returns the memory that a join of n points needs.
     *
     * @param dims number of dimensions in the space of the metric
     * @return the bytes on the device
     */
    static long bytes(int points, int dims, Context context) {
        Within min = min(Math.max(1, points), dims, context);
        return KdBuilder.program(min.sizes().max(), min)
                .measured(context.device())
                .bytes();
    }

    /** A search in small batches: a join by a tree is planned only where it fits beside the tree. */
    private static Within min(int points, int dims, Context context) {
        TreeLayout max = TreeLayout.ofPoints(points, dims, KdBuild.leafBits(context.device()));
        return within(max, Metric.EUCLIDEAN, MIN_QUERIES, RangeSearch.resultOfBalls(context, Norm.EUCLIDEAN));
    }

    private static Within within(TreeLayout max, Metric metric, int batch, Result result) {
        int found = (int) DeviceSearch.expected(batch);
        return new Within(
                metric,
                new MatchSearch.Sizes(
                        max,
                        BoxRelations.WITHIN_DISTANCE,
                        metric.norm().code(),
                        batch,
                        found,
                        Math.min(found, DeviceSearch.piece(result == Result.KEYS)),
                        result,
                        result == Result.KEYS ? max.size() : 0));
    }

    /**
     * The k nearest points of every query.
     *
     * @param points the points, of the same dimensions
     * @param self whether the queries are the points, and a row is left out by its id, not by its coordinates
     * @param k neighbors per query, 1 or more
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, trees do not support the metric, the metric does not
     *     accept the points, or the tree does not fit
     */
    public Neighbors nearest(Points queries, Points points, boolean self, int k, JoinOptions options) {
        KdBuilder.checkMetric(options.metric());
        Context first = team.first();
        NeighborJoin join = NeighborJoin.of(queries, points, self, k, options.metric(), first);
        return join.isEmpty()
                ? join.nothing(first, JoinMethod.KD_TREE)
                : join.answer(team.run(
                        options.monitor(),
                        new OnDevice(join, team.batch(join.queries().size()))::search));
    }

    /**
     * The part of a join of nearest neighbors that a device does.
     *
     * @param max most queries of a batch
     */
    private record OnDevice(NeighborJoin join, int max) {

        ExecutionReport search(Context context, Batches batches, Monitor monitor) {
            int dims = join.space().dims();
            int size = join.space().size();
            KdBuilder.checkSizes(size, dims, context);
            Blueprint<KdBuilder<NearestSearch>> program = NearestSearch.fitting(
                    context,
                    join.self(),
                    join.norm(),
                    TreeLayout.ofPoints(size, dims, KdBuild.leafBits(context.device())),
                    NearestAnswers.candidates(join.norm(), join.k(), size),
                    max,
                    sizes -> KdBuilder.program(sizes.max(), new Nearest(join.metric(), sizes)));
            try (Lease<KdBuilder<NearestSearch>> lease = context.lease(program, join.points())) {
                int queries = join.queries().size();
                KdIndex index =
                        TreeCalls.open(lease, context, join.points(), join.space(), join.metric(), monitor, queries);
                long start = System.nanoTime();
                NearestAnswers answers = new NearestAnswers(
                        index,
                        join.queries(),
                        join.self(),
                        join.k(),
                        join.metric().limit(),
                        join.slots(),
                        context.workers());
                KdBuilder<NearestSearch> builder = lease.operation();
                long prepareNanos = join.prepareNanos() + builder.prepareNanos() + System.nanoTime() - start;
                long refineNanos = builder.search().run(lease, index.layout(), batches, answers, monitor);
                return report(context, prepareNanos, lease.timing(), refineNanos, answers.searchedAgain());
            }
        }
    }

    static ExecutionReport report(
            Context context, long prepareNanos, Timing timing, long refineNanos, int searchedAgain) {
        return new ExecutionReport(
                context.device(), JoinMethod.KD_TREE, prepareNanos, timing, refineNanos, searchedAgain);
    }

    /** A search for the nearest in the space of a metric. */
    private record Nearest(Metric metric, NearestSearch.Sizes sizes) implements KdBuilder.Searches<NearestSearch> {

        @Override
        public boolean findsSlots() {
            return false;
        }

        @Override
        public NearestSearch make(TreeArrays arrays, Layout layout) {
            return new NearestSearch(arrays, sizes, layout);
        }

        @Override
        public List<Phase> phases(NearestSearch search) {
            return search.phases();
        }
    }

    /** A search for all within regions in the space of a metric. */
    private record Within(Metric metric, MatchSearch.Sizes sizes) implements KdBuilder.Searches<MatchSearch.Search> {

        @Override
        public boolean findsSlots() {
            return sizes.result() == Result.LABELS;
        }

        @Override
        public MatchSearch.Search make(TreeArrays arrays, Layout layout) {
            return new MatchSearch.Search(arrays, sizes, layout);
        }

        @Override
        public List<Phase> phases(MatchSearch.Search search) {
            return search.phases();
        }
    }

    /**
     * All points within a radius of every query.
     *
     * @param points the points, of the same dimensions
     * @param self whether the queries are the points, and a row is left out by its id, not by its coordinates
     * @param radius largest distance, in the unit of the metric
     * @throws IllegalArgumentException if trees do not support the metric, the metric does not accept the points, or the tree or the result
     *     does not fit
     */
    public Matches within(Points queries, Points points, boolean self, double radius, JoinOptions options) {
        return self ? selfWithin(points, radius, options) : between(queries, points, radius, options);
    }

    private Matches selfWithin(Points points, double radius, JoinOptions options) {
        Metric metric = options.metric();
        metric.largestKey(radius);
        KdBuilder.checkMetric(metric);
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        KdBuilder.checkLimits(space.size(), space.dims());
        Around around = new Around(points, space, metric, radius, team, System.nanoTime() - start);
        ExecutionReport report = team.run(options.monitor(), (device, batches, monitor) -> {
            return points.size() == 0 || device.onJvm() || !device.fits(around.program(device))
                    ? alone(device, around, batches, monitor)
                    : together(device, around, batches, monitor);
        });
        return around.balls.matches(metric, report);
    }

    private Matches between(Points queries, Points points, double radius, JoinOptions options) {
        Metric metric = options.metric();
        Points space = metric.toSpace(points);
        Workers workers = team.first().workers();
        Balls balls = new Balls(metric.toSpace(queries), space, metric.norm(), metric.largestKey(radius), null);
        MatchCollector collector = new MatchCollector(balls, points.size(), workers);
        ExecutionReport report = team.run(options.monitor(), (device, batches, monitor) -> {
            KdBuilder.Built built = KdBuilder.build(
                    device, points, metric, Duplicates.KEEP, (done, total) -> monitor.progress(0, queries.size()));
            ExecutionReport search = new RangeSearch(device, built.index(), balls, monitor).run(batches, collector);
            return built.report().before(search);
        });
        return collector.result(null, metric, report);
    }

    /** A join of all points with the points around them. */
    private static final class Around {

        private final Points points;
        private final Points space;
        private final Metric metric;
        private final double radius;
        private final Team team;
        private final long prepareNanos;
        private SelfBalls balls;

        Around(Points points, Points space, Metric metric, double radius, Team team, long prepareNanos) {
            this.points = points;
            this.space = space;
            this.metric = metric;
            this.radius = radius;
            this.team = team;
            this.prepareNanos = prepareNanos;
        }

        /** The balls, made by the first device that has a tree: the trees are the same. */
        synchronized SelfBalls balls(KdIndex index, Workers workers) {
            if (balls == null) {
                balls = new SelfBalls(index, metric, radius, team.isShared(), byRow(), workers);
            }
            return balls;
        }

        private Result result() {
            return byRow() ? Result.KEYS : Result.LABELS;
        }

        /** Whether the balls are in the order of the rows, and devices write the result. */
        private boolean byRow() {
            return RangeSearch.writesBalls(team, metric.norm());
        }

        Blueprint<KdBuilder<MatchSearch.Search>> program(Context context) {
            int queries = Math.min(team.batch(space.size()), DeviceSearch.mostQueries(context));
            TreeLayout max = TreeLayout.ofPoints(
                    context.capacity(space.size()), space.dims(), KdBuild.leafBits(context.device()));
            return KdBuilder.program(max, KdJoin.within(max, metric, context.capacity(queries), result()));
        }
    }

    /** Searches by the program that builds the tree. */
    private static ExecutionReport together(Context context, Around join, Batches batches, Monitor monitor) {
        Points space = join.space;
        try (Lease<KdBuilder<MatchSearch.Search>> lease = context.lease(join.program(context), join.points)) {
            KdIndex index = TreeCalls.open(lease, context, join.points, space, join.metric, monitor, space.size());
            KdBuilder<MatchSearch.Search> builder = lease.operation();
            SelfBalls balls = join.balls(index, context.workers());
            RangeSearch range = new RangeSearch(context, index, balls.balls(), monitor);
            ExecutionReport search = range.result() == join.result()
                    ? range.run(batches, lease, builder.search(), balls.collector())
                    : range.run(batches, balls.collector());
            return report(
                    context,
                    join.prepareNanos + builder.prepareNanos() + search.prepareNanos(),
                    lease.timing().plus(search.deviceTiming()),
                    search.refineNanos(),
                    search.exactFallbacks());
        }
    }

    /** Copies the tree to the host, and searches by a separate program. */
    private static ExecutionReport alone(Context context, Around join, Batches batches, Monitor monitor) {
        KdBuilder.Built built = KdBuilder.build(context, join.points, join.metric, Duplicates.KEEP, monitor);
        SelfBalls balls = join.balls(built.index(), context.workers());
        ExecutionReport search =
                new RangeSearch(context, built.index(), balls.balls(), monitor).run(batches, balls.collector());
        return built.report().before(search);
    }
}
