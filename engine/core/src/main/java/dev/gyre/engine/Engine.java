package dev.gyre.engine;

import dev.gyre.engine.canary.Verifier;
import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.cluster.Hdbscan;
import dev.gyre.engine.cluster.NeighborGraphs;
import dev.gyre.engine.cluster.OutlierSearch;
import dev.gyre.engine.cluster.SpanningTrees;
import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.fold.Autocorrelations;
import dev.gyre.engine.fold.PairCounts;
import dev.gyre.engine.fold.Statistics;
import dev.gyre.engine.join.BoxJoins;
import dev.gyre.engine.join.KnnJoins;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.join.RadiusJoins;
import dev.gyre.engine.join.TopKJoins;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Joins and searches points and boxes, and sorts, partitions and selects from arrays. Calls run on the device of the settings. With the
 * automatic choice, each call runs on the device that is estimated to finish first: see {@link Planner}.
 *
 * <pre>{@code
 * try (Engine engine = Engine.open()) {
 *     Points cities = Points.of(coordinates, 2);
 *     Neighbors near = engine.knnSelfJoin(cities, 5);
 * }
 * }</pre>
 *
 * <p>Answers are the same on every device: neighbors in ascending order of (key, id), where the metric's
 * {@link dev.gyre.engine.data.Norm} defines the key, in {@code double}. Inputs are never changed.
 *
 * <p>Safe for use by several threads. Each operation uses all threads of the engine, and the caller's is one of them. On the JVM, operations of
 * several callers take turns of some milliseconds, and each begins at once on its caller's thread: a short one does not wait for long ones. On
 * another device they take turns phase by phase: an operation waits for at most one batch of each other one. User code, such as score
 * functions, runs on these threads; monitors are called on the caller's thread alone.
 *
 * <p>If a monitor or an interrupt ends an operation, it throws a {@link java.util.concurrent.CancellationException}, and the thread stays
 * interrupted. An operation that begins on an interrupted thread ends so, however short it is. Two kinds go on: explanations, and queries of a
 * tree one at a time on the caller's thread ({@code forEach...}, or with an array as the query). For wrong input, such as points that a
 * metric does not accept, an operation throws an {@link IllegalArgumentException}. The engine stays usable after both. Closing frees threads
 * and device and may be repeated; an operation on a closed engine throws an {@link IllegalStateException}.
 */
public final class Engine implements AutoCloseable {

    private final Settings settings;
    private final Workers workers;
    private final Planner planner;
    private volatile boolean closed;

    /** Opens an engine with the given devices instead of this machine's, for tests. */
    Engine(Settings settings, Devices devices) {
        this.settings = settings;
        this.workers = new Workers(settings.threads());
        try {
            this.planner = devices.planner(workers);
        } catch (RuntimeException | Error e) {
            workers.close();
            throw e;
        }
    }

    /**
     * Opens an engine with {@link Settings#load()}.
     *
     * @return the engine, which the caller closes
     * @throws IllegalArgumentException if a setting cannot be read
     */
    public static Engine open() {
        return open(Settings.load());
    }

    /**
     * Opens an engine.
     *
     * @param settings device, threads, memory limit
     * @return the engine, which the caller closes
     * @throws IllegalArgumentException if the device is unknown; the message lists the known ones
     * @throws dev.gyre.engine.program.DeviceException if the device cannot be opened
     */
    public static Engine open(Settings settings) {
        return new Engine(settings, Devices.of(settings));
    }

    /** {@return the version of Gyre, such as {@code 0.1.0}} */
    public static String version() {
        return Version.ofThisBuild();
    }

    /**
     * Returns the device that this engine runs on. With the automatic choice, each call chooses its device, and the report of
     * its result names it. This method then returns the device of the latest call, or the JVM before any call.
     *
     * @return the device
     */
    public Device device() {
        return planner.latest().device();
    }

    /**
     * Returns the reason for this device: the settings, or the findings of the automatic choice so far. The automatic choice excludes
     * devices that failed {@code gyre verify}, a first probe, or a call. The call in which a device fails throws an exception; later calls
     * run on the JVM.
     *
     * @return one line
     */
    public String choice() {
        return planner.reason();
    }

    /**
     * Returns the memory of the kept programs that are not in use; they save later calls of the same kind the compilation. They use at most
     * {@link Settings#keptMemory()} on a device. The least recently used programs are freed first. On the JVM, where nothing is compiled, a
     * program is kept only with data that it has taken in, and until the garbage collector frees that data.
     *
     * @return bytes on all devices; the host holds the same number again
     */
    public long keptMemory() {
        return planner.keptBytes();
    }

    /**
     * Frees all kept programs that are not in use. The next call of each kind compiles its program again.
     *
     * @throws dev.gyre.engine.program.DeviceException if a device could not free a program, now or after an earlier call, which did not fail
     *     for that; the others are free
     */
    public void release() {
        planner.release();
    }

    /**
     * Returns what each device did in the calls of this engine so far, whether the results of these calls have reports or not. The difference
     * before and after a call is the work of that call, if no other one runs at the same time. Phases that failed, programs of {@link #prepare}
     * and loops of the host beside the device's programs are not counted. With several programs at once, the times of a device overlap.
     *
     * @return the sums since the engine was opened, for the JVM and each other open device
     */
    public Map<Device, Execution.Work> work() {
        return planner.work();
    }

    /** {@return the settings that the engine was opened with} */
    public Settings settings() {
        return settings;
    }

