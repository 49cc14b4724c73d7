package dev.gyre.engine.op;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.file.Identifiers;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.rtree.RTreeAggregates;
import dev.gyre.engine.rtree.RTreeCheck;
import dev.gyre.engine.rtree.RTreeFile;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.rtree.RTreeSearches;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.topk.RankedSearch;
import dev.gyre.engine.tree.TreeLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A packed R-tree over a set of boxes (Kamel and Faloutsos, "On packing R-trees", 1993), for searches in batches. A box's id is its row.
 *
 * <p>Boxes are ordered once, and consecutive boxes form nodes. All nodes of a level are full except the last. Nodes form the
 * nodes of the next level in the same way, up to the root. Answers are exact in {@code double}, the same on every device and
 * for every packing.
 *
 * <p>A build takes O(d n). Memory of a tree on the host, in bytes, for n boxes of d dimensions in nodes of m: {@code 4 n}, and after the
 * first search there {@code 16 d n (1 + 1 / (m - 1))} more. A file has about {@code n (16 d + 4)} bytes, and with identifiers 4 n more and
 * their UTF-8 bytes.
 *
 * <p>If the engine chooses devices, a search for 4,096 queries or more runs where it is the fastest, and the first one copies the tree there. Immutable and
 * safe for use by several threads. A tree is valid until its engine is closed. Closing a tree ends its use and may be repeated.
 */
public final class RTree extends SavedTree {

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = Boxes.MAX_DIMENSIONS;

    /** Matches of a query that the choice of a device assumes. */
    private static final int USUAL_MATCHES = 10;

    private final Placement placement;
    private final Team team;
    private final RTreeFile content;
    private final Context context;
    private final RTreeIndex index;
    private final TreeSearches<RTreeSearches> searches;

    private RTree(Placement placement, Team team, RTreeFile content, BuildReport report) {
        super(content, report);
        this.placement = placement;
        this.team = team;
        this.content = content;
        context = team.first();
        index = content.index();
        searches = new TreeSearches<>(placement, team, devices -> new RTreeSearches(devices, index));
    }

    /**
     * Builds a tree.
     *
     * @param placement device, threads, memory
     * @param boxes the boxes
     * @param options packing, size of nodes, monitor
     * @return the tree
     * @throws IllegalArgumentException if the tree does not fit an array or the memory
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    static RTree build(Placement placement, Boxes boxes, RTreeOptions options) {
        if (!TreeLayout.fits(boxes.size(), boxes.dims(), options.nodeSize())) {
            throw new IllegalArgumentException("the boxes of all nodes do not fit an array: n=" + boxes.size()
                    + ", dims=" + boxes.dims() + ", nodeSize=" + options.nodeSize());
        }
        Workload work = new Workload(boxes.size(), 0, boxes.dims(), 1);
        return placement.run(
                Operation.R_TREE_BUILD, work, context -> build(placement, placement.team(context), boxes, options));
    }

    /** Builds a tree on the first device, for searches by all devices. */
    static RTree build(Placement placement, Team team, Boxes boxes, RTreeOptions options) {
        Context context = team.first();
        Packing packing = options.packing() == Packing.AUTOMATIC ? Packing.of(boxes.dims()) : options.packing();
        RTreeIndex.Built built = RTreeIndex.build(context, boxes, packing, options.nodeSize(), options.monitor());
        return new RTree(placement, team, new RTreeFile(built.index(), Identifiers.NONE), built.report());
    }

    /**
     * Returns the boxes that the tree was built of.
     *
     * @return the boxes
     */
    public Boxes boxes() {
        return index.boxes();
    }

    /**
     * Returns the same tree with identifiers of its boxes, which {@link #save} writes and {@link #load} reads. Searches do not use
     * identifiers: they return rows, and {@link #identifiers} has the identifier of each row. Each tree is closed separately.
     *
     * @param newIdentifiers a text for each box, or an empty list for none; texts may repeat
     * @return the tree
     * @throws IllegalArgumentException if there are fewer or more texts than boxes, or if one is not Unicode text, such as half of a
     *     surrogate pair
     * @throws IllegalStateException if this tree is closed
     */
    public RTree withIdentifiers(List<String> newIdentifiers) {
        return new RTree(placement, team, new RTreeFile(index, checked(newIdentifiers, boxes().size())), report());
    }

    /**
     * Returns how the boxes were ordered.
     *
     * @return the packing, not {@link Packing#AUTOMATIC}
     */
    public Packing packing() {
        return index.packing();
    }

    /**
     * Returns the largest number of children of a node.
     *
     * @return the number
     */
    public int nodeSize() {
        return index.layout().nodeSize();
    }

