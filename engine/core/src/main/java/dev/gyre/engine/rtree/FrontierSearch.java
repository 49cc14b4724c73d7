package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.plan.Tuned;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.PartProgress;
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

    private static final int LEAST_ROOM = 1 << 10;

    /** Arrays of one element for each query use at most one part in this many of the memory besides the trees. */
    private static final int SHARE = 4;

    private final Context context;
    private final RTreeIndex right;
    private final RTreeIndex left;
    private final Boxes queries;
    private final BoxPredicate predicate;
    private final Monitor monitor;
    private final TreeLayout leftLayout;
    private final int width;
    private final long bytes;
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
        width = 2 * queries.dims();
        leftLayout = left == null ? TreeLayout.ofQueries(queries.size(), queries.dims()) : left.layout();
        bytes = context.memoryLimit() - bytes(right.layout(), left == null ? null : leftLayout);
    }

    /** Bytes of the trees on a device; the left one may be null. */
    private static long bytes(TreeLayout right, TreeLayout left) {
        return RTreeArrays.bytes(right) + (left == null ? 0 : RTreeArrays.bytes(left));
    }

    /** Whether two trees fit the memory together, with room for pairs. */
    public static boolean fits(Context context, TreeLayout right, TreeLayout left) {
        long rooms = (long) (Frontier.PAIR_BYTES + 1) * PAIRS_PER_QUERY * Math.max(left.size(), LEAST_ROOM);
        return bytes(right, left) + rooms <= context.memoryLimit();
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
        int room = room(Math.max(LEAST_ROOM, (long) PAIRS_PER_QUERY * batch));
        Deque<Range> ranges = ranges(batch);
        while (!ranges.isEmpty()) {
            long start = System.nanoTime();
            try (Lease<Frontier> lease = Frontier.lease(context, key(batch, room), right, left, queries)) {
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
                        answer(frontier, range, pairs, work, progress);
                    }
                }
                timing = timing.plus(lease.timing());
                if (pairs > frontier.room()) {
                    room = makeRoom(ranges, frontier.room(), pairs);
                }
            }
        }
    }

    private void answer(Frontier frontier, Range range, int pairs, RangeWork work, BatchProgress progress) {
        long start = System.nanoTime();
        int first = first(range);
        int[] rows = frontier.rows();
        int[] found = frontier.found();
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
            frontier.bringQueries(lease, queries, base, count(range), context.workers());
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
    private int makeRoom(Deque<Range> ranges, int room, int pairs) {
        Range range = ranges.peek();
        boolean single = range.level() == 0 && range.to() - range.from() == 1;
        int usual = room(Tuned.FRONTIER_PAIRS.of(context.device()));
        int most = single ? room(pairs) : usual;
        if (room < most) {
            return Math.min(most, Math.max(2 * room, pairs));
        }
        if (single) {
            throw new IllegalArgumentException("the search does not fit the memory of " + context.device() + ": needed="
                    + (context.memoryLimit() - bytes + (long) Frontier.PAIR_BYTES * pairs) + " bytes at least, limit="
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
    private int room(long wanted) {
        long fit = (bytes - bytes / SHARE) / Frontier.PAIR_BYTES;
        // The sum of the counts of all pairs fits an int.
        long countable = Integer.MAX_VALUE / TreeParameters.MAX_NODE_SIZE;
        return (int) Math.max(1, Math.min(Math.min(wanted, countable), Math.min(fit, context.maxElements(Long.BYTES))));
    }

    private long bytesPerQuery() {
        return Integer.BYTES + (left == null ? (long) Double.BYTES * width : 0);
    }

    /** Queries whose pairs descend at a time. */
    private int batch() {
        long least = Frontier.PAIR_BYTES + bytesPerQuery();
        if (bytes / SHARE < least) {
            throw new IllegalArgumentException("the search does not fit the memory of " + context.device()
                    + ": needed=" + (context.memoryLimit() - bytes + SHARE * least) + " bytes at least, limit="
                    + context.memoryLimit() + ", boxes=" + right.layout().size());
        }
        long fit = Math.min(bytes / SHARE / bytesPerQuery(), context.maxElements(Double.BYTES) / width);
        long pairs = Math.max(1, room(Tuned.FRONTIER_PAIRS.of(context.device())) / PAIRS_PER_QUERY);
        return (int) Math.min(queries.size(), Math.min(fit, pairs));
    }

    /** A key with larger arrays, which more calls can share, if they fit the memory. */
    private Frontier.Key key(int batch, int room) {
        int leftSize = left == null ? 0 : leftLayout.size();
        Frontier.Key exact = key(right.layout().size(), leftSize, batch, room);
        Frontier.Key rounded = key(
                context.capacity(right.layout().size()),
                left == null ? 0 : context.capacity(leftSize),
                context.capacity(batch),
                context.capacity(room));
        boolean fit = bytes(rounded) <= context.memoryLimit()
                && TreeLayout.fits(rounded.right(), rounded.dims(), rounded.rightNodeSize())
                && (left == null || TreeLayout.fits(rounded.left(), rounded.dims(), rounded.leftNodeSize()))
                && (long) width * rounded.batch() <= context.maxElements(Double.BYTES);
        return fit ? rounded : exact;
    }

    private Frontier.Key key(int rightSize, int leftSize, int batch, int room) {
        return new Frontier.Key(
                rightSize,
                right.layout().nodeSize(),
                leftSize,
                leftSize == 0 ? 0 : leftLayout.nodeSize(),
                queries.dims(),
                predicate.metric().norm().code(),
                batch,
                room);
    }

    private long bytes(Frontier.Key key) {
        TreeLayout most = TreeLayout.ofBoxes(key.right(), key.dims(), key.rightNodeSize());
        TreeLayout mostLeft = key.left() == 0 ? null : TreeLayout.ofBoxes(key.left(), key.dims(), key.leftNodeSize());
        return bytes(most, mostLeft) + key.batch() * bytesPerQuery() + (long) Frontier.PAIR_BYTES * key.room();
    }
}
