package dev.gyre.engine.rtree;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.rtree.FrontierParameters;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Searches an R-tree breadth first, for many queries at once (after You et al., "Parallel spatial query processing on GPUs using R-trees",
 * 2013, with compaction between levels instead of a flag for each node): all pairs of a query and a node that may have matches are tested
 * in one step, which yields those of the next level. Queries that are in a tree of their own descend together with it, node by node
 * (Brinkhoff et al., "Efficient processing of spatial joins using R-trees", 1993): the side of the higher level is replaced by its
 * children.
 *
 * <p>Memory on the device: see {@link RTreeArrays} for the trees, and {@link Frontier} for the pairs, whose room grows as needed, up to the
 * limit. If they need more, fewer queries descend at a time. Not safe for use by several threads.
 */
public final class FrontierSearch {

    /** Pairs for each query for which there is room at first. */
    private static final int PAIRS_PER_QUERY = 4;

    private static final int MIN_ROOM = 1 << 10;

    /** Arrays of one element for each query use at most one part in this many of the memory besides the trees. */
    private static final int SHARE = 4;

    private final Context context;
    private final RTreeIndex right;
    private final RTreeIndex left;
    private final Boxes queries;
    private final BoxPredicate predicate;
    private final Monitor monitor;
    private final TreeLayout leftLayout;
    private Timing timing = Timing.ZERO;
    private long prepareNanos;
    private long refineNanos;

    /** Some consecutive nodes of a level of the left side. */
    private record Range(int level, int from, int to) {}

    /** A search of queries that are in no tree. */
    public static FrontierSearch of(
            Context context, RTreeIndex tree, Boxes queries, BoxPredicate predicate, Monitor monitor) {
        return new FrontierSearch(context, tree, null, queries, predicate, monitor);
    }

    /** A search of the boxes of a tree, which are numbered by its slots. */
    public static FrontierSearch of(
            Context context, RTreeIndex tree, RTreeIndex left, BoxPredicate predicate, Monitor monitor) {
        return new FrontierSearch(context, tree, left, left.boxes(), predicate, monitor);
    }

    private FrontierSearch(
            Context context,
            RTreeIndex right,
            RTreeIndex left,
            Boxes queries,
            BoxPredicate predicate,
            Monitor monitor) {
        this.context = context;
        this.right = right;
        this.left = left;
        this.queries = queries;
        this.predicate = predicate;
        this.monitor = monitor;
        leftLayout = left == null ? TreeLayout.ofQueries(queries.size(), queries.dims()) : left.layout();
    }

    /** Whether two trees fit the memory together, with room for pairs. */
    public static boolean fits(Context context, TreeLayout right, TreeLayout left) {
        int batch = Math.min(left.size(), mostQueries(context));
        int room = PAIRS_PER_QUERY * Math.max(batch, MIN_ROOM);
        return context.fits(new Frontier.Sizes(right, left, 0, batch, room));
    }

    /**
     * Hands over the candidates of all queries, which are their matches.
     *
     * @return the report of the time
     * @throws IllegalArgumentException if the tree, or the pairs of a single query, do not fit the memory
     */
    public ExecutionReport run(RangeWork work) {
        int size = queries.size();
        if (size > 0 && right.layout().size() == 0) {
            Candidates.NONE.handOver(size, Batches.inOrder(), work, monitor);
        } else if (size > 0) {
            search(work);
        }
        return new ExecutionReport(context.device(), JoinMethod.FRONTIER, prepareNanos, timing, refineNanos, 0);
    }

