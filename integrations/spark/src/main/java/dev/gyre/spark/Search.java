package dev.gyre.spark;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.jdk.javaapi.CollectionConverters;

/** Finds the matches of left rows among the right rows of a cell, in batches, so that a task holds one batch at a time. */
final class Search {

    /** Neighbors of a call of the engine, about. */
    private static final int NEIGHBORS = 1 << 22;

    /** Bytes of the heap for each task that runs at a time. */
    private static final long HEAP =
            Runtime.getRuntime().maxMemory() / Runtime.getRuntime().availableProcessors();

    /** Queries of a call of the engine, at most: many share the paths through a tree. */
    private static final int QUERIES = Math.clamp(HEAP >> 11, 1 << 17, 1 << 20);

    /** Rows of a query's own id that are found at first, and how many are worth looking beyond. */
    private static final int OWN = 16;

    private static final int MAX_OWN = 1 << 10;

    /** Queries whose matches are counted at once. */
    private static final int COUNTED = 1 << 14;

    /** Matches of a batch; a query with more has its own batch. */
    private static final int MATCHES = 1 << 18;

    /** Bytes of queries, and of rows among which they search, that are joined at once. */
    private static final long QUERY_BYTES = Math.clamp(HEAP >> 5, 4 << 20, 64 << 20);

    private static final long POINT_BYTES = 64 << 20;

    private Search() {}

    /** Returns the matches of left rows among the rows of a cell, then the left rows that have none because of nulls. */
    static java.util.Iterator<Found> among(java.util.Iterator<UnsafeRow> lefts, Source source, Cell rights) {
        Rows skipped = source.noRows();
        boolean sorts = sorts(source);
        return CollectionConverters.asJava(cells(lefts, source, sorts, skipped, sorts ? POINT_BYTES : QUERY_BYTES)
                .flatMap(some -> all(some, rights))
                .concat(() -> Iterator$.MODULE$.single(Found.nothing(skipped))));
    }

    /** Returns whether left rows are searched in their order, and many at once: pairs that are best together are found together, or a tree is made of them. */
    static boolean sorts(Source source) {
        JoinSpec.Kind kind = source.spec().kind();
        return kind == JoinSpec.Kind.TOP_K || kind == JoinSpec.Kind.PAIR_COUNTS;
    }

    /** Returns the matches of the rows of a cell among those of another, or the same one. */
    static java.util.Iterator<Found> among(Cell lefts, Cell rights) {
        return CollectionConverters.asJava(all(lefts, rights));
    }

    /** Returns the matches of the rows of a cell among right rows. */
    static java.util.Iterator<Found> among(Cell lefts, java.util.Iterator<UnsafeRow> rights, Source source) {
        return CollectionConverters.asJava(
                cells(rights, source, true, source.noRows(), POINT_BYTES).flatMap(some -> all(lefts, some)));
    }

    private static Iterator<Cell> cells(
            java.util.Iterator<UnsafeRow> input, Source source, boolean toSort, Rows skipped, long maxBytes) {
        return Iterator$.MODULE$
                .continually(() -> Cell.of(0, input, source, toSort, skipped, maxBytes))
                .takeWhile(cell -> cell.size() > 0);
    }

    /** Returns the matches of all left rows: the best ones of a top-k join. */
    private static Iterator<Found> all(Cell lefts, Cell rights) {
        JoinSpec spec = rights.source().spec();
        if (spec.kind() == JoinSpec.Kind.KNN) {
            return parts(lefts.size(), step(lefts, rights), (first, end) -> {
                Lists lists = new Lists();
                neighbors(lefts, rights, first, end, lists);
                return Found.of(lefts, first, lists, rights);
            });
        }
        if (lefts.size() == 0 || rights.size() == 0) {
            return Iterator$.MODULE$.empty();
        }
        if (spec.kind() == JoinSpec.Kind.PAIR_COUNTS) {
            return Iterator$.MODULE$.single(counts(lefts, rights));
        }
        return spec.kind() == JoinSpec.Kind.TOP_K
                ? best(lefts, rights)
                : parts(lefts.size(), COUNTED, (first, end) -> pairs(lefts, first, end, rights))
                        .flatMap(batches -> batches);
    }

    /** Makes something of consecutive parts of so many elements, when it is asked for. */
    static <B> Iterator<B> parts(int size, int step, BiFunction<Integer, Integer, B> function) {
        return Iterator$.MODULE$.tabulate(Math.ceilDiv(size, step), part -> {
            int first = (Integer) part * step;
            return function.apply(first, Math.min(size - first, step) + first);
        });
    }

    private static int step(Cell queries, Cell cell) {
        return isOwn(queries, cell)
                ? Math.max(1, queries.size())
                : step(Math.min(cell.source().spec().k(), cell.size()));
    }

