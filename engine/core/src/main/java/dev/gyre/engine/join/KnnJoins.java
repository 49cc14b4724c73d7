package dev.gyre.engine.join;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridIndex;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.GroupTrees;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.knn.NeighborJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.search.NeighborSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The k-nearest-neighbor join by the method and on the device that are estimated to be the fastest: {@link KnnJoin} or
 * {@link KdJoin}.
 */
public final class KnnJoins {

    /** Why a method is used that the options name. */
    static final String ASKED = "asked for";

    private final Planner planner;

    public KnnJoins(Planner planner) {
        this.planner = planner;
    }

    /**
     * The k nearest points of every query.
     *
     * @param points the points, of the same dimensions
     * @param self whether the queries are the points, and a row is no neighbor of itself
     * @param k neighbors per query, 1 or more
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, the metric does not accept the points, or the join does
     *     not fit the memory; as {@link FilteredJoin#of}
     */
    public Neighbors nearest(Points queries, Points points, boolean self, int k, JoinOptions options) {
        if (options.isFiltered()) {
            Workers workers = planner.jvm().workers();
            Neighbors found = self || queries != points ? inGroupsOrNull(queries, points, k, options) : null;
            return found != null
                    ? found
                    : FilteredJoin.of(queries, points, self, options, workers).nearest(this, k, workers);
        }
        if (options.method() == JoinMethod.HYBRID_GRID) {
            if (!self) {
                throw new IllegalArgumentException(
                        "points are joined with themselves alone by this method: method=" + options.method());
            }
            return hybrid(points, k, options, HybridGridOptions.DEFAULT);
        }
        Plan choice = choose(queries.size(), points, k, options);
        if (isGrid(choice)) {
            return byGrid(choice.context(), queries, points, self, k, options);
        }
        return choice.watch()
                .done(
                        isTree(choice)
                                ? new KdJoin(choice.team()).nearest(queries, points, self, k, options)
                                : new KnnJoin(choice.team())
                                        .nearest(
                                                queries, points, self, k, options.withMethod(method(choice, options))));
    }

    /**
     * The k nearest other points of every point by a grid on the device and a tree on the JVM, whatever method the options have.
     *
     * @param k neighbors per point, 1 or more
     * @throws IllegalArgumentException as {@link HybridJoin#self}
     */
    public Neighbors hybrid(Points points, int k, JoinOptions options, HybridGridOptions parameters) {
        options.checkUnfiltered("joins by " + JoinMethod.HYBRID_GRID);
        JoinOptions asked = options.withMethod(JoinMethod.HYBRID_GRID);
        Plan choice = choose(points.size(), points, k, asked);
        return HybridJoin.installed().self(choice.context(), planner.jvm(), parameters, points, k, asked);
    }

    /** Joins each group by itself, where the JVM does it alone; else returns null. Small groups have a tree each, large ones a join. */
    private Neighbors inGroupsOrNull(Points queries, Points points, int k, JoinOptions options) {
        if (!FilteredJoin.mayBeByGroups(queries, points, options)) {
            return null;
        }
        JoinOptions tree = options.withGroups(null).withMethod(JoinMethod.KD_TREE);
        Plan choice = choose(queries.size(), points, k, tree);
        Context jvm = choice.context();
        if (!jvm.onJvm() || choice.team().isShared()) {
            return null;
        }
        NeighborJoin join = NeighborJoin.of(queries, points, queries == points, k, options.metric(), jvm);
        if (join.isEmpty()) {
            return join.nothing(jvm, JoinMethod.KD_TREE);
        }
        FilteredJoin.checkDistances(join.queries(), join.space(), join.metric(), jvm.workers());
        GroupTrees.Rows groups = GroupTrees.Rows.of(options.groups());
        GroupTrees.Rows asked = join.self() ? groups : GroupTrees.Rows.of(options.queryGroups());
        int[] large = GroupTrees.large(groups, asked, jvm.workers().threads());
        if (large.length == 0) {
            return join.answer(choice.watch().done(byTrees(jvm, join, asked, groups, options.monitor())));
        }
        IntPredicate isSmall = group -> Arrays.binarySearch(large, group) < 0;
        GroupTrees.Rows smallAsked = asked.only(isSmall);
        ExecutionReport report = byTrees(
                jvm,
                join,
                smallAsked,
                join.self() ? smallAsked : groups.only(isSmall),
                (done, total) -> options.monitor().progress(done, queries.size()));
        long before = smallAsked.rows().length;
        for (int group : large) {
            int[] rows = groups.rowsOf(group);
            int[] some = join.self() ? rows : asked.rowsOf(group);
            long done = before;
            JoinOptions one = tree.withMonitor((now, total) -> options.monitor().progress(done + now, queries.size()));
            Points members = HostArrays.gather(points, rows, jvm.workers());
            Points askers = join.self() ? members : HostArrays.gather(queries, some, jvm.workers());
            Neighbors found = nearest(askers, members, join.self(), k, one);
            join.slots().write(some, found.among(rows), false);
            report = report.plus(found.report());
            before += some.length;
        }
        return join.answer(report);
    }

    /** Joins groups by a tree of each. */
    private static ExecutionReport byTrees(
            Context jvm, NeighborJoin join, GroupTrees.Rows asked, GroupTrees.Rows groups, Monitor monitor) {
        long start = System.nanoTime();
        GroupTrees.search(
                jvm, join.queries(), asked, join.space(), join.norm(), join.k(), groups, join.slots(), monitor);
        return KdJoin.report(jvm, join.prepareNanos(), new Timing(0, 0, System.nanoTime() - start, 0), 0, 0);
    }