    private void search(RangeWork work) {
        int batch = batch();
        int room = room(batch, Math.max(MIN_ROOM, PAIRS_PER_QUERY * batch));
        Deque<Range> ranges = ranges(batch);
        while (!ranges.isEmpty()) {
            long start = System.nanoTime();
            try (Lease<Frontier> lease = Frontier.lease(context, shared(batch, room), right, left, queries)) {
                prepareNanos += System.nanoTime() - start;
                Frontier frontier = lease.operation();
                int pairs = 0;
                while (pairs <= frontier.room() && !ranges.isEmpty()) {
                    Range range = ranges.peek();
                    BatchProgress progress = new BatchProgress(monitor, first(range), count(range), queries.size());
                    pairs = descend(lease, range, progress);
                    progress.stopIfCancelled();
                    if (pairs <= frontier.room()) {
                        ranges.remove();
                        answer(lease, range, pairs, work, progress);
                    }
                }
                timing = timing.plus(lease.timing());
                if (pairs > frontier.room()) {
                    room = makeRoom(ranges, batch, frontier.room(), pairs);
                }
            }
        }
    }

    private void answer(Lease<Frontier> lease, Range range, int pairs, RangeWork work, BatchProgress progress) {
        long start = System.nanoTime();
        int first = first(range);
        Frontier frontier = lease.operation();
        int[] rows = frontier.rows();
        int[] found = frontier.found();
        if (pairs > 0) {
            lease.readAll(rows, count(range) + 1);
            lease.readAll(found, pairs);
        }
        Candidates candidates = (query, to) -> {
            for (int at = rows[query - first]; at < rows[query - first + 1]; at++) {
                to.accept(found[at], null, found[at]);
            }
        };
        work.take(pairs == 0 ? Candidates.NONE : candidates, first, count(range), progress);
        refineNanos += System.nanoTime() - start;
        progress.stopIfCancelled();
    }

    /**
     * Descends from some left nodes and the right root to pairs of entries.
     *
     * @return number of matches; or the number of pairs of a level, if it exceeds the room
     */
    private int descend(Lease<Frontier> lease, Range range, BatchProgress progress) {
        PartProgress step = PartProgress.step(progress, 0);
        Frontier frontier = lease.operation();
        boolean bring = left == null && !context.onJvm();
        int base = bring ? range.from() : 0;
        if (bring) {
            frontier.bringQueries(lease, queries, base, count(range));
        }
        int leftLevel = range.level();
        int rightLevel = right.layout().levels();
        int[] parameters = frontier.parameters();
        parameters[FrontierParameters.ROOM] = frontier.room();
        parameters[FrontierParameters.FIRST] = leftLayout.starts()[leftLevel] + range.from() - base;
        parameters[FrontierParameters.ROOT] = right.layout().starts()[rightLevel];
        parameters[FrontierParameters.FIRST_ROW] = first(range) - base;
        parameters[FrontierParameters.ROWS] = count(range);
        frontier.limit(predicate.limit());
        int pairs = range.to() - range.from();
        frontier.pairs(pairs);
        lease.run(Frontier.BEGIN, step);
        while (leftLevel + rightLevel > 0 && pairs > 0) {
            boolean ofLeft = leftLevel > rightLevel;
            TreeLayout layout = ofLeft ? leftLayout : right.layout();
            int level = ofLeft ? leftLevel-- : rightLevel--;
            parameters[FrontierParameters.LEFT] = ofLeft ? 1 : 0;
            parameters[FrontierParameters.RIGHT] = ofLeft ? 0 : 1;
            parameters[FrontierParameters.NODE_SIZE] = layout.nodeSize();
            parameters[FrontierParameters.START] = layout.starts()[level];
            parameters[FrontierParameters.BELOW] = layout.starts()[level - 1];
            parameters[FrontierParameters.RELATION] = relation(leftLevel, rightLevel);
            lease.run(Frontier.EXPAND, step);
            pairs = frontier.total();
            if (pairs > frontier.room()) {
                return pairs;
            }
            frontier.pairs(pairs);
        }
        if (pairs > 0) {
            lease.run(Frontier.ORDER, step);
        }
        return pairs;
    }

    /** The relation that must hold between boxes of two levels if entries in them may match. */
    private int relation(int leftLevel, int rightLevel) {
        int relation = predicate.code();
        boolean nodeMustContain = relation == BoxRelations.CONTAINS && rightLevel > 0;
        boolean nodeMustLieWithin = relation == BoxRelations.WITHIN && leftLevel > 0;
        return nodeMustContain || nodeMustLieWithin ? BoxRelations.INTERSECTS : relation;
    }

