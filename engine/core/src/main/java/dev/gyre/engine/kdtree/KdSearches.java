package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.RangeCounts;
import dev.gyre.engine.range.RangeMatches;
import dev.gyre.engine.range.Windows;

/** The searches of one tree on one device. Safe for use by several threads. */
public final class KdSearches {

    private final Context context;
    private final Points points;
    private final Metric metric;
    private final KdIndex index;
    private SubtreeCounts subtreeCounts;

    /**
     * Checks that a tree fits a device.
     *
     * @param points the points as they were given
     * @throws IllegalArgumentException if the tree does not fit
     */
    public KdSearches(Context context, Points points, Metric metric, KdIndex index) {
        context.checkMemory(
                "the tree",
                index.deviceBytes(),
                index.largestArrayBytes(),
                "n=" + index.points().size() + ", dims=" + index.layout().dims());
        this.context = context;
        this.points = points;
        this.metric = metric;
        this.index = index;
    }

    /** Tells whether the device has the data and program of a search for neighbors. */
    public boolean isPrepared(boolean self, int k, int queries) {
        return isEmpty() || NearestSearch.isKept(context, index, self, k, queries);
    }

    private boolean isEmpty() {
        return index.layout().size() == 0;
    }

    /** Finds the k nearest points of every query within a radius. */
    public Neighbors nearest(Points queries, int k, double radius, Monitor monitor) {
        KnnJoin.checkK(k, points);
        double limit = metric.largestKey(radius);
        long start = System.nanoTime();
        Points space = querySpace(queries);
        NearestAnswers answers = new NearestAnswers(index, space, false, k, limit, context.workers());
        return nearest(space, false, k, answers, System.nanoTime() - start, monitor);
    }

    /** Finds the k nearest other points of every point. */
    public Neighbors nearestOthers(int k, Monitor monitor) {
        KnnJoin.checkK(k, points);
        long start = System.nanoTime();
        NearestAnswers answers =
                new NearestAnswers(index, index.points(), true, k, Double.POSITIVE_INFINITY, context.workers());
        return nearest(index.points(), true, k, answers, System.nanoTime() - start, monitor);
    }

    private Neighbors nearest(
            Points queries, boolean self, int k, NearestAnswers answers, long prepareNanos, Monitor monitor) {
        if (isEmpty() || queries.size() == 0) {
            return neighbors(answers, prepareNanos, Timing.ZERO, 0);
        }
        KdLayout layout = index.layout();
        int candidates = NearestSearch.candidates(index.norm(), k, layout.size());
        int searches = self ? layout.size() : queries.size();
        try (Lease<NearestSearch> lease = NearestSearch.lease(context, index, self, k, searches)) {
            NearestSearch search = lease.operation();
            long refineNanos = self
                    ? search.joinSlots(lease, layout, candidates, context.workers(), answers, monitor)
                    : search.search(lease, layout, candidates, context.workers(), queries, answers, monitor);
            return neighbors(answers, prepareNanos, lease.timing(), refineNanos);
        }
    }

    private Neighbors neighbors(NearestAnswers answers, long prepareNanos, Timing timing, long refineNanos) {
        ExecutionReport report = new ExecutionReport(
                context.device(), JoinMethod.KD_TREE, prepareNanos, timing, refineNanos, answers.searchedAgain());
        return answers.slots().neighbors(metric, report);
    }

    /** Finds all other points within a radius of every point. */
    public Matches selfWithin(double radius, Monitor monitor) {
        return RangeSearch.selfWithin(context, index, metric, radius, monitor, null, null);
    }

    /** Counts the points within a radius of every query, on the threads of the host. */
    public int[] countWithin(Points queries, double radius, Monitor monitor) {
        double limit = metric.largestKey(radius);
        Points space = queries == points ? index.points() : querySpace(queries);
        BatchProgress progress = new BatchProgress(monitor, 0, queries.size(), queries.size());
        int[] counts = subtreeCounts().count(space, limit, progress);
        progress.stopIfCancelled();
        return counts;
    }

    private synchronized SubtreeCounts subtreeCounts() {
        if (subtreeCounts == null) {
            subtreeCounts = new SubtreeCounts(index, context.workers());
        }
        return subtreeCounts;
    }

    /** Returns the regions of all queries. */
    public SearchRegions balls(Points queries, double radius) {
        Balls balls = new Balls(querySpace(queries), index.points(), index.norm(), metric.largestKey(radius), null);
        return SearchRegions.of(balls, context.workers());
    }

    /** Returns the regions of all windows. */
    public SearchRegions windows(Points lower, Points upper) {
        if (index.points() != points) {
            throw new IllegalArgumentException(
                    "windows are of coordinates, which a tree of points in a space of the metric's own does not have: metric="
                            + metric);
        }
        return SearchRegions.of(new Windows(lower, upper, index.points()));
    }

    /** Finds the points in all regions. */
    public Matches collect(SearchRegions regions, Monitor monitor) {
        return new RangeSearch(context, index, regions, monitor).collect(points.size(), null, metric);
    }

    /** Finds the points in all regions, part by part. */
    public void handOut(SearchRegions regions, Monitor monitor, MatchConsumer consumer) {
        ExecutionReport ofParts = RangeSearch.noTime(context.device());
        RangeMatches work = new RangeMatches(regions.regions(), context.workers(), metric, ofParts, consumer);
        new RangeSearch(context, index, regions, monitor).run(work);
    }

    /** Counts the points in all regions. */
    public int[] count(SearchRegions regions, Monitor monitor) {
        RangeCounts work = new RangeCounts(regions.regions(), context.workers());
        new RangeSearch(context, index, regions, monitor).run(work);
        return work.counts();
    }

    private Points querySpace(Points queries) {
        KnnJoin.checkDims(queries, points);
        return metric.toSpace(queries);
    }
}
