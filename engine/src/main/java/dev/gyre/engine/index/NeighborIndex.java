package dev.gyre.engine.index;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.knn.KnnJoin;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An index of points for searches of their nearest neighbors, each by the way that is taken to be the fastest for it: all
 * distances or a kd-tree, on the JVM or on the engine's device. So one index answers a single query on the JVM and a million on
 * a GPU. The answers are the same whatever the way.
 *
 * <p>Whether a tree is built, and where, is settled when the index is made, by a {@link CostModel} and the searches that are
 * {@linkplain NeighborIndexOptions#expecting expected}, as if they came in one call; a tree that was built on one of JVM and
 * device is searched on both. Each search then takes the cheapest of the ways that are there. {@link #explain} tells which one
 * that is, and the report of the neighbors which one it was.
 *
 * <p>Memory and time are those of the way: see {@link KnnJoin} and {@link KdTree}. Choosing takes microseconds.
 *
 * <p>Safe for use by several threads; searches of a tree on a device wait for each other. It lives as long as its engine;
 * closing it frees the device's memory and may be repeated.
 */
public final class NeighborIndex implements AutoCloseable {

    private final Points points;
    private final Metric metric;
    private final int spaceDims;
    private final Map<SearchCandidate, Searcher> searchers;
    private final Map<SearchCandidate, String> absent;
    private final String choice;
    private final List<String> sources;
    private volatile boolean closed;

    /** The way that a search takes, and what each one is estimated to take. */
    private record Choice(SearchCandidate way, Map<SearchCandidate, Double> seconds) {}

    private NeighborIndex(NeighborIndexBuild build, List<String> sources) {
        this.points = build.points();
        this.metric = build.options().metric();
        this.spaceDims = build.spaceDims();
        this.searchers = build.searchers();
        this.absent = build.absent();
        this.choice = build.choice();
        this.sources = sources;
    }

    /**
     * Makes an index.
     *
     * @param backend the engine's device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on a device may take
     * @param costs what searches cost
     * @param points the points
     * @param options metric, expected searches, ways that may be taken, monitor
     * @return the index
     * @throws IllegalArgumentException if the metric does not take the points, or if none of the ways can be taken; the message
     *     says why for each
     */
    public static NeighborIndex build(
            Backend backend,
            Workers workers,
            long memoryLimit,
            CostModel costs,
            Points points,
            NeighborIndexOptions options) {
        Backend host = backend.device().type() == Device.Type.JVM ? backend : new JvmBackend(workers);
        Map<Boolean, Place> places = new LinkedHashMap<>();
        for (Backend each : host == backend ? List.of(host) : List.of(host, backend)) {
            places.put(each != host, new Place(each, workers, memoryLimit, costs.of(each.device())));
        }
        List<String> sources = places.values().stream()
                .map(place -> costs.source(place.backend().device()))
                .toList();
        return new NeighborIndex(new NeighborIndexBuild(points, options, places), sources);
    }

    /**
     * The points of the index.
     *
     * @return the points
     */
    public Points points() {
        return points;
    }

    /**
     * The number of points.
     *
     * @return the number
     */
    public int size() {
        return points.size();
    }

    /**
     * The dimensions of points and queries.
     *
     * @return the number
     */
    public int dims() {
        return points.dims();
    }

    /**
     * The metric of all searches.
     *
     * @return the metric
     */
    public Metric metric() {
        return metric;
    }

    /**
     * What was built, and why.
     *
     * @return one line
     */
    public String choice() {
        return choice;
    }

    /**
     * The k nearest points of every query. A query that is a point of the index finds itself.
     *
     * @param queries the queries, of the dimensions of the points
     * @param k neighbors per query, 1 or more; where there are fewer points the remaining slots are unused
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException if k is less than 1, if the dimensions differ, if the metric does not take the queries,
     *     or if the result or the memory limit does not take the search
     * @throws IllegalStateException if the index is closed
     */
    public Neighbors nearest(Points queries, int k) {
        return nearest(queries, k, Monitor.NONE);
    }

    /**
     * {@link #nearest(Points, int)}, watched.
     *
     * @param queries the queries
     * @param k neighbors per query
     * @param monitor watches the search
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public Neighbors nearest(Points queries, int k, Monitor monitor) {
        checkOpen();
        KnnJoin.checkK(k, points);
        KnnJoin.checkDims(queries, points);
        return searchers.get(choose(queries.size(), k, false).way()).nearest(queries, k, monitor);
    }

    /**
     * The k nearest other points of every point of the index: the self-join. A point is left out of its own neighbors by its
     * row, not by its coordinates.
     *
     * @param k neighbors per point, 1 or more; where there are fewer other points the remaining slots are unused
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException if k is less than 1, or if the result or the memory limit does not take the search
     * @throws IllegalStateException if the index is closed
     */
    public Neighbors nearestOthers(int k) {
        return nearestOthers(k, Monitor.NONE);
    }

    /**
     * {@link #nearestOthers(int)}, watched.
     *
     * @param k neighbors per point
     * @param monitor watches the search
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException as {@link #nearestOthers(int)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public Neighbors nearestOthers(int k, Monitor monitor) {
        checkOpen();
        KnnJoin.checkK(k, points);
        return searchers.get(choose(points.size(), k, true).way()).nearestOthers(k, monitor);
    }

    /**
     * How a search would be done: what it is estimated to take each way, which one is taken, what was built and why, and where
     * the estimates are from.
     *
     * @param queries number of queries, 0 or more
     * @param k neighbors per query, 1 or more
     * @return some lines
     * @throws IllegalArgumentException if a number is out of range
     * @throws IllegalStateException if the index is closed
     */
    public String explain(int queries, int k) {
        checkOpen();
        KnnJoin.checkK(k, points);
        if (queries < 0) {
            throw new IllegalArgumentException("queries must be 0 or more: queries=" + queries);
        }
        Choice search = choose(queries, k, false);
        List<String> lines = new ArrayList<>();
        lines.add(queries + " queries of k=" + k + " among " + points.size() + " points of " + spaceDims
                + " dimensions:");
        for (SearchCandidate way : SearchCandidate.values()) {
            Double estimate = search.seconds().get(way);
            String text = estimate == null
                    ? absent.get(way)
                    : IndexPlan.text(estimate) + (way == search.way() ? ", taken" : "");
            lines.add(String.format(Locale.ROOT, "  %-19s %s", way, text));
        }
        lines.add("built: " + choice);
        lines.addAll(sources);
        return lines.stream().collect(Collectors.joining("\n"));
    }

    /** The cheapest way; the first one of equally cheap ones. */
    private Choice choose(int queries, int k, boolean self) {
        Workload work = new Workload(points.size(), queries, spaceDims, k);
        Map<SearchCandidate, Double> seconds = new EnumMap<>(SearchCandidate.class);
        SearchCandidate cheapest = null;
        for (Map.Entry<SearchCandidate, Searcher> entry : searchers.entrySet()) {
            seconds.put(entry.getKey(), entry.getValue().estimate(work, self));
            if (cheapest == null || seconds.get(entry.getKey()) < seconds.get(cheapest)) {
                cheapest = entry.getKey();
            }
        }
        return new Choice(cheapest, seconds);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the index is closed");
        }
    }

    @Override
    public void close() {
        closed = true;
        searchers.values().forEach(Searcher::close);
    }
}