    /**
     * Returns the number of levels of nodes; 0 for a tree without boxes.
     *
     * @return the number
     */
    public int levels() {
        return index.layout().levels();
    }

    /**
     * Checks the structure by recursion, on the calling thread. Every slot must have the box of its row. Every node's box must be the smallest around its children's boxes. Every row must be in one slot.
     *
     * <p>O(d n). Memory on the host: the boxes of all nodes, and n / 8 bytes for n boxes.
     *
     * @return the findings
     * @throws IllegalStateException if the tree is closed
     */
    public StructureReport verify() {
        checkOpen();
        return RTreeCheck.run(index, context.workers());
    }

    /**
     * Reads a tree that {@link #save} wrote. The tree gives the same answers; its {@linkplain #report report} counts the time of reading as
     * preparation.
     *
     * <p>A file may come from an untrusted source: damaged files and values that no tree can have are refused. The boxes of nodes are
     * derived, not read from the file, so that an accepted tree is sound.
     *
     * <p>O(d n). Memory besides the tree: n / 8 bytes for n boxes.
     *
     * @param host the JVM, which reads the file
     * @param placement chooses where the tree is searched
     * @param file the file
     * @return the tree
     * @throws TreeFileException if the file cannot be read as a tree; the message says why
     * @throws java.util.concurrent.CancellationException if an interrupt ended the operation
     */
    static RTree load(Context host, Placement placement, Path file) throws TreeFileException {
        long start = System.nanoTime();
        RTreeFile read = RTreeFile.read(file);
        BuildReport report = new BuildReport(host.device(), System.nanoTime() - start, 0, 0, Timing.ZERO);
        Boxes boxes = read.index().boxes();
        Workload work = new Workload(boxes.size(), boxes.size(), 2 * boxes.dims(), USUAL_MATCHES);
        return new RTree(placement, placement.team(placement.at(Operation.SEARCH, work)), read, report);
    }

    /**
     * Returns the same tree for searches on another device; nothing is built or copied on the host. Each tree is closed separately.
     *
     * @param other the other device
     * @return the tree
     * @throws IllegalStateException if this tree is closed
     */
    RTree on(Context other) {
        checkOpen();
        return new RTree(Placement.on(other), Team.of(other), content, report());
    }

    /**
     * Finds all boxes that match each query.
     *
     * @param queries the queries, of the dimensions of the boxes; for points see {@link Boxes#of(dev.gyre.engine.data.Points)}
     * @param predicate what must hold between a query and its matches
     * @return the matches, one row per query, each ascending by id; they have no distances
     * @throws IllegalArgumentException if the dimensions differ, if there are more than {@link Matches#MAX_SIZE} matches, or if the matches
     *     of a single query exceed the memory limit
     * @throws IllegalStateException if the tree is closed
     */
    public Matches search(Boxes queries, BoxPredicate predicate) {
        return search(queries, predicate, Monitor.NONE);
    }

    /**
     * Performs {@link #search(Boxes, BoxPredicate)} with a monitor.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @param monitor watches the search
     * @return the matches, one row per query
     * @throws IllegalArgumentException as {@link #search(Boxes, BoxPredicate)}
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Matches search(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        check(queries);
        return searches.run(Operation.R_TREE_SEARCH, work(queries), some -> some.search(queries, predicate, monitor));
    }

    /**
     * Performs {@link #search(Boxes, BoxPredicate)} by a given method, to compare methods.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @param method {@link JoinMethod#R_TREE}: each thread searches for one query after another; {@link JoinMethod#FRONTIER}: all queries
     *     together, level by level
     * @param monitor watches the search
     * @return the matches, one row per query
     * @throws IllegalArgumentException as {@link #search(Boxes, BoxPredicate)}, or if the method is another one
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Matches search(Boxes queries, BoxPredicate predicate, JoinMethod method, Monitor monitor) {
        return switch (method) {
            case R_TREE -> search(queries, predicate, monitor);
            case FRONTIER -> searches(queries).searchLevels(queries, predicate, monitor);
            default -> throw new IllegalArgumentException("boxes are searched by R_TREE or FRONTIER: method=" + method);
        };
    }

    /**
     * Performs {@link #search(Boxes, BoxPredicate)} for results of any size, in parts of about a million matches or one query each.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException if the dimensions differ, or if the matches of a single query exceed the memory limit
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public void search(Boxes queries, BoxPredicate predicate, Monitor monitor, Matches.Consumer consumer) {
        chosen(queries).search(queries, predicate, monitor, consumer);
    }

    /**
     * Counts the boxes that match each query.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @return one number per query
     * @throws IllegalArgumentException if the dimensions differ
     * @throws IllegalStateException if the tree is closed
     */
    public int[] count(Boxes queries, BoxPredicate predicate) {
        return count(queries, predicate, Monitor.NONE);
    }

