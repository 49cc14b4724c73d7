package dev.gyre.engine;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.data.TopKMethod;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.join.TopKJoins;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.BoxJoinOptions;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.GridOptions;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.RTreeOptions;
import dev.gyre.engine.op.SelectionOptions;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.TopKJoinOptions;
import dev.gyre.engine.plan.Calibration;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Team;
import dev.gyre.engine.plan.Workload;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/**
 * Measures the costs of operations on a device. It times series of searches, builds, sorts, selections and scans of uniform data; sizes
 * grow until a call takes long enough. Then it fits the constants of the {@linkplain Operation#terms terms} to the times. Each search gets
 * new points. The fastest of several calls counts, as other work on the machine only slows calls down. The extra time of a program's first
 * call is compilation. Its median in the last round counts, as the code that earlier rounds compiled is then kept.
 */
final class Calibrator {

    private static final int MOST_POINTS = 1 << 20;
    private static final int MOST_COORDINATES = 1 << 23;
    private static final long SEED = 20_261_120;

    /** Dimensions and k of the brute-force series. */
    private static final int[][] FUSED = {{2, 10}, {3, 40}, {8, 1}, {32, 10}};

    /** Dimensions and k for which registers do not hold the lists of candidates. */
    private static final int[] FUSED_LONG = {8, 400};

    private static final int[][] TWO_STAGE = {{3, 10}, {8, 100}, {16, 1000}, {64, 10}};

    private static final int[] TREE_DIMENSIONS = {2, 3, 6, 16};
    /** With more dimensions, a radius search visits most of the tree, unlike typical searches. */
    private static final int MOST_RANGE_DIMENSIONS = 6;

    private static final int[] TREE_K = {1, 10, 100};
    private static final int[] RANGE_MATCHES = {1, 20};
    private static final int[] GRID_DIMENSIONS = {2, 3};
    private static final int[] BOX_DIMENSIONS = {2, 3};
    private static final int[] BOX_MATCHES = {1, 20};
    private static final int[] SELECT_K = {10, 1000};
    /** Divisors of the row length that give k, for radix select and for sorts of whole rows. */
    private static final int[] SELECT_SHARES = {16, 2};

    private static final int SEGMENT = 64;

    /** Arrays that a scan moves: values and sums. */
    private static final int SCAN_ARRAYS = 2;

    private final Context context;
    private final double longest;
    private final Monitor monitor;
    /** Square root of the factor by which the work grows from step to step. */
    private final int growth;

    /**
     * For each round, the seconds by which a step may exceed the first step. The last round counts. The earlier round warms up the JVM's
     * own compiler, as device calls also run code on the host.
     */
    private final double[] rounds;

    private final int smallest;

    private final CallTimes times;

    private int seriesDone;
    private int seriesTotal;

    /** Measures one size of a series, which grows with each step; returns the seconds of its longest call. */
    @FunctionalInterface
    private interface Step {
        double measure(int size);
    }

    /**
     * Prepares measurements on a device.
     *
     * @param context device, threads, memory
     * @param longest approximate limit of a call in seconds, more than 0; more gives better constants
     * @param monitor watches the measurements
     * @throws IllegalArgumentException if the limit is out of range
     */
    Calibrator(Context context, double longest, Monitor monitor) {
        // False for NaN too.
        if (!(longest > 0 && longest <= 60)) {
            throw new IllegalArgumentException(
                    "the longest call must take more than 0 and up to 60 seconds: longest=" + longest);
        }
        this.context = context;
        this.longest = longest;
        this.monitor = monitor;
        boolean compiles = context.device().type() != Device.Type.JVM;
        growth = compiles ? 4 : 2;
        smallest = compiles ? 1 << 12 : 1 << 8;
        times = new CallTimes(context, longest);
        rounds = new double[] {longest / 4, longest};
    }

    /**
     * Measures a device and writes its costs to a file. The file keeps its costs of other devices of this machine.
     *
     * @param file the file, which need not exist; it changes after all measurements, or not at all
     * @throws IllegalArgumentException if the limit is out of range, or if the file exists and is not a calibration
     * @throws IOException if the file cannot be written; checked before the measurements
     */
    static void calibrate(Context context, double longest, Monitor monitor, Path file) throws IOException {
        Calibrator calibrator = new Calibrator(context, longest, monitor);
        Optional<Calibration> older = Files.exists(file) ? Optional.of(Calibration.read(file)) : Optional.empty();
        OutputFile.create(file).close();
        Calibration measured = Calibration.ofThisMachine(
                        Engine.version(), context.workers().threads())
                .with(context.device(), calibrator.measure());
        try (OutputFile output = OutputFile.create(file)) {
            older.map(measured::over).orElse(measured).write(output.writer());
            output.commit();
        }
    }

