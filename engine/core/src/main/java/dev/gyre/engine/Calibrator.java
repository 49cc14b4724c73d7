package dev.gyre.engine;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.CostFit;
import dev.gyre.engine.plan.CostTerm;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Workload;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/**
 * Measures what operations cost on a device: times searches, builds, sorts, selections and scans of uniform data, each series
 * growing until a call takes long enough, and fits the constants of the {@link dev.gyre.engine.plan.CostTerm}s to the times. The best of several calls counts, as other work on
 * the machine only makes them slower. What the first call of a program takes beyond that is compilation, of which the median
 * counts.
 */
public final class Calibrator {

    private static final int MOST_POINTS = 1 << 20;
    private static final int MOST_COORDINATES = 1 << 23;
    private static final int MOST_REPEATS = 20;
    private static final long SEED = 20_261_120;

    /** Dimensions and k of the series of brute force. */
    private static final int[][] BRUTE_FORCE = {{2, 10}, {3, 100}, {8, 10}, {8, 1}, {16, 1000}, {64, 10}};

    private static final int[] TREE_DIMENSIONS = {2, 4, 8, 16};
    /** Beyond them a search of a radius goes through most of the tree, which says nothing of those that people make. */
    private static final int MOST_RANGE_DIMENSIONS = 4;

    private static final int[] TREE_K = {1, 10, 100};
    private static final int[] RANGE_MATCHES = {1, 20};
    private static final int[] SELECT_K = {10, 1000};
    private static final int SEGMENT = 64;

    /** Those of values and sums. */
    private static final int SCAN_ARRAYS = 2;

    private final Context context;
    private final double longest;
    private final Monitor monitor;
    /** The square root of how many times the work of a step of a series is that of the one before. */
    private final int growth;

    /** How much longer than the first step a step may take: before the one that counts, a round for the JVM's own compiler, which the host's share of calls on devices needs too. */
    private final double[] rounds;

    private final int smallest;

    private final Map<Operation, CostFit> fits = new EnumMap<>(Operation.class);

    /** What first calls took beyond later ones. */
    private final Map<Operation, List<Double>> compilations = new EnumMap<>(Operation.class);

    private boolean inFirstRound;
    private int seriesDone;
    private int seriesTotal;

    /** One size of a series, larger with each step: gives the seconds of its longest call. */
    @FunctionalInterface
    private interface Step {
        double measure(int size);
    }

    /**
     * Measurements on a device.
     *
     * @param context device, threads, memory
     * @param longest seconds that a call may take, about, more than 0: more gives better constants
     * @param monitor watches the measurements
     * @throws IllegalArgumentException if the seconds are out of range
     */
    public Calibrator(Context context, double longest, Monitor monitor) {
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
        rounds = new double[] {longest / 4, longest};
    }

    /**
     * Measures. Takes about 100 times the longest call, and on a device the time for compiling about a hundred programs.
     *
     * @return the costs
     * @throws CancellationException if the monitor or an interrupt ended it
     */
    public DeviceCosts measure() {
        List<Runnable> series = new ArrayList<>();
        for (double limit : rounds) {
            series.add(this::startRound);
            for (int[] shape : BRUTE_FORCE) {
                series.add(() -> grow(limit, shape[0], growth, size -> bruteForce(size, size, shape[0], shape[1])));
                series.add(
                        () -> grow(limit, shape[0], growth * growth, size -> bruteForce(size, 1, shape[0], shape[1])));
            }
            for (int dims : TREE_DIMENSIONS) {
                series.add(() -> grow(limit, dims, growth * growth, size -> tree(size, dims, limit)));
            }
            series.add(() -> grow(limit, 1, growth * growth, this::sort));
            series.add(() -> grow(limit, 1, growth * growth, this::sortSegments));
            for (int k : SELECT_K) {
                series.add(() -> grow(limit, 1, growth * growth, size -> select(1, size, k)));
                series.add(() -> grow(limit, 1, growth * growth, size -> select(size / k / 2 + 1, 2 * k, k)));
            }
            series.add(() -> grow(limit, 1, growth * growth, this::scan));
        }
        seriesTotal = series.size();
        for (Runnable one : series) {
            one.run();
            seriesDone++;
            checkGoOn();
        }
        return costs();
    }

    private void startRound() {
        inFirstRound = fits.isEmpty();
        for (Operation operation : Operation.values()) {
            fits.put(operation, new CostFit(operation));
            // The first round alone compiles.
            compilations.putIfAbsent(operation, new ArrayList<>());
        }
    }

    private void checkGoOn() {
        if (!monitor.progress(seriesDone, seriesTotal) || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled: measuring " + context.device());
        }
    }

    /** Sizes that grow until the next one would take too long, or too much memory. */
    private void grow(double limit, int dims, int factor, Step step) {
        int most = Math.min(MOST_POINTS, MOST_COORDINATES / dims);
        double first = 0;
        double beyond = 0;
        for (int size = smallest; size <= most && beyond * growth * growth <= limit; size *= factor) {
            double seconds = step.measure(size);
            first = size == smallest ? seconds : first;
            // What a call takes in any case says nothing about larger ones.
            beyond = seconds - first;
            checkGoOn();
        }
    }

