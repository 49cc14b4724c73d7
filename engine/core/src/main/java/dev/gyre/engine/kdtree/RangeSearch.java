package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.tasks.tree.KdMatches;
import dev.gyre.tasks.tree.KdMatchesJvm;
import dev.gyre.tasks.tree.KdQueryParameters;
import java.util.List;

/**
 * Searches for the points in regions by {@link DeviceSearch}. The host computes the keys of the points that the device finds and, in norms
 * of powers, drops those outside the region.
 *
 * <p>Memory on the device, in bytes, besides the tree: {@code b (8 f + 4)} for a batch of b queries of f numbers (2 d for windows of d
 * dimensions, d + 2 for balls), and 4 for each slot found at a time. On the host 4 bytes per query. Not safe for use by several threads.
 */
public final class RangeSearch implements DeviceSearch.Method<RangeSearch.Search> {

    /** The slots in each region, counted or written, as {@link KdMatches#findInRegions}. */
    public static final Kernel MATCHES =
            Kernel.of(KdMatches.class).withJvmVariant(KdMatchesJvm.class).withProofOfScalars();

    private final Context context;
    private final KdIndex index;
    private final SearchRegions regions;
    private final Monitor monitor;
    private final int queries;
    private final Points arranged;
    private final Lease<?> joined;
    private final Search joinedSearch;

    /** A search by a program of its own. */
    public RangeSearch(Context context, KdIndex index, SearchRegions regions, Monitor monitor) {
        this(context, index, regions, monitor, null, null);
    }

    /**
     * A search by the program that built the tree, as long as its arrays have room for the results.
     *
     * @param joined the program
     * @param joinedSearch the search in it
     */
    public RangeSearch(
            Context context,
            KdIndex index,
            SearchRegions regions,
            Monitor monitor,
            Lease<?> joined,
            Search joinedSearch) {
        this.joined = joined;
        this.joinedSearch = joinedSearch;
        this.context = context;
        this.index = index;
        this.regions = regions;
        this.monitor = monitor;
        queries = regions.regions().size();
        arranged = index.arranged(queries, context.workers());
    }

    /** Identifies the calls that can reuse a program. */
    public record Key(int kind, int dims, int norm, int places, int leafBits, int batch, int found) {}

    /** The program with its arrays. */
    public static final class Search extends DeviceSearch.Arrays {

        private final KdArrays arrays;
        private final int[] parameters;
        private final double[] regions;
        private final List<Phase> phases;

        public Search(KdArrays arrays, Key key, Layout layout) {
            super(key.batch(), key.found(), layout);
            this.arrays = arrays;
            parameters = layout.add(new int[KdQueryParameters.LENGTH]);
            regions = layout.doubles(key.batch(), SearchRegions.length(key.kind(), key.dims()));
            phases = phases(List.of(parameters, regions), write -> matches(key, write));
        }

        private Stage matches(Key key, int write) {
            return MATCHES.stage(
                    key.batch(),
                    arrays.points(),
                    arrays.boxes(),
                    arrays.ids(),
                    regions,
                    starts(),
                    parameters,
                    found(),
                    key.dims(),
                    key.kind(),
                    key.norm(),
                    write);
        }

        /** The phases of the search; other phases of the program provide the tree. */
        public List<Phase> phases() {
            return phases;
        }

        private Program program() {
            return Program.of("kd-tree range", arrays.load(), phases.get(0), phases.get(1));
        }
    }

    @Override
    public DeviceSearch.Sizes sizes() {
        int length = regions.length();
        return new DeviceSearch.Sizes(index.deviceBytes(), 8L * length + 4, length, DeviceSearch.mostQueries(context));
    }

    @Override
    public Lease<Search> lease(int batch, int found) {
        KdLayout layout = index.layout();
        Key key = rounded(new Key(
                regions.kind(), layout.dims(), index.norm().code(), layout.size(), layout.leafBits(), batch, found));
        KdLayout most = KdLayout.of(key.places(), layout.dims(), layout.leafBits());
        Lease<Search> lease = context.leaseOrOnce(
                key,
                index,
                () -> new Search(
                        context.onJvm() ? index.arrays().with(index.slots()) : KdArrays.of(most),
                        key,
                        Layout.on(context.device())),
                Search::program);
        return lease.prepared(() -> lease.operation().arrays.load(lease, index, index.slots(), context.workers()));
    }

    /** A key with larger arrays, which more calls can share, if they fit the memory. */
    private Key rounded(Key exact) {
        int places = context.capacity(exact.places());
        int batch = context.capacity(exact.batch());
        int found = context.capacity(exact.found());
        long tree = index.deviceBytes() / Math.max(1, exact.places()) * places;
        long needed = tree + batch * (8L * regions.length() + 4) + 4L * found;
        return needed <= context.memoryLimit() && (long) batch * regions.length() <= context.maxElements(8)
                ? new Key(exact.kind(), exact.dims(), exact.norm(), places, exact.leafBits(), batch, found)
                : exact;
    }

    /**
     * Hands the candidates of queries over.
     *
     * @param batches the queries
     * @return the report of the time
     */
    public ExecutionReport run(Batches batches, RangeWork work) {
        if (queries == 0 || index.layout().size() == 0) {
            Candidates.NONE.handOver(queries, batches, work, monitor);
            return ExecutionReport.noTime(context.device(), JoinMethod.KD_TREE);
        }
        DeviceSearch<Search> search = new DeviceSearch<>(context, this, queries, monitor);
        search.run(batches, joined, joinedSearch, work);
        return search.report(JoinMethod.KD_TREE);
    }

    @Override
    public void prepare(Lease<?> lease, Search search, int first, int count, BatchProgress progress) {
        regions.fill(first, count, search.regions, context.workers());
        System.arraycopy(
                index.layout().queryParameters(count, false), 0, search.parameters, 0, search.parameters.length);
    }

    @Override
    public Candidates found(Search search, int first, int[] counts) {
        int[] starts = search.starts();
        int[] found = search.found();
        return (query, rows) -> {
            int start = starts[query - first];
            for (int at = start; at < start + counts[query]; at++) {
                offerPlace(found[at], rows);
            }
        };
    }

    private void offerPlace(int slot, Candidates.Rows rows) {
        int head = index.ids()[slot];
        if (arranged != null) {
            rows.accept(head, arranged, slot);
        } else {
            rows.accept(head, index.points(), head);
        }
        for (int row = index.groups().next(head);
                row != KdGroups.NONE;
                row = index.groups().next(row)) {
            rows.accept(row, index.points(), row);
        }
    }
}
