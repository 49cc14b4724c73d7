package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.RangeMatches;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.NearestSearch;
import dev.gyre.engine.tree.NearestWork;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeNearest;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The searches of one tree, on one device or on several together: for boxes that match queries, and for the nearest ones. Safe for use by
 * several threads.
 */
public final class RTreeSearches {

    private final Team team;
    private final Context context;
    private final RTreeIndex index;

    /**
     * Checks that a tree fits the first device.
     *
     * @param team devices that are open
     * @throws IllegalArgumentException if the tree does not fit
     */
    public RTreeSearches(Team team, RTreeIndex index) {
        this.team = team;
        context = team.first();
        this.index = index;
        checkFits(context);
    }

    private void checkFits(Context device) {
        if (!onHost(device)) {
            BoxSearch min = new BoxSearch(device, index, index.boxes(), BoxPredicate.INTERSECTS, null, 1, Monitor.NONE);
            TreeLayout layout = index.layout();
            device.checkMemory("the tree", min.program(1, 1, 1), "n=" + layout.size() + ", dims=" + layout.dims());
        }
    }

    /** Makes a device fail if the tree does not fit it, so that the other devices answer. */
    private void checkMember(Context device) {
        try {
            checkFits(device);
        } catch (IllegalArgumentException e) {
            throw new DeviceException(e.getMessage(), e);
        }
    }

    public Matches search(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        return search(queries, null, false, predicate, monitor);
    }

    /**
     * All matches of each query except itself.
     *
     * @param own for each query its own row, which is no match of it; null if queries are other boxes
     * @param once whether each pair is a match of its lower row only
     */
    public Matches search(Boxes queries, int[] own, boolean once, BoxPredicate predicate, Monitor monitor) {
        long start = System.nanoTime();
        Team some = team.forItems(queries.size());
        int[] order = some.isShared() || onHost(context) ? order(queries) : null;
        Boxes asked = some.isShared() && order != null ? HostArrays.gather(queries, order, context.workers()) : queries;
        int[] rows = own == null || order == null
                ? own
                : Arrays.stream(order).map(query -> own[query]).toArray();
        BoxRegions regions = new BoxRegions(queries.size(), rows, once);
        MatchCollector collector = new MatchCollector(regions, index.boxes().size(), context.workers());
        long orderNanos = System.nanoTime() - start;
        ExecutionReport found = some.run(monitor, (device, batches, watcher) -> {
            checkMember(device);
            return run(device, asked, asked == queries ? order : null, predicate, regions, collector, batches, watcher);
        });
        return collector.result(order, predicate.metric(), found.withRefinement(orderNanos));
    }

    /** An order in which consecutive queries follow the same paths on the host; for the tree's own boxes, the order of the tree. */
    private int[] order(Boxes queries) {
        return queries == index.boxes() ? index.ids() : QueryOrder.of(queries, context.workers());
    }

    /** Whether the host searches: on the JVM, or if there is nothing to search. */
    private boolean onHost(Context device) {
        return device.onJvm() || index.layout().size() == 0;
    }

    public Matches searchLevels(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        BoxRegions regions = new BoxRegions(queries.size(), null, false);
        MatchCollector collector = new MatchCollector(regions, index.boxes().size(), context.workers());
        ExecutionReport searched =
                FrontierSearch.of(context, index, queries, predicate, monitor).run(collector);
        return collector.result(null, predicate.metric(), searched);
    }

    /** All matches of each query, by parts. */
    public void search(Boxes queries, BoxPredicate predicate, Monitor monitor, Matches.Consumer consumer) {
        BoxRegions regions = new BoxRegions(queries.size(), null, false);
        run(
                context,
                queries,
                null,
                predicate,
                regions,
                new RangeMatches(regions, context.workers(), predicate.metric(), noTime(context), consumer),
                Batches.inOrder(),
                monitor);
    }

    /** Hands the candidates of queries to some work. */
    private ExecutionReport run(
            Context device,
            Boxes queries,
            int[] order,
            BoxPredicate predicate,
            BoxRegions regions,
            RangeWork work,
            Batches batches,
            Monitor monitor) {
        if (!onHost(device)) {
            return new BoxSearch(device, index, queries, predicate, regions, Integer.MAX_VALUE, monitor)
                    .run(batches, work);
        }
        long start = System.nanoTime();
        new HostSearch(index, queries, order, predicate, device.workers())
                .handOver(queries.size(), batches, work, monitor);
        return noTime(device).withRefinement(System.nanoTime() - start);
    }

    private static ExecutionReport noTime(Context device) {
        return ExecutionReport.noTime(device.device(), JoinMethod.R_TREE);
    }

