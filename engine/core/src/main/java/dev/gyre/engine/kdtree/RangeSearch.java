package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.PartProgress;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.tasks.tree.KdQueryParameters;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Searches for the points in regions, in two steps: the device counts the slots in the region of each query, which says how
 * large its answer can be, then writes them, for as many queries at once as the memory takes. The host makes their keys and, in
 * norms of powers, keeps what is right.
 *
 * <p>Memory on the device, in bytes, beside the tree: {@code b (8 f + 4)} for a batch of b queries of f numbers (2 d for windows
 * of d dimensions, d + 2 for balls), and 4 for each slot that is found at a time. On the host 4 bytes per query. Not safe for
 * use by several threads.
 */
public final class RangeSearch {

    private static final int JVM_BATCH = 1 << 16;
    private static final int DEVICE_BATCH = 1 << 20;

    /** Slots found at a time: on a device more work at once, copied back at once. */
    private static final int JVM_FOUND = 1 << 22;

    private static final int DEVICE_FOUND = 1 << 24;

    /** Slots of a query for which a program on a device has room; with more, queries go through in parts. */
    private static final int FOUND_PER_QUERY = 16;

    private static final String COUNT = "count";
    private static final String WRITE = "write";

    private final Context context;
    private final KdIndex index;
    private final SearchRegions regions;
    private final Monitor monitor;
    private final int queries;
    private final long bytes;
    private final int[] counts;
    private final Points arranged;
    private final Lease<?> joined;
    private final Search joinedSearch;
    private Timing timing = Timing.ZERO;
    private long prepareNanos;
    private long refineNanos;

    /** A search by a program of its own. */
    public RangeSearch(Context context, KdIndex index, SearchRegions regions, Monitor monitor) {
        this(context, index, regions, monitor, null, null);
    }

    /**
     * A search by the program that built the tree, as long as it has room for what is found.
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
        counts = new int[queries];
        bytes = context.memoryLimit() - index.deviceBytes();
        arranged = index.arranged(queries, context.workers());
    }

    /** A report of a search by a tree that took no time. */
    public static ExecutionReport noTime(Device device) {
        return new ExecutionReport(device, JoinMethod.KD_TREE, 0, Timing.ZERO, 0, 0);
    }

    /** What a program can be used for again. */
    public record Key(int kind, int dims, int norm, int places, int batch, int found) {}

    /** The program with its arrays. */
    public static final class Search {

        private final KdArrays arrays;
        private final int[] parameters = new int[KdQueryParameters.LENGTH];
        private final double[] regions;
        private final int[] starts;
        private final int[] found;
        private final Phase count;
        private final Phase write;

        public Search(KdArrays arrays, Key key) {
            this.arrays = arrays;
            regions = new double[Math.multiplyExact(key.batch(), KdSearchKernels.regionLength(key.kind(), key.dims()))];
            starts = new int[key.batch()];
            found = new int[key.found()];
            count = Phase.named(COUNT)
                    .upload(parameters, regions, starts)
                    .stage(KdSearchKernels.RANGE_COUNT.stage(
                            key.batch(),
                            arrays.points(),
                            arrays.boxes(),
                            regions,
                            parameters,
                            starts,
                            key.dims(),
                            key.kind(),
                            key.norm()))
                    .download(starts)
                    .build();
            write = Phase.named(WRITE)
                    .upload(parameters, regions, starts)
                    .stage(KdSearchKernels.RANGE_WRITE.stage(
                            key.batch(),
                            arrays.points(),
                            arrays.boxes(),
                            arrays.ids(),
                            regions,
                            starts,
                            parameters,
                            found,
                            key.dims(),
                            key.kind(),
                            key.norm()))
                    .download(found)
                    .build();
        }

        /** The phases of the search; a program has them beside those that bring the tree. */
        public List<Phase> phases() {
            return List.of(count, write);
        }

        private Program program() {
            return Program.of("kd-tree range", arrays.load(), count, write);
        }
    }

