package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Strategy;
import dev.gyre.engine.plan.Tuned;
import dev.gyre.engine.plan.Workload;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.DistanceTiles;
import dev.gyre.tasks.distance.KnnParameters;
import java.util.List;

/** Strategies of brute force, and the sizes of their batches. */
final class KnnStrategies {

    /** Extra candidates beyond k, which settle close cases of float32 without a second search over all points. */
    private static final int EXTRA_CANDIDATES = 3;

    /** The expanded form rounds more, and gets k divided by this as further extra candidates. */
    private static final int EXTRA_SHARE = 8;

    /** Up to this number of rows, keys are calculated by rows, and points are read once for each row. */
    static final int FEW_ROWS = 16;

    private static final long LEAST_DEVICE_MATRIX = 1L << 22;

    /** A matrix may use one part in this many of the memory of kept programs, so that its program is kept. */
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
     * A join.
     *
     * @param queries number of queries, 1 or more
     * @param points number of points, 1 or more
     * @param self whether the queries are the points
     */
    KnnStrategies(Context context, int queries, int points, int dims, int k, boolean self) {
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
     * Returns the strategies on a device.
     *
     * @param context the context of a device, or null for a device that is not open
     * @param work the sizes, in the space of the metric
     * @param asked {@link JoinMethod#FUSED}, {@link JoinMethod#TWO_STAGE}, or another for both
     */
    static List<Strategy> in(Context context, Workload work, JoinMethod asked) {
        Strategy fused = Strategy.of(JoinMethod.FUSED.toString(), work, Operation.FUSED);
        Strategy twoStage = Strategy.of(JoinMethod.TWO_STAGE.toString(), work, Operation.TWO_STAGE);
        return switch (asked) {
            case FUSED -> List.of(fused);
            case TWO_STAGE -> List.of(twoStage);
            default -> List.of(fused.withObstacle(obstacleToFused(context, work)), twoStage);
        };
    }

    /** On an accelerator, lists of candidates must fit registers: otherwise they are far slower than matrices. */
    private static String obstacleToFused(Context context, Workload work) {
        boolean accelerator = context == null || context.device().type().isAccelerator();
        long candidates = Math.min(work.points(), work.k() + 1L + EXTRA_CANDIDATES);
        return accelerator
                        && (candidates > BruteForceKnnWorkGroup.MAX_CAPACITY
                                || work.dims() > BruteForceKnnWorkGroup.MAX_DIMENSIONS)
                ? "keeps up to " + BruteForceKnnWorkGroup.MAX_CAPACITY + " candidates of up to "
                        + BruteForceKnnWorkGroup.MAX_DIMENSIONS + " dimensions there"
                : "";
    }

    /**
     * Makes the plan.
     *
     * @param method {@link JoinMethod#FUSED} or {@link JoinMethod#TWO_STAGE}
     * @throws IllegalArgumentException if not even one query and a few points fit the memory
     */
    KnnPlan plan(JoinMethod method, Norm norm) {
        if (method == JoinMethod.FUSED) {
            return fused(capacity(0));
        }
        boolean expanded = norm == Norm.EUCLIDEAN && dims >= Tuned.EXPANDED_DIMENSIONS.of(device) && queries > FEW_ROWS;
        return twoStage(capacity(expanded ? k / EXTRA_SHARE : 0), expanded);
    }

    private int capacity(int more) {
        long wanted = (long) k + (self ? 1 : 0) + EXTRA_CANDIDATES + more;
        return (int) Math.min(points, wanted);
    }

    private KnnPlan fused(int capacity) {
        long pointBytes = 4L * dims * Float32Frame.stride(points);
        long perQuery = 8L * capacity;
        long most = Tuned.JOIN_BATCH.of(device);
        long byArray = longest / Math.max(capacity, dims);
        long whole = (limit - pointBytes) / (perQuery + (self ? 0 : 4L * dims));
        if (whole >= 1 && pointBytes / 4 <= longest) {
            long batch = Math.min(Math.min(queries, most), Math.min(whole, byArray));
            return plan(JoinMethod.FUSED, capacity, batch, points, false);
        }
        long one = perQuery + 4L * dims;
        check(LEAST_POINTS * 4L * dims + one, capacity);
        long chunk = Math.max(Math.min(points, LEAST_POINTS), chunk(Math.min(limit / 2, limit - one)));
        long batch = Math.min(Math.min(queries, byArray), (limit - 4L * dims * chunk) / one);
        return plan(JoinMethod.FUSED, capacity, batch, chunk, false);
    }

    /** The number of points that fit these bytes. */
    private long chunk(long bytes) {
        long most = Math.min(longest, bytes / 4) / dims / KnnParameters.POINT_MULTIPLE * KnnParameters.POINT_MULTIPLE;
        return Math.min(points, most);
    }

    private KnnPlan twoStage(int capacity, boolean expanded) {
        // A row of the matrix, and its selection; a selection of many values also has a row of temporary values.
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
        return plan(JoinMethod.TWO_STAGE, capacity, rows, chunk, expanded);
    }

    /** The matrix of a device is kept with its program. */
    private long matrix() {
        long most = Tuned.JOIN_MATRIX.of(device);
        return device.type() == Device.Type.JVM
                ? most
                : Math.clamp(kept / KEPT_SHARE / Float.BYTES, LEAST_DEVICE_MATRIX, most);
    }

    private void check(long needed, int capacity) {
        if (needed > limit) {
            throw new IllegalArgumentException("the join does not fit the memory of " + device + ": needed=" + needed
                    + " bytes at least, limit=" + limit + ", candidates per query=" + capacity);
        }
    }

    private KnnPlan plan(JoinMethod method, int capacity, long batch, long chunk, boolean expanded) {
        return new KnnPlan(method, capacity, (int) batch, (int) chunk, chunk < points, expanded);
    }
}