    /**
     * Performs {@link #count(Boxes, BoxPredicate)} with a monitor.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @param monitor watches the search
     * @return one number per query
     * @throws IllegalArgumentException if the dimensions differ
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public int[] count(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        return chosen(queries).count(queries, predicate, monitor);
    }

    /**
     * Tells which queries have a match. A search ends at its first match.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @return one answer per query
     * @throws IllegalArgumentException if the dimensions differ
     * @throws IllegalStateException if the tree is closed
     */
    public boolean[] exists(Boxes queries, BoxPredicate predicate) {
        return exists(queries, predicate, Monitor.NONE);
    }

    /**
     * Performs {@link #exists(Boxes, BoxPredicate)} with a monitor.
     *
     * @param queries the queries
     * @param predicate what must hold
     * @param monitor watches the search
     * @return one answer per query
     * @throws IllegalArgumentException if the dimensions differ
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public boolean[] exists(Boxes queries, BoxPredicate predicate, Monitor monitor) {
        return chosen(queries).exists(queries, predicate, monitor);
    }

    /**
     * Visits the boxes that match one query, on the calling thread. This has the least latency for a single answer.
     *
     * @param query the query's lower bounds, then its upper bounds
     * @param predicate what must hold
     * @param visitor accepts the id of each match, in no defined order; returns true to get another match
     * @throws IllegalArgumentException if the query is not a box of the dimensions of the boxes, or as {@link Boxes#of(double[], int)}
     * @throws IllegalStateException if the tree is closed
     */
    public void forEachMatch(double[] query, BoxPredicate predicate, IntPredicate visitor) {
        checkOpen();
        check(query);
        searches.here().forEachMatch(query, predicate, visitor);
    }

    /** Checks the bounds of a single query. */
    private void check(double[] query) {
        int dims = boxes().dims();
        if (query.length != 2 * dims) {
            throw new IllegalArgumentException(
                    "a query must have 2 x dims bounds: bounds=" + query.length + ", dims=" + dims);
        }
        for (int dim = 0; dim < dims; dim++) {
            // False for NaN too.
            if (!(query[dim] <= query[dims + dim]
                    && query[dim] >= -Points.MAX_MAGNITUDE
                    && query[dims + dim] <= Points.MAX_MAGNITUDE)) {
                Boxes.of(query, dims);
            }
        }
    }

    /**
     * Finds the k boxes nearest to one query among those within a radius, on the calling thread. This has the least latency for a single answer,
     * which is that of {@link #nearest(Boxes, int, double, Metric, Monitor)}, ties included.
     *
     * <p>O(k + log n) expected for a query that touches few boxes, times log(k + log n) for the order; O(n log n) at worst. It allocates about
     * 4 KiB, and 12 bytes for each node and box that it looks at. It uses no other thread and no program, and waits for no other call. A tree on a
     * device makes its boxes on the host for the first such query; the report says that the JVM answered.
     *
     * @param query the query's lower bounds, then its upper bounds; for a point its coordinates twice
     * @param k neighbors, 1 or more; if fewer boxes are within the radius, the remaining slots are unused
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite
     * @param metric as for {@link #nearest(Boxes, int, double, Metric, Monitor)}
     * @return the neighbors, a single row
     * @throws IllegalArgumentException if the query is not a box of the dimensions of the boxes, if k is less than 1, if the radius is negative
     *     or NaN, or if the metric is another one
     * @throws IllegalStateException if the tree is closed
     */
    public Neighbors nearest(double[] query, int k, double radius, Metric metric) {
        checkOpen();
        check(query);
        return searches.here().nearest(query.clone(), k, radius, metric);
    }

    /**
     * Visits the boxes around one query, the nearest first, on the calling thread, until the visitor has enough. For times and memory, see
     * {@link #nearest(double[], int, double, Metric)}; k is the number of visited boxes.
     *
     * @param query the query's lower bounds, then its upper bounds
     * @param metric as for {@link #nearest(Boxes, int, double, Metric, Monitor)}
     * @param visitor accepts the boxes in the order of (key, id); returns true to get another one
     * @throws IllegalArgumentException if the query is not a box of the dimensions of the boxes, or if the metric is another one
     * @throws IllegalStateException if the tree is closed
     */
    public void forEachNearest(double[] query, Metric metric, Neighbors.Visitor visitor) {
        checkOpen();
        check(query);
        searches.here().forEachNearest(query.clone(), metric, visitor);
    }

