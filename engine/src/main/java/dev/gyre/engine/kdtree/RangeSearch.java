package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.device.Timing;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.PartProgress;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.tasks.KdQueryParameters;
import java.util.function.IntConsumer;

/**
 * Searches for the points in regions, in two steps: the device counts the slots in the region of each query, which says how
 * large its answer can be, then writes them, for as many queries at once as the memory takes. What is found is a superset in
 * float32; the host keeps what is right.
 *
 * <p>Memory on the device, in bytes, beside the tree: in the first step {@code b (4 f + 4)} for a batch of b queries of f floats
 * (2 d for windows of d dimensions, d + 1 for balls), in the second 4 more for each slot found. On the host 4 bytes per query.
 * Not safe for use by several threads.
 */
final class RangeSearch {

    private static final int JVM_BATCH = 1 << 16;
    private static final int DEVICE_BATCH = 1 << 20;

    /** Slots found in a batch: on a device more work at once, copied back at once. */
    private static final int JVM_FOUND = 1 << 22;

    private static final int DEVICE_FOUND = 1 << 24;

    private static final String LOAD = "load";
    private static final String COUNT = "count";
    private static final String WRITE = "write";

    private final Backend backend;
    private final KdIndex index;
    private final RegionImage image;
    private final Monitor monitor;
    private final int queries;
    private final long bytes;
    private final int[] parameters = new int[KdQueryParameters.LENGTH];
    private final int[] counts;
    private Timing timing = Timing.ZERO;
    private long prepareNanos;
    private long refineNanos;
    private int takingAll;

    /**
     * A search.
     *
     * @param memoryLimit bytes that arrays on the device may take
     */
    RangeSearch(Backend backend, long memoryLimit, KdIndex index, RegionImage image, Monitor monitor) {
        this.backend = backend;
        this.index = index;
        this.image = image;
        this.monitor = monitor;
        queries = image.regions().size();
        counts = new int[queries];
        bytes = Math.min(memoryLimit, backend.device().memoryBytes()) - index.deviceBytes();
    }

    /** A report of a search by a tree that took no time. */
    static JoinReport noTime(Device device) {
        return new JoinReport(device, JoinMethod.KD_TREE, 0, Timing.ZERO, 0, 0);
    }

    /**
     * Hands the candidates of all queries over.
     *
     * @return where the time went; queries that are answered again are those of which float32 says nothing
     */
    JoinReport run(RangeWork work) {
        if (queries > 0 && index.layout().size() == 0) {
            work.take(Candidates.NONE, 0, queries, new BatchProgress(monitor, 0, queries, queries));
        } else if (queries > 0) {
            count();
            write(work);
        }
        return new JoinReport(backend.device(), JoinMethod.KD_TREE, prepareNanos, timing, refineNanos, takingAll);
    }

    private void count() {
        int batch = batch(0, 0);
        float[] regions = new float[batch * image.floats()];
        int[] batchCounts = new int[batch];
        Phase phase = Phase.named(COUNT)
                .upload(parameters, regions)
                .stage(KdSearchKernels.RANGE_COUNT.stage(
                        batch,
                        index.arrays().points(),
                        index.arrays().boxes(),
                        regions,
                        parameters,
                        batchCounts,
                        index.layout().dims(),
                        image.kind(),
                        index.norm().code()))
                .download(batchCounts)
                .build();
        try (Execution execution = backend.prepare(new Program("kd-tree range count", index.withLoad(LOAD, phase)))) {
            execution.run(LOAD, Progress.NONE);
            for (int first = 0; first < queries; first += batch) {
                int count = Math.min(batch, queries - first);
                BatchProgress progress = new BatchProgress(monitor, 0, 0, queries);
                prepare(first, count, regions);
                execution.run(COUNT, progress);
                progress.stopIfCancelled();
                System.arraycopy(batchCounts, 0, counts, first, count);
            }
            timing = timing.plus(execution.timing());
        }
    }