    /** A program on the device that has the tree, for batches and slots of at least so many. */
    private Lease<Search> lease(int batch, int found) {
        KdLayout layout = index.layout();
        Key exact = new Key(regions.kind(), layout.dims(), index.norm().code(), layout.size(), batch, found);
        Lease<Search> lease;
        if (context.onJvm()) {
            Search search = new Search(index.arrays().with(index.slots()), exact);
            lease = context.once(search, search.program());
        } else {
            Key key = rounded(exact);
            KdLayout most = KdLayout.of(key.places(), layout.dims(), layout.leafBits());
            lease = context.lease(key, index, () -> new Search(KdArrays.of(most), key), Search::program);
        }
        boolean loaded = false;
        try {
            lease.operation().arrays.load(lease, index, index.slots(), context.workers());
            loaded = true;
            return lease;
        } finally {
            if (!loaded) {
                lease.close();
            }
        }
    }

    /** With larger arrays, for more calls, where there is memory for them. */
    private Key rounded(Key exact) {
        int places = context.capacity(exact.places());
        int batch = context.capacity(exact.batch());
        int found = context.capacity(exact.found());
        long tree = index.deviceBytes() / Math.max(1, exact.places()) * places;
        long needed = tree + batch * bytesPerQuery() + 4L * found;
        return needed <= context.memoryLimit() && (long) batch * regions.length() <= context.maxElements(8)
                ? new Key(exact.kind(), exact.dims(), exact.norm(), places, batch, found)
                : exact;
    }

    /**
     * Hands the candidates of all queries over.
     *
     * @return where the time went
     */
    public ExecutionReport run(RangeWork work) {
        if (queries > 0 && index.layout().size() == 0) {
            work.take(Candidates.NONE, 0, queries, new BatchProgress(monitor, 0, queries, queries));
        } else if (queries > 0) {
            search(work);
        }
        return new ExecutionReport(context.device(), JoinMethod.KD_TREE, prepareNanos, timing, refineNanos, 0);
    }

    private void search(RangeWork work) {
        if (joined != null) {
            int batch = Math.min(queries, joinedSearch.starts.length);
            count(joined, joinedSearch, batch);
            if (counts[most()] <= joinedSearch.found.length) {
                write(joined, joinedSearch, batch, work);
                return;
            }
            searchAlone(batch(counts[most()], most()), work);
        } else if (context.onJvm()) {
            int batch = batch(0, 0);
            try (Lease<Search> lease = lease(batch, 1)) {
                count(lease, lease.operation(), batch);
                timing = timing.plus(lease.timing());
            }
            searchAlone(batch(counts[most()], most()), work);
        } else {
            int batch = batch(0, 0);
            try (Lease<Search> lease = lease(batch, room(batch, expected(batch)))) {
                count(lease, lease.operation(), batch);
                boolean enough = counts[most()] <= lease.operation().found.length;
                if (enough) {
                    write(lease, lease.operation(), batch, work);
                }
                timing = timing.plus(lease.timing());
                if (enough) {
                    return;
                }
            }
            searchAlone(batch(counts[most()], most()), work);
        }
    }

    /** Writes what was counted, by a program with room for it. */
    private void searchAlone(int batch, RangeWork work) {
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        long wanted = Math.max(counts[most()], context.onJvm() ? JVM_FOUND : DEVICE_FOUND);
        try (Lease<Search> lease = lease(batch, room(batch, Math.min(total, wanted)))) {
            if (!context.onJvm()) {
                // The first phase to name an array brings it to the device.
                count(lease, lease.operation(), batch);
            }
            write(lease, lease.operation(), batch, work);
            timing = timing.plus(lease.timing());
        }
    }

    /** The query of the most slots. */
    private int most() {
        int most = 0;
        for (int query = 0; query < queries; query++) {
            most = counts[query] > counts[most] ? query : most;
        }
        return most;
    }

    /** Slots for which a program has room before anything is counted. */
    public static long expected(int batch) {
        return Math.min(DEVICE_FOUND, (long) batch * FOUND_PER_QUERY);
    }

    /** Most queries of a batch. */
    public static int mostQueries(Context context) {
        return context.onJvm() ? JVM_BATCH : DEVICE_BATCH;
    }

    /** Slots for which there is memory beside a batch, as many as are wanted at most. */
    private int room(int batch, long wanted) {
        long room = Math.min((bytes - batch * bytesPerQuery()) / 4, context.maxElements(4));
        return (int) Math.max(1, Math.min(wanted, room));
    }

    private void count(Lease<?> lease, Search search, int batch) {
        for (int first = 0; first < queries; first += batch) {
            int count = Math.min(batch, queries - first);
            BatchProgress progress = new BatchProgress(monitor, 0, 0, queries);
            prepare(search, first, count);
            lease.run(COUNT, progress);
            progress.stopIfCancelled();
            System.arraycopy(search.starts, 0, counts, first, count);
        }
    }