    /** The number of matches of each query. */
    public int[] count(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        if (!onHost(context)) {
            return new BoxSearch(context, index, queries, predicate, null, Integer.MAX_VALUE, monitor).count();
        }
        int[] counts = new int[queries.size()];
        forEachQuery(
                queries, predicate, monitor, (cursor, query, at) -> counts[query] = cursor.count(queries.array(), at));
        return counts;
    }

    /** Whether each query has a match. */
    public boolean[] exists(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        boolean[] exists = new boolean[queries.size()];
        if (!onHost(context)) {
            int[] counts = new BoxSearch(context, index, queries, predicate, null, 1, monitor).count();
            for (int query = 0; query < counts.length; query++) {
                exists[query] = counts[query] > 0;
            }
            return exists;
        }
        forEachQuery(
                queries, predicate, monitor, (cursor, query, at) -> exists[query] = cursor.exists(queries.array(), at));
        return exists;
    }

    /** Passes the matches of a query, given by its lower and then its upper bounds, to a visitor on this thread. */
    public void forEachMatch(double[] query, BoxPredicate predicate, IntPredicate visitor) {
        new BoxCursor(index, index.tree(context.workers()), predicate).forEachMatch(query, 0, visitor);
    }

    /** Begins a search for the boxes around one query, given by its lower and then its upper bounds, on this thread. */
    private RTreeRows around(double[] query, double radius, Metric metric) {
        BoxPredicate.checkMetric(metric);
        double[] tree = index.tree(context.workers());
        return new RTreeRows(
                index, tree, query, metric.largestKey(radius), metric.norm().code());
    }

    /** The boxes nearest to one query, on this thread. */
    public Neighbors nearest(double[] query, int k, double radius, Metric metric) {
        int boxes = index.layout().size();
        NeighborSizes.slots(k, boxes);
        Device host = context.onJvm()
                ? context.device()
                : JvmBackend.device(context.workers().threads());
        return around(query, radius, metric).neighbors(k, boxes, metric, JoinMethod.R_TREE, host);
    }

    /** Passes the boxes around one query to a visitor, the nearest first, on this thread. */
    public void forEachNearest(double[] query, Metric metric, Neighbors.Visitor visitor) {
        around(query, Double.POSITIVE_INFINITY, metric).visit(metric, visitor);
    }

    private interface Work {
        void run(BoxCursor cursor, int query, int at);
    }

    private void forEachQuery(Boxes queries, BoxPredicate predicate, Monitor monitor, Work work) {
        int size = queries.size();
        int width = 2 * queries.dims();
        int[] order = QueryOrder.of(queries, context.workers());
        double[] tree = index.tree(context.workers());
        BatchProgress progress = new BatchProgress(monitor, 0, size, size);
        context.workers()
                .forEachSlice(
                        size,
                        1,
                        (begin, end) -> {
                            BoxCursor cursor = new BoxCursor(index, tree, predicate);
                            for (int i = begin; i < end; i++) {
                                int query = order == null ? i : order[i];
                                work.run(cursor, query, query * width);
                            }
                        },
                        progress);
        progress.stopIfCancelled();
    }

    public Neighbors nearest(Boxes queries, int k, double radius, Metric metric, Monitor monitor) {
        int n = index.layout().size();
        int slots = NeighborSizes.slots(k, n);
        BoxPredicate.checkMetric(metric);
        double limit = metric.largestKey(radius);
        NeighborSlots found = new NeighborSlots(queries.size(), k, n, n == 0, context.workers());
        if (n == 0 || queries.size() == 0) {
            return found.neighbors(metric, noTime(context));
        }
        NearestSearch.Times times = NearestSearch.run(
                context,
                index,
                metric.norm(),
                false,
                queries.size(),
                Batches.inOrder(),
                new NearestBoxes(queries, slots, limit, found, context.workers()),
                monitor);
        return found.neighbors(
                metric,
                new ExecutionReport(context.device(), JoinMethod.R_TREE, 0, times.device(), times.hostNanos(), 0));
    }

    /** Writes the boxes nearest to each query, which are in order. */
    private record NearestBoxes(Boxes boxes, int candidates, double limit, NeighborSlots slots, Workers workers)
            implements NearestWork {

        private static final int MIN_SLICE = 64;

        @Override
        public int size() {
            return boxes.size();
        }

        @Override
        public double[] queries() {
            return boxes.array();
        }

        @Override
        public void writeLimits(double[] limits) {
            limits[TreeNearest.LIMIT] = limit;
            limits[TreeNearest.SCALE] = 1;
        }

        @Override
        public void accept(int first, int count, Found found, Progress progress) {
            workers.forEachSlice(
                    count,
                    MIN_SLICE,
                    (begin, end) -> {
                        found.forEach(
                                begin,
                                end,
                                item -> slots.writeUsed(
                                        first + found.of(item),
                                        found.rows(),
                                        found.keys(),
                                        item * candidates,
                                        candidates,
                                        !found.heap()));
                    },
                    progress);
        }
    }
}
