package dev.gyre.engine.index;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.Duplicates;
import dev.gyre.engine.kdtree.KdJoin;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.kdtree.KdTreeOptions;
import dev.gyre.engine.knn.KnnJoin;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
    private final Map<SearchCandidate, Searcher> searchers = new EnumMap<>(SearchCandidate.class);
    private final Map<SearchCandidate, String> absent;
    private final List<String> sources = new ArrayList<>();
    private final String choice;
    private volatile boolean closed;

    /** A search and the way that it takes. */
    private record Choice(SearchCandidate way, Map<SearchCandidate, Double> seconds) {}

    private NeighborIndex(
            Points points,
            int spaceDims,
            NeighborIndexOptions options,
            Place jvm,
            Optional<Place> device,
            CostModel costs) {
        this.points = points;
        this.metric = options.metric();
        this.spaceDims = spaceDims;
        sources.add(costs.source(jvm.backend().device()));
        device.ifPresent(place -> sources.add(costs.source(place.backend().device())));
        absent = new EnumMap<>(SearchCandidate.class);
        Map<SearchCandidate, Place> places = new EnumMap<>(SearchCandidate.class);
        for (SearchCandidate way : SearchCandidate.values()) {
            Optional<Place> place = way.isOnDevice() ? device : Optional.of(jvm);
            String why = obstacle(way, options, place);
            if (why.isEmpty()) {
                places.put(way, place.orElseThrow());
            } else {
                absent.put(way, why);
            }
        }
        if (places.isEmpty()) {
            throw new IllegalArgumentException("the index has no way to search: " + absent);
        }
        Map<SearchCandidate, DeviceCosts> costsOfWays = new EnumMap<>(SearchCandidate.class);
        places.forEach((way, place) -> costsOfWays.put(way, place.costs()));
        long expectedQueries = options.expectedQueries() == NeighborIndexOptions.AS_MANY_AS_POINTS
                ? points.size()
                : options.expectedQueries();
        Workload expected = new Workload(points.size(), expectedQueries, spaceDims, options.expectedK());
        IndexPlan plan = IndexPlan.cheapest(expected, costsOfWays);
        choice = describe(plan, expected, places);
        places.forEach((way, place) -> {
            if (!way.isTree()) {
                KnnJoin join = new KnnJoin(place.backend(), place.workers(), place.memoryLimit());
                searchers.put(way, new BruteForceSearcher(join, points, metric, place.costs()));
            } else if (plan.builder().isEmpty()) {
                absent.put(way, "no tree was built: it would not pay for the expected searches");
            }
        });
        plan.builder().ifPresent(builder -> addTrees(places, builder, options.monitor()));
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
        int spaceDims = options.metric().toSpace(points).dims();
        boolean onJvm = backend.device().type() == Device.Type.JVM;
        Place place = new Place(backend, workers, memoryLimit, costs.of(backend.device()));
        if (onJvm) {
            return new NeighborIndex(points, spaceDims, options, place, Optional.empty(), costs);
        }
        Backend host = new JvmBackend(workers);
        Place jvm = new Place(host, workers, memoryLimit, costs.of(host.device()));
        return new NeighborIndex(points, spaceDims, options, jvm, Optional.of(place), costs);
    }

    /** Why a way cannot be taken, or the empty text. */
    private String obstacle(SearchCandidate way, NeighborIndexOptions options, Optional<Place> place) {
        if (!options.candidates().contains(way)) {
            return "not among the candidates";
        }
        if (place.isEmpty()) {
            return "the engine runs on the JVM";
        }
        boolean fits = !way.isTree()
                || KdJoin.fits(
                        points.size(),
                        spaceDims,
                        place.get().backend().device(),
                        place.get().memoryLimit());
        return fits ? "" : "a tree takes up to " + KdTree.MAX_DIMENSIONS + " dimensions and has to fit the memory";
    }

    private void addTrees(Map<SearchCandidate, Place> places, SearchCandidate builder, Monitor monitor) {
        Place built = places.get(builder);
        KdTree tree = KdTree.build(
                built.backend(),
                built.workers(),
                built.memoryLimit(),
                points,
                new KdTreeOptions(metric, Duplicates.KEEP, monitor));
        places.forEach((way, place) -> {
            if (way.isTree()) {
                searchers.put(way, new TreeSearcher(way == builder ? tree : tree.on(place.backend()), place.costs()));
            }
        });
    }

    private static String describe(IndexPlan plan, Workload expected, Map<SearchCandidate, Place> places) {
        String tree = plan.builder()
                .map(builder ->
                        "a kd-tree, built on " + places.get(builder).backend().device())
                .orElse("no tree");
        return tree + ": the cheapest for " + expected.queries() + " queries of k=" + expected.k() + " among "
                + expected.points() + " points of " + expected.dims() + " dimensions, " + seconds(plan.seconds())
                + " expected";
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
            String text =
                    estimate == null ? absent.get(way) : seconds(estimate) + (way == search.way() ? ", taken" : "");
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

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3g s", seconds);
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