    private void write(Lease<?> lease, Search search, int batch, RangeWork work) {
        int first = 0;
        while (first < queries) {
            int count = arrange(first, batch, search);
            BatchProgress progress = new BatchProgress(monitor, first, count, queries);
            prepare(search, first, count);
            lease.run(WRITE, new PartProgress(progress, 0, false));
            progress.stopIfCancelled();
            long start = System.nanoTime();
            work.take(new Found(first, search), first, count, progress);
            refineNanos += System.nanoTime() - start;
            progress.stopIfCancelled();
            first += count;
        }
    }

    private void prepare(Search search, int first, int count) {
        long start = System.nanoTime();
        regions.fill(first, count, search.regions, context.workers());
        System.arraycopy(
                KdSearchKernels.parameters(index.layout(), count, false),
                0,
                search.parameters,
                0,
                search.parameters.length);
        prepareNanos += System.nanoTime() - start;
    }

    /** Notes where the slots of the next queries go; as many queries as there is room for. */
    private int arrange(int first, int batch, Search search) {
        int count = 0;
        long size = 0;
        while (count < Math.min(batch, queries - first) && size + counts[first + count] <= search.found.length) {
            search.starts[count] = (int) size;
            size += counts[first + count];
            count++;
        }
        return count;
    }

    private long bytesPerQuery() {
        return 8L * regions.length() + 4;
    }

    /**
     * Queries of a batch: at most half of the memory, and so few that the slots of the query that has most of them fit.
     *
     * @param most the slots of that query
     * @param query which it is
     */
    private int batch(int most, int query) {
        long left = bytes - 4L * most;
        if (left < bytesPerQuery() || most > context.maxElements(4)) {
            throw new IllegalArgumentException("the search does not fit the memory of " + context.device()
                    + ": needed=" + (index.deviceBytes() + bytesPerQuery() + 4L * most) + " bytes at least, limit="
                    + context.memoryLimit() + ", limit of an array="
                    + context.device().maxArrayBytes() + ", query=" + query + ", candidates=" + most);
        }
        long fit = Math.max(1, Math.min(bytes / 2, left) / bytesPerQuery());
        long byArray = context.maxElements(8) / regions.length();
        return (int) Math.min(Math.min(queries, mostQueries(context)), Math.min(fit, byArray));
    }

    /** What a batch found: slots. */
    private final class Found implements Candidates {

        private final int first;
        private final int[] starts;
        private final int[] found;

        Found(int first, Search search) {
            this.first = first;
            this.starts = search.starts;
            this.found = search.found;
        }

        @Override
        public void offer(int query, Rows rows) {
            int start = starts[query - first];
            for (int at = start; at < start + counts[query]; at++) {
                offerPlace(found[at], rows);
            }
        }

        private void offerPlace(int slot, Rows rows) {
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

    /** All pairs of rows within a radius, by a program of its own or by the one that built the tree. */
    public static Matches selfWithin(
            Context context,
            KdIndex index,
            Metric metric,
            double radius,
            Monitor monitor,
            Lease<?> joined,
            Search search) {
        int rows = index.points().size();
        // In the order of the tree neighboring queries go the same ways; rows that share a place have no order of
        // slots.
        Points arranged = index.groups().isSingle() ? index.arranged(rows, context.workers()) : null;
        int[] own = arranged == null ? IntStream.range(0, rows).toArray() : index.ids();
        Points queries = arranged == null ? index.points() : arranged;
        Balls balls = new Balls(queries, index.points(), index.norm(), metric.largestKey(radius), own);
        SearchRegions regions = SearchRegions.of(balls, context.workers());
        RangeSearch range = new RangeSearch(context, index, regions, monitor, joined, search);
        return range.collect(rows, arranged == null ? null : own, metric);
    }

    /**
     * The matches of all regions.
     *
     * @param points number of points, duplicates counted
     * @param rowOf the row of each query; null where query i is of row i
     * @param metric makes distances of keys
     */
    public Matches collect(int points, int[] rowOf, Metric metric) {
        MatchCollector collector = new MatchCollector(regions.regions(), points, context.workers());
        ExecutionReport report = run(collector);
        long start = System.nanoTime();
        Matches matches = collector.result(rowOf, metric, report);
        return matches.with(report.withRefinement(System.nanoTime() - start));
    }
}
