package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.PartProgress;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.MatchFinder;
import dev.gyre.engine.range.Regions;
import dev.gyre.tasks.rtree.BoxMatches;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches of a tree on a device. The device orders the queries of a batch along a Hilbert curve, so that near ones follow the same paths.
 * The host sorts the matches of each query.
 *
 * <p>Memory on the device, in bytes, besides the tree: that of {@link RTreeBuild} and 4 more for each query of a batch, and 4 for each
 * match found at a time. Not safe for use by several threads.
 */
final class BoxSearch implements DeviceSearch.Method<BoxSearch.Search> {

    /**
     * Enough for all queries of most joins: with several batches, queries go to the device twice, for the count and for the answer. On an
     * H200 a join of 10 million boxes with one million took 319 to 371 ms in batches of one million queries.
     */
    private static final int MOST_QUERIES = 1 << 24;

    private final Context context;
    private final RTreeIndex index;
    private final Boxes queries;
    private final BoxPredicate predicate;
    private final int most;

    /**
     * A search of queries.
     *
     * @param most matches of a query after which no more are counted
     */
    BoxSearch(Context context, RTreeIndex index, Boxes queries, BoxPredicate predicate, int most) {
        this.context = context;
        this.index = index;
        this.queries = queries;
        this.predicate = predicate;
        this.most = most;
    }

    /** Identifies the calls that can reuse a program. */
    private record Key(int size, int dims, int nodeSize, int relation, int norm, int batch, int found) {

        private RTreeLayout layout() {
            return RTreeLayout.of(size, dims, nodeSize);
        }

        private long bytes() {
            return RTreeArrays.bytes(layout()) + batch * BoxSearch.bytesPerQuery(dims) + 4L * found;
        }
    }

    /** The program with its arrays. */
    static final class Search extends DeviceSearch.Arrays {

        private final RTreeArrays tree;
        private final double[] queries;
        private final RTreeBuild order;
        private final int[] sizes = new int[BoxMatches.SIZES];
        private final double[] limits = new double[1];
        private final Key key;

        private Search(Key key, Layout layout) {
            super(key.batch(), key.found(), layout);
            this.key = key;
            tree = new RTreeArrays(key.layout(), RTreeArrays.LOAD, false);
            order = new RTreeBuild(key.batch(), key.dims(), layout);
            queries = order.boxes();
        }

        private Program program() {
            List<Phase> phases = new ArrayList<>(tree.phases());
            phases.addAll(order.phases());
            phases.addAll(phases(List.of(sizes, limits), this::matches));
            List<Object> inputs = new ArrayList<>(List.of(tree.inputs()));
            inputs.add(queries);
            return new Program("r-tree search", phases, inputs);
        }

        private Stage matches(int write) {
            return RTreeKernels.MATCHES.stage(
                    key.batch(),
                    order.ids(),
                    queries,
                    tree.tree(),
                    tree.ids(),
                    tree.parameters(),
                    sizes,
                    limits,
                    starts(),
                    found(),
                    key.dims(),
                    key.relation(),
                    key.norm(),
                    write);
        }
    }

    /** Bytes on a device without queries and matches. */
    static long bytes(RTreeLayout layout) {
        return RTreeArrays.bytes(layout) + (1L << 20);
    }

    private static long bytesPerQuery(int dims) {
        return 16L * dims + 4L * (dims + 1) + 16 + Integer.BYTES;
    }

    @Override
    public DeviceSearch.Sizes sizes() {
        int dims = queries.dims();
        return new DeviceSearch.Sizes(bytes(index.layout()), bytesPerQuery(dims), 2 * dims, MOST_QUERIES);
    }

    @Override
    public Lease<Search> lease(int batch, int found) {
        RTreeLayout layout = index.layout();
        Key exact = new Key(
                layout.size(),
                layout.dims(),
                layout.nodeSize(),
                predicate.code(),
                predicate.metric().norm().code(),
                batch,
                found);
        Key key = rounded(exact);
        Lease<Search> lease =
                context.lease(key, index, () -> new Search(key, Layout.on(context.device())), Search::program);
        return lease.prepared(() -> lease.operation().tree.load(lease, index, context.workers()));
    }

    /** A key with larger arrays, which more calls can share, if they fit the memory. */
    private Key rounded(Key exact) {
        int size = context.capacity(exact.size());
        int batch = context.capacity(exact.batch());
        int found = context.capacity(exact.found());
        if (!RTreeLayout.fits(size, exact.dims(), exact.nodeSize())) {
            return exact;
        }
        Key key = new Key(size, exact.dims(), exact.nodeSize(), exact.relation(), exact.norm(), batch, found);
        long largest = Math.max((long) batch * 2 * exact.dims(), key.layout().bounds());
        boolean fits = key.bytes() <= context.memoryLimit()
                && largest <= context.maxElements(Double.BYTES)
                && found <= context.maxElements(Integer.BYTES);
        return fits ? key : exact;
    }

    @Override
    public void prepare(Lease<?> lease, Search search, int first, int count, BatchProgress progress) {
        Progress ofNothing = PartProgress.step(progress, 0);
        search.order.write(queries, first, count, lease, context.workers());
        search.order.order(queries, count, Packing.HILBERT, index.layout().nodeSize(), lease, ofNothing);
        search.sizes[BoxMatches.QUERIES] = count;
        search.sizes[BoxMatches.MOST] = most;
        search.limits[0] = predicate.limit();
    }

    @Override
    public Candidates found(Search search, int first, int[] counts) {
        return new Found(first, search.starts(), search.found(), counts);
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
