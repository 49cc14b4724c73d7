package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.DistanceTiles;
import dev.gyre.tasks.distance.KnnParameters;

/** Which search over all points is taken for which sizes, and how much of them at a time: the one place that knows. */
final class KnnTable {

    /** Candidates beyond k, so that close calls of float32 are settled without looking at all points again. */
    private static final int EXTRA_CANDIDATES = 3;

    /** The expanded form rounds more: it leaves more to be settled. */
    private static final int EXTRA_SHARE = 8;

    /** From here on the expanded form is faster where products of tiles are summed up in registers. */
    private static final int EXPANDED_DIMENSIONS = 64;

    /** Up to here keys are calculated a row at a time, as they are read once for each row. */
    static final int FEW_ROWS = 16;

    /**
     * Queries for each dimension that keep a device busy with one pass. Whole joins on an H200, first k = 8 to 32: in 16
     * dimensions 4,096 queries take 240 ms in one pass and 340 to 620 in two, 2,048 take 490 and 340; in 32 dimensions 8,192
     * take 253 and 236; in 8 dimensions 8,192 take 99 and 195.
     */
    private static final int FUSED_QUERIES_PER_DIMENSION = 256;

    private static final int JVM_FUSED_CAPACITY = 512;
    private static final int JVM_FUSED_QUERIES = 64;

    private static final int MAX_BATCH_JVM = 1 << 16;
    private static final int MAX_BATCH_DEVICE = 1 << 18;

    /** Floats of a matrix on the JVM, so that it stays in the nearer memory. */
    private static final long JVM_MATRIX = 1L << 24;

    /**
     * Floats of a matrix on a device. Each matrix takes about 0.6 ms to be launched and fetched (H200, TornadoVM 5.2): 10,000
     * queries among 100,000 points of 64 dimensions took 57 ms with 12.8 million floats. More would only take heap.
     */
    private static final long DEVICE_MATRIX = 1L << 26;

    private static final long LEAST_DEVICE_MATRIX = 1L << 22;

    /** The share of the memory of kept programs that a matrix may take, so that its program is kept. */
    private static final int KEPT_SHARE = 3;

    private static final int SINGLE_PASS_CAPACITY = 2048;
    private static final int LEAST_POINTS = KnnParameters.POINT_MULTIPLE;

    private final Device device;
    private final long limit;
    private final long longest;
    private final long kept;
    private final int queries;
    private final int points;
    private final int dims;
    private final int k;
    private final boolean self;

    /**
     * The table for a join.
     *
     * @param context device, threads, memory
     * @param queries number of queries, 1 or more
     * @param points number of points, 1 or more
     * @param dims number of dimensions
     * @param k neighbors per query
     * @param self whether the queries are the points
     */
    KnnTable(Context context, int queries, int points, int dims, int k, boolean self) {
        this.device = context.device();
        this.limit = context.memoryLimit();
        this.longest = context.maxElements(Float.BYTES);
        this.kept = context.keptMemory();
        this.queries = queries;
        this.points = points;
        this.dims = dims;
        this.k = k;
        this.self = self;
    }

    /**
     * The plan.
     *
     * @param wanted {@link JoinMethod#FUSED}, {@link JoinMethod#TWO_STAGE}, or another for the faster of them
     * @param norm the norm
     * @throws IllegalArgumentException if not even one query and a few points fit the memory
     */
    KnnPlan plan(JoinMethod wanted, Norm norm) {
        int fewest = capacity(0);
        JoinMethod method = wanted;
        String reason = "asked for";
        if (wanted != JoinMethod.FUSED && wanted != JoinMethod.TWO_STAGE) {
            method = faster(fewest);
            reason = reason(method, fewest);
        }
        if (method == JoinMethod.FUSED) {
            return fused(fewest, reason);
        }
        boolean expanded = norm == Norm.EUCLIDEAN
                && dims >= EXPANDED_DIMENSIONS
                && queries > FEW_ROWS
                && device.type() == Device.Type.GPU;
        return twoStage(expanded ? capacity(k / EXTRA_SHARE) : fewest, expanded, reason);
    }

    private int capacity(int more) {
        long wanted = (long) k + (self ? 1 : 0) + EXTRA_CANDIDATES + more;
        return (int) Math.min(points, wanted);
    }

    private boolean onProcessor() {
        return device.type() == Device.Type.JVM || device.type() == Device.Type.CPU;
    }

