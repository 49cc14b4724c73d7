package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.RangeCounts;
import dev.gyre.engine.range.RangeMatches;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.range.SphereWindows;
import dev.gyre.engine.range.Windows;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.search.SharedCalls;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.NearestSearch;
import java.util.Arrays;
import java.util.List;

/** The searches of one tree, on one device or on several together. Safe for use by several threads. */
public final class KdSearches {

    /** Most queries of a search that may run together with those of other threads: the device needs less time for them than for its launches. */
    private static final int MAX_OF_SMALL = 1 << 12;

    /** Most queries of several such searches, and of the program that they share: an estimate, more than enough for 64 threads with 100 each. */
    private static final int MAX_TOGETHER = 1 << 13;

    /** Most neighbors of a query of such a search, so that the program brings no more than 3 MB to the host. */
    private static final int MAX_OF_QUERY = 1 << 5;

    private final Team team;
    private final Context context;
    private final Points points;
    private final Metric metric;
    private final KdIndex index;
    private final Device host;
    private SubtreeCounts subtreeCounts;
    private final SharedCalls<SmallSearch> small = new SharedCalls<>(this::fits, this::searchTogether);

    /** A search for few queries, which gets its neighbors. */
    private static final class SmallSearch {

        private final Points space;
        private final int k;
        private final double limit;
        private final long prepareNanos;
        private final Monitor monitor;
        private Neighbors found;

        SmallSearch(Points space, int k, double limit, long prepareNanos, Monitor monitor) {
            this.space = space;
            this.k = k;
            this.limit = limit;
            this.prepareNanos = prepareNanos;
            this.monitor = monitor;
        }
    }

    /**
     * Checks that a tree fits the first device.
     *
     * @param team devices that are open
     * @param points the points as they were given
     * @throws IllegalArgumentException if the tree does not fit
     */
    public KdSearches(Team team, Points points, Metric metric, KdIndex index) {
        this.team = team;
        context = team.first();
        context.checkMemory(
                "the tree",
                layout -> index.resident().make(index.layout(), layout),
                "n=" + index.points().size() + ", dims=" + index.layout().dims());
        this.points = points;
        this.metric = metric;
        this.index = index;
        host = context.onJvm()
                ? context.device()
                : JvmBackend.device(context.workers().threads());
    }

    /** Tells whether the device has the data and program of a search for neighbors. */
    public boolean isPrepared(boolean self, int k, int queries) {
        int candidates =
                NearestAnswers.candidates(index.norm(), k, index.layout().size());
        return isEmpty()
                || NearestSearch.isKept(
                        context, index, index.norm(), self, candidates, programQueries(self, k, queries));
    }

    private boolean isEmpty() {
        return index.layout().size() == 0;
    }

    /** Finds the k nearest points of every query within a radius. */
    public Neighbors nearest(Points queries, int k, double radius, Monitor monitor) {
        NeighborSizes.checkK(k, points);
        double limit = metric.largestKey(radius);
        long start = System.nanoTime();
        Points space = querySpace(queries);
        long nanos = System.nanoTime() - start;
        if (!isSmall(space.size(), k)) {
            return nearest(space, false, k, limit, nanos, monitor);
        }
        SmallSearch search = new SmallSearch(space, k, limit, nanos, monitor);
        small.run(search, space.size(), monitor);
        return search.found;
    }

    /** Tells whether a search may run together with those of other threads: on a device, for which a launch costs more than its queries. */
    private boolean isSmall(int queries, int k) {
        return !context.onJvm()
                && !team.isShared()
                && queries > 0
                && queries <= MAX_OF_SMALL
                && k <= Math.min(points.size(), MAX_OF_QUERY);
    }

    /** Most queries of the program of a search: all small ones share a program. */
    private int programQueries(boolean self, int k, int queries) {
        return !self && isSmall(queries, k) ? MAX_TOGETHER : queries;
    }

    private boolean fits(List<SmallSearch> searches, SmallSearch other) {
        SmallSearch first = searches.getFirst();
        return other.k == first.k
                && other.limit == first.limit
                && queries(searches) + other.space.size() <= MAX_TOGETHER;
    }

    private static int queries(List<SmallSearch> searches) {
        return searches.stream().mapToInt(search -> search.space.size()).sum();
    }

    /** Searches for the queries of several calls at once, and gives each its part. */
    private void searchTogether(List<SmallSearch> searches) {
        SmallSearch first = searches.getFirst();
        if (searches.size() == 1) {
            first.found = nearest(first.space, false, first.k, first.limit, first.prepareNanos, first.monitor);
            return;
        }
        int dims = first.space.dims();
        int queries = queries(searches);
        double[] all = new double[queries * dims];
        int end = 0;
        for (SmallSearch search : searches) {
            System.arraycopy(search.space.array(), 0, all, end, search.space.size() * dims);
            end += search.space.size() * dims;
        }
        Neighbors found =
                nearest(Points.over(all, dims, queries), false, first.k, first.limit, first.prepareNanos, Monitor.NONE);
        int[] ids = found.toIdArray();
        double[] keys = found.toKeyArray();
        int from = 0;
        for (SmallSearch search : searches) {
            int to = from + search.space.size() * first.k;
            search.found = new Neighbors(
                    search.space.size(),
                    first.k,
                    Arrays.copyOfRange(ids, from, to),
                    Arrays.copyOfRange(keys, from, to),
                    metric,
                    found.report());
            from = to;
        }
    }

