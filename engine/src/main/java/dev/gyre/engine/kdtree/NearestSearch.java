package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.FloatImage;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortStages;
import dev.gyre.tasks.KdNearest;
import dev.gyre.tasks.KdQueryParameters;
import java.util.List;

/**
 * Searches for nearest points, batch by batch: queries are ordered by the leaves where they belong, so that neighboring ones
 * go the same ways through the tree; candidates come from the device and are refined on the host.
 *
 * <p>Made for a tree on a device and a number of candidates; the number of queries of a batch is a capacity. Memory on the
 * device, in bytes, for a batch of b queries of d dimensions and c candidates: {@code b (4 d + 24 + 8 c)}; in a self-join
 * {@code 8 b c}. Not safe for use by several threads.
 */
final class NearestSearch {

    /** Candidates beyond k: with one, most close calls of float32 are settled without a second search. */
    private static final int EXTRA_CANDIDATES = 1;

    private static final int JVM_BATCH = 1 << 17;
    private static final int DEVICE_BATCH = 1 << 20;
    private static final String SEARCH = "nearest";

    private final KdArrays arrays;
    private final int dims;
    private final Norm norm;
    private final int batch;
    private final int capacity;
    private final boolean self;
    private final float[] queries;
    private final int[] leaves;
    private final RadixSort sort;
    private final int[] order;
    private final int[] starts;
    private final float[] keys;
    private final int[] found;
    private final int[] parameters = new int[KdQueryParameters.LENGTH];
    private final float[] limit = new float[1];
    private final Phase phase;

    /**
     * A search.
     *
     * @param arrays the tree, where the phase will find it
     * @param most a layout of at least the tree's height
     * @param batch most queries of a batch, 1 or more
     * @param capacity candidates per query, see {@link #capacity(int, KdLayout)}
     * @param self whether the queries are the points of the slots
     */
    NearestSearch(KdArrays arrays, KdLayout most, Norm norm, int batch, int capacity, boolean self, Device device) {
        this.arrays = arrays;
        this.dims = most.dims();
        this.norm = norm;
        this.batch = batch;
        this.capacity = capacity;
        this.self = self;
        keys = new float[Math.multiplyExact(batch, capacity)];
        found = new int[keys.length];
        Phase.Builder search = Phase.named(SEARCH).upload(parameters, limit);
        if (self) {
            queries = arrays.points();
            leaves = arrays.ids();
            order = arrays.ids();
            starts = arrays.ids();
            sort = null;
        } else {
            queries = new float[Math.multiplyExact(batch, dims)];
            leaves = new int[batch];
            sort = new RadixSort(batch, device);
            SortStages sorted = sort.order(new KeyColumns(leaves, batch, 1, 0, Math.max(1, most.height())));
            order = sorted.payload();
            starts = sorted.keys();
            search.upload(queries).upload(sort.parameters().toArray());
            search.stage(KdSearchKernels.LOCATE.stage(
                    batch, arrays.boxes(), queries, parameters, leaves, dims, norm.code()));
            sorted.stages().forEach(search::stage);
            search.download(order);
        }
        phase = search.stage(KdSearchKernels.NEAREST.stage(
                        batch,
                        arrays.points(),
                        arrays.boxes(),
                        arrays.ids(),
                        queries,
                        order,
                        starts,
                        parameters,
                        limit,
                        keys,
                        found,
                        dims,
                        capacity > KdNearest.LIST ? 1 : 0,
                        norm.code()))
                .download(found)
                .build();
    }

    /** Candidates per query for k neighbors among the other places of a tree of so many. */
    static int capacity(int k, int places) {
        return (int) Math.min(places, (long) k + EXTRA_CANDIDATES);
    }

    /** Queries of a batch: as many as are worth it and fit the memory that is left. */
    static int batch(int queries, int dims, int capacity, Device device, long bytes) {
        int most = device.type() == Device.Type.JVM ? JVM_BATCH : DEVICE_BATCH;
        long perQuery = 4L * dims + 24 + 8L * capacity;
        long byArray = Math.min(device.maxArrayBytes() / 4, Integer.MAX_VALUE - 8) / Math.max(capacity, dims);
        long batch = Math.min(Math.min(queries, most), Math.min(bytes / perQuery, byArray));
        if (batch < 1) {
            throw new IllegalArgumentException("a search does not fit the memory of " + device + ": needed=" + perQuery
                    + " bytes a query, left=" + bytes + ", candidates per query=" + capacity);
        }
        return (int) batch;
    }

    /** The phase; a program has it beside those that bring the tree. */
    List<Phase> phases() {
        return List.of(phase);
    }

    /** Searches for the neighbors of all points of the tree. */
    long joinSlots(
            Execution execution, Workers workers, KdLayout layout, NearestRefinement refinement, Monitor monitor) {
        setLayout(layout, layout.size());
        limit[0] = Float.MAX_VALUE;
        // Several rows may share a place.
        long rows = refinement.queries();
        Monitor ofRows = (done, places) -> monitor.progress(done * rows / places, rows);
        long refineNanos = 0;
        for (int first = 0; first < layout.size(); first += batch) {
            int count = Math.min(batch, layout.size() - first);
            parameters[KdQueryParameters.FIRST_QUERY] = first;
            BatchProgress progress = new BatchProgress(ofRows, first, count, layout.size());
            execution.run(SEARCH, progress);
            progress.stopIfCancelled();
            long start = System.nanoTime();
            refinement.refineSlots(workers, first, count, found, capacity, progress);
            progress.stopIfCancelled();
            refineNanos += System.nanoTime() - start;
        }
        return refineNanos;
    }

    /**
     * Searches for the neighbors of queries.
     *
     * @param image what the queries are brought into
     * @param limitKey the largest key that is wanted
     */
    long search(
            Execution execution,
            Workers workers,
            KdLayout layout,
            Points points,
            FloatImage image,
            double limitKey,
            NearestRefinement refinement,
            Monitor monitor) {
        long refineNanos = 0;
        for (int first = 0; first < points.size(); first += batch) {
            int count = Math.min(batch, points.size() - first);
            image.rows(points, first, count, queries);
            setLayout(layout, count);
            sort.size(count);
            double stretch = 1;
            for (int row = 0; row < count; row++) {
                double ofRow = image.stretch(queries, row, dims);
                stretch = ofRow < Double.POSITIVE_INFINITY ? Math.max(stretch, ofRow) : stretch;
            }
            limit[0] = image.limit(limitKey, stretch);
            BatchProgress progress = new BatchProgress(monitor, first, count, points.size());
            execution.run(SEARCH, progress);
            progress.stopIfCancelled();
            long start = System.nanoTime();
            refinement.refineQueries(workers, first, count, order, queries, found, capacity, progress);
            progress.stopIfCancelled();
            refineNanos += System.nanoTime() - start;
        }
        return refineNanos;
    }

    private void setLayout(KdLayout layout, int count) {
        System.arraycopy(KdSearchKernels.parameters(layout, count, self), 0, parameters, 0, parameters.length);
        parameters[KdQueryParameters.CAPACITY] = capacity;
    }
}
