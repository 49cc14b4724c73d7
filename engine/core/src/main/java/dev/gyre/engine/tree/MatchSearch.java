package dev.gyre.engine.tree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.PartProgress;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.tasks.tree.TreeMatches;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches a tree for the matches of queries by {@link DeviceSearch}.
 *
 * <p>Memory on the device, in bytes, besides the tree and the order of the queries: {@code b (8 w + 4)} for a batch of b queries of w
 * numbers, and 4 for each match found at a time. On the host 4 bytes per query. Not safe for use by several threads.
 */
public final class MatchSearch implements DeviceSearch.Method<MatchSearch.Search> {

    private final Context context;
    private final Tree tree;
    private final MatchQueries queries;

    /** A search for the matches of queries. */
    public MatchSearch(Context context, Tree tree, MatchQueries queries) {
        this.context = context;
        this.tree = tree;
        this.queries = queries;
    }

    /**
     * Identifies the calls that can reuse a program.
     *
     * @param most the layout of the largest tree
     * @param batch most queries of a batch
     * @param found most matches at a time
     */
    public record Key(TreeLayout most, int relation, int norm, int batch, int found) {

        /** Numbers of a query. */
        private int width() {
            return most.dims() * TreeMatches.queryCorners(most.shape(), relation);
        }

        /** Bytes on a device besides the tree and what orders the queries. */
        public long bytes() {
            return batch * (8L * width() + 4) + 4L * found;
        }
    }

    /** The arrays and phases of a search. */
    public static final class Search extends DeviceSearch.Arrays {

        private final ResidentTree tree;
        private final double[] queries;
        private final MatchQueries.Order order;
        private final int[] parameters;
        private final double[] limits;
        private final List<Phase> phases;

        /** Makes a search over the arrays of a tree, whose labels it reports; other phases of the program provide the tree. */
        public Search(TreeArrays arrays, Key key, Layout layout) {
            super(key.batch(), key.found(), layout);
            tree = ResidentTree.of(arrays);
            parameters = layout.add(new int[TreeParameters.LENGTH]);
            limits = layout.add(new double[TreeNearest.LIMITS]);
            queries = layout.doubles(key.batch(), key.width());
            order = null;
            phases = phases(List.of(parameters, limits, queries), write -> matches(key, write));
        }

        private Search(ResidentTree tree, Key key, MatchQueries asked, Layout layout) {
            super(key.batch(), key.found(), layout);
            this.tree = tree;
            parameters = layout.add(new int[TreeParameters.LENGTH]);
            limits = layout.add(new double[TreeNearest.LIMITS]);
            queries = layout.doubles(key.batch(), key.width());
            order = asked.order(queries, key.batch(), layout);
            List<Object> uploads = order == null ? List.of(parameters, limits, queries) : List.of(parameters, limits);
            phases = phases(uploads, write -> matches(key, write));
        }

        private Stage matches(Key key, int write) {
            TreeArrays arrays = tree.arrays();
            return TreeKernels.MATCHES.stage(
                    key.batch(),
                    order == null ? starts() : order.ids(),
                    queries,
                    arrays.entries(),
                    arrays.boxes(),
                    arrays.rows(),
                    parameters,
                    limits,
                    starts(),
                    found(),
                    key.most().dims(),
                    TreeMatches.kind(key.most().shape(), key.relation()),
                    key.norm(),
                    write);
        }

        /** The phases of the search; other phases of the program provide the tree. */
        public List<Phase> phases() {
            return phases;
        }

        private Program program() {
            List<Phase> all = new ArrayList<>(tree.phases());
            List<Object> inputs = new ArrayList<>(tree.inputs());
            if (order != null) {
                all.addAll(order.phases());
                inputs.add(queries);
            }
            all.addAll(phases);
            return new Program("tree matches", all, inputs);
        }
    }

    @Override
    public DeviceSearch.Sizes sizes() {
        int width = key(1, 1).width();
        return new DeviceSearch.Sizes(
                tree.residentBytes(tree.layout()) + queries.bytes(),
                8L * width + queries.bytesPerQuery(),
                width,
                queries.mostOfBatch(context));
    }

    private Key key(int batch, int found) {
        return new Key(tree.layout(), queries.relation(), queries.norm(), batch, found);
    }

    @Override
    public Lease<Search> lease(int batch, int found) {
        Key key = rounded(key(batch, found));
        Lease<Search> lease = context.leaseOrOnce(
                key,
                tree,
                () -> new Search(tree.at(context, key.most(), true), key, queries, Layout.on(context.device())),
                Search::program);
        return lease.prepared(() -> lease.operation().tree.load(lease, tree, context.workers()));
    }

    /** A key with larger arrays, which more calls can share, if they fit the memory. */
    private Key rounded(Key exact) {
        Key key = new Key(
                exact.most().rounded(context),
                exact.relation(),
                exact.norm(),
                context.capacity(exact.batch()),
                context.capacity(exact.found()));
        DeviceSearch.Sizes sizes = sizes();
        long bytes = tree.residentBytes(key.most())
                + queries.bytes()
                + key.batch() * sizes.bytesPerQuery()
                + 4L * key.found();
        long largest =
                Math.max((long) key.batch() * sizes.queryLength(), key.most().bounds());
        boolean fits = bytes <= context.memoryLimit()
                && largest <= context.maxElements(Double.BYTES)
                && key.found() <= context.maxElements(Integer.BYTES);
        return fits ? key : exact;
    }

    /**
     * Counts the matches of each query.
     *
     * @return one number per query, at most {@link MatchQueries#most}
     */
    public int[] count(Monitor monitor) {
        return new DeviceSearch<>(context, this, queries.size(), monitor).count();
    }

    /**
     * Hands the candidates of queries over.
     *
     * @param batches the queries
     * @return the report of the time
     */
    public ExecutionReport run(Batches batches, RangeWork work, JoinMethod method, Monitor monitor) {
        return run(batches, null, null, work, method, monitor);
    }

    /**
     * Hands the candidates of queries over, by the program that built the tree as long as its arrays have room for the results.
     *
     * @param joined the program
     * @param search the search in it
     */
    public ExecutionReport run(
            Batches batches, Lease<?> joined, Search search, RangeWork work, JoinMethod method, Monitor monitor) {
        if (queries.size() == 0 || tree.layout().size() == 0) {
            Candidates.NONE.handOver(queries.size(), batches, work, monitor);
            return ExecutionReport.noTime(context.device(), method);
        }
        DeviceSearch<Search> run = new DeviceSearch<>(context, this, queries.size(), monitor);
        run.run(batches, joined, search, work);
        return run.report(method);
    }

    @Override
    public void prepare(Lease<?> lease, Search search, int first, int count, BatchProgress progress) {
        queries.write(first, count, search.queries, lease, context.workers());
        if (search.order != null) {
            search.order.run(lease, count, PartProgress.step(progress, 0));
        }
        tree.layout().write(search.parameters);
        search.parameters[TreeParameters.QUERIES] = count;
        search.parameters[TreeParameters.ORDERED] = search.order == null ? 0 : 1;
        search.parameters[TreeParameters.CAPACITY] = queries.most();
        search.limits[TreeNearest.LIMIT] = queries.limit();
        search.limits[TreeNearest.SCALE] = queries.scale();
    }

    @Override
    public Candidates found(Search search, int first, int[] counts) {
        return queries.found(first, search.starts(), search.found(), counts);
    }
}
