package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
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
import dev.gyre.engine.tree.MatchQueries;
import dev.gyre.engine.tree.TreeLayout;
import java.util.List;

/**
 * Boxes whose matches a device searches. It orders the queries of a batch along a Hilbert curve, so that near ones follow the same paths. The
 * host sorts the matches of each query.
 *
 * <p>Memory on the device besides that of the search: that of {@link RTreeBuild} for a batch.
 *
 * @param nodeSize children of the tree's nodes
 * @param most matches of a query after which no more are counted
 */
record BoxSearch(Boxes queries, BoxPredicate predicate, int nodeSize, int most) implements MatchQueries {

    /**
     * Enough for all queries of most joins: with several batches, queries go to the device twice, for the count and for the answer. On an
     * H200 a join of 10 million boxes with one million took 319 to 371 ms in batches of one million queries.
     */
    private static final int MOST_QUERIES = 1 << 24;

    /** Most bytes that ordering queries needs besides those of each query. */
    private static final long ORDER_BYTES = 1 << 20;

    /** Bytes on a device without queries and matches. */
    static long bytes(TreeLayout layout) {
        return RTreeArrays.bytes(layout) + ORDER_BYTES;
    }

    @Override
    public int size() {
        return queries.size();
    }

    @Override
    public int relation() {
        return predicate.code();
    }

    @Override
    public int norm() {
        return predicate.metric().norm().code();
    }

    @Override
    public double limit() {
        return predicate.limit();
    }

    @Override
    public int mostOfBatch(Context context) {
        return MOST_QUERIES;
    }

    @Override
    public long bytesPerQuery() {
        int dims = queries.dims();
        return 4L * (dims + 1) + 16 + Integer.BYTES;
    }

    @Override
    public long bytes() {
        return ORDER_BYTES;
    }

    @Override
    public Order order(double[] room, int batch, Layout layout) {
        RTreeBuild build = new RTreeBuild(room, batch, queries.dims(), layout);
        return new Order() {

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
    public void write(int first, int count, double[] to, Lease<?> lease, Workers workers) {
        int width = 2 * queries.dims();
        lease.write(queries.array(), first * width, to, 0, count * width, workers);
    }

    @Override
    public Candidates found(int first, int[] starts, int[] found, int[] counts) {
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
