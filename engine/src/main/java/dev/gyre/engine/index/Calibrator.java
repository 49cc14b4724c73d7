package dev.gyre.engine.index;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.index.CostTerm.Operation;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.kdtree.KdTreeOptions;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.sample.Shape;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;

/**
 * Measures what searches cost on a device: times builds and searches of uniform points, each series growing until a call takes
 * long enough, and fits the constants of the {@link CostTerm}s to the times. The best of several calls counts, as other work on
 * the machine only makes them slower.
 */
public final class Calibrator {

    private static final int MOST_POINTS = 1 << 20;
    private static final int MOST_COORDINATES = 1 << 23;
    private static final int MOST_REPEATS = 20;
    private static final long SEED = 20_261_120;

    /** Dimensions and k of the series of brute force. */
    private static final int[][] BRUTE_FORCE = {{2, 10}, {3, 100}, {8, 10}, {8, 1}, {16, 1000}, {64, 10}};

    private static final int[] TREE_DIMENSIONS = {2, 4, 8, 16};
    private static final int[] TREE_K = {1, 10, 100};

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;
    private final double longest;
    private final Monitor monitor;
    /** The square root of how many times the work of a step of a series is that of the one before. */
    private final int growth;

    /** How much longer than the first step a step may take: before the one that counts, a round for the JVM's own compiler. */
    private final double[] rounds;

    private final int smallest;

    /** Calls of a measurement, at least: with compiling they take long, and vary little. */
    private final int leastRepeats;

    private final Map<Operation, CostFit> fits = new EnumMap<>(Operation.class);
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
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     * @param longest seconds that a call may take, about, more than 0: more gives better constants
     * @param monitor watches the measurements
     * @throws IllegalArgumentException if the seconds are out of range
     */
    public Calibrator(Backend backend, Workers workers, long memoryLimit, double longest, Monitor monitor) {
        // False for NaN too.
        if (!(longest > 0 && longest <= 60)) {
            throw new IllegalArgumentException(
                    "the longest call must take more than 0 and up to 60 seconds: longest=" + longest);
        }
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
        this.longest = longest;
        this.monitor = monitor;
        boolean compiles = backend.device().type() != Device.Type.JVM;
        growth = compiles ? 4 : 2;
        smallest = compiles ? 1 << 12 : 1 << 8;
        leastRepeats = compiles ? 1 : 2;
        rounds = compiles ? new double[] {longest} : new double[] {longest / 4, longest};
    }

    /**
     * Measures. Takes about 100 times the longest call, and on a device the time for compiling some hundred programs.
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
        for (Operation operation : Operation.values()) {
            fits.put(operation, new CostFit(operation));
        }
    }

    private void checkGoOn() {
        if (!monitor.progress(seriesDone, seriesTotal) || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled: measuring " + backend.device());
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
        KnnJoin join = new KnnJoin(backend, workers, memoryLimit);
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
                int factor = growth * growth * growth * growth;
                for (int q = 1; q <= n && seconds * factor <= limit; q *= factor) {
                    seconds = search(tree, uniform(q, dims, 2), k);
                    most = Math.max(most, seconds);
                }
            }
        }
        return Math.max(build, most);
    }

    private double search(KdTree tree, Points queries, int k) {
        Workload work = new Workload(tree.points().size(), queries.size(), queries.dims(), k);
        boolean prepared = tree.isPrepared(false, k, queries.size());
        double first = once(() -> tree.nearest(queries, k));
        double seconds = time(Operation.SEARCH, work, () -> tree.nearest(queries, k));
        if (!prepared && first > seconds) {
            fits.get(Operation.PREPARE).add(work, first - seconds);
        }
        return seconds;
    }

    private static void close(KdTree tree) {
        if (tree != null) {
            tree.close();
        }
    }

    private KdTree build(Points points) {
        return KdTree.build(backend, workers, memoryLimit, points, KdTreeOptions.DEFAULT);
    }

    private static Points uniform(int rows, int dims, long more) {
        return Points.of(Shape.UNIFORM.rows(rows, dims, new Random(SEED + more)), dims);
    }

    /** The best of some calls, which is kept; as many as go into a share of the longest call. */
    private double time(Operation operation, Workload work, Runnable call) {
        double best = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int repeat = 0; repeat < leastRepeats || (repeat < MOST_REPEATS && sum < longest / 4); repeat++) {
            double seconds = once(call);
            best = Math.min(best, seconds);
            sum += seconds;
        }
        fits.get(operation).add(work, best);
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
        }
        return new DeviceCosts(seconds);
    }
}
