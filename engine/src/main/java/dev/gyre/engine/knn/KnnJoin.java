package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.device.Timing;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.tasks.KnnParameters;

/**
 * The k nearest neighbors of every query by brute force.
 *
 * <p>Memory, in bytes: on the device {@code 4 d (n + q) + 8 c b} for n points, q queries (0 in a self-join), d
 * dimensions, c candidates per query (k and a few more) and batches of b queries; on the host the same again, and
 * {@code 12 q k} for the result.
 */
public final class KnnJoin {

    private static final String LOAD = "load";
    private static final String SEARCH = "search";

    /** Candidates beyond k, so that close calls of float32 are settled without looking at all points again. */
    private static final int EXTRA_CANDIDATES = 3;

    private static final int MAX_BATCH_JVM = 1 << 16;
    private static final int MAX_BATCH_DEVICE = 1 << 18;
    private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;

    /**
     * A join on a device.
     *
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     */
    public KnnJoin(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
    }

    /**
     * The k nearest other points of every point: a row is left out by its id, not by its coordinates.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more
     * @param options metric and monitor
     * @return the neighbors
     * @throws IllegalArgumentException if k is less than 1 or the metric does not take the points
     */
    public Neighbors self(Points points, int k, JoinOptions options) {
        return join(points, points, true, k, options);
    }

    /**
     * The k nearest points of every query.
     *
     * @param queries the queries
     * @param points the points
     * @param k neighbors per query, 1 or more
     * @param options metric and monitor
     * @return the neighbors
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, or the metric does not take the points
     */
    public Neighbors between(Points queries, Points points, int k, JoinOptions options) {
        return join(queries, points, false, k, options);
    }

    private Neighbors join(Points queries, Points points, boolean self, int k, JoinOptions options) {
        checkK(k, points);
        checkDims(queries, points);
        checkedSlots(queries.size(), k);
        long start = System.nanoTime();
        Norm norm = options.metric().norm();
        Points pointSpace = options.metric().toSpace(points);
        Points querySpace = queries == points ? pointSpace : options.metric().toSpace(queries);
        FloatImage image = new FloatImage(querySpace, pointSpace, norm, workers);
        Refinement refinement = new Refinement(querySpace, pointSpace, norm, self, k, image);
        Timing timing = Timing.ZERO;
        long refineNanos = 0;
        long prepareNanos = System.nanoTime() - start;
        if (points.size() > 0 && queries.size() > 0) {
            float[] pointImage = image.of(pointSpace);
            float[] queryImage = querySpace == pointSpace ? pointImage : image.of(querySpace);
            int wanted = k + (self ? 1 : 0) + EXTRA_CANDIDATES;
            int capacity = wanted < 0 ? points.size() : Math.min(points.size(), wanted);
            int batch = batchSize(pointImage, queryImage, queries.size(), capacity);
            int[] parameters = KnnKernels.parameters(
                    points.size(), FloatImage.stride(queries.size()), queries.size(), pointSpace.dims(), capacity, 0);
            float[] keys = new float[batch * capacity];
            int[] ids = new int[batch * capacity];
            prepareNanos = System.nanoTime() - start;
            try (Execution execution =
                    backend.prepare(program(pointImage, queryImage, parameters, keys, ids, norm, batch))) {
                execution.run(LOAD, Progress.NONE);
                for (int first = 0; first < queries.size(); first += batch) {
                    parameters[KnnParameters.FIRST_QUERY] = first;
                    int count = Math.min(batch, queries.size() - first);
                    BatchProgress progress = new BatchProgress(options.monitor(), first, count, queries.size());
                    execution.run(SEARCH, progress);
                    progress.stopIfCancelled();
                    long refineStart = System.nanoTime();
                    refinement.refine(workers, first, count, ids, capacity, progress);
                    progress.stopIfCancelled();
                    refineNanos += System.nanoTime() - refineStart;
                }
                timing = execution.timing();
            }
        }
        JoinReport report = new JoinReport(
                backend.device(),
                JoinMethod.BRUTE_FORCE,
                prepareNanos,
                timing,
                refineNanos,
                refinement.answeredAgain());
        return new Neighbors(queries.size(), k, refinement.ids(), refinement.keys(), options.metric(), report);
    }

    private static Program program(
            float[] points, float[] queries, int[] parameters, float[] keys, int[] ids, Norm norm, int batch) {
        Phase.Builder load = Phase.named(LOAD).upload(points);
        if (queries != points) {
            load.upload(queries);
        }
        return Program.of(
                "knn-join",
                load.build(),
                Phase.named(SEARCH)
                        .upload(parameters)
                        .stage(KnnKernels.nearest(parameters[KnnParameters.DIMENSIONS])
                                .stage(batch, points, queries, parameters, keys, ids, norm.code()))
                        .download(ids)
                        .build());
    }

    /** Queries per batch, as many as memory and array length allow. */
    private int batchSize(float[] points, float[] queries, int queryCount, int capacity) {
        Device device = backend.device();
        long fixed = 4L * points.length + (queries == points ? 0 : 4L * queries.length);
        long limit = Math.min(memoryLimit, device.memoryBytes());
        long byMemory = (limit - fixed) / (8L * capacity);
        long byArray = Math.min(device.maxArrayBytes() / 4, MAX_ARRAY_LENGTH) / capacity;
        long most = device.type() == Device.Type.JVM ? MAX_BATCH_JVM : MAX_BATCH_DEVICE;
        long batch = Math.min(Math.min(queryCount, most), Math.min(byMemory, byArray));
        if (batch < 1) {
            throw new IllegalArgumentException("the join does not fit the memory of " + device + ": needed="
                    + (fixed + 8L * capacity) + " bytes at least, limit=" + limit + ", candidates per query="
                    + capacity);
        }
        return (int) batch;
    }

    /**
     * Checks the number of neighbors.
     *
     * @param k neighbors per query
     * @param points the points
     * @throws IllegalArgumentException if k is less than 1
     */
    public static void checkK(int k, Points points) {
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k + ", n=" + points.size());
        }
    }

    /**
     * Checks that queries and points go together.
     *
     * @param queries the queries
     * @param points the points
     * @throws IllegalArgumentException if their dimensions differ
     */
    public static void checkDims(Points queries, Points points) {
        if (queries.dims() != points.dims()) {
            throw new IllegalArgumentException("queries and points must have the same dimensions: queries="
                    + queries.dims() + ", points=" + points.dims());
        }
    }

    /**
     * The number of slots of a result, which must fit an array.
     *
     * @param queries number of queries
     * @param k slots per query
     * @return the product
     * @throws IllegalArgumentException if it is too large
     */
    public static int checkedSlots(int queries, int k) {
        long slots = (long) queries * k;
        if (slots > MAX_ARRAY_LENGTH) {
            throw new IllegalArgumentException("queries x k must be below 2^31 - 8: queries=" + queries + ", k=" + k);
        }
        return (int) slots;
    }
}
