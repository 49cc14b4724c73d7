package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.MatchFinder;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.tree.MatchSearch;
import dev.gyre.engine.tree.TreeLayout;
import java.util.List;

/**
 * Searches a tree for the matches of boxes on a device. It orders the queries of a batch along a Hilbert curve, so that near ones follow the
 * same paths. The host sorts the matches of each query.
 *
 * <p>Memory on the device besides that of the search: that of {@link RTreeBuild} for a batch. Not safe for use by several threads.
 */
final class BoxSearch extends MatchSearch {

    /**
     * Enough for all queries of most joins: with several batches, queries go to the device twice, for the count and for the answer. On an
     * H200 a join of 10 million boxes with one million took 319 to 371 ms in batches of one million queries.
     */
    private static final int MOST_QUERIES = 1 << 24;

    /** Bytes that {@link RTreeBuild} needs at most for any number of boxes. */
    private static final long ORDER_BYTES = 1L << 20;

    private final Boxes queries;
    private final int nodeSize;
    private final Workers workers;

    /**
     * A search of queries.
     *
     * @param most matches of a query after which no more are counted
     */
    BoxSearch(Context context, RTreeIndex index, Boxes queries, BoxPredicate predicate, int most, Monitor monitor) {
        super(context, index, asked(queries, predicate, most), JoinMethod.R_TREE, monitor);
        this.queries = queries;
        nodeSize = index.layout().nodeSize();
        workers = context.workers();
    }

    private static Asked asked(Boxes queries, BoxPredicate predicate, int most) {
        int norm = predicate.metric().norm().code();
        return new Asked(queries.size(), predicate.code(), norm, predicate.limit(), 1, most);
    }

    /** Bytes on a device without queries and matches. */
    static long bytes(TreeLayout layout) {
        return RTreeArrays.bytes(layout) + ORDER_BYTES;
    }

    @Override
    protected int mostOfBatch() {
        return MOST_QUERIES;
    }

    @Override
    protected long orderBytes(int count) {
        return ORDER_BYTES + count * (4L * (queries.dims() + 1) + 16);
    }

    @Override
    protected Order order(int batch, Layout layout) {
        RTreeBuild build = new RTreeBuild(batch, queries.dims(), layout);
        return new Order() {

            @Override
            public double[] queries() {
                return build.boxes();
            }

            @Override
            public int[] ids() {
                return build.ids();
            }

            @Override
            public List<Phase> phases() {
                return build.phases();
            }

            @Override
            public void run(Lease<?> lease, int count, Progress progress) {
                build.order(queries, count, Packing.HILBERT, nodeSize, lease, progress);
            }
        };
    }

    @Override
    protected void write(int first, int count, double[] to, Lease<?> lease) {
        int width = 2 * queries.dims();
        lease.write(queries.array(), first * width, to, 0, count * width, workers);
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