    private double bruteForce(int n, int q, int dims, int k) {
        KnnJoin join = new KnnJoin(context);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.BRUTE_FORCE);
        Points points = uniform(n, dims, 1);
        Points queries = uniform(q, dims, 2);
        return time(
                Operation.BRUTE_FORCE, new Workload(n, q, dims, k), () -> join.between(queries, points, k, options));
    }

    private double tree(int n, int dims, double limit) {
        Points points = uniform(n, dims, 1);
        KdTree[] built = new KdTree[1];
        double build = time(Operation.BUILD, new Workload(n, 0, dims, 1), () -> {
            close(built[0]);
            built[0] = build(points);
        });
        double most = 0;
        try (KdTree tree = built[0]) {
            for (int k : TREE_K) {
                double seconds = 0;
                int factor = 16;
                for (int q = 1; q <= n && seconds * factor <= limit; q *= factor) {
                    seconds = search(tree, uniform(q, dims, 2), k);
                    most = Math.max(most, seconds);
                }
            }
            if (!context.onJvm()) {
                prepare(points);
            }
            for (int matches : dims <= MOST_RANGE_DIMENSIONS ? RANGE_MATCHES : new int[0]) {
                most = Math.max(most, ranges(tree, dims, matches, n));
            }
        }
        return Math.max(build, most);
    }

    /** Queries in a cube of side 1, with a radius within which so many points are expected, of which the borders take some. */
    private double ranges(KdTree tree, int dims, int matches, int n) {
        Points queries = uniform(n / growth, dims, 2);
        double radius = Math.pow(matches / (n * unitBall(dims)), 1.0 / dims);
        long found = tree.within(queries, radius).size();
        Workload work =
                new Workload(n, queries.size(), dims, (int) Math.max(1, Math.round((double) found / queries.size())));
        return time(Operation.RANGE, work, () -> tree.within(queries, radius));
    }

    private static double unitBall(int dims) {
        double volume = dims % 2 == 0 ? 1 : 2;
        for (int d = dims % 2 == 0 ? 2 : 3; d <= dims; d += 2) {
            volume *= 2 * Math.PI / d;
        }
        return volume;
    }

    private double sort(int size) {
        int[] keys = new Random(SEED).ints(size).toArray();
        return time(Operation.SORT, new Workload(size, 1, 1, 1), () -> new Sorting(context).argsort(Keys.of(keys)));
    }

    private double sortSegments(int size) {
        int[] keys = new Random(SEED).ints(size).toArray();
        int[] offsets = IntStream.rangeClosed(0, size / SEGMENT)
                .map(segment -> segment * SEGMENT)
                .toArray();
        Workload work = new Workload(size, size / SEGMENT, 1, 1);
        return time(
                Operation.SORT,
                work,
                () -> new Sorting(context).argsortSegments(Keys.of(keys), offsets, SortOptions.DEFAULT));
    }

    private double select(int rows, int columns, int k) {
        float[] values = new float[rows * columns];
        Random random = new Random(SEED);
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        int most = Math.min(k, columns);
        return time(
                Operation.SELECT,
                new Workload(columns, rows, 1, most),
                () -> new Selection(context).smallest(values, rows, most));
    }

    private double scan(int size) {
        int[] values = new Random(SEED).ints(size, 0, 4).toArray();
        return time(
                Operation.PARTITION,
                new Workload(size, 1, SCAN_ARRAYS, 1),
                () -> new Partitioning(context).exclusiveScan(values));
    }

    private double search(KdTree tree, Points queries, int k) {
        Workload work = new Workload(tree.points().size(), queries.size(), queries.dims(), k);
        return time(Operation.SEARCH, work, () -> tree.nearest(queries, k));
    }

    /** What the first search of a tree that was built elsewhere takes beyond later ones, programs being compiled. */
    private void prepare(Points points) {
        Context jvm = new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        try (jvm;
                KdTree built = KdTree.build(jvm, points, KdTreeOptions.DEFAULT);
                KdTree tree = built.on(context)) {
            Points query = uniform(1, points.dims(), 2);
            double first = once(() -> tree.nearest(query, TREE_K[0]));
            double later = once(() -> tree.nearest(query, TREE_K[0]));
            fits.get(Operation.PREPARE)
                    .add(new Workload(points.size(), 1, points.dims(), TREE_K[0]), Math.max(1e-6, first - later));
        }
    }

    private static void close(KdTree tree) {
        if (tree != null) {
            tree.close();
        }
    }

    private KdTree build(Points points) {
        return KdTree.build(context, points, KdTreeOptions.DEFAULT);
    }

    private static Points uniform(int rows, int dims, long more) {
        return Points.of(Shape.UNIFORM.rows(rows, dims, new Random(SEED + more)), dims);
    }

    /** The best of some calls after the first, which is kept; as many as go into a share of the longest call. */
    private double time(Operation operation, Workload work, Runnable call) {
        double first = once(call);
        double best = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int repeat = 0; repeat < 1 || (repeat < MOST_REPEATS && sum < longest / 4); repeat++) {
            double seconds = once(call);
            best = Math.min(best, seconds);
            sum += seconds;
        }
        fits.get(operation).add(work, best);
        if (inFirstRound) {
            compilations.get(operation).add(Math.max(0, first - best));
        }
        return best;
    }

    private static double once(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return Math.max(1, System.nanoTime() - start) * 1e-9;
    }

    private DeviceCosts costs() {
        Map<CostTerm, Double> seconds = new EnumMap<>(CostTerm.class);
        for (Map.Entry<Operation, CostFit> fit : fits.entrySet()) {
            double[] solved = fit.getValue().solve();
            for (int i = 0; i < solved.length; i++) {
                seconds.put(fit.getKey().terms().get(i), solved[i]);
            }
            for (CostTerm term : fit.getKey().firstTerms()) {
                seconds.put(term, context.onJvm() ? 0 : median(compilations.get(fit.getKey())));
            }
        }
        return new DeviceCosts(seconds);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}
