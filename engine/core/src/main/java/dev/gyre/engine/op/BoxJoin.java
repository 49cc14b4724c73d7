package dev.gyre.engine.op;

import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.rtree.BoxRegions;
import dev.gyre.engine.rtree.FrontierSearch;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.TreeLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/**
 * A join of all pairs of boxes for which a predicate holds, for results of any size: it counts the matches and passes them on in parts, as
 * often as you ask. In a self-join, each box excludes itself by its row, not by its bounds.
 *
 * <p>The join builds an R-tree over the right boxes when it is opened. It searches the tree for the left boxes.
 *
 * <p>Time: O(d n) to open. To count and to pass on: for each left box, time that grows with its matches and with the nodes at the border of
 * the region where boxes match. Memory on the host: the tree, 4 bytes per left box for the counts, and a few copies of a part. A part has
 * the bounds of its left boxes and 4 bytes per match, for about a million matches or those of one box.
 *
 * <p>For use by one thread; interrupts and monitors end any method with a {@link CancellationException}. A join is valid until its
 * engine is closed; closing it may be repeated.
 */
public final class BoxJoin extends PartedJoin {

    private final Boxes left;
    private final BoxPredicate predicate;
    private final BoxJoinOptions options;
    private final RTree tree;

    private BoxJoin(
            Context context, Boxes left, boolean self, BoxPredicate predicate, BoxJoinOptions options, RTree tree) {
        super(context, left.size(), self, options.method());
        this.left = left;
        this.predicate = predicate;
        this.options = options;
        this.tree = tree;
        note(tree.report().before(noTime()));
    }

    /**
     * Opens a join.
     *
     * @param team devices that are open
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param self whether both sets are the same, so that no row matches itself
     * @param predicate what must hold
     * @param options method, not {@link JoinMethod#AUTOMATIC}; monitor of the build and the first count
     * @return the join
     * @throws IllegalArgumentException if the dimensions differ, or if a tree of the right boxes does not fit an array or the memory
     * @throws CancellationException if the monitor or an interrupt ended the build
     */
    static BoxJoin open(
            Team team, Boxes left, Boxes right, boolean self, BoxPredicate predicate, BoxJoinOptions options) {
        checkDims(left, right);
        Objects.requireNonNull(predicate, "predicate");
        RTree tree = RTree.build(
                Placement.on(team.first()), team, right, RTreeOptions.DEFAULT.withMonitor(options.monitor()));
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
     * Returns all matches without counting them first.
     *
     * @return the matches, with the report of the build and the search
     * @throws IllegalArgumentException if the matches do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor of the options or an interrupt ended the operation
     * @hidden engine only
     */
    public Matches all() {
        checkOpen();
        return search(0, left.size(), false, options.monitor()).with(report());
    }

    @Override
    int[] count() {
        long start = System.nanoTime();
        int[] found = tree.count(left, predicate, options.monitor());
        if (self) {
            // All predicates hold between a box and itself.
            Arrays.setAll(found, row -> found[row] - 1);
        }
        note(noTime().withRefinement(System.nanoTime() - start));
        return found;
    }

    @Override
    void checkBothWays() {
        if (predicate.equals(BoxPredicate.CONTAINS) || predicate.equals(BoxPredicate.WITHIN)) {
            throw new IllegalStateException("pairs have a direction, none is found twice: predicate=" + predicate);
        }
    }

    @Override
    Matches part(int first, int end, int max, boolean once, Monitor monitor) {
        return search(first, end, once, monitor);
    }

    private Matches search(int first, int end, boolean once, Monitor monitor) {
        Matches matches = options.method() == JoinMethod.FRONTIER
                ? levelByLevel(first, end, once, monitor)
                : oneByOne(first, end, once, monitor);
        note(matches.report());
        return matches;
    }

    private Matches oneByOne(int first, int end, boolean once, Monitor monitor) {
        Boxes queries = range(first, end);
        int[] own = self ? IntStream.range(first, end).toArray() : null;
        return tree.searches(queries).search(queries, own, once, predicate, monitor);
    }

    /** Searches level by level, with a tree of the left boxes too if both trees fit the memory. */
    private Matches levelByLevel(int first, int end, boolean once, Monitor monitor) {
        Boxes queries = range(first, end);
        TreeLayout layout = tree.index().layout();
        boolean fits = TreeLayout.fits(queries.size(), queries.dims(), layout.nodeSize())
                && FrontierSearch.fits(
                        context, layout, TreeLayout.ofBoxes(queries.size(), queries.dims(), layout.nodeSize()));
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

    /** Returns the matches; {@code rows} has the left row of each query, or is null if queries are in the order of their rows. */
    private Matches result(MatchCollector collector, int[] rows, int first, ExecutionReport searched) {
        if (rows != null) {
            Arrays.setAll(rows, i -> rows[i] - first);
        }
        return collector.result(rows, predicate.metric(), searched);
    }

    private Boxes range(int first, int end) {
        int width = 2 * left.dims();
        return end - first == left.size()
                ? left
                : Boxes.wrap(Arrays.copyOfRange(left.array(), first * width, end * width), left.dims());
    }

    @Override
    public void close() {
        super.close();
        tree.close();
    }
}
