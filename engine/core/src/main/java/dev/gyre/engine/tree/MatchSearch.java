package dev.gyre.engine.tree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.range.WrittenMatches;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.team.Batches;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeMatches;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import dev.gyre.tasks.tree.TreeRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches a tree for the matches of queries by {@link DeviceSearch}. Not safe for use by several threads.
 */
public abstract class MatchSearch implements DeviceSearch.Method<MatchSearch.Search> {

    private static final String LEAVES = "leaves";

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
     * @param max matches of a query after which no more are counted
     * @param result what the device writes
     * @param self as {@link TreeParameters#SELF}
     * @param firstRow the row of the first query, if rows are left out
     */
    public record Asked(
            int queries,
            int relation,
            int norm,
            double limit,
            double scale,
            int max,
            Result result,
            int self,
            int firstRow) {}

    /** What a device writes. */
    public enum Result {

        /** The labels of entries that may match, in any order. */
        LABELS,

        /** The rows of all matches, in the order of a result. */
        ROWS,

        /** Rows in order, with their keys. */
        KEYS
    }

    /**
     * Writes some queries, as {@link TreeMatches} reads them, and orders them if the search has an {@link Order}.
     *
     * @param progress told of no items
     */
    protected abstract void write(int first, int count, Search search, Lease<?> lease, Progress progress);

    /**
     * The candidates that a batch found, if the device writes {@link Result#LABELS}.
     *
     * @param first first query of the batch
     * @param starts for each query of the batch the index of its first element in {@code found}
     * @param found labels of slots
     * @param counts for each query, of all batches, the number of its elements
     */
    protected abstract Candidates found(int first, int[] starts, int[] found, int[] counts);

    /** The points that a device writes rows of, for those who test them again; null if entries are boxes. */
    protected Points points() {
        return null;
    }

    /** For each row the next one of the same slot, -1 after the last; null if no slot has several. */
    protected int[] chains() {
        return null;
    }

    /** Whether a search finds {@link Tree#labels} instead of rows. */
    protected boolean isLabelled() {
        return true;
    }

    /** Makes steps that bring near queries side by side; null if queries are searched in their own order. */
    protected Order.Maker order() {
        return null;
    }

    /** The candidates of all queries on the JVM, where a search need not be counted before it is written; null if it must be. */
    protected Candidates onJvm() {
        return null;
    }

    @Override
    public int mostQueries() {
        return DeviceSearch.mostQueries(context);
    }

    /** Steps of a program that order queries. */
    public interface Order {

        /** The array of a batch of queries. */
        double[] queries();

        /** The order, on the device. */
        int[] ids();

        /** The phases, of which the first uploads the queries. */
        List<Phase> phases();

        /** Makes the steps. A constant, because it is a part of the keys of programs. */
        interface Maker {

            /** Makes steps for a number of queries. */
            Order make(int batch, int dims, Layout layout);
        }
    }

    /**
     * The sizes of a search.
     *
     * @param max the layout of the largest tree
     * @param batch most queries of a batch
     * @param found most matches at a time
     * @param piece most matches that the host takes in at a time
     * @param chained most rows of a tree whose slots may have several; 0 if none has
     */
    public record Sizes(
            TreeLayout max, int relation, int norm, int batch, int found, int piece, Result result, int chained) {

        /** Tells whether a device keeps the matches, and the host takes them in piece by piece. */
        private boolean inPieces(Device device) {
            return result != Result.LABELS && piece < found && device.type() != Device.Type.JVM;
        }
    }

    /** A search with a tree of its own. */
    private record Alone(Sizes sizes, ResidentTree.Maker tree, Order.Maker order) implements Blueprint<Search> {

        @Override
        public Search make(Layout layout) {
            ResidentTree there = tree.make(sizes.max(), layout);
            Order steps =
                    order == null ? null : order.make(sizes.batch(), sizes.max().dims(), layout);
            return new Search(there, sizes, steps, layout);
        }
    }

    /** The arrays and phases of a search. */
    public static final class Search extends DeviceSearch.Arrays {

        private final ResidentTree tree;
        private final double[] queries;
        private final Order order;

        /** Orders queries around which points are searched; null for others. */
        private final LeafOrder leaves;

        private final int[] next;
        private final double[] keys;

        /** Brings the matches to the host; null if they come as a whole. */
        private final AnswerParts pieces;

        private final int[] parameters;
        private final double[] limits;
        private final List<Phase> phases = new ArrayList<>();

        /** Makes a search over the arrays of a tree, whose labels it reports; other phases of the program provide the tree. */
        public Search(TreeArrays arrays, Sizes sizes, Layout layout) {
            this(new ResidentTree(arrays), sizes, null, layout);
        }

        private Search(ResidentTree tree, Sizes sizes, Order order, Layout layout) {
            super(
                    sizes.batch(),
                    sizes.found(),
                    sizes.result() != Result.LABELS,
                    !sizes.inPieces(layout.device()),
                    layout);
            this.tree = tree;
            this.order = order;
            TreeLayout max = sizes.max();
            boolean keyed = sizes.result() == Result.KEYS;
            long corners = TreeShape.queryCorners(max.shape(), sizes.relation());
            queries =
                    order == null ? layout.input(double[].class, sizes.batch(), max.dims(), corners) : order.queries();
            next = layout.input(int[].class, Math.max(1, sizes.chained()));
            boolean inPieces = sizes.inPieces(layout.device());
            if (!keyed) {
                keys = layout.doubles(1);
            } else if (inPieces) {
                keys = layout.doubles(sizes.found());
            } else {
                keys = layout.output(double[].class, sizes.found());
            }
            pieces = inPieces ? new AnswerParts(keys, found(), found(), sizes.piece(), 1, keyed, layout) : null;
            parameters = layout.add(new int[TreeParameters.LENGTH]);
            limits = layout.add(new double[TreeNearest.LIMITS]);
            leaves = keyed
                    ? new LeafOrder(
                            tree.arrays(), max, queries, limits, parameters, sizes.norm(), sizes.batch(), layout)
                    : null;
            List<Object> uploads = new ArrayList<>(List.of(parameters, limits, next));
            if (leaves != null) {
                phases.add(Phase.named(LEAVES)
                        .upload(parameters, limits, queries)
                        .stage(leaves.located())
                        .steps(leaves.sorted())
                        .build());
            } else if (order == null) {
                uploads.add(queries);
            }
            List<Object> results = new ArrayList<>();
            if (!inPieces) {
                results.add(found());
                if (keyed) {
                    results.add(keys);
                }
            }
            phases.addAll(phases(uploads, matches(sizes, TreeShape.COUNT), writing(sizes), results.toArray()));
            if (inPieces) {
                phases.addAll(pieces.phases());
            }
        }

        private List<Stage> writing(Sizes sizes) {
            if (sizes.result() == Result.LABELS) {
                return List.of(matches(sizes, TreeShape.ROWS));
            }
            int keyed = sizes.result() == Result.KEYS ? 1 : 0;
            return List.of(
                    matches(sizes, keyed == 1 ? TreeShape.KEYS : TreeShape.ROWS),
                    TreeKernels.ROWS.stage(sizes.batch(), starts(), found(), keys, parameters, keyed));
        }

        private int[] ordered() {
            if (leaves != null) {
                return leaves.order();
            }
            return order == null ? starts() : order.ids();
        }

        private Stage matches(Sizes sizes, int result) {
            TreeArrays arrays = tree.arrays();
            TreeLayout max = sizes.max();
            return TreeKernels.MATCHES.stage(
                    sizes.batch(),
                    ordered(),
                    queries,
                    arrays.entries(),
                    arrays.boxes(),
                    arrays.rows(),
                    next,
                    parameters,
                    limits,
                    starts(),
                    found(),
                    keys,
                    TreeShape.matches(max.shape(), max.dims(), sizes.relation(), result),
                    sizes.norm());
        }

        /** The phases of the search; other phases of the program provide the tree. */
        public List<Phase> phases() {
            return phases;
        }

        @Override
        public DeviceSearch.Pieces pieces() {
            return pieces;
        }

        /** The array of a batch of queries. */
        public double[] queries() {
            return queries;
        }

        /** The steps that order queries, or null. */
        public Order order() {
            return order;
        }

        @Override
        public Program program() {
            List<Phase> all = new ArrayList<>(tree.phases());
            if (order != null) {
                all.addAll(order.phases());
            }
            all.addAll(phases);
            return new Program("tree matches", all);
        }
    }

    @Override
    public Blueprint<Search> program(int batch, int found, int ofQuery) {
        return program(tree.layout(), batch, found, ofQuery);
    }

    private Blueprint<Search> program(TreeLayout max, int batch, int found, int ofQuery) {
        int piece = Math.min(found, Math.max(DeviceSearch.piece(asked.result() == Result.KEYS), ofQuery));
        int[] chains = chains();
        int chained = chains == null ? 0 : chains.length;
        return new Alone(
                new Sizes(max, asked.relation(), asked.norm(), batch, found, piece, asked.result(), chained),
                tree.resident(),
                order());
    }

    @Override
    public Lease<Search> lease(int batch, int found, int ofQuery) {
        Blueprint<Search> rounded = program(
                tree.layout().rounded(context),
                context.capacity(batch),
                context.capacity(found),
                context.capacity(ofQuery));
        boolean labelled = isLabelled();
        Lease<Search> lease = context.leaseOrOnce(
                context.shared(program(batch, found, ofQuery), rounded), tree, tree.given(context, labelled));
        return lease.prepared(() -> lease.operation().tree.load(lease, tree, labelled, context.workers()));
    }

    /**
     * Counts the matches of each query.
     *
     * @return one number per query, at most {@link Asked#max}
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
        int[] parameters = search.parameters;
        tree.layout().write(parameters);
        parameters[TreeParameters.FIRST_QUERY] = asked.firstRow() + first;
        parameters[TreeParameters.QUERIES] = count;
        parameters[TreeParameters.ORDERED] = search.order == null && search.leaves == null ? 0 : 1;
        parameters[TreeParameters.SELF] = asked.self();
        parameters[TreeParameters.CAPACITY] = asked.max();
        int[] chains = chains();
        parameters[TreeParameters.CHAINED] = chains == null ? 0 : 1;
        if (chains != null) {
            lease.writeAll(chains, 0, search.next, 0, chains.length);
        }
        search.limits[TreeNearest.LIMIT] = asked.limit();
        search.limits[TreeNearest.SCALE] = asked.scale();
        write(first, count, search, lease, PartProgress.step(progress, 0));
        if (search.leaves != null) {
            search.leaves.setSize(count);
            lease.run(LEAVES, PartProgress.step(progress, 0));
        }
    }

    @Override
    public final Candidates found(Lease<?> lease, Search search, int first, int[] counts) {
        return asked.result() == Result.LABELS
                ? found(first, search.starts(), search.found(), counts)
                : new WrittenMatches(
                        lease,
                        search.found(),
                        asked.result() == Result.KEYS ? search.keys : null,
                        first,
                        search.starts(),
                        0,
                        counts,
                        TreeRows.MOST,
                        points());
    }
}
