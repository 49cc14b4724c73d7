package dev.gyre.engine.range;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.Overlap;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.team.Batches;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A search on a device whose results vary in size, in two steps. The device first counts what each query finds, the upper bound of its
 * answer. Then it writes the results of as many queries at once as fit the memory.
 *
 * <p>Memory on the device, in bytes, besides the searched structure: that of a batch of queries, and 4 for each slot found at a time. On
 * the host 4 bytes per query. Not safe for use by several threads.
 *
 * @param <S> the arrays of a program
 */
public final class DeviceSearch<S extends DeviceSearch.Arrays> {

    /** The phase of a program that writes into {@link Arrays#starts()} how many slots each query finds. */
    public static final String COUNT = "count";

    /** The phase of a program that writes the slots of each query from its element of {@link Arrays#starts()} on. */
    public static final String WRITE = "write";

    private static final int JVM_BATCH = 1 << 16;

    /** Enough for all queries of most calls: with several batches, queries go to the device twice. No other number was tried since. */
    private static final int DEVICE_BATCH = 1 << 22;

    /** Slots found at a time: more on a device, which then works and copies in larger pieces. */
    private static final int JVM_FOUND = 1 << 22;

    private static final int DEVICE_FOUND = 1 << 24;

    /**
     * Bytes of the slots that the host takes in at a time, while the device brings the next ones. A piece costs the device 0.1 ms: one million windows of
     * 56 hits took 3 ms longer with pieces of 8 MiB than without any (H200, November 2026).
     */
    private static final int PIECE_BYTES = 1 << 25;

    /** Slots per query for which a program on a device has room; if queries find more, another program searches. */
    private static final int FOUND_PER_QUERY = 16;

    /** Arrays of a program that searches. */
    public abstract static class Arrays implements Blueprint.Made {

        private final int[] starts;
        private final int[] found;
        private final int room;
        private final boolean written;

        /**
         * Declares arrays.
         *
         * @param items most queries of a batch
         * @param found most slots that they find
         * @param written whether the slots are the rows of matches in the order of a result, which the host reads as {@link WrittenMatches}
         * @param whole whether they come to the host as a whole, not in {@link #pieces}
         */
        protected Arrays(int items, int found, boolean written, boolean whole, Layout layout) {
            this.room = found;
            this.written = written;
            starts = layout.output(layout.input(int[].class, items + (written ? 1L : 0)));
            this.found = whole ? layout.output(int[].class, found) : layout.ints(found);
        }

        /** Brings the slots to the host; null if {@link #WRITE} does so. */
        public Pieces pieces() {
            return null;
        }

        /** Most slots of one query. */
        final int mostOfQuery() {
            return pieces() == null ? room : pieces().max();
        }

        /**
         * For each query of a batch the number of slots that it finds; in the second step the index of its first slot, and, if they are
         * written, after the last query the number of all slots.
         */
        public final int[] starts() {
            return starts;
        }

        final boolean isWritten() {
            return written;
        }

        final int mostQueries() {
            return starts.length - (written ? 1 : 0);
        }

        /** Slots that there is room for. */
        public final int room() {
            return room;
        }

        /** The slots that queries find. */
        public final int[] found() {
            return found;
        }

        /**
         * The phases that count and write.
         *
         * @param uploads the arrays that both phases upload, besides {@link #starts}
         * @param matches returns the stage that counts, for 0, or writes, for 1
         */
        protected final List<Phase> phases(List<?> uploads, IntFunction<Stage> matches) {
            return phases(uploads, matches.apply(0), List.of(matches.apply(1)), found);
        }

        /**
         * The phases that count and write.
         *
         * @param uploads the arrays that both phases upload, besides {@link #starts}
         * @param results the arrays that the stages write
         */
        protected final List<Phase> phases(List<?> uploads, Stage count, List<Stage> write, Object... results) {
            Phase.Builder writing = Phase.named(WRITE).upload(uploads.toArray()).upload((Object) starts);
            write.forEach(writing::stage);
            return List.of(
                    Phase.named(COUNT)
                            .upload(uploads.toArray())
                            .upload((Object) starts)
                            .stage(count)
                            .download((Object) starts)
                            .build(),
                    writing.download(results).build());
        }
    }

