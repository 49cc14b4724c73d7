package dev.gyre.engine.op;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Team;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.rtree.BoxRegions;
import dev.gyre.engine.rtree.FrontierSearch;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.rtree.RTreeLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/**
 * A join of all pairs of boxes for which a predicate holds, whose result may have any size: it is counted, then handed out part by part, as
 * often as asked for. A self-join leaves out each box by its row, not by its bounds.
 *
 * <p>It builds an R-tree over the right boxes when it is opened, and searches it for the left ones.
 *
 * <p>Time: to open takes O(d n). To count and to hand out takes, for each left box, time that grows with its matches and with the nodes at the
 * border of what it matches. Memory on the host: that of the tree, 4 bytes per left box for the counts, and a part: matches of 4 bytes,
 * about a million or those of one box, a few times, with the bounds of the part's boxes.
 *
 * <p>For use by one thread; interrupts and monitors end any method with a {@link CancellationException}. A join is valid until its
 * engine is closed; closing it may be repeated.
 */
public final class BoxJoin implements AutoCloseable {

    /** Matches of a part. */
    private static final int PART = 1 << 20;

    /** Left boxes of a part, for progress. */
    private static final int MOST_QUERIES = 1 << 18;

    private final Context context;
    private final Boxes left;
    private final boolean self;
    private final BoxPredicate predicate;
    private final BoxJoinOptions options;
    private final RTree tree;
    private int[] counts;
    private ExecutionReport report;
    private boolean closed;

    private BoxJoin(
            Context context, Boxes left, boolean self, BoxPredicate predicate, BoxJoinOptions options, RTree tree) {
        this.context = context;
        this.left = left;
        this.self = self;
        this.predicate = predicate;
        this.options = options;
        this.tree = tree;
        report = tree.report().before(noTime());
    }

    /**
     * Opens a join.
     *
     * @param team devices that are open
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param self whether both are the same, and a row is no match of itself
     * @param predicate what must hold
     * @param options method, not {@link JoinMethod#AUTOMATIC}; monitor, which watches the build and the first count
     * @return the join
     * @throws IllegalArgumentException if the dimensions differ, or if a tree of the right boxes does not fit an array or the memory
     * @throws CancellationException if the monitor or an interrupt ended the build
     * @hidden engine only
     */
    public static BoxJoin open(
            Team team, Boxes left, Boxes right, boolean self, BoxPredicate predicate, BoxJoinOptions options) {
        checkDims(left, right);
        Objects.requireNonNull(predicate, "predicate");
        RTree tree = RTree.build(team, right, RTreeOptions.DEFAULT.withMonitor(options.monitor()));
        return new BoxJoin(team.first(), left, self, predicate, options, tree);
    }

    /**
     * Checks that boxes can be joined.
     *
     * @param left the left boxes
     * @param right the right boxes
     * @throws IllegalArgumentException if their dimensions differ
     * @hidden engine only
     */
    public static void checkDims(Boxes left, Boxes right) {
        if (left.dims() != right.dims()) {
            throw new IllegalArgumentException("left and right boxes must have the same dimensions: left=" + left.dims()
                    + ", right=" + right.dims());
        }
    }

    /**
     * Returns the number of queries.
     *
     * @return the number of left boxes, or of the boxes of a self-join
     */
    public int queries() {
        return left.size();
    }

    /**
     * Counts the matches of each left box. The counts are kept for later calls; the monitor of the options watches the first.
     *
     * @return a new array of one number per left box
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public int[] counts() {
        return counted().clone();
    }

    /**
     * Returns the number of all matches, as {@link #counts} has them: in a self-join by a predicate that holds both ways, twice the number
     * of pairs.
     *
     * @return the number
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public long size() {
        return Arrays.stream(counted()).asLongStream().sum();
    }

    private int[] counted() {
        checkOpen();
        if (counts == null) {
            long start = System.nanoTime();
            int[] found = tree.count(left, predicate, options.monitor());
            if (self) {
                // All predicates hold between a box and itself.
                Arrays.setAll(found, row -> found[row] - 1);
            }
            counts = found;
            report = report.withRefinement(System.nanoTime() - start);
        }
        return counts;
    }

    /**
     * Returns all matches of some consecutive left boxes.
     *
     * @param first the first left box
     * @param end after the last left box
     * @return the matches, numbered from 0 for the first left box, each row ascending by id; they have no distances
     * @throws IndexOutOfBoundsException if there are no such left boxes
     * @throws IllegalArgumentException if the matches do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if an interrupt ended the operation
     */
    public Matches matches(int first, int end) {
        return part(first, end, false, Monitor.NONE);
    }

    /**
     * Returns all matches, without a count before.
     *
     * @return the matches, with the report of the build and the search
     * @throws IllegalArgumentException if the matches do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor of the options or an interrupt ended the operation
     * @hidden engine only
     */
    public Matches all() {
        return part(0, left.size(), false, options.monitor()).with(report);
    }