    /**
     * Measures all operations. This takes about 100 times the longest call and, on a device, the time to compile about a hundred programs.
     *
     * @return the costs
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    DeviceCosts measure() {
        List<Runnable> series = new ArrayList<>();
        for (double limit : rounds) {
            series.add(times::startRound);
            addJoins(series, limit, JoinMethod.FUSED, FUSED);
            if (context.onJvm()) {
                addJoins(series, limit, JoinMethod.FUSED, FUSED_LONG);
            }
            addJoins(series, limit, JoinMethod.TWO_STAGE, TWO_STAGE);
            for (int dims : TREE_DIMENSIONS) {
                series.add(() -> grow(limit, dims, 16, size -> tree(size, dims, limit)));
            }
            for (int dims : GRID_DIMENSIONS) {
                series.add(() -> grow(limit, dims, 16, size -> grid(size, dims)));
            }
            for (int dims : BOX_DIMENSIONS) {
                series.add(() -> grow(limit, 2 * dims, 16, size -> boxes(size, dims, limit)));
            }
            for (SortMethod method : List.of(SortMethod.MERGE, SortMethod.RADIX)) {
                series.add(() -> grow(limit, 1, growth * growth, size -> sort(size, method)));
            }
            series.add(() -> grow(limit, 1, growth * growth, this::sortSegments));
            addSelections(series, limit);
            series.add(() -> grow(limit, 1, growth * growth, this::scan));
            for (TopKMethod method : TopKJoins.methods(context)) {
                for (int k : SELECT_K) {
                    series.add(() -> grow(limit, 1, growth * growth, size -> topK(size, k, method)));
                }
            }
        }
        seriesTotal = series.size();
        for (Runnable one : series) {
            one.run();
            seriesDone++;
            checkGoOn();
        }
        return times.costs();
    }

    private void addJoins(List<Runnable> series, double limit, JoinMethod method, int[]... shapes) {
        for (int[] shape : shapes) {
            series.add(() -> grow(limit, shape[0], growth, size -> join(method, size, size, shape[0], shape[1])));
            series.add(() -> grow(limit, shape[0], growth * growth, size -> join(method, size, 1, shape[0], shape[1])));
        }
    }

    private void addSelections(List<Runnable> series, double limit) {
        for (int k : SELECT_K) {
            SelectionMethod one = SelectionMethod.SINGLE_PASS;
            series.add(() -> grow(limit, 1, growth * growth, size -> select(one, 1, size, k)));
            series.add(() -> grow(limit, 1, growth * growth, size -> select(one, size / k / 2 + 1, 2 * k, k)));
        }
        for (int share : SELECT_SHARES) {
            SelectionMethod radix = SelectionMethod.RADIX_SELECT;
            series.add(() -> grow(limit, 1, growth * growth, size -> select(radix, 1, size, size / share)));
            series.add(() -> grow(limit, 1, growth * growth, size -> select(radix, size >> 6, 64, 64 / share)));
        }
        if (context.onJvm()) {
            series.add(() -> grow(limit, 1, growth * growth, size -> select(SelectionMethod.SORT, 1, size, size / 2)));
        }
    }

    private void checkGoOn() {
        if (!monitor.progress(seriesDone, seriesTotal) || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled: measuring " + context.device());
        }
    }

    /** Runs sizes that grow until the next one would take too much time or memory. */
    private void grow(double limit, int dims, int factor, Step step) {
        int most = Math.min(MOST_POINTS, MOST_COORDINATES / dims);
        double first = 0;
        double beyond = 0;
        times.startSeries();
        for (int size = smallest; size <= most && beyond * growth * growth <= limit; size *= factor) {
            double seconds = step.measure(size);
            first = size == smallest ? seconds : first;
            // The fixed time of a call does not predict that of larger ones.
            beyond = seconds - first;
            checkGoOn();
        }
    }

    /** Runs numbers of queries that grow until the next one would take too much time. */
    private static void growQueries(int fewest, int most, int factor, double limit, Step step) {
        double seconds = 0;
        for (int queries = fewest; queries <= most && seconds * factor <= limit; queries *= factor) {
            seconds = step.measure(queries);
        }
    }

    private double join(JoinMethod method, int n, int q, int dims, int k) {
        KnnJoin join = new KnnJoin(context);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
        double[] points = rows(n, dims, 1);
        double[] queries = rows(q, dims, 2);
        Operation operation = method == JoinMethod.FUSED ? Operation.FUSED : Operation.TWO_STAGE;
        return times.of(operation, new Workload(n, q, dims, k), () -> {
            Points left = points(queries, dims);
            Points right = points(points, dims);
            return () -> join.between(left, right, k, options);
        });
    }