    private void write(RangeWork work) {
        int largest = 0;
        long total = 0;
        for (int query = 0; query < queries; query++) {
            largest = counts[query] > counts[largest] ? query : largest;
            total += counts[query];
        }
        int most = counts[largest];
        int batch = batch(most, largest);
        long room = Math.min((bytes - batch * bytesPerQuery()) / 4, maxElements());
        int wanted = isJvm() ? JVM_FOUND : DEVICE_FOUND;
        int[] found = new int[(int) Math.max(1, Math.min(total, Math.min(room, Math.max(most, wanted))))];
        float[] regions = new float[batch * image.floats()];
        int[] starts = new int[batch];
        Phase phase = Phase.named(WRITE)
                .upload(parameters, regions, starts)
                .stage(KdSearchKernels.RANGE_WRITE.stage(
                        batch,
                        index.arrays().points(),
                        index.arrays().boxes(),
                        index.arrays().ids(),
                        regions,
                        starts,
                        parameters,
                        found,
                        index.layout().dims(),
                        image.kind(),
                        index.norm().code()))
                .download(found)
                .build();
        try (Execution execution = backend.prepare(new Program("kd-tree range", index.withLoad(LOAD, phase)))) {
            execution.run(LOAD, Progress.NONE);
            int first = 0;
            while (first < queries) {
                int count = arrange(first, batch, starts, found.length);
                BatchProgress progress = new BatchProgress(monitor, first, count, queries);
                prepare(first, count, regions);
                execution.run(WRITE, new PartProgress(progress, 0, false));
                progress.stopIfCancelled();
                long start = System.nanoTime();
                work.take(new Found(first, starts, found), first, count, progress);
                refineNanos += System.nanoTime() - start;
                progress.stopIfCancelled();
                first += count;
            }
            timing = timing.plus(execution.timing());
        }
    }

    private void prepare(int first, int count, float[] regions) {
        long start = System.nanoTime();
        image.fill(first, count, regions);
        System.arraycopy(KdSearchKernels.parameters(index.layout(), count, false), 0, parameters, 0, parameters.length);
        prepareNanos += System.nanoTime() - start;
    }

    /** Notes where the slots of the next queries go; as many queries as there is room for. */
    private int arrange(int first, int batch, int[] starts, int room) {
        int count = 0;
        long size = 0;
        while (count < Math.min(batch, queries - first) && size + counts[first + count] <= room) {
            starts[count] = (int) size;
            size += counts[first + count];
            takingAll += image.takesAll(first + count) ? 1 : 0;
            count++;
        }
        return count;
    }

    private long bytesPerQuery() {
        return 4L * image.floats() + 4;
    }

    private boolean isJvm() {
        return backend.device().type() == Device.Type.JVM;
    }

    private long maxElements() {
        return Math.min(backend.device().maxArrayBytes() / 4, Matches.MAX_SIZE);
    }

    /**
     * Queries of a batch: at most half of the memory, and so few that the slots of the query that has most of them fit.
     *
     * @param most the slots of that query
     * @param query which it is
     */
    private int batch(int most, int query) {
        long left = bytes - 4L * most;
        if (left < bytesPerQuery() || most > maxElements()) {
            throw new IllegalArgumentException("the search does not fit the memory of " + backend.device()
                    + ": needed=" + (index.deviceBytes() + bytesPerQuery() + 4L * most) + " bytes at least, limit="
                    + (bytes + index.deviceBytes()) + ", limit of an array="
                    + backend.device().maxArrayBytes() + ", query=" + query + ", candidates=" + most);
        }
        long fit = Math.max(1, Math.min(bytes / 2, left) / bytesPerQuery());
        long byArray = maxElements() / image.floats();
        return (int) Math.min(Math.min(queries, isJvm() ? JVM_BATCH : DEVICE_BATCH), Math.min(fit, byArray));
    }

    /** What a batch found. */
    private final class Found implements Candidates {

        private final int first;
        private final int[] starts;
        private final int[] found;

        Found(int first, int[] starts, int[] found) {
            this.first = first;
            this.starts = starts;
            this.found = found;
        }

        @Override
        public void offer(int query, IntConsumer rows) {
            if (image.takesAll(query)) {
                offerPlaces(index.arrays().ids(), 0, index.layout().size(), rows);
            } else {
                int start = starts[query - first];
                offerPlaces(found, start, start + counts[query], rows);
            }
        }

        private void offerPlaces(int[] heads, int from, int to, IntConsumer rows) {
            for (int at = from; at < to; at++) {
                for (int row = heads[at];
                        row != KdGroups.NONE;
                        row = index.groups().next(row)) {
                    rows.accept(row);
                }
            }
        }
    }
}
