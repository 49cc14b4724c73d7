package dev.gyre.engine.tree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.TreeShape;
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
public abstract class MatchSearch implements DeviceSearch.Method<MatchSearch.Search> {

    private final Context context;
    private final Tree tree;
    private final Asked asked;
    private final JoinMethod method;
    private final Monitor monitor;

    /** A search for the matches of queries. */
    protected MatchSearch(Context context, Tree tree, Asked asked, JoinMethod method, Monitor monitor) {
        this.context = context;
        this.tree = tree;
        this.asked = asked;
        this.method = method;
        this.monitor = monitor;
    }

    /**
     * What all queries ask for.
     *
     * @param queries number of queries
     * @param relation the relation of a query to its matches: a code of {@link BoxRelations}
     * @param norm the code of the norm of distances
     * @param limit the largest key of a match, 0 if the relation is not a distance
     * @param scale the scale of differences
     * @param most matches of a query after which no more are counted
     */
    public record Asked(int queries, int relation, int norm, double limit, double scale, int most) {}

    /** Writes some queries, as {@link TreeMatches} reads them. */
    protected abstract void write(int first, int count, double[] to, Lease<?> lease);

    /**
     * The candidates that a batch found.
     *
     * @param first first query of the batch
     * @param starts for each query of the batch the index of its first element in {@code found}
     * @param found labels of slots
     * @param counts for each query, of all batches, the number of its elements
     */
    protected abstract Candidates found(int first, int[] starts, int[] found, int[] counts);

    /**
     * Makes steps that bring near queries side by side.
     *
     * @param batch most queries
     * @return the steps; null if queries are searched in their own order
     */
    protected Order order(int batch, Layout layout) {
        return null;
    }

    /** Bytes that the order of a number of queries needs on the device. */
    protected long orderBytes(int count) {
        return 0;
    }

    /** The candidates of all queries on the JVM, where a search need not be counted before it is written; null if it must be. */
    protected Candidates onJvm() {
        return null;
    }

    /** Most queries of a batch. */
    protected int mostOfBatch() {
        return DeviceSearch.mostQueries(context);
    }

    /** Steps of a program that order queries. */
    protected interface Order {

        /** The array of a batch of queries. */
        double[] queries();

        /** The order, on the device. */
        int[] ids();

        /** The phases, of which the first uploads the queries. */
        List<Phase> phases();

        /** Orders the first queries of the array. */
        void run(Lease<?> lease, int count, Progress progress);
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
            return most.dims() * TreeShape.queryCorners(most.shape(), relation);
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
        private final Order order;
        private final int[] parameters;
        private final double[] limits;
        private final List<Phase> phases;

        /** Makes a search over the arrays of a tree, whose labels it reports; other phases of the program provide the tree. */
        public Search(TreeArrays arrays, Key key, Layout layout) {
            this(new ResidentTree(arrays), key, null, layout);
        }

        private Search(ResidentTree tree, Key key, Order order, Layout layout) {
            super(key.batch(), key.found(), layout);
            this.tree = tree;
            this.order = order;
            queries = order == null ? layout.doubles(key.batch(), key.width()) : order.queries();
            parameters = layout.add(new int[TreeParameters.LENGTH]);
            limits = layout.add(new double[TreeNearest.LIMITS]);
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
                    TreeShape.matches(key.most().shape(), key.relation()),
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
                tree.residentBytes(tree.layout()) + orderBytes(0),
                8L * width + 4 + orderBytes(1) - orderBytes(0),
                width,
                mostOfBatch());
    }

    private Key key(int batch, int found) {
        return new Key(tree.layout(), asked.relation(), asked.norm(), batch, found);
    }

    @Override
    public Lease<Search> lease(int batch, int found) {
        Key key = rounded(key(batch, found));
        Lease<Search> lease = context.leaseOrOnce(
                key,
                tree,
                () -> {
                    Layout layout = Layout.on(context.device());
                    Order order = order(key.batch(), layout);
                    return new Search(tree.at(context, key.most(), true), key, order, layout);
                },
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
        long bytes =
                tree.residentBytes(key.most()) + orderBytes(0) + key.batch() * sizes.bytesPerQuery() + 4L * key.found();
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
     * @return one number per query, at most {@link Asked#most}
     */
    public final int[] count() {
        return new DeviceSearch<>(context, this, asked.queries(), monitor).count();
    }

    /** Hands the candidates of queries over, by a program of its own. */
    public final ExecutionReport run(Batches batches, RangeWork work) {
        return run(batches, null, null, work);
    }

    /**
     * Hands the candidates of queries over, by the program that built the tree as long as its arrays have room for the results.
     *
     * @param batches the queries
     * @param joined the program
     * @param search the search in it
     * @return the report of the time
     */
    public final ExecutionReport run(Batches batches, Lease<?> joined, Search search, RangeWork work) {
        if (asked.queries() == 0 || tree.layout().size() == 0) {
            Candidates.NONE.handOver(asked.queries(), batches, work, monitor);
            return ExecutionReport.noTime(context.device(), method);
        }
        Candidates found = context.onJvm() ? onJvm() : null;
        if (found != null) {
            long start = System.nanoTime();
            found.handOver(asked.queries(), batches, work, monitor);
            return ExecutionReport.noTime(context.device(), method).withRefinement(System.nanoTime() - start);
        }
        DeviceSearch<Search> run = new DeviceSearch<>(context, this, asked.queries(), monitor);
        run.run(batches, joined, search, work);
        return run.report(method);
    }

    @Override
    public final void prepare(Lease<?> lease, Search search, int first, int count, BatchProgress progress) {
        write(first, count, search.queries, lease);
        if (search.order != null) {
            search.order.run(lease, count, PartProgress.step(progress, 0));
        }
        tree.layout().write(search.parameters);
        search.parameters[TreeParameters.QUERIES] = count;
        search.parameters[TreeParameters.ORDERED] = search.order == null ? 0 : 1;
        search.parameters[TreeParameters.CAPACITY] = asked.most();
        search.limits[TreeNearest.LIMIT] = asked.limit();
        search.limits[TreeNearest.SCALE] = asked.scale();
    }

    @Override
    public final Candidates found(Search search, int first, int[] counts) {
        return found(first, search.starts(), search.found(), counts);
    }
}
