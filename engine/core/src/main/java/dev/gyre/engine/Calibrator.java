package dev.gyre.engine;

import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.cluster.SpanningTrees;
import dev.gyre.engine.cost.Calibration;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.fold.PairCounts;
import dev.gyre.engine.fold.Statistics;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.join.TopKJoins;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.topk.TopKSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures the {@link Rates} of a device by calls with uniform data, whose sizes grow until a call takes long enough. The fastest of
 * several calls counts, as other work on the machine only slows calls down; each gets new points. The smallest time of an operation is its
 * fixed time; the median of what larger calls take beyond that, for each unit, is the time of a unit. What a program's first call takes
 * longer is compilation.
 */
final class Calibrator {

    private static final int MAX_POINTS = 1 << 20;
    private static final int MAX_COORDINATES = 1 << 23;
    private static final int MAX_REPEATS = 20;
    private static final int GROWTH = 16;
    private static final long SEED = 20_261_120;

    /** Dimensions and k of brute force. */
    private static final int[][] FUSED = {{2, 10}, {8, 1}, {32, 10}};

    private static final int[][] TWO_STAGE = {{3, 10}, {16, 100}, {64, 10}};
    private static final int[] TREE_DIMENSIONS = {2, 3, 6};
    private static final int[] TREE_K = {1, 10};
    private static final int MATCHES = 5;
    private static final int[] SELECT_K = {10, 1000};
    private static final int[] TOP_K = {100, 10_000};

    /** Divisor of the row length that gives k, for radix select and for sorts of whole rows. */
    private static final int SELECT_SHARE = 4;

    private static final int SEGMENT = 64;

    /** Arrays that a scan moves: values and sums. */
    private static final int SCAN_ARRAYS = 2;

    private final Context context;
    private final Placement here;
    private final double longest;
    private final Monitor monitor;
    private final int smallest;

    /** The calls of an operation, and the extra times of first calls. */
    private static final class Times {

        private final List<double[]> unitsAndSeconds = new ArrayList<>();
        private final List<Double> compilations = new ArrayList<>();

        Rates.Rate rate() {
            double fixed =
                    unitsAndSeconds.stream().mapToDouble(call -> call[1]).min().orElse(0);
            double unit = median(unitsAndSeconds.stream()
                    .filter(call -> call[1] > 2 * fixed)
                    .mapToDouble(call -> (call[1] - fixed) / call[0])
                    .toArray());
            return new Rates.Rate(
                    fixed,
                    unit,
                    median(compilations.stream().mapToDouble(each -> each).toArray()));
        }

        private static double median(double[] values) {
            Arrays.sort(values);
            return values.length == 0 ? 0 : values[values.length / 2];
        }
    }

    private final Map<Operation, Times> times = new EnumMap<>(Operation.class);