    /** Returns the number of queries of a call of the engine. */
    private static int step(int k) {
        return Math.clamp(NEIGHBORS / Math.max(1, k), 1, QUERIES);
    }

    /** Returns the neighbors of all queries. */
    static Lists neighbors(Cell queries, Cell cell) {
        Lists lists = new Lists();
        int step = step(queries, cell);
        for (int first = 0; first < queries.size(); first += step) {
            neighbors(queries, cell, first, Math.min(queries.size() - first, step) + first, lists);
        }
        return lists;
    }

    /** Whether the neighbors are those of a self-join of the engine, which leaves out rows by their numbers. */
    private static boolean isOwn(Cell queries, Cell cell) {
        return cell.source().spec().self() && queries == cell && cell.repeats() == 1;
    }

    /** Appends the neighbors of some queries: at most k for each, and in a self-join none of the query's own id. */
    private static void neighbors(Cell queries, Cell cell, int first, int end, Lists to) {
        JoinSpec spec = cell.source().spec();
        int k = Math.min(spec.k(), cell.size());
        if (k == 0) {
            IntStream.range(first, end).forEach(query -> to.begin());
        } else if (isOwn(queries, cell)) {
            to.addAll(cell.nearestOthers(k));
        } else if (!spec.self()) {
            to.addAll(cell.nearest(queries.points(first, end), k));
        } else {
            new Others(queries, cell, first, end, k).addTo(to);
        }
    }

    /**
     * The neighbors of queries that find rows of their own id, too, and so look for some more than k. Queries that then have fewer look
     * beyond all rows of their id; or, if these are many, among the others.
     */
    private static final class Others {

        private final Cell queries;
        private final Cell cell;
        private final int first;
        private final int k;
        private final int[] counts;
        private final int[] rows;
        private final double[] keys;

        Others(Cell queries, Cell cell, int first, int end, int k) {
            this.queries = queries;
            this.cell = cell;
            this.first = first;
            this.k = k;
            counts = new int[end - first];
            rows = new int[Math.multiplyExact(counts.length, k)];
            keys = new double[rows.length];
            int[] open = beyond(IntStream.range(first, end).toArray(), Math.min(cell.repeats(), OWN));
            int[] owns = Arrays.stream(open)
                    .map(query -> cell.bound(queries, query, true) - cell.bound(queries, query, false))
                    .toArray();
            beyond(where(open, i -> owns[i] <= MAX_OWN), Math.min(cell.repeats(), MAX_OWN));
            without(where(open, i -> owns[i] > MAX_OWN));
        }

        private static int[] where(int[] some, IntPredicate test) {
            return IntStream.range(0, some.length)
                    .filter(test)
                    .map(i -> some[i])
                    .toArray();
        }

        void addTo(Lists to) {
            for (int query = 0; query < counts.length; query++) {
                to.begin();
                for (int at = query * k; at < query * k + counts[query]; at++) {
                    to.add(rows[at], keys[at]);
                }
            }
        }

        private void take(int query, int row, double key) {
            int at = (query - first) * k + counts[query - first]++;
            rows[at] = row;
            keys[at] = key;
        }

        /** Looks for more than k rows; returns the queries that have fewer than k others among them, though there are more rows. */
        private int[] beyond(int[] open, int own) {
            int more = Math.min(cell.size(), k + own);
            int step = step(more);
            int[] still = new int[open.length];
            int count = 0;
            for (int from = 0; from < open.length; from += step) {
                int[] part = Arrays.copyOfRange(open, from, Math.min(open.length - from, step) + from);
                Neighbors near = cell.nearest(queries.points(part), more);
                for (int i = 0; i < part.length; i++) {
                    if (!takeOthers(near, i, part[i]) && more < cell.size()) {
                        still[count++] = part[i];
                    }
                }
            }
            return Arrays.copyOf(still, count);
        }

        /** Returns whether there are k, or no more rows. */
        private boolean takeOthers(Neighbors near, int at, int query) {
            counts[query - first] = 0;
            int count = near.count(at);
            for (int rank = 0; rank < count && counts[query - first] < k; rank++) {
                if (!cell.isSameId(near.id(at, rank), queries, query)) {
                    take(query, near.id(at, rank), near.key(at, rank));
                }
            }
            return counts[query - first] == k || count < near.k();
        }

        /** Looks among the rows of other ids: for consecutive queries of one id together. */
        private void without(int[] open) {
            for (int from = 0, to; from < open.length; from = to) {
                to = from + 1;
                while (to < open.length && queries.isSameId(open[from], queries, open[to])) {
                    to++;
                }
                int own = cell.bound(queries, open[from], false);
                int end = cell.bound(queries, open[from], true);
                int count = Math.min(k, cell.size() - end + own);
                Arrays.stream(open, from, to).forEach(query -> counts[query - first] = 0);
                if (count > 0) {
                    Points some = queries.points(Arrays.copyOfRange(open, from, to));
                    Neighbors near = cell.nearestOutside(own, end, some, count);
                    for (int i = from; i < to; i++) {
                        for (int rank = 0; rank < near.count(i - from); rank++) {
                            int row = near.id(i - from, rank);
                            take(open[i], row < own ? row : row + end - own, near.key(i - from, rank));
                        }
                    }
                }
            }
        }
    }

