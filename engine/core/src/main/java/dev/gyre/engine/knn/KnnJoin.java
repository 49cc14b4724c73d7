package dev.gyre.engine.knn;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.search.NearestList;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import java.util.Arrays;
import java.util.List;

/**
 * The k nearest neighbors of every query by brute force, {@linkplain JoinMethod#FUSED in one pass} or {@linkplain
 * JoinMethod#TWO_STAGE in two}.
 *
 * <p>Memory, in bytes, on the device for n points, q queries in batches of b, d dimensions and c candidates per query (k and a few more):
 * {@code 4 d n + 8 c b} in one pass, {@code 4 d n + 4 b n + 20 c b} in two, and {@code 4 d b} more if queries are not points. If the limit
 * is lower, batches are smaller and points go through the device in parts, once for each batch. The host needs the same again, and
 * {@code 12 q k} for the result, where k is at most n.
 */
public final class KnnJoin {

    private final Team team;

    /** A join on a device. */
    public KnnJoin(Context context) {
        this(Team.of(context));
    }

    /** A join on a device, or on several together. */
    public KnnJoin(Team team) {
        this.team = team;
    }

    /**
     * The k nearest neighbors of one query by comparing all points, on this thread.
     *
     * @param query a single point, in the space of the metric
     * @param space the points, in the space of the metric
     * @param host the JVM
     * @throws IllegalArgumentException if k is less than 1
     */
    public static Neighbors ofOne(Points query, Points space, int k, Metric metric, Context host) {
        long start = System.nanoTime();
        int slots = NeighborSizes.slots(k, space.size());
        NearestList list = new NearestList(slots, space.size());
        list.clear(Double.POSITIVE_INFINITY);
        for (int row = 0; row < space.size(); row++) {
            list.offer(query, 0, space, row, metric.norm());
        }
        int[] ids = new int[slots];
        double[] keys = new double[slots];
        int found = list.finish(ids, keys, 0);
        Arrays.fill(ids, found, slots, Neighbors.NONE);
        Arrays.fill(keys, found, slots, Double.POSITIVE_INFINITY);
        ExecutionReport report =
                ExecutionReport.noTime(host.device(), JoinMethod.BRUTE_FORCE).withRefinement(System.nanoTime() - start);
        return new Neighbors(1, slots, ids, keys, metric, report).withSlots(k);
    }

    /**
     * The k nearest points of every query.
     *
     * @param self whether the queries are the points, and a row is left out by its id, not by its coordinates
     * @param k neighbors per query, 1 or more
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, or the metric does not accept the points
     */
    public Neighbors nearest(Points queries, Points points, boolean self, int k, JoinOptions options) {
        Context first = team.first();
        NeighborJoin join = NeighborJoin.of(queries, points, self, k, options.metric(), first);
        if (join.isEmpty()) {
            JoinMethod method = options.method() == JoinMethod.TWO_STAGE ? JoinMethod.TWO_STAGE : JoinMethod.FUSED;
            return join.nothing(first, method);
        }
        long start = System.nanoTime();
        Float32Frame image = new Float32Frame(join.queries(), join.space(), join.norm(), first.workers());
        long prepareNanos = join.prepareNanos() + System.nanoTime() - start;
        ExecutionReport report = team.run(
                options.monitor(),
                (device, batches, monitor) -> search(device, join, image, options.method(), batches, monitor)
                        .withPreparation(prepareNanos));
        return join.answer(report);
    }

    private ExecutionReport search(
            Context context,
            NeighborJoin join,
            Float32Frame image,
            JoinMethod asked,
            Batches batches,
            Monitor monitor) {
        long start = System.nanoTime();
        int n = join.space().size();
        int dims = join.space().dims();
        Workload sizes = new Workload(n, join.queries().size(), dims, join.k());
        JoinMethod method = method(Placement.on(context).choose(device -> strategies(device, sizes, asked)));
        int max = team.batch(join.queries().size());
        KnnPlan plan = new KnnStrategies(context, max, n, dims, join.k(), join.self()).plan(method, join.norm());
        Refinement refinement = new Refinement(join, image);
        try (KnnWork work = new KnnWork(context, plan, join, image, refinement)) {
            work.answer(batches, monitor);
            Timing timing = work.timing();
            long refineNanos = work.refineNanos();
            return new ExecutionReport(
                    context.device(),
                    method,
                    Math.max(0, System.nanoTime() - start - timing.totalNanos() - refineNanos),
                    timing,
                    refineNanos,
                    refinement.exactFallbacks());
        }
    }

    /**
     * Returns the strategies of brute force.
     *
     * @param context the context of a device, or null for a device that is not open
     * @param work the sizes, in the space of the metric
     * @param asked {@link JoinMethod#FUSED}, {@link JoinMethod#TWO_STAGE}, or another for both
     */
    public static List<Strategy> strategies(Context context, Workload work, JoinMethod asked) {
        return KnnStrategies.in(context, work, asked);
    }

    /**
     * Returns the method of a choice among these strategies.
     *
     * @return {@link JoinMethod#FUSED} or {@link JoinMethod#TWO_STAGE}
     */
    public static JoinMethod method(Plan choice) {
        return choice.uses(Operation.FUSED) ? JoinMethod.FUSED : JoinMethod.TWO_STAGE;
    }

    /**
     * Explains how a join would be done.
     *
     * @param dims dimensions of the metric's space
     * @param options metric, and {@link JoinMethod#FUSED} or {@link JoinMethod#TWO_STAGE}
     * @param reason the reason for this method
     * @return the reason, and the sizes of batches
     * @throws IllegalArgumentException if the join does not fit the memory
     */
    public String explain(int queries, int points, int dims, int k, JoinOptions options, String reason) {
        if (queries == 0 || points == 0) {
            return "there is nothing to do";
        }
        KnnStrategies strategies = new KnnStrategies(team.first(), queries, points, dims, k, false);
        KnnPlan plan = strategies.plan(options.method(), options.metric().norm());
        return reason + " (" + plan.explanation() + ")";
    }
}