    /** Brings slots that a device has written to the host, a piece at a time. */
    public interface Pieces {

        /** Most slots of a piece. */
        int max();

        /**
         * Brings a piece.
         *
         * @param turn which of two sets of arrays it fills, 0 or 1
         * @param from the first slot
         */
        Piece bring(Lease<?> lease, int turn, int from, int count, Progress progress);
    }

    /**
     * Some slots.
     *
     * @param found an output of the program
     * @param keys an output: their keys; null if they have none
     */
    public record Piece(int[] found, double[] keys) {}

    /**
     * The part of a search that depends on the searched structure.
     *
     * @param <S> the arrays of a program
     */
    public interface Method<S extends Arrays> {

        /**
         * The program for exactly these numbers of queries and slots, each 1 or more.
         *
         * @param ofQuery slots of one query for which a program must have room
         */
        Blueprint<S> program(int batch, int found, int ofQuery);

        /** Most queries of a batch, even if more fit the memory. */
        int mostQueries();

        /** Borrows a program on the device, with the searched structure, for at least these numbers of queries and slots. */
        Lease<S> lease(int batch, int found, int ofQuery);

        /**
         * Prepares the next runs for some queries.
         *
         * @param lease the program, which may have other arrays too
         * @param progress told of no items
         */
        void prepare(Lease<?> lease, S arrays, int first, int count, BatchProgress progress);

        /**
         * The candidates that a batch finds: those that are there when the next run ends.
         *
         * @param lease the program
         * @param first first query of the batch
         * @param counts for each query the number of slots that it finds
         */
        Candidates found(Lease<?> lease, S arrays, int first, int[] counts);
    }

    private final Context context;
    private final Method<S> method;
    private final Monitor monitor;
    private final int queries;
    private final Supplier<int[]> newCounts;

    /** For each query the number of slots that it finds; null before the first count. */
    private int[] counts;

    /** The queries that are being answered. */
    private int begin;

    private int end;

    /** The arrays that were prepared last, and for which queries. */
    private S prepared;

    private int preparedFirst;
    private int preparedCount;
    private Timing timing = Timing.ZERO;
    private long prepareNanos;
    private long refineNanos;

    /** A search of some queries. */
    public DeviceSearch(Context context, Method<S> method, int queries, Monitor monitor) {
        this.context = context;
        this.method = method;
        this.queries = queries;
        this.monitor = monitor;
        newCounts = HostArrays.room(int[].class, queries, context.workers());
        end = queries;
    }

    /** Times on the device so far. */
    public Timing timing() {
        return timing;
    }

    /** The report of the time so far, on the device and on the host. */
    public ExecutionReport report(JoinMethod name) {
        return new ExecutionReport(context.device(), name, prepareNanos, timing, refineNanos, 0);
    }

    /** Most slots of a piece, with or without keys, unless a query has more. */
    public static int piece(boolean keyed) {
        return PIECE_BYTES / (keyed ? Integer.BYTES + Double.BYTES : Integer.BYTES);
    }

    /** Slots for which a program has room before anything is counted. */
    public static long expected(int batch) {
        return Math.min(DEVICE_FOUND, (long) batch * FOUND_PER_QUERY);
    }

    /** Most queries of a batch. */
    public static int mostQueries(Context context) {
        return context.onJvm() ? JVM_BATCH : DEVICE_BATCH;
    }

    /**
     * Counts what each query finds.
     *
     * @return one number per query; the array itself
     */
    public int[] count() {
        if (queries == 0) {
            return new int[0];
        }
        int batch = batch(0, begin);
        try (Lease<S> lease = method.lease(batch, 1, 1)) {
            count(lease, lease.operation(), batch);
            timing = timing.plus(lease.timing());
        }
        return counts;
    }

