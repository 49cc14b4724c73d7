package dev.gyre.engine.op;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.file.Identifiers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdCheck;
import dev.gyre.engine.kdtree.KdFile;
import dev.gyre.engine.kdtree.KdJointBuild;
import dev.gyre.engine.kdtree.KdSearches;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.team.Team;
import dev.gyre.tasks.tree.KdParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * A balanced kd-tree over a set of points, for searches in batches, and for {@linkplain #nearest(double[], int) single queries} on the calling
 * thread.
 *
 * <p>Answers equal those of a search through all points in {@code double}, ties included. Devices and the JVM search the tree in
 * {@code double}, so that neither outliers nor clusters far from each other cost accuracy or time. Only for powers ({@link Metric#lp}),
 * searches compare sums instead of keys: the host orders a few more candidates than requested, and searches again for queries that the sums
 * do not decide. A point's id is its row.
 *
 * <p>A build takes O(d n log n). A search for k neighbors takes O(k + log n) expected if points spread over few dimensions, and O(n) at
 * worst. A search for all m points within a radius takes O(m + log n) expected. The threads of the host count points within a radius, whatever the device
 * of the tree is, unless the {@linkplain dev.gyre.engine.Settings#withStrict settings are strict}; they count a subtree that is wholly within the radius at once. The depth is at most {@code floor(log2 n) + 1} for all data. Memory of a tree
 * on the host, in bytes, for n points of d dimensions in leaves of l points: {@code n (16 d + 4) + 64 d n / l} at most, and 4 n more if
 * points are equal; on a device, 8 d n less. For the temporary memory of a build, see {@link #buildBytes}. A file has about
 * {@code n (8 d + 4)} bytes, 4 n more if points are equal in the space of the metric, and with identifiers 4 n more and their UTF-8 bytes.
 *
 * <p>The first search on a device copies the tree there and compiles a program, which the engine keeps. Later searches for
 * about as many neighbors and queries reuse both. If the engine chooses devices, a search for 4,096 queries or more runs where it is the fastest,
 * wherever the tree was built.
 *
 * <p>Immutable and safe for use by several threads; each search on a device has its own program. A tree is valid until its
 * engine is closed. Closing a tree ends its use and may be repeated; the engine keeps the programs for other trees.
 */
public final class KdTree extends SavedTree implements PointIndex {

    /** Largest number of dimensions: with more, a tree saves nothing. The space of haversine has 3. */
    public static final int MAX_DIMENSIONS = KdParameters.MAX_DIMENSIONS;

    /** Neighbors or matches of a query that the choice of a device assumes. */
    private static final int USUAL_NEIGHBORS = 10;

    private final Placement placement;
    private final Team team;
    private final KdFile content;
    private final Context context;
    private final TreeSearches<KdSearches> searches;

    private KdTree(Placement placement, Team team, KdFile content, BuildReport report) {
        super(content, report);
        this.placement = placement;
        this.team = team;
        this.content = content;
        this.context = team.first();
        this.searches = new TreeSearches<>(
                placement,
                team,
                devices -> new KdSearches(devices, content.points(), content.metric(), content.index()));
    }

    /**
     * Builds a tree.
     *
     * @param placement device, threads, memory
     * @param points the points
     * @param options metric, duplicates, monitor
     * @return the tree
     * @throws IllegalArgumentException if kd-trees do not support the metric (inner product, Hamming), if it does not accept
     *     the points, if there are too many points or dimensions, if the build does not fit the memory, or if the options
     *     refuse duplicates and there are any
     */
    static KdTree build(Placement placement, Points points, KdTreeOptions options) {
        Metric metric = options.metric();
        Workload work = new Workload(points.size(), 0, metric.spaceDims(points.dims()), 1);
        return placement.run(Operation.BUILD, work, context -> {
            Team team = placement.team(context);
            KdBuilder.Built built = KdJointBuild.build(team, points, metric, options.duplicates(), options.monitor());
            return new KdTree(
                    placement, team, new KdFile(points, metric, built.index(), Identifiers.NONE), built.report());
        });
    }

    /**
     * Returns the memory of a build on a device, without small arrays; on the JVM it is heap, and a build needs 8 bytes a row more while it orders
     * rows.
     *
     * @param n number of points
     * @param dims number of dimensions in the space of the metric
     * @param device the device
     * @return the bytes
     */
    public static long buildBytes(int n, int dims, Device device) {
        return KdBuild.bytes(n, dims, device);
    }

    @Override
    public Points points() {
        return content.points();
    }

    /**
     * Returns the same tree with identifiers of its points, which {@link #save} writes and {@link #load} reads. Searches do not use
     * identifiers: they return rows, and {@link #identifiers} has the identifier of each row. Each tree is closed separately.
     *
     * @param newIdentifiers a text for each point, or an empty list for none; texts may repeat
     * @return the tree
     * @throws IllegalArgumentException if there are fewer or more texts than points, or if one is not Unicode text, such as half of a
     *     surrogate pair
     * @throws IllegalStateException if this tree is closed
     */
    public KdTree withIdentifiers(List<String> newIdentifiers) {
        Identifiers checked = checked(newIdentifiers, points().size());
        return new KdTree(placement, team, new KdFile(points(), metric(), content.index(), checked), report());
    }

    @Override
    public Metric metric() {
        return content.metric();
    }

    /** {@return the number of places: distinct points in the space of the metric} */
    public int places() {
        return content.index().layout().size();
    }

    /** {@return the number of levels, leaves included: at most {@code floor(log2 n) + 1}, and 0 for a tree without points} */
    public int levels() {
        return places() == 0 ? 0 : content.index().layout().height() + 1;
    }

    /** {@return the largest number of places in a leaf} */
    public int leafSize() {
        return 1 << content.index().layout().leafBits();
    }

    /**
     * Checks the structure by recursion, on the calling thread (Brown 2015). Every box must be the smallest around its points and around
     * its children's boxes. In the dimension of the split, the points of a left child must not be beyond those of the right child. The
     * depth must be within its limit. Every row must be stored once, with its coordinates; if the build dropped equal points, only the
     * first row of each group.
     *
     * <p>O(d n). Memory on the host: n / 8 bytes for n points, and 4 n if points are equal.
     *
     * @return the findings
     * @throws IllegalStateException if the tree is closed
     */
    @Override
    public StructureReport verify() {
        checkOpen();
        return KdCheck.run(content.index(), context.workers());
    }

    /**
     * Reads a tree that {@link #save} wrote. The tree gives the same answers, bit by bit; its {@linkplain #report report} counts the time
     * of reading as preparation.
     *
     * <p>A file may come from an untrusted source: damaged files and values that no tree can have are refused, and no search of
     * an accepted tree accesses memory outside its arrays. Only {@link #verify} checks that boxes and points belong together.
     *
     * <p>O(d n). Memory besides the tree: {@code 8 d n} bytes for n points of d dimensions, and more if the metric maps points to another
     * space.
     *
     * @param host the JVM, which reads the file
     * @param placement chooses where the tree is searched
     * @param file the file
     * @return the tree
     * @throws TreeFileException if the file cannot be read as a tree; the message says why
     * @throws IllegalArgumentException if the tree does not fit the memory
     * @throws java.util.concurrent.CancellationException if an interrupt ended the operation
     */
    static KdTree load(Context host, Placement placement, Path file) throws TreeFileException {
        long start = System.nanoTime();
        KdFile read = KdFile.read(file, host.workers());
        BuildReport report = new BuildReport(host.device(), System.nanoTime() - start, 0, 0, Timing.ZERO);
        int rows = read.points().size();
        Workload work = new Workload(rows, rows, read.index().layout().dims(), USUAL_NEIGHBORS);
        return new KdTree(placement, placement.team(placement.at(Operation.SEARCH, work)), read, report);
    }

    /**
     * Returns the same tree for searches on another device; nothing is built or copied on the host. Each tree is closed
     * separately.
     *
     * @param other the other device
     * @return the tree
     * @throws IllegalArgumentException if the tree does not fit the memory of the device
     * @throws IllegalStateException if this tree is closed
     */
    KdTree on(Context other) {
        checkOpen();
        return new KdTree(Placement.on(other), Team.of(other), content, report());
    }

    /**
     * Returns whether the device still has the data and program that a search for neighbors needs, so that the search neither copies nor
     * compiles anything. Always true on the JVM. Another thread's search may change the answer at any time.
     *
     * @param self true for {@link #nearestOthers}
     * @param k neighbors per query, 1 or more
     * @param queries number of queries
     * @return true if it is prepared
     */
    public boolean isPrepared(boolean self, int k, int queries) {
        return searches.here().isPrepared(self, k, queries);
    }

    @Override
    public Neighbors nearest(Points queries, int k, double radius, Monitor monitor) {
        return run(Operation.SEARCH, work(queries.size(), k), some -> some.nearest(queries, k, radius, monitor));
    }

    /**
     * Finds the k nearest points of one query, on the calling thread.
     *
     * <p>This has the least latency for a single answer: about 2 to 10 microseconds for 8 neighbors among a few hundred thousand points of 2 or
     * 3 dimensions. It uses no other thread and no program, waits for no other call, and may be called by any number of threads at a time. The
     * answer is that of {@link #nearest(Points, int)}, ties included. Many queries at once take less time as a batch.
     *
     * <p>O(k + log n) expected if points spread over few dimensions, times log(k + log n) for the order; O(n log n) at worst. It allocates about
     * 4 KiB, and 12 bytes for each node and point that it looks at. A tree on a device is copied to the host for the first such query, as
     * {@code 8 d n} bytes and its nodes; the report says that the JVM answered. Neither an interrupt nor a monitor ends it.
     *
     * @param query the coordinates of the query
     * @param k neighbors, 1 or more; if there are fewer points, the remaining slots are unused
     * @return the neighbors, a single row
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}
     * @throws IllegalStateException if the tree is closed
     */
    public Neighbors nearest(double[] query, int k) {
        return nearest(query, k, Double.POSITIVE_INFINITY);
    }

    /**
     * Performs {@link #nearest(double[], int)} among the points within a radius, the radius itself included.
     *
     * @param query the coordinates of the query
     * @param k neighbors, 1 or more; if fewer points are within the radius, the remaining slots are unused
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite; see {@link Metric#largestKey}
     * @return the neighbors, a single row
     * @throws IllegalArgumentException as {@link #nearest(double[], int)}, or if the radius is negative or NaN
     * @throws IllegalStateException if the tree is closed
     */
    public Neighbors nearest(double[] query, int k, double radius) {
        return openSearches().nearest(query, k, radius);
    }

    /**
     * Finds all points within a radius of one query, the radius itself included, on the calling thread; see {@link #nearest(double[], int)}.
     *
     * <p>O(m log m + log n) expected for m points. It allocates 12 bytes for each node and point that it looks at, and 12 bytes per match.
     *
     * @param query the coordinates of the query
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite; see {@link Metric#largestKey}
     * @return the matches, a single row, ascending by (key, id)
     * @throws IllegalArgumentException as {@link #within(Points, double)}
     * @throws IllegalStateException if the tree is closed
     */
    public Matches within(double[] query, double radius) {
        return openSearches().within(query, radius);
    }

    /**
     * Visits the points around one query, the nearest first, on the calling thread, until the visitor has enough: for a number of neighbors that
     * is not known before, such as the nearest one that meets a condition. For times and memory, see {@link #nearest(double[], int)}; k is the
     * number of visited points.
     *
     * @param query the coordinates of the query
     * @param visitor accepts the neighbors in the order of {@link #nearest(Points, int)}; returns true to get another one
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}
     * @throws IllegalStateException if the tree is closed
     */
    public void forEachNearest(double[] query, Neighbors.Visitor visitor) {
        openSearches().forEachNearest(query, Double.POSITIVE_INFINITY, visitor);
    }

    /**
     * Finds the k nearest other points of every point of the tree: the self-join. Each point excludes itself by its row, not by
     * its coordinates.
     *
     * @param k neighbors per point, 1 or more; if there are fewer other points, the remaining slots are unused
     * @param monitor watches the search
     * @return the neighbors, one row per point; rows that {@link Duplicates#DROP} excluded from the tree have none
     * @throws IllegalArgumentException if k is less than 1, or if the search exceeds the result size or the memory limit
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Neighbors nearestOthers(int k, Monitor monitor) {
        return run(Operation.SEARCH, work(points().size(), k), some -> some.nearestOthers(k, monitor));
    }

    /**
     * Finds the nearest point of every query; among equally near points, the one with the smallest id.
     *
     * @param queries the queries, of the dimensions of the points
     * @return the neighbors, one per query
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}
     * @throws IllegalStateException if the tree is closed
     */
    public Neighbors closest(Points queries) {
        return nearest(queries, 1);
    }

    @Override
    public Matches within(Points queries, double radius, Monitor monitor) {
        return run(
                Operation.RANGE,
                work(queries.size(), USUAL_NEIGHBORS),
                some -> some.collect(some.balls(queries, radius), monitor));
    }

    @Override
    public void within(Points queries, double radius, Monitor monitor, Matches.Consumer consumer) {
        KdSearches chosen = chosen(queries);
        chosen.handOut(chosen.balls(queries, radius), monitor, consumer);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The threads of the host count, whatever the device of the tree is, because they count a subtree that is wholly within the radius at once.
     * If another device was named and the {@linkplain dev.gyre.engine.Settings#withStrict settings are strict}, this device counts, point by point.
     */
    @Override
    public int[] countWithin(Points queries, double radius, Monitor monitor) {
        return openSearches().countWithin(queries, radius, monitor);
    }

    @Override
    public Matches selfWithin(double radius, Monitor monitor) {
        return run(Operation.RANGE, work(points().size(), USUAL_NEIGHBORS), some -> some.selfWithin(radius, monitor));
    }

    /**
     * Finds all points in every window, its sides included.
     *
     * <p>With {@link Metric#HAVERSINE} a window goes from its western side, the longitude of its lower corner, eastward to the longitude of
     * its upper corner, and crosses the 180th meridian if the first is the larger one. Longitudes of corners are in -180..180, those of points
     * may have any number of full turns. The meridians 180 and -180 are one. A pole is in each window that reaches its latitude. Answers are
     * exact in the degrees as they were given.
     *
     * @param lower lower corners, of the dimensions of the points; with {@link Metric#HAVERSINE} west and south
     * @param upper upper corners, one for each lower corner, not below it in any dimension; with {@link Metric#HAVERSINE} east and north
     * @return the matches, one row per window, each ascending by id; they have no distances
     * @throws IllegalArgumentException if the metric is {@link Metric#COSINE} or another with a space that is not that of the points, if the
     *     corners differ in number or dimensions, if a lower corner is above its upper one, if a corner is not on the sphere, or as
     *     {@link #within(Points, double)}
     * @throws IllegalStateException if the tree is closed
     */
    public Matches inBox(Points lower, Points upper) {
        return inBox(lower, upper, Monitor.NONE);
    }

    /**
     * Performs {@link #inBox(Points, Points)} with a monitor.
     *
     * @param lower lower corners
     * @param upper upper corners
     * @param monitor watches the search
     * @return the matches, one row per window
     * @throws IllegalArgumentException as {@link #inBox(Points, Points)}
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Matches inBox(Points lower, Points upper, Monitor monitor) {
        KdSearches chosen = chosen(lower);
        return chosen.collect(chosen.windows(lower, upper), monitor);
    }

    /**
     * Performs {@link #inBox(Points, Points)} for results of any size, like {@link #within(Points, double, Monitor,
     * Matches.Consumer)}.
     *
     * @param lower lower corners
     * @param upper upper corners
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException as {@link #inBox(Points, Points)}
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public void inBox(Points lower, Points upper, Monitor monitor, Matches.Consumer consumer) {
        KdSearches chosen = chosen(lower);
        chosen.handOut(chosen.windows(lower, upper), monitor, consumer);
    }

    /**
     * Counts the points in every window.
     *
     * @param lower lower corners
     * @param upper upper corners
     * @return one number per window
     * @throws IllegalArgumentException as {@link #inBox(Points, Points)}, for any number of matches
     * @throws IllegalStateException if the tree is closed
     */
    public int[] countInBox(Points lower, Points upper) {
        KdSearches chosen = chosen(lower);
        return chosen.count(chosen.windows(lower, upper), Monitor.NONE);
    }

    private KdSearches openSearches() {
        checkOpen();
        return searches.here();
    }

    /** Returns the searches where one for the points in regions is the fastest. */
    private KdSearches chosen(Points regions) {
        checkOpen();
        return searches.at(Operation.RANGE, work(regions.size(), USUAL_NEIGHBORS));
    }

    private Workload work(int queries, int k) {
        return new Workload(points().size(), queries, content.index().layout().dims(), Math.max(0, k));
    }

    private <T> T run(Operation operation, Workload work, Function<KdSearches, T> search) {
        checkOpen();
        return searches.run(operation, work, search);
    }
}