    /**
     * Finds the k boxes nearest to every query; boxes that a query touches are at distance 0.
     *
     * @param queries the queries, of the dimensions of the boxes; for points see {@link Boxes#of(Points)}
     * @param k neighbors per query, 1 or more; if there are fewer boxes, the remaining slots are unused
     * @return the neighbors, one row per query, each ascending by (key, id), with Euclidean distances
     * @throws IllegalArgumentException if k is less than 1, if the dimensions differ, or if the search exceeds the result size or the
     *     memory limit
     * @throws IllegalStateException if the tree is closed
     */
    public Neighbors nearest(Boxes queries, int k) {
        return nearest(queries, k, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN, Monitor.NONE);
    }

    /**
     * Finds the k boxes nearest to every query among those within a radius. The distance of two boxes is the least distance between their
     * points.
     *
     * <p>O(k + log n) expected for a query that touches few boxes, and O(n) at worst. Memory on the device: {@code 16 d + 24 + 12 k} bytes
     * for each of up to a million queries at a time, and on the host {@code 12 k} bytes for each query.
     *
     * @param queries the queries, of the dimensions of the boxes
     * @param k neighbors per query, 1 or more; if fewer boxes are within the radius, the remaining slots are unused
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite; see {@link Metric#largestKey}
     * @param metric {@link Metric#EUCLIDEAN}, {@link Metric#SQUARED_EUCLIDEAN}, {@link Metric#MANHATTAN} or {@link Metric#CHEBYSHEV}
     * @param monitor watches the search
     * @return the neighbors, one row per query, each ascending by (key, id)
     * @throws IllegalArgumentException as {@link #nearest(Boxes, int)}, or if the radius is negative or NaN, or if the metric is another
     *     one
     * @throws IllegalStateException if the tree is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public Neighbors nearest(Boxes queries, int k, double radius, Metric metric, Monitor monitor) {
        check(queries);
        Workload work = new Workload(boxes().size(), queries.size(), 2 * boxes().dims(), k);
        return searches.run(Operation.SEARCH, work, some -> some.nearest(queries, k, radius, metric, monitor));
    }

    /**
     * Reduces a column over the boxes below each node, in the order of the tree. Level 0 has the value of each box, in the
     * order in which they were packed. Each other level has a value for every node. The children of a node are {@link
     * #nodeSize} consecutive nodes of the level below; the last node may have fewer. The last level has the root.
     *
     * <p>O(n).
     *
     * @param aggregate how to combine the values of the boxes below a node
     * @param column a value for each box, by its id
     * @return the levels from the bottom up, one more than {@link #levels}
     * @throws IllegalArgumentException if there are more or fewer values than boxes, or if one is NaN; the message names its index
     * @throws IllegalStateException if the tree is closed
     */
    public double[][] aggregate(Aggregate aggregate, double[] column) {
        checkOpen();
        return RTreeAggregates.of(context, index, aggregate, column);
    }

    /**
     * Gives each box a score, for ranked range queries. O(n). The threads of the host do this and search, whatever the device of the tree
     * is, as the {@linkplain dev.gyre.engine.data.RankedRows#device() rows} say.
     *
     * @param scores a score for each box
     * @param ascending whether low scores are the best ones
     * @return the tree with its scores, which stays usable when this one is closed
     * @throws IllegalArgumentException if there are more or fewer scores than boxes, or if another device was named and the
     *     {@linkplain dev.gyre.engine.Settings#withStrict settings are strict}
     * @throws IllegalStateException if the tree is closed
     */
    public RankedRTree ranked(Scores scores, boolean ascending) {
        checkOpen();
        context.checkMayRunOnHost("a ranked search", "no device has a method for it");
        Checks.sameLength("scores", scores.size(), "boxes", boxes().size());
        return new RankedRTree(RankedSearch.of(index, scores, ascending, context.workers()), boxes().dims());
    }

    /** Returns the tree on the host. */
    RTreeIndex index() {
        return index;
    }

    /** Returns the searches on the devices that the tree was made for. */
    RTreeSearches searches(Boxes queries) {
        check(queries);
        return searches.here();
    }

    /** Returns the searches where one for the matches of queries is the fastest. */
    private RTreeSearches chosen(Boxes queries) {
        check(queries);
        return searches.at(Operation.R_TREE_SEARCH, work(queries));
    }

    private Workload work(Boxes queries) {
        return new Workload(boxes().size(), queries.size(), boxes().dims(), USUAL_MATCHES);
    }

    /** Checks that the tree is open, and that queries have the dimensions of the boxes. */
    private void check(Boxes queries) {
        checkOpen();
        if (queries.dims() != boxes().dims()) {
            throw new IllegalArgumentException("queries and boxes must have the same dimensions: queries="
                    + queries.dims() + ", boxes=" + boxes().dims());
        }
    }
}