    /** Hands over what queries find, by a program of its own. */
    public void run(Batches batches, RangeWork work) {
        forEach(batches, () -> runSome(work));
    }

    /**
     * Hands over what queries find, by a given program as long as it has room.
     *
     * @param lease the program; null to borrow one
     */
    public void run(Batches batches, Lease<?> lease, S arrays, RangeWork work) {
        forEach(batches, lease == null ? () -> runSome(work) : () -> runSome(lease, arrays, work));
    }

    private void forEach(Batches batches, Runnable work) {
        batches.begin(queries);
        Batches.Batch some;
        while ((some = batches.next(Integer.MAX_VALUE)) != null) {
            begin = some.first();
            end = some.end();
            work.run();
            batches.done(some);
        }
    }

    private void runSome(RangeWork work) {
        int batch = batch(0, begin);
        boolean tries = !context.onJvm();
        int max;
        try (Lease<S> lease = method.lease(batch, tries ? room(batch, expected(batch), 1) : 1, 1)) {
            count(lease, lease.operation(), batch);
            max = max();
            boolean enough = tries && counts[max] <= lease.operation().mostOfQuery();
            if (enough) {
                write(lease, lease.operation(), batch, work);
            }
            timing = timing.plus(lease.timing());
            if (enough) {
                return;
            }
        }
        searchAlone(max, work);
    }

    private void runSome(Lease<?> lease, S arrays, RangeWork work) {
        int batch = Math.min(end - begin, arrays.mostQueries());
        count(lease, arrays, batch);
        int max = max();
        if (counts[max] <= arrays.mostOfQuery()) {
            write(lease, arrays, batch, work);
        } else {
            searchAlone(max, work);
        }
    }

    /**
     * Writes the slots that were counted, by a program with room for them.
     *
     * @param max the query that finds the most slots
     */
    private void searchAlone(int max, RangeWork work) {
        int batch = batch(counts[max], max);
        long total = 0;
        for (int query = begin; query < end; query++) {
            total += counts[query];
        }
        long wanted = Math.max(counts[max], context.onJvm() ? JVM_FOUND : DEVICE_FOUND);
        try (Lease<S> lease = method.lease(batch, room(batch, Math.min(total, wanted), counts[max]), counts[max])) {
            if (!context.onJvm()) {
                // Counts again, because arrays are on the device only after a first phase that uses them.
                count(lease, lease.operation(), batch);
            }
            write(lease, lease.operation(), batch, work);
            timing = timing.plus(lease.timing());
        }
    }

    /** The query that finds the most slots. */
    private int max() {
        return Starts.max(counts, begin, end, context.workers());
    }

    /** Slots that fit the memory besides a batch, at most {@code wanted}. */
    private int room(int batch, long wanted, int ofQuery) {
        return Math.max(1, context.max((int) wanted, found -> method.program(batch, found, ofQuery)));
    }

    private void count(Lease<?> lease, S arrays, int batch) {
        for (int first = begin; first < end; first += batch) {
            int count = Math.min(batch, end - first);
            BatchProgress progress = new BatchProgress(monitor, begin, 0, queries);
            prepare(lease, arrays, first, count, progress);
            lease.run(COUNT, progress);
            progress.stopIfCancelled();
            if (counts == null) {
                counts = newCounts.get();
            }
            lease.readAll(arrays.starts(), 0, counts, first, count);
        }
    }