    /**
     * Prepares measurements on a device.
     *
     * @param context device, threads, memory
     * @param longest approximate limit of a call in seconds, more than 0; more gives better rates
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
        here = Placement.on(context);
        this.longest = longest;
        this.monitor = monitor;
        smallest = context.onJvm() ? 1 << 8 : 1 << 10;
    }

    /**
     * Measures a device and writes its rates to a file. The file keeps its rates of other devices of this machine.
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
     * Measures all operations, twice: the second round counts, as the first one warms up the JVM's own compiler and fills the kernel cache.
     *
     * @return the rates
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    Rates measure() {
        List<Runnable> series = series();
        int total = 2 * series.size();
        for (int done = 0; done < total; done++) {
            if (!monitor.progress(done, total) || Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: measuring " + context.device());
            }
            if (done % series.size() == 0) {
                context.release();
                for (Operation operation : Operation.values()) {
                    times.put(operation, new Times());
                }
            }
            series.get(done % series.size()).run();
        }
        return new Rates(
                context.device().type().isAccelerator(),
                operation -> times.get(operation).rate());
    }

    private List<Runnable> series() {
        List<Runnable> series = new ArrayList<>();
        for (int[] shape : FUSED) {
            series.add(() -> grow(4, shape[0], size -> join(JoinMethod.FUSED, size, shape[0], shape[1])));
        }
        for (int[] shape : TWO_STAGE) {
            series.add(() -> grow(4, shape[0], size -> join(JoinMethod.TWO_STAGE, size, shape[0], shape[1])));
        }
        for (int dims : TREE_DIMENSIONS) {
            series.add(() -> grow(GROWTH, dims, size -> tree(size, dims)));
        }
        series.add(() -> grow(GROWTH, 2, this::grid));
        for (JoinMethod method : List.of(JoinMethod.R_TREE, JoinMethod.FRONTIER)) {
            series.add(() -> grow(GROWTH, 4, size -> boxes(size, method)));
        }
        for (SortOptions.Method method : List.of(SortOptions.Method.MERGE, SortOptions.Method.RADIX)) {
            series.add(() -> grow(GROWTH, 1, size -> sort(size, method)));
        }
        series.add(() -> grow(GROWTH, 1, this::sortSegments));
        for (int k : SELECT_K) {
            series.add(() -> grow(GROWTH, 1, size -> select(SelectionOptions.Method.SINGLE_PASS, 1, size, k)));
            series.add(() ->
                    grow(GROWTH, 1, size -> select(SelectionOptions.Method.SINGLE_PASS, size / k / 2 + 1, 2 * k, k)));
        }
        SelectionOptions.Method radix = SelectionOptions.Method.RADIX_SELECT;
        series.add(() -> grow(GROWTH, 1, size -> select(radix, 1, size, size / SELECT_SHARE)));
        series.add(() -> grow(GROWTH, 1, size -> select(radix, size >> 6, 64, 64 / SELECT_SHARE)));
        if (context.onJvm()) {
            series.add(
                    () -> grow(GROWTH, 1, size -> select(SelectionOptions.Method.SORT, 1, size, size / SELECT_SHARE)));
        }
        series.add(() -> grow(GROWTH, 1, this::scan));
        for (TopKJoinOptions.Method method : TopKJoins.methods(context)) {
            for (int k : TOP_K) {
                series.add(() -> grow(GROWTH, 2, size -> topK(size, k, method)));
            }
        }
        return series;
    }

    /** Runs sizes that grow until the next one would take too much time or memory. */
    private void grow(int factor, int dims, IntToDoubleFunction seconds) {
        int max = Math.min(MAX_POINTS, MAX_COORDINATES / dims);
        double first = 0;
        double beyond = 0;
        // The fixed time of a call does not predict that of larger ones.
        for (int size = smallest; size <= max && beyond * factor <= longest; size *= factor) {
            double here = seconds.applyAsDouble(size);
            first = size == smallest ? here : first;
            beyond = here - first;
        }
    }

    /** Times a call that needs no preparation. */
    private double timeEach(Operation operation, Workload work, Runnable call) {
        return time(operation, work, () -> call);
    }