    /**
     * Hands out all matches in parts of about a million, or those of one left box; each row is ascending by id.
     *
     * @param monitor watches the search
     * @param consumer accepts the parts, on the calling thread, in the order of the left boxes; {@link Matches#toOffsetArray} and
     *     {@link Matches#toIdArray} have a part as flat arrays
     * @throws IllegalArgumentException if the matches of one left box do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachMatch(Monitor monitor, MatchConsumer consumer) {
        handOut(false, monitor, consumer);
    }

    /**
     * Hands out each pair of a self-join once, as a match of the lower row, like {@link #forEachMatch}; for predicates that hold both ways.
     *
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException as {@link #forEachMatch}
     * @throws IllegalStateException if this is not a self-join, if the predicate is {@link BoxPredicate#CONTAINS} or
     *     {@link BoxPredicate#WITHIN}, or if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachPair(Monitor monitor, MatchConsumer consumer) {
        if (!self) {
            throw new IllegalStateException("pairs of two sets appear once: this is not a self-join");
        }
        if (predicate.equals(BoxPredicate.CONTAINS) || predicate.equals(BoxPredicate.WITHIN)) {
            throw new IllegalStateException("pairs have a direction, none is found twice: predicate=" + predicate);
        }
        handOut(true, monitor, consumer);
    }

    private void handOut(boolean once, Monitor monitor, MatchConsumer consumer) {
        checkOpen();
        int first = 0;
        while (first < left.size()) {
            int end = endOfPart(first);
            Matches part = part(first, end, once, (items, total) -> true);
            consumer.accept(first, part);
            if (!monitor.progress(end, left.size()) || Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: queries=" + end + " of " + left.size());
            }
            first = end;
        }
    }

    /** As many left boxes as have a part's matches, one at least. */
    private int endOfPart(int first) {
        int[] each = counted();
        int end = first + 1;
        long size = each[first];
        while (end < each.length && end - first < MOST_QUERIES && size + each[end] <= PART) {
            size += each[end++];
        }
        return end;
    }

    private Matches part(int first, int end, boolean once, Monitor monitor) {
        checkOpen();
        Objects.checkFromToIndex(first, end, left.size());
        Matches matches = options.method() == JoinMethod.FRONTIER
                ? levelByLevel(first, end, once, monitor)
                : oneByOne(first, end, once, monitor);
        report = report.plus(matches.report());
        return matches;
    }

    private Matches oneByOne(int first, int end, boolean once, Monitor monitor) {
        Boxes queries = range(first, end);
        int[] own = self ? IntStream.range(first, end).toArray() : null;
        return tree.searches(queries).search(queries, own, once, predicate, monitor);
    }

    /** By a tree of the left boxes too, where both fit the memory. */
    private Matches levelByLevel(int first, int end, boolean once, Monitor monitor) {
        Boxes queries = range(first, end);
        RTreeLayout layout = tree.index().layout();
        boolean fits = RTreeLayout.fits(queries.size(), queries.dims(), layout.nodeSize())
                && FrontierSearch.fits(
                        context, layout, RTreeLayout.of(queries.size(), queries.dims(), layout.nodeSize()));
        if (!fits) {
            int[] rows = IntStream.range(first, end).toArray();
            MatchCollector collector = collector(queries.size(), self ? rows : null, once);
            ExecutionReport searched = FrontierSearch.of(context, tree.index(), queries, predicate, monitor)
                    .run(collector);
            return result(collector, null, first, searched);
        }
        RTreeIndex index = tree.index();
        BuildReport built = null;
        if (!self || end - first < left.size()) {
            RTreeIndex.Built build =
                    RTreeIndex.build(context, queries, tree.packing(), layout.nodeSize(), (done, total) -> true);
            index = build.index();
            built = build.report();
        }
        int[] rows = index.ids().clone();
        Arrays.setAll(rows, i -> rows[i] + first);
        MatchCollector collector = collector(rows.length, self ? rows : null, once);
        ExecutionReport searched = FrontierSearch.of(context, tree.index(), index, predicate, monitor)
                .run(collector);
        return result(collector, rows, first, built == null ? searched : built.before(searched));
    }

    private MatchCollector collector(int size, int[] own, boolean once) {
        return new MatchCollector(new BoxRegions(size, own, once), tree.boxes().size(), context.workers());
    }

    /** The matches; rows have the left row of each query, or are null where they are in their own order. */
    private Matches result(MatchCollector collector, int[] rows, int first, ExecutionReport searched) {
        long start = System.nanoTime();
        if (rows != null) {
            Arrays.setAll(rows, i -> rows[i] - first);
        }
        Matches matches = collector.result(rows, predicate.metric(), searched);
        return matches.with(searched.withRefinement(System.nanoTime() - start));
    }

    private Boxes range(int first, int end) {
        int width = 2 * left.dims();
        return end - first == left.size()
                ? left
                : Boxes.wrap(Arrays.copyOfRange(left.array(), first * width, end * width), left.dims());
    }

    /**
     * Returns the device, the method and the times of the work so far.
     *
     * @return the report
     */
    public ExecutionReport report() {
        return report;
    }

    private ExecutionReport noTime() {
        return new ExecutionReport(context.device(), options.method(), 0, Timing.ZERO, 0, 0);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the join is closed");
        }
    }

    @Override
    public void close() {
        closed = true;
        tree.close();
    }
}
