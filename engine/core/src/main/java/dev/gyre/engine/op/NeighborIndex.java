package dev.gyre.engine.op;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.search.NeighborSizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An index of points for nearest-neighbor searches. Each search uses the strategy that is estimated to be the fastest: brute force or a
 * kd-tree, on the JVM or on the engine's device. So one index answers a single query on the JVM and a million on a GPU. All strategies give
 * the same answers.
 *
 * <p>When the index is made, the {@link Planner} decides whether and where to build a tree. It assumes that the
 * {@linkplain NeighborIndexOptions#expecting expected} searches come in one call. A tree built on the JVM or the device can be searched on
 * both. {@link #explain} names the strategy before a search; the report of the neighbors names it afterwards.
 *
 * <p>Memory and time depend on the strategy: see {@link KnnJoin} and {@link KdTree}. The choice takes microseconds.
 *
 * <p>Safe for use by several threads. An index is valid until its engine is closed. Closing an index ends its use and may be repeated; the
 * engine keeps the programs for other calls.
 */
public final class NeighborIndex extends Closing {

    private final Planner planner;
    private final Points points;
    private final NeighborIndexOptions options;
    private final int spaceDims;
    private final KdTree tree;

    /** The tree for each context that built or searched it. */
    private final Map<Context, KdTree> trees = new HashMap<>();

    private final String choice;

    /** The points in the space of the metric, made for the first single query without a tree. */
    private volatile Points space;

    /**
     * Makes an index.
     *
     * @param planner decides device and strategy
     * @param points the points
     * @param options metric, expected searches, allowed strategies, monitor
     * @return the index
     * @throws IllegalArgumentException if the metric does not accept the points, or if no strategy is possible; the message gives a reason
     *     for each strategy
     */
    static NeighborIndex build(Planner planner, Points points, NeighborIndexOptions options) {
        return new NeighborIndex(planner, points, options);
    }

    private NeighborIndex(Planner planner, Points points, NeighborIndexOptions options) {
        super("the index");
        // Without a tree nothing is computed here that would notice it.
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted before the index was made: points=" + points.size());
        }
        this.planner = planner;
        this.points = points;
        this.options = options;
        this.spaceDims = options.metric().toSpace(points).dims();
        long queries = options.expectedQueries() == NeighborIndexOptions.AS_MANY_AS_POINTS
                ? points.size()
                : options.expectedQueries();
        Workload expected = new Workload(points.size(), queries, spaceDims, options.expectedK());
        double all = cheapest(context -> allDistances(context, expected));
        double search = Math.min(all, cheapest(context -> List.of(treeSearch(context, expected))));
        double build = cheapest(context -> List.of(treeBuild(context, expected)));
        if (Math.min(all, build) == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("no strategy can search the index: " + obstacles(expected));
        }
        boolean pays = build + search < all;
        if (pays) {
            Plan plan = planner.chooseAnywhere(context -> List.of(treeBuild(context, expected)));
            Context builder = plan.context();
            tree = plan.watch()
                    .done(KdTree.build(
                            Placement.on(builder),
                            points,
                            new KdTreeOptions(options.metric(), Duplicates.KEEP, options.monitor())));
            trees.put(builder, tree);
        } else {
            tree = null;
        }
        choice = (pays ? "a kd-tree, built on " + tree.report().device() : "no tree") + ": the cheapest for " + queries
                + " queries of k=" + expected.k() + " among " + expected.points() + " points of " + spaceDims
                + " dimensions, " + Plan.text(pays ? build + search : all) + " expected";
    }

    private double cheapest(Function<Context, List<Strategy>> strategies) {
        return planner.candidates(strategies, true).stream()
                .mapToDouble(Plan.Candidate::total)
                .min()
                .orElseThrow();
    }

    private String obstacles(Workload expected) {
        return planner
                .candidates(context -> joined(allDistances(context, expected), treeBuild(context, expected)), true)
                .stream()
                .map(candidate ->
                        candidate.device() + " " + candidate.strategy().name() + ": "
                                + candidate.strategy().obstacle())
                .collect(Collectors.joining("; "));
    }

    private List<Strategy> allDistances(Context context, Workload work) {
        String obstacle = unlessCandidate(context, false);
        List<Strategy> strategies = KnnJoin.strategies(context, work, JoinMethod.BRUTE_FORCE);
        return obstacle.isEmpty()
                ? strategies
                : strategies.stream()
                        .map(strategy -> strategy.withObstacle(obstacle))
                        .toList();
    }

    private Strategy treeBuild(Context context, Workload work) {
        return Strategy.of("kd tree", work, Operation.BUILD).withObstacle(obstacleToTree(context));
    }

    private Strategy treeSearch(Context context, Workload work) {
        return Strategy.of("kd tree", work, Operation.PREPARE, Operation.SEARCH).withObstacle(obstacleToTree(context));
    }

    /**
     * Returns why a strategy is not among the candidates, or an empty string if it is; a null context stands for a device that
     * is not open.
     */
    private String unlessCandidate(Context context, boolean isTree) {
        boolean onDevice = context == null || !context.onJvm();
        boolean asked = options.candidates().stream()
                .anyMatch(candidate -> candidate.isOnDevice() == onDevice && candidate.isTree() == isTree);
        return asked ? "" : "not among the candidates";
    }

    private String obstacleToTree(Context context) {
        String why = unlessCandidate(context, true);
        if (!why.isEmpty()) {
            return why;
        }
        if (!options.metric().norm().isOfDifferences()) {
            return "a tree does not support the metric " + options.metric();
        }
        if (spaceDims > KdTree.MAX_DIMENSIONS) {
            return "a tree has up to " + KdTree.MAX_DIMENSIONS + " dimensions";
        }
        return context == null || KdBuilder.fits(points.size(), spaceDims, context)
                ? ""
                : "a tree does not fit the memory: needed="
                        + KdTree.buildBytes(points.size(), spaceDims, context.device()) + " bytes, limit="
                        + context.memoryLimit();
    }

    /** {@return the points of the index} */
    public Points points() {
        return points;
    }

    /** {@return the number of points} */
    public int size() {
        return points.size();
    }

    /** {@return the number of dimensions of points and queries} */
    public int dims() {
        return points.dims();
    }

    /** {@return the metric of all searches} */
    public Metric metric() {
        return options.metric();
    }

    /** {@return one line that says what was built, and why} */
    public String choice() {
        return choice;
    }

    /**
     * Finds the k nearest points of every query. A query that is a point of the index finds itself.
     *
     * @param queries the queries, of the dimensions of the points
     * @param k neighbors per query, 1 or more; if there are fewer points, the remaining slots are unused
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException if k is less than 1, if the dimensions differ, if the metric does not accept the
     *     queries, or if the search exceeds the result size or the memory limit
     * @throws IllegalStateException if the index is closed
     */
    public Neighbors nearest(Points queries, int k) {
        return nearest(queries, k, Monitor.NONE);
    }

    /**
     * Performs {@link #nearest(Points, int)} with a monitor.
     *
     * @param queries the queries
     * @param k neighbors per query
     * @param monitor watches the search
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Neighbors nearest(Points queries, int k, Monitor monitor) {
        checkOpen();
        NeighborSizes.checkK(k, points);
        NeighborSizes.checkDims(queries, points);
        Plan search = planner.chooseAnywhere(strategies(queries.size(), k, false));
        return search.watch()
                .done(
                        isTree(search)
                                ? treeIn(search.context()).nearest(queries, k, Double.POSITIVE_INFINITY, monitor)
                                : new KnnJoin(search.context())
                                        .nearest(queries, points, false, k, allDistances(search, monitor)));
    }

    /**
     * Finds the k nearest points of one query, on the calling thread, without a choice of strategies: by the tree, if the index has one, as
     * {@link KdTree#nearest(double[], int)}, else by comparing all points in O(d n).
     *
     * @param query the coordinates of the query
     * @param k neighbors, 1 or more; if there are fewer points, the remaining slots are unused
     * @return the neighbors, a single row
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}
     * @throws IllegalStateException if the index is closed
     */
    public Neighbors nearest(double[] query, int k) {
        checkOpen();
        if (tree != null) {
            return tree.nearest(query, k);
        }
        Points one = Points.of(query, query.length);
        NeighborSizes.checkDims(one, points);
        return KnnJoin.ofOne(options.metric().toSpace(one), space(), k, options.metric(), planner.jvm());
    }

    private Points space() {
        Points made = space;
        if (made == null) {
            // Two threads may both make it, with the same result.
            made = options.metric().toSpace(points);
            space = made;
        }
        return made;
    }

    /**
     * Finds the k nearest other points of every point of the index: the self-join. Each point excludes itself by its row, not
     * by its coordinates.
     *
     * @param k neighbors per point, 1 or more; if there are fewer other points, the remaining slots are unused
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException if k is less than 1, or if the search exceeds the result size or the memory limit
     * @throws IllegalStateException if the index is closed
     */
    public Neighbors nearestOthers(int k) {
        return nearestOthers(k, Monitor.NONE);
    }

    /**
     * Performs {@link #nearestOthers(int)} with a monitor.
     *
     * @param k neighbors per point
     * @param monitor watches the search
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException as {@link #nearestOthers(int)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Neighbors nearestOthers(int k, Monitor monitor) {
        checkOpen();
        NeighborSizes.checkK(k, points);
        Plan search = planner.chooseAnywhere(strategies(points.size(), k, true));
        return search.watch()
                .done(
                        isTree(search)
                                ? treeIn(search.context()).nearestOthers(k, monitor)
                                : new KnnJoin(search.context())
                                        .nearest(points, points, true, k, allDistances(search, monitor)));
    }

    /**
     * Explains how a search would run: the estimated time of each strategy, the chosen strategy, what was built and why, and the source of
     * the estimates.
     *
     * @param queries number of queries, 0 or more
     * @param k neighbors per query, 1 or more
     * @return some lines
     * @throws IllegalArgumentException if a number is out of range
     * @throws IllegalStateException if the index is closed
     */
    public String explain(int queries, int k) {
        checkOpen();
        NeighborSizes.checkK(k, points);
        if (queries < 0) {
            throw new IllegalArgumentException("queries must be 0 or more: queries=" + queries);
        }
        List<String> lines = new ArrayList<>();
        lines.add(queries + " queries of k=" + k + " among " + points.size() + " points of " + spaceDims
                + " dimensions:");
        lines.addAll(planner.previewAnywhere(strategies(queries, k, false)).lines());
        lines.add("built: " + choice);
        lines.addAll(planner.sources(true));
        lines.add(planner.reason());
        return String.join("\n", lines);
    }

    /** Returns the strategies of a search. A tree is built in one context, and copied to another context for the first search there. */
    private Function<Context, List<Strategy>> strategies(int queries, int k, boolean self) {
        Workload work = new Workload(points.size(), queries, spaceDims, NeighborSizes.slots(k, points.size()));
        return context -> joined(allDistances(context, work), search(context, work, self));
    }

    private static List<Strategy> joined(List<Strategy> strategies, Strategy another) {
        return Stream.concat(strategies.stream(), Stream.of(another)).toList();
    }

    private Strategy search(Context context, Workload work, boolean self) {
        String obstacle = obstacleToTree(context);
        Strategy search = isPrepared(context, work, self)
                ? Strategy.of("kd tree", work, Operation.SEARCH)
                : Strategy.of("kd tree", work, Operation.PREPARE, Operation.SEARCH);
        String none = tree == null ? "no tree was built: it would not pay for the expected searches" : "";
        return search.withObstacle(obstacle.isEmpty() ? none : obstacle);
    }

    private synchronized boolean isPrepared(Context context, Workload work, boolean self) {
        KdTree there = trees.get(context);
        return there != null && there.isPrepared(self, work.k(), (int) work.queries());
    }

    private synchronized KdTree treeIn(Context context) {
        checkOpen();
        return trees.computeIfAbsent(context, tree::on);
    }

    private JoinOptions allDistances(Plan search, Monitor monitor) {
        return JoinOptions.DEFAULT
                .withMetric(options.metric())
                .withMonitor(monitor)
                .withMethod(KnnJoin.method(search));
    }

    private static boolean isTree(Plan search) {
        return search.uses(Operation.SEARCH);
    }

    @Override
    public synchronized void close() {
        super.close();
        trees.values().forEach(KdTree::close);
    }
}