    /** Makes new points for each call, so that data already on the device does not help. */
    private static Points points(double[] rows, int dims) {
        return Points.wrap(rows.clone(), dims);
    }

    private double tree(int n, int dims, double limit) {
        double[] rows = rows(n, dims, 1);
        KdTree[] built = new KdTree[1];
        double build = times.of(Operation.BUILD, new Workload(n, 0, dims, 1), () -> {
            close(built[0]);
            Points points = points(rows, dims);
            return () -> built[0] = Placed.kdTree(context, points, KdTreeOptions.DEFAULT);
        });
        try (KdTree tree = built[0]) {
            for (int k : TREE_K) {
                growQueries(1, n, 16, limit, q -> search(tree, q, k));
            }
            if (!context.onJvm()) {
                prepare(points(rows, dims));
            }
            for (int matches : dims <= MOST_RANGE_DIMENSIONS ? RANGE_MATCHES : new int[0]) {
                growQueries(Math.min(n, 64), n, 64, limit, q -> ranges(tree, q, matches));
            }
        }
        // Searches limit their own time for any size of the tree.
        return build;
    }

    /**
     * Times queries in a cube of side 1, with a radius that contains the given number of points on average, fewer at the
     * borders.
     */
    private double ranges(KdTree tree, int q, int matches) {
        int n = tree.points().size();
        int dims = tree.points().dims();
        double[] queries = rows(q, dims, 2);
        double radius = Math.pow(matches / (n * Workload.unitBall(dims)), 1.0 / dims);
        long found = tree.within(points(queries, dims), radius).size();
        Workload work = new Workload(n, q, dims, (int) Math.max(1, Math.round((double) found / q)));
        return times.of(Operation.RANGE, work, () -> {
            Points fresh = points(queries, dims);
            return () -> tree.within(fresh, radius);
        });
    }

    /** Times builds of trees of boxes in a cube of side 1, and joins with other boxes by each method. */
    private double boxes(int n, int dims, double limit) {
        double build = times.of(Operation.R_TREE_BUILD, new Workload(n, 0, dims, 1), () -> {
            Boxes boxes = boxes(n, dims, 1, n, 1);
            return () -> Placed.rTree(context, boxes, RTreeOptions.DEFAULT).close();
        });
        for (JoinMethod method : List.of(JoinMethod.R_TREE, JoinMethod.FRONTIER)) {
            for (int matches : BOX_MATCHES) {
                growQueries(Math.min(n, 64), n, 64, limit, q -> joinBoxes(n, q, dims, matches, method));
            }
        }
        // Joins limit their own time for any size of the tree.
        return build;
    }

    private double joinBoxes(int n, int q, int dims, int matches, JoinMethod method) {
        Boxes left = boxes(q, dims, matches, n, 2);
        Boxes right = boxes(n, dims, matches, n, 1);
        BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(method);
        Operation operation = method == JoinMethod.R_TREE ? Operation.R_TREE_SEARCH : Operation.FRONTIER;
        return times.of(operation, new Workload(n, q, dims, matches), () -> {
            Boxes fresh = Boxes.of(right.array(), dims);
            BoxJoin join = Placed.boxJoin(Team.of(context), left, fresh, false, BoxPredicate.INTERSECTS, options);
            return () -> {
                join.all();
                join.close();
            };
        });
    }

    /** Returns boxes, each of which intersects about {@code matches} of n other boxes. */
    private static Boxes boxes(int size, int dims, int matches, int n, long more) {
        double side = Math.pow((double) matches / n, 1.0 / dims) / 2;
        double[] lower = rows(size, dims, more);
        double[] bounds = new double[2 * lower.length];
        for (int i = 0; i < lower.length; i++) {
            int at = i / dims * 2 * dims + i % dims;
            bounds[at] = lower[i];
            bounds[at + dims] = lower[i] + side;
        }
        return Boxes.wrap(bounds, dims);
    }