    private void write(Lease<?> lease, S arrays, int batch, RangeWork work) {
        BatchProgress waiting = new BatchProgress(monitor, begin, 0, queries);
        try (Overlap overlap = new Overlap(arrays.pieces() != null && work.isBeside(), waiting)) {
            int first = begin;
            while (first < end) {
                int count = arrange(first, batch, arrays);
                BatchProgress progress = new BatchProgress(monitor, first, count, queries);
                if (prepared != arrays || preparedFirst != first || preparedCount != count) {
                    prepare(lease, arrays, first, count, progress);
                }
                lease.writeAll(arrays.starts(), arrays.isWritten() ? count + 1 : count);
                Candidates found = method.found(lease, arrays, first, counts);
                if (!context.onJvm()) {
                    work.expect(found, first, count);
                }
                lease.run(WRITE, PartProgress.step(progress, 0));
                progress.stopIfCancelled();
                if (arrays.pieces() == null) {
                    takeWhole(lease, arrays, found, first, count, work, progress);
                } else {
                    takePieces(lease, arrays, found.written(), first, count, work, overlap);
                }
                first += count;
            }
            refineNanos += overlap.waitedNanos();
        }
    }

    private void takeWhole(
            Lease<?> lease, S arrays, Candidates found, int first, int count, RangeWork work, BatchProgress progress) {
        long start = System.nanoTime();
        if (!arrays.isWritten()) {
            lease.readAll(arrays.found(), arrays.starts()[count - 1] + counts[first + count - 1]);
        }
        work.take(found, first, count, progress);
        refineNanos += System.nanoTime() - start;
        progress.stopIfCancelled();
    }

    /** Takes in what a batch found, a piece of whole queries at a time. */
    private void takePieces(
            Lease<?> lease, S arrays, WrittenMatches found, int first, int count, RangeWork work, Overlap overlap) {
        int[] starts = arrays.starts();
        int from = 0;
        while (from < count) {
            int begin = starts[from];
            int to = Starts.end(starts, from, count, arrays.pieces().max());
            int query = first + from;
            int some = to - from;
            BatchProgress progress = new BatchProgress(monitor, query, some, queries);
            Piece piece = arrays.pieces()
                    .bring(lease, overlap.turn(), begin, starts[to] - begin, PartProgress.step(progress, 0));
            progress.stopIfCancelled();
            WrittenMatches part = found.in(piece, begin);
            overlap.take(null, () -> work.take(part, query, some, overlap.watched(progress)));
            progress.stopIfCancelled();
            from = to;
        }
        // The next batch has other starts.
        overlap.finish();
    }

    private void prepare(Lease<?> lease, S arrays, int first, int count, BatchProgress progress) {
        long start = System.nanoTime();
        Timing before = lease.timing();
        method.prepare(lease, arrays, first, count, progress);
        long onDevice = lease.timing().minus(before).totalNanos();
        prepareNanos += Math.max(0, System.nanoTime() - start - onDevice);
        prepared = arrays;
        preparedFirst = first;
        preparedCount = count;
    }

    /** Writes the starts of the next queries, and returns how many queries there is room for. */
    private int arrange(int first, int batch, S arrays) {
        int[] starts = arrays.starts();
        int queries = Math.min(batch, end - first);
        int count = Starts.fill(counts, first, queries, arrays.room(), starts, context.workers());
        if (arrays.isWritten()) {
            starts[count] = starts[count - 1] + counts[first + count - 1];
        }
        return count;
    }

    /**
     * Queries of a batch: they use at most half of the memory, and the slots of the query with the most slots also fit.
     *
     * @param max the slots of that query
     * @param query the row of that query
     */
    private int batch(int max, int query) {
        int found = Math.max(1, max);
        if (!context.fits(method.program(1, found, found))) {
            throw new IllegalArgumentException("the search does not fit the memory of " + context.device()
                    + ": needed=" + bytes(1, found) + " bytes at least, limit=" + context.memoryLimit()
                    + ", limit of an array=" + context.device().maxArrayBytes() + ", query=" + query + ", candidates="
                    + max);
        }
        long min = bytes(1, 1);
        long half = min + (context.memoryLimit() - min) / 2;
        int batch = context.max(
                Math.min(end - begin, method.mostQueries()), half, queries -> method.program(queries, 1, 1));
        return context.max(batch, queries -> method.program(queries, found, found));
    }

    private long bytes(int batch, int found) {
        return method.program(batch, found, found).measured(context.device()).bytes();
    }
}