    /**
     * Finds the k nearest other points of every point. Each point excludes itself by its row, not by its coordinates, so that a
     * duplicate is a neighbor at distance 0.
     *
     * <p>The planner chooses the method that is estimated to be the fastest, see {@link #explainKnnJoin}.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more; if there are fewer other points, the remaining slots are unused
     * @return the neighbors, one row per point
     * @throws IllegalArgumentException if k is less than 1, or if the join exceeds the result size or the memory limit
     */
    public Neighbors knnSelfJoin(Points points, int k) {
        return new KnnJoins(openPlanner()).nearest(points, points, true, k, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #knnSelfJoin(Points, int)} with options.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more
     * @param options metric, monitor, method
     * @return the neighbors, one row per point
     */
    public Neighbors knnSelfJoin(Points points, int k, JoinOptions options) {
        return new KnnJoins(openPlanner()).nearest(points, points, true, k, options);
    }

    /**
     * Finds the k nearest points of every query.
     *
     * <p>The planner chooses the method that is estimated to be the fastest, see {@link #explainKnnJoin}.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more; if there are fewer points, the remaining slots are unused
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException as {@link #knnSelfJoin(Points, int)}, or if the dimensions differ
     */
    public Neighbors knnJoin(Points queries, Points points, int k) {
        return knnJoin(queries, points, k, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #knnJoin(Points, Points, int)} with options.
     *
     * @param queries the queries
     * @param points the points
     * @param k neighbors per query
     * @param options metric, monitor, method
     * @return the neighbors, one row per query
     */
    public Neighbors knnJoin(Points queries, Points points, int k, JoinOptions options) {
        return new KnnJoins(openPlanner()).nearest(queries, points, false, k, options);
    }

    /**
     * Finds the k nearest other points of every point by {@link dev.gyre.engine.data.JoinMethod#HYBRID_GRID} with the given parameters, for
     * research. The method is in a module of its own, {@code gyre-methods}.
     *
     * @param points the points, of up to 6 dimensions in the space of the metric
     * @param k neighbors per point, 1 or more
     * @param options metric, monitor
     * @param parameters parameters of the method
     * @return the neighbors, one row per point; the report has the shares of the device and the JVM; its fallbacks are the queries that
     *     found too few points on the device
     * @throws IllegalArgumentException if k is less than 1, if a grid does not support the metric or the dimensions, or if grid or tree
     *     exceed the memory
     * @throws IllegalStateException if the module is missing
     */
    public Neighbors hybridGridSelfJoin(Points points, int k, JoinOptions options, HybridGridOptions parameters) {
        return new KnnJoins(openPlanner()).hybrid(points, k, options, parameters);
    }

    /**
     * Explains how a join of k nearest neighbors would run.
     *
     * @param queries number of queries; for a self-join, the number of points
     * @param points the points
     * @param k neighbors per query
     * @param options metric, method
     * @return the method and its reason, the estimated time of each method on each device, and the source of the estimates
     */
    public String explainKnnJoin(int queries, Points points, int k, JoinOptions options) {
        return new KnnJoins(openPlanner()).explain(queries, points, k, options);
    }

    /**
     * Finds all other points within a radius of every point, the radius itself included. Each point excludes itself by its row,
     * not by its coordinates; each pair is found from both sides.
     *
     * <p>Uses a kd-tree, or a grid if the points are evenly dense. If the points or the metric allow neither, it compares all pairs: see
     * {@link #explainRadiusJoin}. {@link #openRadiusSelfJoin} delivers results of any size.
     *
     * @param points the points
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the matches, one row per point, each ascending by (key, id)
     * @throws IllegalArgumentException if the radius is negative or NaN, or if the join exceeds the result size or the memory
     *     limit
     */
    public Matches radiusSelfJoin(Points points, double radius) {
        return radiusSelfJoin(points, radius, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #radiusSelfJoin(Points, double)} with options.
     *
     * @param points the points
     * @param radius largest distance
     * @param options metric, monitor, method
     * @return the matches, one row per point
     */
    public Matches radiusSelfJoin(Points points, double radius, JoinOptions options) {
        return new RadiusJoins(openPlanner()).within(points, points, true, radius, options);
    }

    /**
     * Finds all right points within a distance of every left point, the distance itself included.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the matches, one row per left point, each ascending by (key, id)
     * @throws IllegalArgumentException as {@link #radiusSelfJoin(Points, double)}, or if the dimensions differ
     */
    public Matches distanceJoin(Points left, Points right, double radius) {
        return distanceJoin(left, right, radius, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #distanceJoin(Points, Points, double)} with options.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param radius largest distance
     * @param options metric, monitor, method
     * @return the matches, one row per left point
     */
    public Matches distanceJoin(Points left, Points right, double radius, JoinOptions options) {
        return new RadiusJoins(openPlanner()).within(left, right, false, radius, options);
    }

    /**
     * Finds the minimum spanning tree of points: the n - 1 edges that connect all rows with the least total length.
     *
     * @param points the points
     * @return the tree
     * @throws IllegalArgumentException if the points exceed the memory limit
     */
    public SpanningTree spanningTree(Points points) {
        return spanningTree(points, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #spanningTree(Points)} with options.
     *
     * @param points the points
     * @param options metric, monitor, method
     * @return the tree
     */
    public SpanningTree spanningTree(Points points, JoinOptions options) {
        return spanningTree(points, 1, options);
    }

    /**
     * Finds the minimum spanning tree by mutual reachability. The core distance of a row is the distance to its nearest rows, up to a number
     * of them. The length of an edge is the largest of the distance between two rows and their core distances, so that rows where few others
     * are lie farther apart.
     *
     * @param points the points
     * @param minPoints rows up to the core distance, the row itself and equal ones included; 1 to n
     * @return the tree
     * @throws IllegalArgumentException if minPoints is not in 1..n, unless there is at most one row; or if the points exceed the memory limit
     */
    public SpanningTree spanningTree(Points points, int minPoints) {
        return spanningTree(points, minPoints, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #spanningTree(Points, int)} with options.
     *
     * <p>It runs Borůvka's algorithm over a kd-tree on the device: about log n rounds, in each of which rows look for the nearest row of
     * another component. O(n log n) for most points, also if many are equal. Memory on the host: 100 bytes for each row besides the tree.
     *
     * @param points the points
     * @param minPoints rows up to the core distance, the row itself and equal ones included
     * @param options metric, monitor, method
     * @return the tree
     * @throws IllegalArgumentException also if the metric is a power, or none that trees support, or if the method is not that of trees
     */
    public SpanningTree spanningTree(Points points, int minPoints, JoinOptions options) {
        return new SpanningTrees(openPlanner()).of(points, minPoints, options);
    }

    /**
     * Finds clusters of any density by HDBSCAN* (Campello, Moulavi and Sander, 2013): of all clusters of DBSCAN* that there are with any
     * radius, those that last longest.
     *
     * <p>The definitions are those of the hdbscan package and of scikit-learn from 1.3 on: see {@link HdbscanOptions}, {@link
     * dev.gyre.engine.data.Hierarchy.CondensedTree} and {@link Hierarchy}. Where distances are equal, the order of the edges of {@link
     * #spanningTree(Points, int)} decides, and labels are numbered by the least rows of their clusters: so labels are the same on every
     * device. With fewer rows than {@code minPoints}, core distances are those to the farthest row. Fewer rows than {@code minClusterSize}
     * are noise.
     *
     * <p>Its time is that of the spanning tree, and O(n log n) at most on the threads of the host. Memory on the host: about 100 bytes
     * for each row besides the spanning tree.
     *
     * @param points the points
     * @param options sizes, selection, metric, monitor
     * @return labels, probabilities and outlier scores of all rows, and the trees that they come from
     * @throws IllegalArgumentException if the metric is a power, or none that trees support, or if the points exceed the memory limit
     */
    public Hierarchy hdbscan(Points points, HdbscanOptions options) {
        return new Hdbscan(openPlanner()).clusters(points, options);
    }

    /**
     * Opens a self-join within a radius for results of any size: the join counts its matches and passes them on part by part.
     *
     * @param points the points
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @param options metric, method, and a monitor that watches the preparation and the count
     * @return the join, valid until the engine is closed
     * @throws IllegalArgumentException if the radius is negative or NaN, or if the metric does not accept the points
     */
    public DistanceJoin openRadiusSelfJoin(Points points, double radius, JoinOptions options) {
        return new RadiusJoins(openPlanner()).open(points, points, true, radius, options);
    }

    /**
     * Opens a join of two sets within a distance for results of any size: the join counts its matches and passes them on part by part.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @param options metric, method, and a monitor that watches the preparation and the count
     * @return the join, valid until the engine is closed
     * @throws IllegalArgumentException as {@link #openRadiusSelfJoin}, or if the dimensions differ
     */
    public DistanceJoin openDistanceJoin(Points left, Points right, double radius, JoinOptions options) {
        return new RadiusJoins(openPlanner()).open(left, right, false, radius, options);
    }

    /**
     * Explains how a self-join with few matches would run: by a kd-tree, by a grid, or by brute force on the threads of the host. The
     * report of the matches names the method too.
     *
     * @param points the points; for a join of two sets, the right points
     * @param options metric, method
     * @return the method and its reason, its estimated time on each device, and the source of the estimates
     */
    public String explainRadiusJoin(Points points, JoinOptions options) {
        return new RadiusJoins(openPlanner()).explain(points, options);
    }

    /**
     * Explains how {@link #dbscan} would run. The report of the clusters names the device too.
     *
     * @param points the points
     * @param minPoints fewest rows near a core row, itself included
     * @param options metric
     * @return the method, its estimated time on each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #dbscan(Points, double, int, JoinOptions)}
     */
    public String explainDbscan(Points points, int minPoints, JoinOptions options) {
        return Dbscan.explain(openPlanner(), points, minPoints, options);
    }

    /**
     * Explains how {@link #spanningTree} would run, and with it {@link #hdbscan}, whose other steps are those of the host.
     *
     * @param points the points
     * @param minPoints rows of which the last one is at the core distance, the row itself included; 1 for distances alone
     * @param options metric
     * @return the method, its estimated time on each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #spanningTree(Points, int, JoinOptions)}
     */
    public String explainSpanningTree(Points points, int minPoints, JoinOptions options) {
        return SpanningTrees.explain(openPlanner(), points, minPoints, options);
    }

    /**
     * Explains how {@link #pairCounts} would run; of one set, the left points are the right ones. A sample of pairs tells how many there are
     * within the largest radius.
     *
     * @param left the left points
     * @param right the right points
     * @param options metric
     * @param radii largest distances
     * @return the method, its estimated time on each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #pairCounts(Points, Points, JoinOptions, double...)}
     */
    public String explainPairCounts(Points left, Points right, JoinOptions options, double... radii) {
        return PairCounts.explain(openPlanner(), left, right, options, radii);
    }

    /**
     * Explains how {@link #neighborStatistics} would run; of one set, the queries are the points. A sample of pairs tells how many neighbors
     * there are. For {@link #nearestStatistics}, see {@link #explainKnnJoin}.
     *
     * @param queries the queries
     * @param points the points
     * @param radius largest distance
     * @param options metric
     * @return the method, its estimated time on each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #neighborStatistics(Points, Points, double[][], double, JoinOptions)}
     */
    public String explainNeighborStatistics(Points queries, Points points, double radius, JoinOptions options) {
        return Statistics.explain(openPlanner(), queries, points, radius, options);
    }

    /**
     * Makes a graph of the k nearest other points of every point: a row for each point, with the points that it has edges to.
     *
     * <p>Its time is that of {@link #knnSelfJoin(Points, int)}, and O(n k) by all threads of the host. Memory: that of the neighbors, and 12
     * bytes per edge.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more; if there are fewer other points, all of them
     * @param kind which pairs are edges
     * @return the edges, each row ascending by (key, id)
     * @throws IllegalArgumentException if k is less than 1, or if the neighbors or the edges exceed the result size or the memory limit
     */
    public Matches neighborGraph(Points points, int k, GraphKind kind) {
        return neighborGraph(points, k, kind, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #neighborGraph(Points, int, GraphKind)} with options.
     *
     * @param points the points
     * @param k neighbors per point
     * @param kind which pairs are edges
     * @param options metric, monitor, method of the join
     * @return the edges, each row ascending by (key, id)
     */
    public Matches neighborGraph(Points points, int k, GraphKind kind, JoinOptions options) {
        return new NeighborGraphs(openPlanner()).graph(points, k, kind, options);
    }

    /**
     * Scores how much of an outlier every point is, by its k nearest other points.
     *
     * <p>Its time is that of {@link #knnSelfJoin(Points, int)}, and O(n k) by all threads of the host. Memory: that of the neighbors, and 32
     * bytes per point.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more; if there are fewer other points, all of them
     * @return k-distance, mean distance and local outlier factor of every point
     * @throws IllegalArgumentException if k is less than 1, if the join exceeds the result size or the memory limit, or if the metric is the
     *     inner product, which is not a distance
     */
    public OutlierScores outliers(Points points, int k) {
        return outliers(points, k, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #outliers(Points, int)} with options.
     *
     * @param points the points
     * @param k neighbors per point
     * @param options metric, monitor, method of the join
     * @return k-distance, mean distance and local outlier factor of every point
     */
    public OutlierScores outliers(Points points, int k, JoinOptions options) {
        return new OutlierSearch(openPlanner()).scores(points, k, options);
    }

    /**
     * Tells how much values resemble those of their neighbors in a graph: Moran's I and Geary's C, with a test by permutations that all share
     * the graph, and the local I of each row.
     *
     * <p>The threads of the host do it; with strict settings it fails. The bits are the same for any number of threads. {@code O(e p)} for e
     * edges and p permutations. Memory on the host: 20 bytes for each row, 8 more for each thread, 4 for each edge.
     *
     * @param graph edges from each row to its neighbors, such as those of {@link #neighborGraph} or {@link #radiusSelfJoin}; distances have no
     *     effect
     * @param values a value for each row, up to 2^400 in magnitude
     * @param options weights, permutations, seed, monitor
     * @return the statistics
     * @throws IllegalArgumentException if there is no value for each row, one is NaN or above 2^400 in magnitude, or a neighbor is no row
     */
    public Autocorrelation autocorrelation(Matches graph, double[] values, Autocorrelation.Options options) {
        return Autocorrelations.of(openPlanner(), graph, values, options);
    }

    /**
     * Finds all right boxes for which a predicate holds, for every left box.
     *
     * <p>Builds an R-tree over the right boxes for the join, see {@link #explainBoxJoin}. {@link #openBoxJoin} delivers results of any
     * size.
     *
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param predicate what must hold
     * @return the matches, one row per left box, each ascending by id; they have no distances
     * @throws IllegalArgumentException if the dimensions differ, or if the join exceeds the result size or the memory limit
     */
    public Matches boxJoin(Boxes left, Boxes right, BoxPredicate predicate) {
        return boxJoin(left, right, predicate, BoxJoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #boxJoin(Boxes, Boxes, BoxPredicate)} with options.
     *
     * @param left the left boxes
     * @param right the right boxes, of the same dimensions
     * @param predicate what must hold
     * @param options method, monitor
     * @return the matches, one row per left box
     */
    public Matches boxJoin(Boxes left, Boxes right, BoxPredicate predicate, BoxJoinOptions options) {
        return new BoxJoins(openPlanner()).join(left, right, false, predicate, options);
    }

    /**
     * Finds all other boxes for which a predicate holds, for every box. Each box excludes itself by its row, not by its bounds. If the
     * predicate holds in both directions, each pair is found from both sides.
     *
     * @param boxes the boxes
     * @param predicate what must hold
     * @return the matches, one row per box, each ascending by id; they have no distances
     * @throws IllegalArgumentException if the join exceeds the result size or the memory limit
     */
    public Matches boxSelfJoin(Boxes boxes, BoxPredicate predicate) {
        return boxSelfJoin(boxes, predicate, BoxJoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #boxSelfJoin(Boxes, BoxPredicate)} with options.
     *
     * @param boxes the boxes
     * @param predicate what must hold
     * @param options method, monitor
     * @return the matches, one row per box
     */
    public Matches boxSelfJoin(Boxes boxes, BoxPredicate predicate, BoxJoinOptions options) {
        return new BoxJoins(openPlanner()).join(boxes, boxes, true, predicate, options);
    }

    /**
     * Opens a join of boxes for results of any size: the join counts its matches and passes them on part by part.
     *
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param predicate what must hold
     * @param options method, and a monitor that watches the build and the count
     * @return the join, valid until the engine is closed
     * @throws IllegalArgumentException if the dimensions differ, or if the tree does not fit the memory
     */
    public BoxJoin openBoxJoin(Boxes left, Boxes right, BoxPredicate predicate, BoxJoinOptions options) {
        return new BoxJoins(openPlanner()).open(left, right, false, predicate, options);
    }

    /**
     * Opens a self-join of boxes for results of any size: the join counts its matches and passes them on part by part.
     *
     * @param boxes the boxes
     * @param predicate what must hold
     * @param options method, and a monitor that watches the build and the count
     * @return the join, valid until the engine is closed
     * @throws IllegalArgumentException if the tree does not fit the memory
     */
    public BoxJoin openBoxSelfJoin(Boxes boxes, BoxPredicate predicate, BoxJoinOptions options) {
        return new BoxJoins(openPlanner()).open(boxes, boxes, true, predicate, options);
    }

    /**
     * Explains how a join of boxes would run.
     *
     * @param left the left boxes; the boxes of a self-join
     * @param right the right boxes, of the same dimensions
     * @param predicate what must hold
     * @param options method
     * @return the method and its reason, the estimated time of each method on each device, and the source of the estimates
     */
    public String explainBoxJoin(Boxes left, Boxes right, BoxPredicate predicate, BoxJoinOptions options) {
        return new BoxJoins(openPlanner()).explain(left, right, predicate, options);
    }

    /**
     * Finds the k best pairs of points near each other: the pairs within the distance whose combined scores are best. They are ordered by
     * score, then by left id, then by right id. So the answer for k is the beginning of the answer for k + 1.
     *
     * @param left the left points
     * @param leftScores a score for each
     * @param right the right points, of the same dimensions
     * @param rightScores a score for each
     * @param options k, distance, score function, orders, method, monitor
     * @return the pairs, all of them if there are fewer than k
     * @throws IllegalArgumentException if numbers of rows or dimensions differ, if the metric does not accept the points, or if the
     *     function does not accept the scores
     */
    public TopPairs topKJoin(
            Points left, Scores leftScores, Points right, Scores rightScores, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).join(left, leftScores, right, rightScores, false, options);
    }

    /**
     * Performs {@link #topKJoin(Points, Scores, Points, Scores, TopKJoinOptions)} for boxes that intersect or are within the distance.
     *
     * @param left the left boxes
     * @param leftScores a score for each
     * @param right the right boxes, of the same dimensions
     * @param rightScores a score for each
     * @param options k, distance, score function, orders, method, monitor
     * @return the pairs
     * @throws IllegalArgumentException as {@link #topKJoin(Points, Scores, Points, Scores, TopKJoinOptions)}, or if the metric has no
     *     distance of boxes
     */
    public TopPairs topKJoin(Boxes left, Scores leftScores, Boxes right, Scores rightScores, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).join(left, leftScores, right, rightScores, false, options);
    }

    /**
     * Performs {@link #topKJoin(Points, Scores, Points, Scores, TopKJoinOptions)} for all pairs of different rows of one set. Each pair
     * appears once; its left row has the smaller id.
     *
     * @param points the points
     * @param scores a score for each
     * @param options k, distance, score function, orders, method, monitor
     * @return the pairs
     * @throws IllegalArgumentException as {@link #topKJoin(Points, Scores, Points, Scores, TopKJoinOptions)}
     */
    public TopPairs topKSelfJoin(Points points, Scores scores, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).join(points, scores, points, scores, true, options);
    }

    /**
     * Performs {@link #topKSelfJoin(Points, Scores, TopKJoinOptions)} for boxes.
     *
     * @param boxes the boxes
     * @param scores a score for each
     * @param options k, distance, score function, orders, method, monitor
     * @return the pairs
     * @throws IllegalArgumentException as {@link #topKJoin(Boxes, Scores, Boxes, Scores, TopKJoinOptions)}
     */
    public TopPairs topKSelfJoin(Boxes boxes, Scores scores, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).join(boxes, scores, boxes, scores, true, options);
    }

    /**
     * Finds the k best partners of every left point: the right points within the distance with which the left point forms the pairs of best
     * score. Runs on the threads of the host.
     *
     * @param left the left points
     * @param leftScores a score for each
     * @param right the right points, of the same dimensions
     * @param rightScores a score for each
     * @param options k (the largest number of partners of a point), distance, score function, orders, monitor; the method does not apply
     * @return for each left point its partners, the partner in the best pair first, ties by ascending id
     * @throws IllegalArgumentException as {@link #topKJoin(Points, Scores, Points, Scores, TopKJoinOptions)}, or if the partners do not fit
     *     a result
     */
    public RankedRows topKPerLeft(
            Points left, Scores leftScores, Points right, Scores rightScores, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).perLeft(left, leftScores, right, rightScores, options);
    }

    /**
     * Performs {@link #topKPerLeft(Points, Scores, Points, Scores, TopKJoinOptions)} for boxes that intersect or are within the distance.
     *
     * @param left the left boxes
     * @param leftScores a score for each
     * @param right the right boxes, of the same dimensions
     * @param rightScores a score for each
     * @param options k, distance, score function, orders, monitor
     * @return for each left box its partners
     * @throws IllegalArgumentException as {@link #topKJoin(Boxes, Scores, Boxes, Scores, TopKJoinOptions)}, or if the partners do not fit
     *     a result
     */
    public RankedRows topKPerLeft(
            Boxes left, Scores leftScores, Boxes right, Scores rightScores, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).perLeft(left, leftScores, right, rightScores, options);
    }

    /**
     * Explains how a top-k join of points or boxes would run.
     *
     * @param left number of left rows
     * @param right number of right rows
     * @param dims dimensions of the rows
     * @param options k, metric, method
     * @return the method and its reason, the estimated time of each method on each device, and the source of the estimates
     * @throws IllegalArgumentException if the method does not support rows of so many dimensions
     */
    public String explainTopKJoin(int left, int right, int dims, TopKJoinOptions options) {
        return new TopKJoins(openPlanner()).explain(left, right, dims, options);
    }

    /**
     * Counts the pairs of different rows within each of several radii, the radii themselves included: each unordered pair once. Equal rows
     * are pairs at distance 0. The counts are exact.
     *
     * <p>One walk over a kd-tree serves all radii. On the JVM it goes node against node, on other devices leaf against node; pairs of nodes
     * count at once for the radii that contain them or none of them. So the time grows with the pairs near the radii: at worst, for many
     * radii, with all pairs within the largest. Memory: that of the tree, {@link KdTree#buildBytes}, and 4 bytes for each point; on a device
     * up to 64 MB more.
     *
     * @param points the points
     * @param radii 1 to 64 largest distances, in any order, in the unit of the metric, 0 or more, may be infinite
     * @return for each radius, in the given order, the number of pairs; at most n (n - 1) / 2
     * @throws IllegalArgumentException if there are no radii or more than 64, one is negative or NaN, there are more dimensions than a tree
     *     supports, or the call does not fit the memory
     */
    public long[] pairCounts(Points points, double... radii) {
        return pairCounts(points, JoinOptions.DEFAULT, radii);
    }

    /**
     * Performs {@link #pairCounts(Points, double...)} with options.
     *
     * @param points the points
     * @param options metric: all whose distances are Euclidean, Manhattan or Chebyshev distances in their space; monitor; method, which is a
     *     tree
     * @param radii largest distances
     * @return for each radius the number of pairs
     * @throws IllegalArgumentException as {@link #pairCounts(Points, double...)}, or if the metric or the method is another one
     */
    public long[] pairCounts(Points points, JoinOptions options, double... radii) {
        return new PairCounts(openPlanner()).count(points, points, true, options, radii);
    }

    /**
     * Counts the pairs of a left and a right row within each of several radii, as {@link #pairCounts(Points, double...)}. Both sets get a
     * tree.
     *
     * @param left the left points
     * @param right the right points, of the same dimensions
     * @param radii 1 to 64 largest distances
     * @return for each radius, in the given order, the number of pairs
     * @throws IllegalArgumentException as {@link #pairCounts(Points, double...)}, or if the dimensions differ
     */
    public long[] pairCounts(Points left, Points right, double... radii) {
        return pairCounts(left, right, JoinOptions.DEFAULT, radii);
    }

    /**
     * Performs {@link #pairCounts(Points, Points, double...)} with options.
     *
     * @param left the left points
     * @param right the right points
     * @param options metric, monitor, method
     * @param radii largest distances
     * @return for each radius the number of pairs
     * @throws IllegalArgumentException as {@link #pairCounts(Points, JoinOptions, double...)}, or if the dimensions differ
     */
    public long[] pairCounts(Points left, Points right, JoinOptions options, double... radii) {
        return new PairCounts(openPlanner()).count(left, right, false, options, radii);
    }

    /**
     * Adds up the products of the weights of both rows over the pairs of different rows within each of several radii: each unordered pair
     * once, as {@link #pairCounts(Points, double...)} counts them. Pairs of subtrees are taken at once, by the sums of their weights.
     *
     * <p>The sums are the same bits for any number of threads and any order of the rows: a weight is rounded to a multiple of {@code 2^(e -
     * 53)}, where all are below {@code 2^e} in magnitude; the products of these are added up without an error, and each sum is rounded once.
     * Weights that are not much smaller than the largest keep all of their digits.
     *
     * <p>The threads of the host do it, because a device has no exact sums of 128 bits; with strict settings it fails. Memory: that of the tree,
     * and 20 bytes for each point.
     *
     * @param points the points
     * @param weights a weight for each point, up to 2^400 in magnitude
     * @param options metric, monitor, method, as for {@link #pairCounts(Points, JoinOptions, double...)}
     * @param radii 1 to 64 largest distances, in any order
     * @return for each radius, in the given order, the sum
     * @throws IllegalArgumentException as {@link #pairCounts(Points, JoinOptions, double...)}, or if there is no weight for each point, or one
     *     is NaN or above 2^400 in magnitude
     */
    public double[] weightedPairCounts(Points points, double[] weights, JoinOptions options, double... radii) {
        return PairCounts.weighted(openPlanner(), points, weights, points, weights, true, options, radii);
    }

    /**
     * Adds up the products of the weights of both rows over the pairs of a left and a right row within each of several radii, as {@link
     * #weightedPairCounts(Points, double[], JoinOptions, double...)}.
     *
     * @param left the left points
     * @param leftWeights a weight for each left point
     * @param right the right points, of the same dimensions
     * @param rightWeights a weight for each right point
     * @param options metric, monitor, method
     * @param radii 1 to 64 largest distances
     * @return for each radius, in the given order, the sum
     * @throws IllegalArgumentException as {@link #weightedPairCounts(Points, double[], JoinOptions, double...)}, or if the dimensions differ
     */
    public double[] weightedPairCounts(
            Points left,
            double[] leftWeights,
            Points right,
            double[] rightWeights,
            JoinOptions options,
            double... radii) {
        return PairCounts.weighted(openPlanner(), left, leftWeights, right, rightWeights, false, options, radii);
    }

    /**
     * Folds columns of values over all other points within a radius of every point, the radius itself included: the number of these
     * neighbors, and for each column their sum, mean, minimum and maximum. No list of neighbors is made. Each point leaves itself out by its
     * row, not by its coordinates; to count it too, pass the points as queries, too.
     *
     * <p>Sums are equal bit by bit on every device and for every order of the points: see {@link NeighborStatistics}. A weighted sum is the
     * sum of a column of products, a weighted mean that sum divided by the sum of the weights.
     *
     * <p>A node of the kd-tree that is within the radius counts at once, so the time of a query grows with the points near the surface of its
     * ball, {@code n^(1 - 1/d)} at worst. Columns are folded one after the other. Memory besides the tree: 60 bytes for each point, and 24
     * for each query and column of the result.
     *
     * @param points the points
     * @param columns columns with a value for each point; none if only counts are of interest
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @return the statistics, one row per point
     * @throws IllegalArgumentException if the radius is negative or NaN, a column has another length than there are points, a value is NaN,
     *     infinite or above 2^900 in magnitude, there are more dimensions than a tree supports, or the call does not fit the memory
     */
    public NeighborStatistics neighborStatistics(Points points, double[][] columns, double radius) {
        return neighborStatistics(points, columns, radius, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #neighborStatistics(Points, double[][], double)} with options.
     *
     * @param points the points
     * @param columns columns with a value for each point
     * @param radius largest distance
     * @param options metric: all whose distances are Euclidean, Manhattan or Chebyshev distances in their space; monitor; method, which is a
     *     tree
     * @return the statistics, one row per point
     * @throws IllegalArgumentException as {@link #neighborStatistics(Points, double[][], double)}, or if the metric or the method is another
     *     one
     */
    public NeighborStatistics neighborStatistics(
            Points points, double[][] columns, double radius, JoinOptions options) {
        return new Statistics(openPlanner()).within(points, points, true, columns, radius, options);
    }

    /**
     * Folds columns of values over all points within a radius of every query, as {@link #neighborStatistics(Points, double[][], double)}. No
     * point is left out.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions; they may be the queries
     * @param columns columns with a value for each point
     * @param radius largest distance
     * @param options metric, monitor, method
     * @return the statistics, one row per query
     * @throws IllegalArgumentException as {@link #neighborStatistics(Points, double[][], double, JoinOptions)}, or if the dimensions differ
     */
    public NeighborStatistics neighborStatistics(
            Points queries, Points points, double[][] columns, double radius, JoinOptions options) {
        return new Statistics(openPlanner()).within(queries, points, false, columns, radius, options);
    }

    /**
     * Folds columns of values over the k nearest other points of every point, those of {@link #knnSelfJoin(Points, int, JoinOptions)}: their
     * lists are made, and folded by the threads of the host. Sums are as in {@link #neighborStatistics(Points, double[][], double)}.
     *
     * @param points the points
     * @param columns columns with a value for each point
     * @param k neighbors per point, 1 or more; fewer if there are fewer other points
     * @param options metric, monitor, method
     * @return the statistics, one row per point
     * @throws IllegalArgumentException if k is less than 1, a column has another length than there are points, a value is NaN, infinite or
     *     above 2^900 in magnitude, or the join exceeds the result size or the memory limit
     */
    public NeighborStatistics nearestStatistics(Points points, double[][] columns, int k, JoinOptions options) {
        return Statistics.nearest(openPlanner(), points, points, true, columns, k, options);
    }

    /**
     * Folds columns of values over the k nearest points of every query, as {@link #nearestStatistics(Points, double[][], int, JoinOptions)}.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param columns columns with a value for each point
     * @param k neighbors per query, 1 or more
     * @param options metric, monitor, method
     * @return the statistics, one row per query
     * @throws IllegalArgumentException as {@link #nearestStatistics(Points, double[][], int, JoinOptions)}, or if the dimensions differ
     */
    public NeighborStatistics nearestStatistics(
            Points queries, Points points, double[][] columns, int k, JoinOptions options) {
        return Statistics.nearest(openPlanner(), queries, points, false, columns, k, options);
    }

    /**
     * Builds a kd-tree. The device that builds the tree also searches it. With the automatic choice, this is the device that is estimated
     * to build it first.
     *
     * @param points the points
     * @return the tree, valid until the engine is closed
     * @throws IllegalArgumentException if there are too many points or dimensions, or the build does not fit the memory
     */
    public KdTree kdTree(Points points) {
        return kdTree(points, KdTreeOptions.DEFAULT);
    }

    /**
     * Performs {@link #kdTree(Points)} with options.
     *
     * @param points the points
     * @param options metric, duplicates, monitor
     * @return the tree, valid until the engine is closed
     * @throws IllegalArgumentException as {@link #kdTree(Points)}, or if the options refuse duplicates and there are any
     */
    public KdTree kdTree(Points points, KdTreeOptions options) {
        return Placed.kdTree(openPlanner(), points, options);
    }

    /**
     * Reads a kd-tree that {@link KdTree#save} wrote on any device. With the automatic choice, the device is the one that is estimated to
     * answer one query per point first.
     *
     * @param file the file
     * @return the tree, valid until the engine is closed
     * @throws TreeFileException if the file cannot be read as a tree; the message says why
     * @throws IllegalArgumentException if the tree does not fit the memory
     */
    public KdTree loadKdTree(Path file) throws TreeFileException {
        return Placed.loadKdTree(openPlanner().jvm(), planner, file);
    }

    /**
     * Finds clusters of dense points, which may have any shape: DBSCAN of Ester, Kriegel, Sander and Xu (1996).
     *
     * <p>Rows are near each other if their distance is at most eps; a row is near itself. A core row has {@code minPoints} near rows or
     * more. Core rows that are near each other are in one cluster; clusters are numbered from 0 by their smallest core row. Any other row
     * is in the cluster of the smallest number that has a core row near it, or else it is noise. The labels are those of scikit-learn.
     *
     * <p>No list of neighbors is stored. In O(n log n) for few dimensions, unless the balls around most points reach into dense regions without
     * finding {@code minPoints}: equal points, and regions narrower than eps, are counted and united as a whole.
     *
     * @param points the points, of up to 16 dimensions in the space of the metric
     * @param eps the largest distance of near rows, in the unit of the metric, 0 or more, may be infinite
     * @param minPoints fewest rows near a core row, itself included, 1 or more
     * @return a label for each row, and whether it is a core row
     * @throws IllegalArgumentException if eps is negative or NaN, if minPoints is less than 1, or if the tree does not fit the memory
     */
    public Clusters dbscan(Points points, double eps, int minPoints) {
        return dbscan(points, eps, minPoints, JoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #dbscan(Points, double, int)} with options.
     *
     * @param points the points
     * @param eps the largest distance of near rows
     * @param minPoints fewest rows near a core row, itself included
     * @param options a metric whose norm is Euclidean, Manhattan or Chebyshev in its space; a monitor; a method, automatic or the kd-tree
     * @return a label for each row, and whether it is a core row
     * @throws IllegalArgumentException as {@link #dbscan(Points, double, int)}, or if metric or method is another one, or the metric does
     *     not accept the points
     */
    public Clusters dbscan(Points points, double eps, int minPoints, JoinOptions options) {
        return new Dbscan(openPlanner()).clusters(points, eps, minPoints, options);
    }

    /**
     * Builds a uniform grid. The device that builds the grid also searches it.
     *
     * @param points the points
     * @param width length of the sides of a cell, in the space of the metric; it affects the time of searches, not their answers
     * @return the grid, valid until the engine is closed
     * @throws IllegalArgumentException if the width is not above 0 and finite, if there are too many points or dimensions, or if the
     *     build does not fit the memory
     */
    public Grid grid(Points points, double width) {
        return grid(points, width, GridOptions.DEFAULT);
    }

    /**
     * Performs {@link #grid(Points, double)} with options.
     *
     * @param points the points
     * @param width length of the sides of a cell
     * @param options metric, monitor
     * @return the grid, valid until the engine is closed
     * @throws IllegalArgumentException as {@link #grid(Points, double)}, or if grids do not support the metric
     */
    public Grid grid(Points points, double width, GridOptions options) {
        return Placed.grid(openPlanner(), points, width, options);
    }

    /**
     * Builds a packed R-tree. The device that builds the tree also searches it.
     *
     * @param boxes the boxes
     * @return the tree, valid until the engine is closed
     * @throws IllegalArgumentException if the tree does not fit an array or the memory
     */
    public RTree rTree(Boxes boxes) {
        return rTree(boxes, RTreeOptions.DEFAULT);
    }

    /**
     * Performs {@link #rTree(Boxes)} with options.
     *
     * @param boxes the boxes
     * @param options packing, size of nodes, monitor
     * @return the tree, valid until the engine is closed
     * @throws IllegalArgumentException as {@link #rTree(Boxes)}
     */
    public RTree rTree(Boxes boxes, RTreeOptions options) {
        return Placed.rTree(openPlanner(), boxes, options);
    }

    /**
     * Reads an R-tree that {@link RTree#save} wrote on any device. With the automatic choice, the device is the one that is estimated to
     * answer one query per box first.
     *
     * @param file the file
     * @return the tree, valid until the engine is closed
     * @throws TreeFileException if the file cannot be read as a tree; the message says why
     */
    public RTree loadRTree(Path file) throws TreeFileException {
        return Placed.loadRTree(openPlanner().jvm(), planner, file);
    }

    /**
     * Makes an index of points for nearest-neighbor searches. Each search uses the strategy that is estimated to be the fastest: brute
     * force or a kd-tree, on the JVM or on the device.
     *
     * @param points the points
     * @return the index, valid until the engine is closed
     */
    public NeighborIndex neighborIndex(Points points) {
        return neighborIndex(points, NeighborIndexOptions.DEFAULT);
    }

    /**
     * Performs {@link #neighborIndex(Points)} with options.
     *
     * @param points the points
     * @param options metric, expected searches, allowed strategies, monitor
     * @return the index, valid until the engine is closed
     * @throws IllegalArgumentException if the metric does not accept the points, or if no strategy can search them
     */
    public NeighborIndex neighborIndex(Points points, NeighborIndexOptions options) {
        return Placed.neighborIndex(openPlanner(), points, options);
    }

    /**
     * Measures the costs of operations on the device that {@link #prepare} uses, and writes them to a file for
     * {@link Settings#calibration}. Later engines choose device and method by this file. Entries of other devices stay in the file if they
     * are for this machine and number of threads. The file changes after all measurements, or not at all.
     *
     * @param file the file, which need not exist
     * @param longest approximate limit of a measured call in seconds; the calibration takes some hundred times as long, plus the time to
     *     compile
     * @param monitor watches the measurements
     * @throws IllegalArgumentException if the seconds are not above 0 and up to 60, or the file exists and is not a calibration
     * @throws IOException if the file cannot be written; checked before the measurements
     */
    public void calibrate(Path file, double longest, Monitor monitor) throws IOException {
        Context best = openPlanner().best();
        if (!best.isStrict()) {
            Calibrator.calibrate(best, longest, monitor, file);
            return;
        }
        try (Context lenient = best.withStrict(false)) {
            Calibrator.calibrate(lenient, longest, monitor, file);
        }
    }

    /** {@return the operations that sort keys, segments and points; usable while the engine is open} */
    public Sorting sorting() {
        return Placed.sorting(openPlanner());
    }

    /**
     * {@return scan, reduction, histogram, compaction, partition, gather and scatter of arrays; usable while the engine is open}
     */
    public Partitioning partitioning() {
        return Placed.partitioning(openPlanner());
    }

    /**
     * {@return the operations that select the k smallest or largest values, with their ids, of lists and of rows of matrices;
     * usable while the engine is open}
     */
    public Selection selection() {
        return Placed.selection(openPlanner());
    }

    /**
     * Brings a program onto this engine's device, to run your own kernels over arrays that stay there. With the automatic choice, the
     * device is the accelerator that it finds, opened if necessary, or else the JVM. With several devices, it is the first one besides the
     * JVM.
     *
     * @param program the program
     * @return an execution, which the caller closes before the engine; not safe for use by several threads
     */
    public Execution prepare(Program program) {
        return openPlanner().best().backend().prepare(program);
    }

    /**
     * Runs every kernel and operation on this engine's device, and compares the results with the sequential JVM and an oracle. With the
     * automatic choice, the device is the accelerator that it finds, or else the JVM. With several devices, it checks each device, and then
     * joins and searches on all devices together. Strict settings have no effect here.
     *
     * <p>The check is in a module of its own, {@code gyre-verify}, which an application needs for this method alone.
     *
     * @param cases cases per kernel and operation, 1 or more
     * @param seed seed of the cases
     * @param listener receives each result as soon as it is known
     * @return all results
     * @throws IllegalStateException if the module is missing
     */
    public List<CheckResult> verify(int cases, long seed, Consumer<CheckResult> listener) {
        return verify(Set.of(), cases, seed, listener);
    }

    /**
     * Like {@link #verify(int, long, Consumer)}, for some operations only.
     *
     * @param operations the names of the operations to check, as results have them; if empty, all operations and kernels
     * @param cases cases per operation, 1 or more
     * @param seed seed of the cases
     * @param listener receives each result as soon as it is known
     * @return all results
     * @throws IllegalArgumentException if there is no such operation
     * @throws IllegalStateException if the module is missing
     */
    public List<CheckResult> verify(Set<String> operations, int cases, long seed, Consumer<CheckResult> listener) {
        List<Context> checked = verified();
        Verifier verifier = Verifier.installed();
        if (checked.stream().noneMatch(Context::isStrict)) {
            return verifier.verify(checked, operations, cases, seed, listener);
        }
        // The self-check also covers what the host does for a device.
        List<Context> lenient =
                checked.stream().map(context -> context.withStrict(false)).toList();
        try {
            return verifier.verify(lenient, operations, cases, seed, listener);
        } finally {
            lenient.forEach(Context::close);
        }
    }

    /**
     * {@return for each device that {@link #verify(int, long, Consumer)} checks a line that identifies the device, its driver and the software between them, for
     * records of checks}
     */
    public Map<Device, String> identities() {
        Map<Device, String> identities = new LinkedHashMap<>();
        verified()
                .forEach(context ->
                        identities.put(context.device(), context.backend().identity()));
        return identities;
    }

    private List<Context> verified() {
        Planner open = openPlanner();
        return open.isAutomatic() ? List.of(open.best()) : open.all();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                planner.close();
            } finally {
                workers.close();
            }
        }
    }

    private Planner openPlanner() {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
        return planner;
    }
}
