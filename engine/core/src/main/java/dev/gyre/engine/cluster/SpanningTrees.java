package dev.gyre.engine.cluster;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.join.TreeCalls;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.CallWatch;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.tasks.tree.TreeOthers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Minimum spanning trees of points, by distance or by mutual reachability. The kd-tree, the core distances, the searches and
 * the components are on the device ({@link ComponentRounds}); on the JVM, threads compare the edges of components ({@link Boruvka}).
 *
 * <p>Equal rows share a slot of the tree: the spanning tree is that of the slots, with the other rows of each slot at its least row.
 */
public final class SpanningTrees {

    private final Placement placement;

    public SpanningTrees(Placement placement) {
        this.placement = placement;
    }

    /**
     * Returns the spanning tree of points.
     *
     * @param minPoints rows of which the last one is at the core distance, the row itself included; with 1 all core distances are 0
     * @throws IllegalArgumentException if minPoints is not in 1..n, if the method is not that of trees, if trees do not support the metric,
     *     or if the tree does not fit
     */
    public SpanningTree of(Points points, int minPoints, JoinOptions options) {
        return find(points, minPoints, options, (edges, report) -> edges.tree(options.metric(), report));
    }

    /**
     * Finds the edges of the spanning tree.
     *
     * @param finish makes something of the edges and the report, when the device is free again
     */
    <T> T find(Points points, int minPoints, JoinOptions options, BiFunction<Edges, ExecutionReport, T> finish) {
        check(points, minPoints, options);
        Metric metric = options.metric();
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        long nanos = System.nanoTime() - start;
        Plan plan = placement.choose(strategies(points, minPoints, metric));
        if (points.size() < 2) {
            ExecutionReport report = ExecutionReport.noTime(plan.device(), JoinMethod.KD_TREE);
            return finish.apply(new Edges(points), report);
        }
        CallWatch watch = plan.watch();
        Found found = on(plan.context(), points, space, minPoints, options, nanos);
        return watch.done(finish.apply(found.edges(), found.report()));
    }

    /**
     * Explains how the spanning tree would be found.
     *
     * @return a line with the method, the device and the reason, one for each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #of}
     */
    public static String explain(Planner planner, Points points, int minPoints, JoinOptions options) {
        check(points, minPoints, options);
        return TreeCalls.explain(
                planner,
                "the spanning tree of " + points.size() + " points of "
                        + options.metric().spaceDims(points.dims()) + " dimensions, minPoints=" + minPoints,
                strategies(points, minPoints, options.metric()));
    }

    private static Function<Context, List<Strategy>> strategies(Points points, int minPoints, Metric metric) {
        int n = points.size();
        int dims = metric.spaceDims(points.dims());
        Workload work = new Workload(n, n, dims, minPoints);
        Strategy tree = Strategy.of(JoinMethod.KD_TREE.toString(), work, Operation.BUILD, Operation.SPANNING_TREE);
        return context -> List.of(TreeCalls.fitting(
                tree,
                "the spanning tree",
                context,
                size -> new Sizes(size, dims, metric, minPoints, !context.onJvm())));
    }

    private static void check(Points points, int minPoints, JoinOptions options) {
        options.checkUnfiltered("spanning trees");
        if (minPoints < 1 || points.size() > 1 && minPoints > points.size()) {
            throw new IllegalArgumentException(
                    "minPoints must be in 1..n: minPoints=" + minPoints + ", n=" + points.size());
        }
        TreeCalls.checkMethod("spanning trees are found", options);
        checkMetric(options.metric());
    }

    /**
     * Refuses metrics whose canonical keys kernels do not compute.
     *
     * @throws IllegalArgumentException if so; names metrics that work
     */
    static void checkMetric(Metric metric) {
        KdBuilder.checkMetric(metric);
        if (metric.norm().isPower()) {
            throw new IllegalArgumentException(
                    "the metric must be one of sums of squares or magnitudes or of the largest magnitude, "
                            + "such as euclidean, manhattan, chebyshev, haversine or cosine: metric=" + metric);
        }
    }

