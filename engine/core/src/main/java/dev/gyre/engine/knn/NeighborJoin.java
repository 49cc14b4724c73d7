package dev.gyre.engine.knn;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.search.NeighborSlots;

/**
 * A join of nearest neighbors, as its devices see it. Immutable except for the contents of the slots.
 *
 * @param queries the queries, in the space of the metric; the same object as the space if they are the points
 * @param points the points as they were given
 * @param self whether each query is left out of its own answer
 * @param k neighbors per query, at most as many as there are points
 * @param slots receives the answers
 * @param prepareNanos time to prepare the join
 */
public record NeighborJoin(
        Points queries,
        Points points,
        Points space,
        boolean self,
        int k,
        Metric metric,
        NeighborSlots slots,
        long prepareNanos) {

    /**
     * Prepares a join.
     *
     * @param queries the queries as they were given
     * @param first the device; the slots are allocated while it searches, unless that needs the same threads
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, there are too many slots, or the metric does not accept
     *     the points
     */
    public static NeighborJoin of(Points queries, Points points, boolean self, int k, Metric metric, Context first) {
        int max = NeighborSizes.slots(k, points.size());
        NeighborSizes.checkDims(queries, points);
        NeighborSizes.checkedSlots(queries.size(), max);
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        Points querySpace = queries == points ? space : metric.toSpace(queries);
        boolean nothing = points.size() == 0 || queries.size() == 0;
        NeighborSlots slots =
                new NeighborSlots(queries.size(), k, points.size(), nothing, !first.onJvm(), first.workers());
        return new NeighborJoin(querySpace, points, space, self, max, metric, slots, System.nanoTime() - start);
    }

    public Norm norm() {
        return metric.norm();
    }

    /** Tells whether there is nothing to search, so that all slots stay unused. */
    public boolean isEmpty() {
        return queries.size() == 0 || space.size() == 0;
    }

    /** Returns the answer of a join that is empty. */
    public Neighbors nothing(Context context, JoinMethod method) {
        return answer(new ExecutionReport(context.device(), method, prepareNanos, Timing.ZERO, 0, 0));
    }

    /** Returns the answer, once all queries are answered. */
    public Neighbors answer(ExecutionReport report) {
        return slots.neighbors(metric, report);
    }
}