    /** Finds the k nearest other points of every point. */
    public Neighbors nearestOthers(int k, Monitor monitor) {
        NeighborSizes.checkK(k, points);
        return nearest(index.points(), true, k, Double.POSITIVE_INFINITY, 0, monitor);
    }

    private Neighbors nearest(
            Points queries, boolean self, int asked, double limit, long prepareNanos, Monitor monitor) {
        int k = NeighborSizes.slots(asked, points.size());
        // Dropped rows have no place, and so no answer.
        boolean unused = isEmpty() || self && index.groups().isDropped();
        NeighborSlots slots =
                new NeighborSlots(queries.size(), asked, points.size(), unused, !context.onJvm(), context.workers());
        if (isEmpty() || queries.size() == 0) {
            return slots.neighbors(metric, ExecutionReport.noTime(context.device(), JoinMethod.KD_TREE));
        }
        int items = self ? index.layout().size() : queries.size();
        Team some = team.forItems(items);
        int searches = programQueries(self, k, some.batch(items));
        ExecutionReport report = some.run(monitor, (device, batches, watcher) -> {
            long start = System.nanoTime();
            NearestAnswers answers = new NearestAnswers(index, queries, self, k, limit, slots, device.workers());
            long prepared = prepareNanos + System.nanoTime() - start;
            NearestSearch.Times times =
                    NearestSearch.run(device, index, index.norm(), self, searches, batches, answers, watcher);
            return new ExecutionReport(
                    device.device(),
                    JoinMethod.KD_TREE,
                    prepared,
                    times.device(),
                    times.hostNanos(),
                    answers.searchedAgain());
        });
        return slots.neighbors(metric, report);
    }

    /** Begins a search for one query, on this thread. */
    private KdRows around(double[] query, double radius) {
        return new KdRows(index, querySpace(Points.of(query, query.length)), metric.largestKey(radius));
    }

    /** Passes the points within a radius of one query to a visitor, the nearest first, on this thread. */
    public void forEachNearest(double[] query, double radius, Neighbors.Visitor visitor) {
        around(query, radius).visit(metric, visitor);
    }

    /** Finds the k nearest points of one query within a radius, on this thread. */
    public Neighbors nearest(double[] query, int k, double radius) {
        NeighborSizes.checkK(k, points);
        return around(query, radius).neighbors(k, points.size(), metric, JoinMethod.KD_TREE, host);
    }

    /** Finds all points within a radius of one query, on this thread. */
    public Matches within(double[] query, double radius) {
        return around(query, radius).matches(metric, JoinMethod.KD_TREE, host);
    }

    /** Finds all other points within a radius of every point. */
    public Matches selfWithin(double radius, Monitor monitor) {
        Team some = team.forItems(points.size());
        boolean byRow = RangeSearch.writesBalls(some, index.norm());
        SelfBalls balls = new SelfBalls(index, metric, radius, some.isShared(), byRow, context.workers());
        return balls.matches(metric, search(balls.balls(), balls.collector(), monitor));
    }

    /** Counts the points within a radius of every query, on the threads of the host; in a strict context on the device. */
    public int[] countWithin(Points queries, double radius, Monitor monitor) {
        if (context.isStrict()) {
            return count(balls(queries, radius), monitor);
        }
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

    public Regions balls(Points queries, double radius) {
        return new Balls(querySpace(queries), index.points(), index.norm(), metric.largestKey(radius), null);
    }

    /** Returns the regions of all windows: of coordinates or, with {@link Metric#HAVERSINE}, of longitudes and latitudes. */
    public Regions windows(Points lower, Points upper) {
        if (metric == Metric.HAVERSINE) {
            return SphereWindows.of(lower, upper, points, index.points());
        }
        if (index.points() != points) {
            throw new IllegalArgumentException(
                    "windows are of coordinates, which a tree of points in a space of the metric's own does not have: metric="
                            + metric);
        }
        return new Windows(lower, upper, index.points());
    }

    /** Finds the points in all regions. */
    public Matches collect(Regions regions, Monitor monitor) {
        MatchCollector collector = new MatchCollector(regions, points.size(), context.workers());
        return collector.result(null, metric, search(regions, collector, monitor));
    }

    private ExecutionReport search(Regions regions, RangeWork work, Monitor monitor) {
        return team.forItems(regions.size())
                .run(
                        monitor,
                        (device, batches, watcher) ->
                                new RangeSearch(device, index, regions, watcher).run(batches, work));
    }

    /** Finds the points in all regions, part by part. */
    public void handOut(Regions regions, Monitor monitor, Matches.Consumer consumer) {
        Context first = team.forItems(0).first();
        ExecutionReport ofParts = ExecutionReport.noTime(first.device(), JoinMethod.KD_TREE);
        RangeMatches work = new RangeMatches(regions, first.workers(), metric, ofParts, consumer);
        // A consumer gets the parts in the order of the queries.
        new RangeSearch(first, index, regions, monitor).run(Batches.inOrder(), work);
    }

    /** Counts the points in all regions. */
    public int[] count(Regions regions, Monitor monitor) {
        RangeCounts work = new RangeCounts(regions, context.workers());
        search(regions, work, monitor);
        return work.counts();
    }

    private Points querySpace(Points queries) {
        NeighborSizes.checkDims(queries, points);
        return metric.toSpace(queries);
    }
}
