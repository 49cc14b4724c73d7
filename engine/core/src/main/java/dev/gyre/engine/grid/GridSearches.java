package dev.gyre.engine.grid;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.RangeCounts;
import dev.gyre.engine.range.RangeMatches;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.search.NeighborSlots;
import java.util.stream.IntStream;

/** The searches of one grid on one device. Safe for use by several threads. */
public final class GridSearches {

    private final Context context;
    private final Points points;
    private final Metric metric;
    private final double width;
    private final GridIndex index;
    private final Fallback fallback;

    /** Answers queries that a grid does not. */
    @FunctionalInterface
    public interface Fallback {

        /** The k nearest points within a radius, as {@link GridSearches#nearest} finds them. */
        Neighbors nearest(Points queries, int k, double radius, Monitor monitor);
    }

    /**
     * The searches.
     *
     * @param points the points as they were given
     * @param fallback answers queries that a grid does not: far from all points, or in a cell of very many points
     */
    public GridSearches(
            Context context, Points points, Metric metric, double width, GridIndex index, Fallback fallback) {
        this.context = context;
        this.points = points;
        this.metric = metric;
        this.width = width;
        this.index = index;
        this.fallback = fallback;
    }

    /** Checks the structure. */
    public StructureReport verify() {
        return GridCheck.run(context, index);
    }

    /** Finds all points within a radius of every query. */
    public Matches within(Points queries, double radius, Monitor monitor) {
        return new GridRange(context, index, balls(queries, radius), monitor).collect(null, metric);
    }

    /** Finds all points within a radius of every query, part by part. */
    public void within(Points queries, double radius, Monitor monitor, Matches.Consumer consumer) {
        Balls balls = balls(queries, radius);
        ExecutionReport ofParts = ExecutionReport.noTime(context.device(), JoinMethod.GRID);
        RangeMatches work = new RangeMatches(balls, context.workers(), metric, ofParts, consumer);
        new GridRange(context, index, balls, monitor).run(work);
    }

    /** Finds all other points within a radius of every point. */
    public Matches selfWithin(double radius, Monitor monitor) {
        return GridRange.selfWithin(context, index, metric, radius, monitor, null, null);
    }

    /** Counts the points within a radius of every query. */
    public int[] countWithin(Points queries, double radius, Monitor monitor) {
        Balls balls = balls(queries, radius);
        GridRange range = new GridRange(context, index, balls, monitor);
        if (!index.norm().isPower()) {
            return range.count();
        }
        RangeCounts work = new RangeCounts(balls, context.workers());
        range.run(work);
        return work.counts();
    }

    private Balls balls(Points queries, double radius) {
        double limit = metric.largestKey(radius);
        return new Balls(querySpace(queries), index.points(), index.norm(), limit, null);
    }

    private Points querySpace(Points queries) {
        NeighborSizes.checkDims(queries, points);
        return queries == points ? index.points() : metric.toSpace(queries);
    }

    /** Finds the k nearest points of every query within a radius. */
    public Neighbors nearest(Points queries, int k, double radius, Monitor monitor) {
        int slots = NeighborSizes.slots(k, points.size());
        double limit = metric.largestKey(radius);
        Points space = querySpace(queries);
        NeighborSizes.checkedSlots(queries.size(), slots);
        return index.norm().isPower()
                ? fallback.nearest(queries, k, radius, monitor)
                : nearest(queries, space, false, k, radius, limit, monitor);
    }

    /** Finds the k nearest other points of every point. */
    public Neighbors selfNearest(int k, Monitor monitor) {
        NeighborSizes.checkedSlots(points.size(), NeighborSizes.slots(k, points.size()));
        double all = Double.POSITIVE_INFINITY;
        return nearest(points, index.points(), true, k, all, all, monitor);
    }

    private Neighbors nearest(
            Points queries, Points space, boolean self, int asked, double radius, double limit, Monitor monitor) {
        int k = NeighborSizes.slots(asked, index.size());
        NeighborSlots slots =
                new NeighborSlots(queries.size(), asked, index.size(), index.size() == 0, context.workers());
        if (index.size() == 0 || queries.size() == 0) {
            return slots.neighbors(metric, report(Timing.ZERO, 0, 0));
        }
        int[] again;
        Timing timing = Timing.ZERO;
        long hostNanos = 0;
        if (index.norm().isPower()) {
            again = IntStream.range(0, queries.size()).toArray();
        } else {
            try (Lease<GridNearestSearch> lease = GridNearestSearch.lease(context, index, self, k, queries.size())) {
                Points searched = self ? index.arranged(context.workers()) : space;
                GridNearestSearch.Outcome outcome = lease.operation()
                        .search(lease, index, searched, self, limit, width, slots, context.workers(), monitor);
                again = outcome.gaveUp().toSortedArray();
                timing = lease.timing();
                hostNanos = outcome.hostNanos();
            }
        }
        if (again.length > 0) {
            long start = System.nanoTime();
            answerAgain(queries, again, self, k, radius, slots, monitor);
            hostNanos += System.nanoTime() - start;
        }
        return slots.neighbors(metric, report(timing, hostNanos, again.length));
    }

    /**
     * Answers queries by the fallback. A self-join asks for one more neighbor, because a point also finds itself or enough others at the
     * same distance.
     */
    private void answerAgain(
            Points queries, int[] again, boolean self, int k, double radius, NeighborSlots slots, Monitor monitor) {
        Points some = again.length == queries.size() ? queries : HostArrays.gather(queries, again, context.workers());
        int asked = self ? k + 1 : k;
        Monitor watching = (done, total) -> monitor.progress(queries.size() - again.length + done, queries.size());
        slots.write(again, fallback.nearest(some, asked, radius, watching), self);
    }

    private ExecutionReport report(Timing timing, long refineNanos, int again) {
        return new ExecutionReport(context.device(), JoinMethod.GRID, 0, timing, refineNanos, again);
    }
}