    private JoinMethod faster(int capacity) {
        boolean fused = onProcessor()
                ? capacity <= JVM_FUSED_CAPACITY && queries >= fusedQueries()
                : capacity <= BruteForceKnnWorkGroup.MAX_CAPACITY
                        && dims <= BruteForceKnnWorkGroup.MAX_DIMENSIONS
                        && queries >= fusedQueries();
        return fused ? JoinMethod.FUSED : JoinMethod.TWO_STAGE;
    }

    private int fusedQueries() {
        return onProcessor() ? JVM_FUSED_QUERIES : FUSED_QUERIES_PER_DIMENSION * dims;
    }

    private String reason(JoinMethod method, int capacity) {
        if (method == JoinMethod.FUSED) {
            return "many queries, few candidates each";
        }
        if (!onProcessor() && dims > BruteForceKnnWorkGroup.MAX_DIMENSIONS) {
            return "many dimensions";
        }
        return capacity > (onProcessor() ? JVM_FUSED_CAPACITY : BruteForceKnnWorkGroup.MAX_CAPACITY)
                ? "many candidates each"
                : "few queries: the points are shared out";
    }

    private KnnPlan fused(int capacity, String reason) {
        long pointBytes = 4L * dims * Float32Frame.stride(points);
        long perQuery = 8L * capacity;
        long most = device.type() == Device.Type.JVM ? MAX_BATCH_JVM : MAX_BATCH_DEVICE;
        long byArray = longest / Math.max(capacity, dims);
        long whole = (limit - pointBytes) / (perQuery + (self ? 0 : 4L * dims));
        if (whole >= 1 && pointBytes / 4 <= longest) {
            long batch = Math.min(Math.min(queries, most), Math.min(whole, byArray));
            return plan(JoinMethod.FUSED, capacity, batch, points, false, reason);
        }
        long one = perQuery + 4L * dims;
        check(LEAST_POINTS * 4L * dims + one, capacity);
        long chunk = Math.max(Math.min(points, LEAST_POINTS), chunk(Math.min(limit / 2, limit - one)));
        long batch = Math.min(Math.min(queries, byArray), (limit - 4L * dims * chunk) / one);
        return plan(JoinMethod.FUSED, capacity, batch, chunk, false, reason);
    }

    /** As many points as so many bytes hold. */
    private long chunk(long bytes) {
        long most = Math.min(longest, bytes / 4) / dims / KnnParameters.POINT_MULTIPLE * KnnParameters.POINT_MULTIPLE;
        return Math.min(points, most);
    }

    private KnnPlan twoStage(int capacity, boolean expanded, String reason) {
        // A row of the matrix, and what is selected of it; a selection of many values has a row of temporaries too.
        int bytesPerCell = capacity <= SINGLE_PASS_CAPACITY ? 4 : 8;
        long bytesPerRow = 20L * capacity + 4L * dims;
        long leastCells = LEAST_POINTS + capacity;
        check(4 * Math.max(Math.max(LEAST_POINTS * 4L * dims, bytesPerRow), bytesPerCell * leastCells), capacity);
        long cells = Math.min(Math.min(matrix(), longest), limit / 2 / bytesPerCell);
        long chunk = Math.max(Math.min(points, LEAST_POINTS), chunk(limit / 4));
        if (chunk < points || cells < points) {
            long rows = Math.min(queries, FEW_ROWS);
            chunk = Math.min(chunk, Math.max(LEAST_POINTS, cells / rows - capacity));
        }
        long columns = chunk < points ? chunk + capacity : chunk;
        long rows = Math.min(queries, Math.min(cells / Math.max(1, columns), limit / 4 / bytesPerRow));
        rows = Math.max(1, Math.min(rows, longest / Math.max(capacity, dims)));
        if (rows > DistanceTiles.TILE && device.type() != Device.Type.JVM) {
            rows -= rows % DistanceTiles.TILE;
        }
        return plan(JoinMethod.TWO_STAGE, capacity, rows, chunk, expanded, reason);
    }

    private long matrix() {
        if (device.type() == Device.Type.JVM) {
            return JVM_MATRIX;
        }
        return Math.clamp(kept / KEPT_SHARE / Float.BYTES, LEAST_DEVICE_MATRIX, DEVICE_MATRIX);
    }

    private void check(long needed, int capacity) {
        if (needed > limit) {
            throw new IllegalArgumentException("the join does not fit the memory of " + device + ": needed=" + needed
                    + " bytes at least, limit=" + limit + ", candidates per query=" + capacity);
        }
    }

    private KnnPlan plan(JoinMethod method, int capacity, long batch, long chunk, boolean expanded, String reason) {
        return new KnnPlan(method, capacity, (int) batch, (int) chunk, chunk < points, expanded, reason);
    }
}