    /**
     * Explains how a join would be done.
     *
     * @param options metric, method
     * @return a line with the method and the reason, one for each strategy on each device, and the source of the estimates
     * @throws IllegalArgumentException if k is less than 1
     */
    public String explain(int queries, Points points, int k, JoinOptions options) {
        if (options.isFiltered()) {
            FilteredJoin join = FilteredJoin.shape(points, options);
            return explain(queries, join.points(), k, join.options(), join.reason());
        }
        return explain(queries, points, k, options, ASKED);
    }

    private String explain(int queries, Points points, int k, JoinOptions options, String asked) {
        int slots = NeighborSizes.slots(k, points.size());
        int dims = options.metric().spaceDims(points.dims());
        Plan choice = planner.previewShared(context -> strategies(context, queries, points, k, options));
        JoinMethod method =
                isTree(choice) ? JoinMethod.KD_TREE : isGrid(choice) ? options.method() : KnnJoin.method(choice);
        String why = method == options.method() ? asked : choice.reason();
        Context context = choice.context();
        String how = context == null || isTree(choice) || isGrid(choice)
                ? why
                : new KnnJoin(context).explain(queries, points.size(), dims, slots, options.withMethod(method), why);
        String head = method + " for " + queries + " queries among " + points.size() + " points of " + dims
                + " dimensions, k=" + k + ", on " + choice.where() + ": " + how;
        return planner.explanation(head, choice);
    }

    private Plan choose(int queries, Points points, int k, JoinOptions options) {
        NeighborSizes.checkK(k, points);
        return planner.share(context -> strategies(context, queries, points, k, options));
    }

    /** The method of brute force: if several devices share the call, each chooses its own. */
    private static JoinMethod method(Plan choice, JoinOptions options) {
        boolean each = choice.team().isShared() && options.method() == JoinMethod.AUTOMATIC;
        return each ? JoinMethod.BRUTE_FORCE : KnnJoin.method(choice);
    }

    private static List<Strategy> strategies(Context context, int queries, Points points, int k, JoinOptions options) {
        JoinMethod asked = options.method();
        int dims = options.metric().spaceDims(points.dims());
        Workload work = new Workload(points.size(), queries, dims, NeighborSizes.slots(k, points.size()));
        Strategy tree = Strategy.of(JoinMethod.KD_TREE.toString(), work, Operation.BUILD, Operation.SEARCH);
        if (asked == JoinMethod.KD_TREE) {
            return List.of(tree);
        }
        if (asked == JoinMethod.GRID || asked == JoinMethod.HYBRID_GRID) {
            Strategy grid = Strategy.of(asked.toString(), work, Operation.GRID_BUILD, Operation.GRID_RANGE);
            boolean refused = asked == JoinMethod.HYBRID_GRID && context != null && context.isStrict();
            return List.of(grid.withObstacle(
                    refused ? "a tree on the threads of the host answers a part, and " + Context.STRICT : ""));
        }
        List<Strategy> strategies = new ArrayList<>(KnnJoin.strategies(context, work, asked));
        if (asked == JoinMethod.AUTOMATIC) {
            strategies.add(tree.withObstacle(obstacleToTree(context, points, dims, options)));
        }
        return strategies;
    }

    /** Why a tree cannot be built for a join on a device, or the empty text; a null context stands for a device that is not open. */
    static String obstacleToTree(Context context, Points points, int dims, JoinOptions options) {
        if (!options.metric().norm().isOfDifferences()) {
            return "a tree does not support the metric " + options.metric();
        }
        if (dims > KdTree.MAX_DIMENSIONS) {
            return "a tree has up to " + KdTree.MAX_DIMENSIONS + " dimensions";
        }
        return context == null || KdJoin.fits(points.size(), dims, context) ? "" : misfit(points.size(), dims, context);
    }

    /** Says how much memory a tree needs. */
    static String misfit(int points, int dims, Context context) {
        return "a tree of " + points + " points does not fit the memory: needed=" + KdJoin.bytes(points, dims, context)
                + " bytes, limit=" + context.memoryLimit();
    }

    /** Why a method that only the host has cannot be used on a device. */
    static String hostOnly(Planner planner) {
        return "done by the threads of the host" + (planner.isStrict() ? ", and " + Context.STRICT : "");
    }

    static boolean isTree(Plan choice) {
        return choice.uses(Operation.BUILD);
    }

    static boolean isGrid(Plan choice) {
        return choice.uses(Operation.GRID_BUILD);
    }

    /** Joins by a grid whose cells have about the number of points for which searches are fastest. */
    private static Neighbors byGrid(
            Context context, Points queries, Points points, boolean self, int k, JoinOptions options) {
        Metric metric = options.metric();
        NeighborSizes.checkDims(queries, points);
        NeighborSizes.checkedSlots(queries.size(), NeighborSizes.slots(k, points.size()));
        GridIndex.check(points, metric, 1);
        int dims = metric.spaceDims(points.dims());
        double radius = PairSample.of(points, metric).radius(GridJoin.FILL * Workload.unitBall(dims));
        double width = GridJoin.reach(metric.norm(), metric.largestKey(radius));
        GridOptions gridOptions = GridOptions.DEFAULT.withMetric(metric).withMonitor(options.monitor());
        try (Grid grid = Placed.grid(Placement.on(context), points, width, gridOptions)) {
            Neighbors found = self
                    ? grid.selfNearest(k, options.monitor())
                    : grid.nearest(queries, k, Double.POSITIVE_INFINITY, options.monitor());
            return found.with(grid.report().before(found.report()));
        }
    }
}