    /** Finds the pairs of some left rows: counts them first, then finds them in batches. */
    private static Iterator<Found> pairs(Cell lefts, int offset, int offsetEnd, Cell rights) {
        JoinSpec spec = rights.source().spec();
        Matcher matcher = ExecutorEngine.run(engine -> matcher(lefts, offset, offsetEnd, rights));
        int[] counts = matcher.counts;
        int[] ends = new int[counts.length];
        int batches = 0;
        long count = 0;
        for (int row = 0; row < counts.length; row++) {
            if (row > 0 && count + counts[row] > MATCHES) {
                ends[batches++] = row;
                count = 0;
            }
            count += counts[row];
        }
        ends[batches] = counts.length;
        return Iterator$.MODULE$.tabulate(batches + 1, batch -> {
            int first = (Integer) batch == 0 ? 0 : ends[(Integer) batch - 1];
            Matches matches = ExecutorEngine.run(engine -> matcher.matches.apply(first, ends[(Integer) batch]));
            Lists lists = new Lists();
            for (int row = 0; row < matches.queries(); row++) {
                lists.begin();
                for (int rank = 0; rank < matches.count(row); rank++) {
                    int match = matches.id(row, rank);
                    if (!spec.self() || !rights.isSameId(match, lefts, offset + first + row)) {
                        lists.add(match, matches.hasDistances() ? matches.key(row, rank) : 0);
                    }
                }
            }
            return Found.of(lefts, offset + first, lists, rights);
        });
    }

    /**
     * Finds matches of some left rows.
     *
     * @param counts number of matches of each row
     * @param matches finds the matches of the rows from one to before another
     */
    private record Matcher(int[] counts, BiFunction<Integer, Integer, Matches> matches) {}

    private static Matcher matcher(Cell lefts, int offset, int offsetEnd, Cell rights) {
        Monitor monitor = ExecutorEngine.MONITOR;
        JoinSpec spec = rights.source().spec();
        if (spec.isOfBoxes()) {
            RTree tree = rights.rTree(ExecutorEngine.get());
            return new Matcher(
                    tree.count(lefts.boxes(offset, offsetEnd), spec.predicateObject(), monitor),
                    (first, end) ->
                            tree.search(lefts.boxes(offset + first, offset + end), spec.predicateObject(), monitor));
        }
        Metric metric = spec.metricObject();
        if (metric.norm().isOfDifferences() && spec.spaceDims() <= KdTree.MAX_DIMENSIONS) {
            KdTree tree = rights.kdTree(ExecutorEngine.get());
            return new Matcher(
                    tree.countWithin(lefts.points(offset, offsetEnd), spec.radius(), monitor),
                    (first, end) -> tree.within(lefts.points(offset + first, offset + end), spec.radius(), monitor));
        }
        DistanceJoin join = ExecutorEngine.get()
                .openDistanceJoin(
                        lefts.points(offset, offsetEnd),
                        rights.points(),
                        spec.radius(),
                        JoinOptions.DEFAULT.withMetric(metric).withMonitor(monitor));
        return new Matcher(join.counts(), join::matches);
    }

    /** Counts the pairs of two cells within each radius: see {@link Found#counts}. */
    private static Found counts(Cell lefts, Cell rights) {
        JoinSpec spec = rights.source().spec();
        JoinOptions options =
                JoinOptions.DEFAULT.withMetric(spec.metricObject()).withMonitor(ExecutorEngine.MONITOR);
        double[] radii = spec.radii().stream().mapToDouble(Double::doubleValue).toArray();
        return Found.counts(
                ExecutorEngine.run(engine -> engine.pairCounts(lefts.points(), rights.points(), options, radii)));
    }

    /** Finds the best pairs of two cells that are in order, so that ties are resolved by ids. */
    private static Iterator<Found> best(Cell lefts, Cell rights) {
        JoinSpec spec = rights.source().spec();
        TopPairs pairs = ExecutorEngine.run(engine ->
                engine.topKJoin(lefts.points(), lefts.scores(), rights.points(), rights.scores(), spec.topKOptions()));
        return parts(
                pairs.size(),
                1,
                (rank, end) -> new Found(
                        lefts.rows(),
                        pairs.left(rank),
                        Lists.of(pairs.right(rank), pairs.distance(rank)),
                        rights.rows(),
                        null,
                        pairs.score(rank)));
    }
}