    /** The edges, and the report of the work until then. */
    private record Found(Edges edges, ExecutionReport report) {}

    private static Found on(
            Context context, Points points, Points space, int minPoints, JoinOptions options, long spaceNanos) {
        Metric metric = options.metric();
        Workers workers = context.workers();
        int n = points.size();
        int dims = space.dims();
        try (Lease<KdBuilder<Both>> lease = KdBuilder.lease(
                context,
                "the spanning tree",
                points,
                n,
                dims,
                size -> new Sizes(size, dims, metric, minPoints, !context.onJvm()))) {
            KdBuilder<Both> builder = lease.operation();
            KdIndex index = TreeCalls.open(lease, context, points, space, metric, options.monitor(), n);
            BatchProgress progress = new BatchProgress(options.monitor(), 0, n, n);
            long prepareNanos = spaceNanos + builder.prepareNanos();
            double[] cores = minPoints == 1
                    ? null
                    : builder.search()
                            .distances()
                            .find(
                                    lease,
                                    index,
                                    minPoints,
                                    workers,
                                    (done, total) -> options.monitor().progress(0, n));
            Joined joined = edges(builder.search(), lease, index, cores, workers, progress);
            progress.stopIfCancelled();
            long start = System.nanoTime();
            progress.completed(n);
            ExecutionReport report = new ExecutionReport(
                    context.device(), JoinMethod.KD_TREE, prepareNanos, lease.timing(), joined.hostNanos(), 0);
            Edges edges = new Edges(index, joined.edges(), cores, workers);
            return new Found(edges, report.withRefinement(System.nanoTime() - start));
        }
    }

    /** The edges between slots, and the nanoseconds in which the host worked on them. */
    private record Joined(SlotEdges edges, long hostNanos) {}

    private static Joined edges(
            Both search, Lease<?> lease, KdIndex index, double[] cores, Workers workers, Progress progress) {
        if (search.rounds() != null) {
            if (cores != null) {
                search.rounds().setCores(cores, index.layout(), workers);
            }
            return new Joined(search.rounds().find(lease, index.layout(), progress), 0);
        }
        if (cores != null) {
            search.others().setCores(cores, index.layout(), workers);
        }
        Boruvka tree = new Boruvka(search.others(), index, cores, workers);
        SlotEdges edges = tree.find(lease, progress);
        return new Joined(edges, tree.hostNanos());
    }

    /** The searches of a program; without core distances, the third is null, and of the first two the one that is not used. */
    private record Both(OtherSearch others, ComponentRounds rounds, CoreDistances distances) {}

    /** Makes the searches for a number of points. */
    private record Sizes(int capacity, int dims, Metric metric, int minPoints, boolean onDevice)
            implements KdBuilder.Searches<Both> {

        /** The same for all calls that can share a program. */
        Sizes {
            minPoints = Context.step(minPoints);
        }

        @Override
        public boolean findsSlots() {
            return false;
        }

        @Override
        public boolean sharesPlaces() {
            return true;
        }

        @Override
        public Both make(TreeArrays arrays, Layout layout) {
            int kind = minPoints > 1 ? TreeOthers.MUTUAL : TreeOthers.NEAREST;
            OtherSearch others = onDevice ? null : new OtherSearch(arrays, capacity, dims, metric, kind, layout);
            ComponentRounds rounds =
                    onDevice ? new ComponentRounds(arrays, capacity, dims, metric, kind, layout) : null;
            CoreDistances distances =
                    minPoints > 1 ? new CoreDistances(arrays, capacity, dims, metric, minPoints, layout) : null;
            return new Both(others, rounds, distances);
        }

        @Override
        public List<Phase> phases(Both both) {
            List<Phase> phases = new ArrayList<>();
            if (both.distances() != null) {
                phases.addAll(both.distances().phases());
            }
            phases.addAll(
                    both.rounds() == null
                            ? both.others().phases()
                            : both.rounds().phases());
            return phases;
        }
    }
}