    /**
     * Times a first call, then more calls until their times add up to a quarter of the longest call. Adds and returns the fastest of these.
     * The preparation of a call is not timed.
     */
    private double time(Operation operation, Workload work, Supplier<Runnable> calls) {
        double first = once(calls.get());
        double best = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int repeat = 0; repeat < 1 || repeat < MAX_REPEATS && sum < longest / 4; repeat++) {
            double seconds = once(calls.get());
            best = Math.min(best, seconds);
            sum += seconds;
        }
        add(operation, work, best);
        if (!context.onJvm() && times.get(operation).compilations.isEmpty()) {
            times.get(operation).compilations.add(Math.max(0, first - best));
        }
        return best;
    }

    private void add(Operation operation, Workload work, double seconds) {
        boolean accelerator = context.device().type().isAccelerator();
        times.get(operation).unitsAndSeconds.add(new double[] {operation.units(work, accelerator), seconds});
    }

    private static double once(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return Math.max(1, System.nanoTime() - start) * 1e-9;
    }

    private double join(JoinMethod method, int n, int dims, int k) {
        KnnJoin join = new KnnJoin(context);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
        double[] points = rows(n, dims, 1);
        double[] queries = rows(n, dims, 2);
        Operation operation = method == JoinMethod.FUSED ? Operation.FUSED : Operation.TWO_STAGE;
        return time(operation, new Workload(n, n, dims, k), () -> {
            Points left = points(queries, dims);
            Points right = points(points, dims);
            return () -> join.nearest(left, right, false, k, options);
        });
    }

    /** Makes new points for each call, so that data already on the device does not help. */
    private static Points points(double[] rows, int dims) {
        return Points.wrap(rows.clone(), dims);
    }

    /** Times the build of a tree, and searches for all points in it. */
    private double tree(int n, int dims) {
        double[] rows = rows(n, dims, 1);
        double seconds = time(Operation.BUILD, new Workload(n, 0, dims, 1), () -> {
            Points points = points(rows, dims);
            return () -> Placed.kdTree(here, points, KdTreeOptions.DEFAULT).close();
        });
        if (!context.onJvm()) {
            prepare(points(rows, dims));
        }
        seconds += spanningTree(rows, dims);
        double[] queries = rows(n, dims, 2);
        try (KdTree tree = Placed.kdTree(here, points(rows, dims), KdTreeOptions.DEFAULT)) {
            for (int k : TREE_K) {
                seconds += time(Operation.SEARCH, new Workload(n, n, dims, k), () -> {
                    Points fresh = points(queries, dims);
                    return () -> tree.nearest(fresh, k);
                });
            }
            double radius = radius(n, dims);
            Workload work = new Workload(
                    n,
                    n,
                    dims,
                    matches(tree.within(points(queries, dims), radius).size(), n));
            seconds += time(Operation.RANGE, work, () -> {
                Points fresh = points(queries, dims);
                return () -> tree.within(fresh, radius);
            });
            seconds += folds(points(queries, dims), radius, work);
        }
        return seconds + clusters(points(rows, dims), radius(n, dims));
    }

    /** Times clusters by a tree that the program of the call before has. */
    private double clusters(Points points, double eps) {
        Dbscan dbscan = new Dbscan(here);
        Workload work = new Workload(points.size(), points.size(), points.dims(), MATCHES);
        return timeEach(Operation.DBSCAN, work, () -> dbscan.clusters(points, eps, MATCHES, JoinOptions.DEFAULT));
    }

    /** Times the rounds over a tree that is on the device. */
    private double spanningTree(double[] rows, int dims) {
        SpanningTrees trees = new SpanningTrees(here);
        int n = rows.length / dims;
        return time(Operation.SPANNING_TREE, new Workload(n, n, dims, 1), () -> {
            Points fresh = points(rows, dims);
            trees.of(fresh, 1, JoinOptions.DEFAULT);
            return () -> trees.of(fresh, 1, JoinOptions.DEFAULT);
        });
    }

    /** Times folds over points whose tree is there. */
    private double folds(Points points, double radius, Workload work) {
        PairCounts pairs = new PairCounts(here);
        double[][] columns = {new double[points.size()]};
        Statistics statistics = new Statistics(here);
        JoinOptions options = JoinOptions.DEFAULT;
        return timeEach(
                        Operation.PAIR_COUNTS,
                        work,
                        () -> pairs.count(points, points, true, options, radius / 2, radius))
                + timeEach(
                        Operation.STATISTICS,
                        work,
                        () -> statistics.within(points, points, true, columns, radius, options));
    }

    /** Times the extra work of the first search of a tree that was built elsewhere; programs are already compiled. */
    private void prepare(Points points) {
        Context jvm = new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        try (jvm;
                KdTree built = Placed.kdTree(Placement.on(jvm), points, KdTreeOptions.DEFAULT);
                KdTree tree = Placed.on(built, context)) {
            Points query = points(rows(1, points.dims(), 2), points.dims());
            double first = once(() -> tree.nearest(query, TREE_K[0]));
            double later = once(() -> tree.nearest(query, TREE_K[0]));
            Workload work = new Workload(points.size(), 1, points.dims(), TREE_K[0]);
            add(Operation.PREPARE, work, Math.max(1e-6, first - later));
        }
    }

    /** A radius that contains about {@value #MATCHES} points in a cube of side 1, fewer at the borders. */
    private static double radius(int n, int dims) {
        return Math.pow(MATCHES / (n * Workload.unitBall(dims)), 1.0 / dims);
    }

    private static int matches(long found, int n) {
        return (int) Math.max(1, Math.round((double) found / n));
    }

    /** Times the build of a grid in the plane, and the self-join of its points. */
    private double grid(int n) {
        double[] rows = rows(n, 2, 1);
        double radius = radius(n, 2);
        double seconds = time(Operation.GRID_BUILD, new Workload(n, 0, 2, 1), () -> {
            Points fresh = points(rows, 2);
            return () -> Placed.grid(here, fresh, radius, GridOptions.DEFAULT).close();
        });
        try (Grid grid = Placed.grid(here, points(rows, 2), radius, GridOptions.DEFAULT)) {
            int found = matches(grid.selfWithin(radius, Monitor.NONE).size(), n);
            Workload work = new Workload(n, n, 2, found);
            return seconds + timeEach(Operation.GRID_RANGE, work, () -> grid.selfWithin(radius, Monitor.NONE));
        }
    }

    /** Times the build of a tree of boxes in the plane, and the join with other boxes. */
    private double boxes(int n, JoinMethod method) {
        double seconds = time(Operation.R_TREE_BUILD, new Workload(n, 0, 2, 1), () -> {
            Boxes boxes = boxes(n, 1);
            return () -> Placed.rTree(here, boxes, RTreeOptions.DEFAULT).close();
        });
        Boxes left = boxes(n, 2);
        Boxes right = boxes(n, 1);
        BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(method);
        Operation operation = method == JoinMethod.R_TREE ? Operation.R_TREE_SEARCH : Operation.FRONTIER;
        return seconds
                + time(operation, new Workload(n, n, 2, MATCHES), () -> {
                    Boxes fresh = Boxes.of(right.array(), 2);
                    BoxJoin join =
                            Placed.boxJoin(Team.of(context), left, fresh, false, BoxPredicate.INTERSECTS, options);
                    return () -> {
                        join.all();
                        join.close();
                    };
                });
    }

    /** Returns boxes, each of which intersects about {@value #MATCHES} of as many others. */
    private static Boxes boxes(int size, long more) {
        double side = Math.sqrt((double) MATCHES / size) / 2;
        double[] lower = rows(size, 2, more);
        double[] bounds = new double[2 * lower.length];
        for (int i = 0; i < lower.length; i++) {
            int at = i / 2 * 4 + i % 2;
            bounds[at] = lower[i];
            bounds[at + 2] = lower[i] + side;
        }
        return Boxes.wrap(bounds, 2);
    }

    private double sort(int size, SortOptions.Method method) {
        int[] keys = new Random(SEED).ints(size).toArray();
        SortOptions options = SortOptions.DEFAULT.withMethod(method);
        return timeEach(
                method == SortOptions.Method.MERGE ? Operation.MERGE_SORT : Operation.RADIX_SORT,
                new Workload(size, 1, 1, 1),
                () -> Placed.sorting(here).argsort(Keys.of(keys), options));
    }

    private double sortSegments(int size) {
        int[] keys = new Random(SEED).ints(size).toArray();
        int[] offsets = IntStream.rangeClosed(0, size / SEGMENT)
                .map(segment -> segment * SEGMENT)
                .toArray();
        return timeEach(
                Operation.SEGMENTED_SORT,
                new Workload(size, size / SEGMENT, 1, 1),
                () -> Placed.sorting(here).argsortSegments(Keys.of(keys), offsets, SortOptions.DEFAULT));
    }

    private double select(SelectionOptions.Method method, int rows, int columns, int k) {
        float[] values = new float[rows * columns];
        Random random = new Random(SEED);
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        int max = Math.clamp(k, 1, columns);
        SelectionOptions options = SelectionOptions.DEFAULT.withMethod(method);
        Operation operation = switch (method) {
            case SINGLE_PASS -> Operation.SINGLE_PASS;
            case SORT -> Operation.SORT_ROWS;
            default -> Operation.RADIX_SELECT;
        };
        return timeEach(
                operation,
                new Workload(columns, rows, 1, max),
                () -> Placed.selection(here).of(values, rows, max, options));
    }

    private double scan(int size) {
        int[] values = new Random(SEED).ints(size, 0, 4).toArray();
        return timeEach(
                Operation.PARTITION,
                new Workload(size, 1, SCAN_ARRAYS, 1),
                () -> Placed.partitioning(here).exclusiveScan(values));
    }

    /** Times joins of points, each of which has about three points within the distance. */
    private double topK(int size, int k, TopKJoinOptions.Method method) {
        double[] left = rows(size, 2, 1);
        double[] right = rows(size, 2, 2);
        Scores scores = Scores.wrap(new Random(SEED).ints(size, 0, 100).toArray());
        TopKJoinOptions options = TopKJoinOptions.of(k, 1 / Math.sqrt(size)).withMethod(method);
        return time(TopKJoins.operation(method), new Workload(size, size, 2, k), () -> {
            Points leftPoints = points(left, 2);
            Points rightPoints = points(right, 2);
            return () -> TopKSearch.of(context, leftPoints, scores, rightPoints, scores, false, options)
                    .run(method);
        });
    }

    private static double[] rows(int rows, int dims, long more) {
        return new Random(SEED + more).doubles((long) rows * dims).toArray();
    }
}