    /** Times the build of a grid with cells as wide as a radius, and the self-join of its points within this radius. */
    private double grid(int n, int dims) {
        double[] rows = rows(n, dims, 1);
        double seconds = 0;
        for (int matches : RANGE_MATCHES) {
            double radius = Math.pow(matches / (n * Workload.unitBall(dims)), 1.0 / dims);
            seconds += times.of(Operation.GRID_BUILD, new Workload(n, 0, dims, 1), () -> {
                Points fresh = points(rows, dims);
                return () ->
                        Placed.grid(context, fresh, radius, GridOptions.DEFAULT).close();
            });
            try (Grid grid = Placed.grid(context, points(rows, dims), radius, GridOptions.DEFAULT)) {
                long found = grid.selfWithin(radius, Monitor.NONE).size();
                Workload work = new Workload(n, n, dims, (int) Math.max(1, found / n));
                seconds += times.ofEach(Operation.GRID_RANGE, work, () -> grid.selfWithin(radius, Monitor.NONE));
            }
        }
        return seconds;
    }

    private double sort(int size, SortMethod method) {
        int[] keys = new Random(SEED).ints(size).toArray();
        SortOptions options = SortOptions.DEFAULT.withMethod(method);
        return times.ofEach(
                method == SortMethod.MERGE ? Operation.MERGE_SORT : Operation.RADIX_SORT,
                new Workload(size, 1, 1, 1),
                () -> Placed.sorting(context).argsort(Keys.of(keys), options));
    }

    private double sortSegments(int size) {
        int[] keys = new Random(SEED).ints(size).toArray();
        int[] offsets = IntStream.rangeClosed(0, size / SEGMENT)
                .map(segment -> segment * SEGMENT)
                .toArray();
        Workload work = new Workload(size, size / SEGMENT, 1, 1);
        return times.ofEach(
                Operation.SEGMENTED_SORT,
                work,
                () -> Placed.sorting(context).argsortSegments(Keys.of(keys), offsets, SortOptions.DEFAULT));
    }

    private double select(SelectionMethod method, int rows, int columns, int k) {
        float[] values = new float[rows * columns];
        Random random = new Random(SEED);
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        int most = Math.max(1, Math.min(k, columns));
        SelectionOptions options = SelectionOptions.DEFAULT.withMethod(method);
        Operation operation = switch (method) {
            case SINGLE_PASS -> Operation.SINGLE_PASS;
            case SORT -> Operation.SORT_ROWS;
            default -> Operation.RADIX_SELECT;
        };
        return times.ofEach(
                operation,
                new Workload(columns, rows, 1, most),
                () -> Placed.selection(context).of(values, rows, most, options));
    }

    private double scan(int size) {
        int[] values = new Random(SEED).ints(size, 0, 4).toArray();
        return times.ofEach(
                Operation.PARTITION,
                new Workload(size, 1, SCAN_ARRAYS, 1),
                () -> Placed.partitioning(context).exclusiveScan(values));
    }

    /** Times joins of points, each of which has about three points within the distance. */
    private double topK(int size, int k, TopKMethod method) {
        double[] left = rows(size, 2, 1);
        double[] right = rows(size, 2, 2);
        Scores scores = Scores.wrap(new Random(SEED).ints(size, 0, 100).toArray());
        TopKJoinOptions options = TopKJoinOptions.of(k, 1 / Math.sqrt(size)).withMethod(method);
        return times.of(TopKJoins.operation(method), new Workload(size, size, 2, k), () -> {
            Points leftPoints = points(left, 2);
            Points rightPoints = points(right, 2);
            return () -> TopKJoins.search(context, leftPoints, scores, rightPoints, scores, false, options)
                    .run(method);
        });
    }

    private double search(KdTree tree, int q, int k) {
        int dims = tree.points().dims();
        double[] queries = rows(q, dims, 2);
        Workload work = new Workload(tree.points().size(), q, dims, k);
        return times.of(Operation.SEARCH, work, () -> {
            Points fresh = points(queries, dims);
            return () -> tree.nearest(fresh, k);
        });
    }

    /** Times the extra work of the first search of a tree that was built elsewhere; programs are already compiled. */
    private void prepare(Points points) {
        Context jvm = new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        try (jvm;
                KdTree built = Placed.kdTree(jvm, points, KdTreeOptions.DEFAULT);
                KdTree tree = Placed.on(built, context)) {
            Points query = points(rows(1, points.dims(), 2), points.dims());
            double first = CallTimes.once(() -> tree.nearest(query, TREE_K[0]));
            double later = CallTimes.once(() -> tree.nearest(query, TREE_K[0]));
            Workload work = new Workload(points.size(), 1, points.dims(), TREE_K[0]);
            times.add(Operation.PREPARE, work, Math.max(1e-6, first - later));
        }
    }

    private static void close(KdTree tree) {
        if (tree != null) {
            tree.close();
        }
    }

    private static double[] rows(int rows, int dims, long more) {
        return new Random(SEED + more).doubles((long) rows * dims).toArray();
    }
}