    /** First query of some nodes. */
    private int first(Range range) {
        return (int) (range.from() * leftLayout.entries(range.level()));
    }

    /** Number of the queries of some nodes. */
    private int count(Range range) {
        return (int) Math.min(queries.size(), range.to() * leftLayout.entries(range.level())) - first(range);
    }

    /** Ranges of nodes with up to {@code batch} queries each, in their order. */
    private Deque<Range> ranges(int batch) {
        int level = leftLayout.levels();
        while (level > 0 && Math.min(queries.size(), leftLayout.entries(level)) > batch) {
            level--;
        }
        int nodes = (int) Math.max(1, batch / leftLayout.entries(level));
        Deque<Range> ranges = new ArrayDeque<>();
        for (int from = 0; from < leftLayout.count(level); from += nodes) {
            ranges.add(new Range(level, from, Math.min(leftLayout.count(level), from + nodes)));
        }
        return ranges;
    }

    /**
     * Makes the first range fit, by more room, or else by half of its queries at a time.
     *
     * @return the room to go on with
     */
    private int makeRoom(Deque<Range> ranges, int batch, int room, int pairs) {
        Range range = ranges.peek();
        boolean single = range.level() == 0 && range.to() - range.from() == 1;
        int max = room(batch, single ? pairs : Tuned.FRONTIER_PAIRS.of(context.device()));
        if (room < max) {
            return Math.min(max, Math.max(2 * room, pairs));
        }
        if (single) {
            throw new IllegalArgumentException("the search does not fit the memory of " + context.device() + ": needed="
                    + sizes(batch, pairs).measured(context.device()).bytes() + " bytes, limit="
                    + context.memoryLimit() + ", query=" + first(range) + ", pairs=" + pairs);
        }
        ranges.remove();
        if (range.to() - range.from() == 1) {
            int from = range.from() * leftLayout.nodeSize();
            int to = Math.min(from + leftLayout.nodeSize(), leftLayout.count(range.level() - 1));
            ranges.push(new Range(range.level() - 1, from, to));
        } else {
            int middle = range.from() + (range.to() - range.from()) / 2;
            ranges.push(new Range(range.level(), middle, range.to()));
            ranges.push(new Range(range.level(), range.from(), middle));
        }
        return room;
    }

    /** Room for the pairs that are needed, or for as many as fit. */
    private int room(int batch, int wanted) {
        // The sum of the counts of all pairs fits an int.
        int countable = Integer.MAX_VALUE / TreeParameters.MAX_NODE_SIZE;
        return context.max(Math.min(wanted, countable), room -> sizes(batch, room));
    }

    /** Queries that descend at a time if they are few enough to fit. */
    private static int mostQueries(Context context) {
        return Tuned.FRONTIER_PAIRS.of(context.device()) / PAIRS_PER_QUERY;
    }

    /** Queries whose pairs descend at a time. */
    private int batch() {
        context.checkMemory("the search", sizes(1, 1), "boxes=" + right.layout().size());
        long trees = sizes(1, 1).measured(context.device()).bytes();
        long share = trees + (context.memoryLimit() - trees) / SHARE;
        int max = context.max(Math.min(queries.size(), mostQueries(context)), share, batch -> sizes(batch, 1));
        return Math.max(1, Math.min(max, room(max, PAIRS_PER_QUERY * max) / PAIRS_PER_QUERY));
    }

    private Frontier.Sizes sizes(int batch, int room) {
        return new Frontier.Sizes(right.layout(), left == null ? null : leftLayout, norm(), batch, room);
    }

    /** Sizes with larger arrays, which more calls can share, if they fit the memory. */
    private Frontier.Sizes shared(int batch, int room) {
        Frontier.Sizes rounded = new Frontier.Sizes(
                right.layout().rounded(context),
                left == null ? null : leftLayout.rounded(context),
                norm(),
                context.capacity(batch),
                context.capacity(room));
        return context.shared(sizes(batch, room), rounded);
    }

    private int norm() {
        return predicate.metric().norm().code();
    }
}
