package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.MatchFinder;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.tree.MatchSearch;

/**
 * Searches a tree for the matches of boxes on a device. It orders the queries of a batch along a Hilbert curve, so that near ones follow the
 * same paths, by {@link RTreeBuild}. The host sorts the matches of each query. Not safe for use by several threads.
 */
final class BoxSearch extends MatchSearch {

    /**
     * Enough for all queries of most joins: with several batches, queries go to the device twice, for the count and for the answer. On an
     * H200 a join of 10 million boxes with one million took 319 to 371 ms in batches of one million queries.
     */
    private static final int MAX_QUERIES = 1 << 24;

    private static final Order.Maker ORDER = RTreeBuild::new;

    private final Boxes queries;
    private final int nodeSize;

    /**
     * A search of queries.
     *
     * @param regions what queries leave out; null if nothing
     * @param max matches of a query after which no more are counted
     */
    BoxSearch(
            Context context,
            RTreeIndex index,
            Boxes queries,
            BoxPredicate predicate,
            BoxRegions regions,
            int max,
            Monitor monitor) {
        super(context, index, asked(queries, predicate, regions, max), JoinMethod.R_TREE, monitor);
        this.queries = queries;
        nodeSize = index.layout().nodeSize();
    }

    private static Asked asked(Boxes queries, BoxPredicate predicate, BoxRegions regions, int max) {
        int norm = predicate.metric().norm().code();
        int firstRow = regions == null ? 0 : regions.firstOwn();
        int self = 0;
        if (regions != null && regions.own() != null && firstRow >= 0) {
            self = regions.once() ? 2 : 1;
        }
        Result result = firstRow < 0 ? Result.LABELS : Result.ROWS;
        return new Asked(
                queries.size(), predicate.code(), norm, predicate.limit(), 1, max, result, self, Math.max(0, firstRow));
    }

    @Override
    public int mostQueries() {
        return MAX_QUERIES;
    }

    @Override
    protected Order.Maker order() {
        return ORDER;
    }

    @Override
    protected void write(int first, int count, Search search, Lease<?> lease, Progress progress) {
        RTreeBuild build = (RTreeBuild) search.order();
        build.write(queries, first, count, lease);
        build.order(queries, count, Packing.HILBERT, nodeSize, lease, progress);
    }

    @Override
    protected Candidates found(int first, int[] starts, int[] found, int[] counts) {
        return new Found(first, starts, found, counts);
    }

    /** The rows that a batch found. */
    private record Found(int first, int[] starts, int[] found, int[] counts) implements Candidates {

        @Override
        public void offer(int query, Rows rows) {
            int start = starts[query - first];
            for (int at = start; at < start + counts[query]; at++) {
                rows.accept(found[at], null, found[at]);
            }
        }

        @Override
        public MatchFinder finder(Regions regions) {
            return new BoxFinder(regions) {

                private int[] ids = new int[0];

                @Override
                int collect(int query) {
                    int count = counts[query];
                    if (count > ids.length) {
                        ids = new int[Math.max(count, (int) Math.min(Integer.MAX_VALUE - 8, 2L * ids.length))];
                    }
                    System.arraycopy(found, starts[query - first], ids, 0, count);
                    return count;
                }

                @Override
                int size(int query) {
                    return counts[query];
                }

                @Override
                public int[] ids() {
                    return ids;
                }
            };
        }
    }
}
