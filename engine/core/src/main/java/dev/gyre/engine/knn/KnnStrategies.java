package dev.gyre.engine.knn;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.pool.Context;
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

    private static final long MIN_DEVICE_MATRIX = 1L << 22;

    /** A matrix may use one part in this many of the memory of kept programs, so that its program is kept. */
    private static final int KEPT_SHARE = 3;

    private static final int MIN_POINTS = KnnParameters.POINT_MULTIPLE;

    private final Context context;
    private final Device device;
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
        this.context = context;
        this.device = context.device();
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
        int max = Math.min(queries, Tuned.JOIN_BATCH.of(device));
        int batch = fitting(JoinMethod.FUSED, capacity, max, points, false);
        if (batch > 0) {
            return plan(JoinMethod.FUSED, capacity, batch, points, false);
        }
        int chunk = chunk(JoinMethod.FUSED, capacity, context.memoryLimit() / 2);
        return checked(JoinMethod.FUSED, capacity, queries, chunk, false);
    }

    /** The number of points whose search by a single query fits these bytes, or the least that can be searched at a time. */
    private int chunk(JoinMethod method, int capacity, long bytes) {
        int units = Math.ceilDiv(points, MIN_POINTS);
        int fit = context.max(
                units,
                bytes,
                count -> sizes(method, capacity, 1, (int) Math.min(points, (long) count * MIN_POINTS), false));
        return (int) Math.min(points, (long) Math.max(1, fit) * MIN_POINTS);
    }

    private KnnPlan twoStage(int capacity, boolean expanded) {
        long cells = Math.min(matrix(), context.memoryLimit() / 2 / Float.BYTES);
        int chunk = chunk(JoinMethod.TWO_STAGE, capacity, context.memoryLimit() / 4);
        if (chunk < points || cells < points) {
            chunk = (int) Math.min(chunk, Math.max(MIN_POINTS, cells / Math.min(queries, FEW_ROWS) - capacity));
        }
        long columns = chunk < points ? chunk + capacity : chunk;
        int rows = (int) Math.min(queries, Math.max(1, cells / columns));
        KnnPlan plan = checked(JoinMethod.TWO_STAGE, capacity, rows, chunk, expanded);
        boolean tiled = plan.batch() > DistanceTiles.TILE && device.type() != Device.Type.JVM;
        int batch = tiled ? plan.batch() - plan.batch() % DistanceTiles.TILE : plan.batch();
        return plan(JoinMethod.TWO_STAGE, capacity, batch, chunk, expanded);
    }

    /** The matrix of a device is kept with its program. */
    private long matrix() {
        long max = Tuned.JOIN_MATRIX.of(device);
        return device.type() == Device.Type.JVM
                ? max
                : Math.clamp(context.keptMemory() / KEPT_SHARE / Float.BYTES, MIN_DEVICE_MATRIX, max);
    }

    /** The plan with as many queries at a time as fit beside a chunk of points. */
    private KnnPlan checked(JoinMethod method, int capacity, int max, int chunk, boolean expanded) {
        int batch = fitting(method, capacity, max, chunk, expanded);
        if (batch == 0) {
            long needed = sizes(method, capacity, 1, Math.min(points, MIN_POINTS), expanded)
                    .measured(device)
                    .bytes();
            throw new IllegalArgumentException("the join does not fit the memory of " + device + ": needed=" + needed
                    + " bytes at least, limit=" + context.memoryLimit() + ", candidates per query=" + capacity);
        }
        return plan(method, capacity, batch, chunk, expanded);
    }

    private int fitting(JoinMethod method, int capacity, int max, int chunk, boolean expanded) {
        return context.max(max, batch -> sizes(method, capacity, batch, chunk, expanded));
    }

    private CandidateSearch.Sizes sizes(JoinMethod method, int capacity, int batch, int chunk, boolean expanded) {
        return CandidateSearch.Sizes.of(plan(method, capacity, batch, chunk, expanded), Norm.EUCLIDEAN, dims, self);
    }

    private KnnPlan plan(JoinMethod method, int capacity, int batch, int chunk, boolean expanded) {
        return new KnnPlan(method, capacity, batch, chunk, chunk < points, expanded);
    }
}
