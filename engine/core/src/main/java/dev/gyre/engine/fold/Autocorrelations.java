package dev.gyre.engine.fold;

import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.search.BatchProgress;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Moran's I and Geary's C of values over a graph, with a test by permutations, on the threads of the host. Each sum goes over the edges in their
 * order by one thread, and each permutation has a seed of its own: so the bits are the same for any number of threads.
 *
 * <p>{@code O(e p / t)} for e edges, p permutations and t threads. Memory: 20 bytes for each row, 8 more for each thread, and 4 for each edge.
 */
public final class Autocorrelations {

    /** Largest magnitude of a value, so that no square overflows. */
    private static final double MOST = 0x1p400;

    /** Numbers that are nearer are equal: roundings must not decide ties. */
    private static final double TIE = 0x1p-40;

    private static final int MIN_SLICE = 1 << 12;

    private final Workers workers;
    private final int n;
    private final int[] offsets;
    private final int[] ids;
    private final boolean standardized;
    private final double[] deviations;
    private final double squares;
    private final double weight;

    private Autocorrelations(Matches graph, double[] values, boolean standardized, Workers workers) {
        this.workers = workers;
        this.standardized = standardized;
        n = graph.queries();
        offsets = graph.toOffsetArray();
        ids = graph.toIdArray();
        deviations = deviations(values);
        double sum = 0;
        double edges = 0;
        for (int row = 0; row < n; row++) {
            sum += deviations[row] * deviations[row];
            int degree = offsets[row + 1] - offsets[row];
            edges += standardized ? Math.min(1, degree) : degree;
        }
        squares = sum;
        weight = edges;
    }

    /**
     * Finds the autocorrelation of values.
     *
     * @throws IllegalArgumentException as {@link dev.gyre.engine.Engine#autocorrelation}
     */
    public static Autocorrelation of(Planner planner, Matches graph, double[] values, Autocorrelation.Options options) {
        check(graph, values);
        Workers workers = planner.host("an autocorrelation", "no device has a method for it")
                .workers();
        return new Autocorrelations(graph, values, options.rowStandardized(), workers).find(options);
    }

    private static void check(Matches graph, double[] values) {
        int n = graph.queries();
        if (values.length != n) {
            throw new IllegalArgumentException(
                    "there must be a value for each row of the graph: values=" + values.length + ", rows=" + n);
        }
        for (int row = 0; row < n; row++) {
            // False for NaN too.
            if (!(Math.abs(values[row]) <= MOST)) {
                throw new IllegalArgumentException(
                        "values must be numbers up to 2^400 in magnitude: row=" + row + ", value=" + values[row]);
            }
        }
        for (int row = 0; row < n; row++) {
            for (int rank = 0; rank < graph.count(row); rank++) {
                if (graph.id(row, rank) >= n) {
                    throw new IllegalArgumentException("the graph must be one of a set with itself: rows=" + n
                            + ", row=" + row + ", neighbor=" + graph.id(row, rank));
                }
            }
        }
    }

    /** The differences from the mean, divided by a power of two that changes no digit but keeps squares from vanishing. */
    private double[] deviations(double... values) {
        double min = Arrays.stream(values).min().orElse(0);
        double max = Arrays.stream(values).max().orElse(0);
        double[] differences = new double[n];
        if (min == max) {
            return differences;
        }
        int exponent = -Math.getExponent(Math.max(Math.abs(min), Math.abs(max)));
        double sum = 0;
        for (int row = 0; row < n; row++) {
            differences[row] = Math.scalb(values[row], exponent);
            sum += differences[row];
        }
        double mean = sum / n;
        for (int row = 0; row < n; row++) {
            differences[row] -= mean;
        }
        return differences;
    }

    private Autocorrelation find(Autocorrelation.Options options) {
        int permutations = options.permutations();
        BatchProgress progress = new BatchProgress(options.monitor(), 0, permutations + 1, permutations + 1);
        progress.completed(0);
        double[] local = new double[n];
        workers.forEachSlice(n, MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                local[row] = deviations[row] * n / squares * lag(deviations, row);
            }
        });
        progress.stopIfCancelled();
        double[] there = {moran(deviations), geary(deviations)};
        if (permutations == 0 || Double.isNaN(there[0])) {
            return new Autocorrelation(there[0], there[1], Double.NaN, Double.NaN, local, options);
        }
        AtomicInteger[] sides = new AtomicInteger[4];
        Arrays.setAll(sides, side -> new AtomicInteger());
        long[] seeds = new SplittableRandom(options.seed()).longs(permutations).toArray();
        workers.forEachSlice(
                permutations,
                1,
                (begin, end) -> {
                    double[] moved = new double[n];
                    for (int permutation = begin; permutation < end; permutation++) {
                        permute(moved, new SplittableRandom(seeds[permutation]));
                        count(sides, 0, moran(moved) - there[0]);
                        count(sides, 2, geary(moved) - there[1]);
                    }
                },
                progress);
        progress.stopIfCancelled();
        return new Autocorrelation(
                there[0], there[1], p(sides, 0, permutations), p(sides, 2, permutations), local, options);
    }

    /** The values in another order: Fisher and Yates. */
    private void permute(double[] moved, SplittableRandom random) {
        System.arraycopy(deviations, 0, moved, 0, n);
        for (int last = n - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            double value = moved[last];
            moved[last] = moved[other];
            moved[other] = value;
        }
    }

    private static void count(AtomicInteger[] sides, int first, double difference) {
        if (difference > -TIE) {
            sides[first].incrementAndGet();
        }
        if (difference < TIE) {
            sides[first + 1].incrementAndGet();
        }
    }

    private static double p(AtomicInteger[] sides, int first, int permutations) {
        return (Math.min(sides[first].get(), sides[first + 1].get()) + 1.0) / (permutations + 1.0);
    }

    /** The sum of the weighted values of the neighbors of a row. */
    private double lag(double[] values, int row) {
        double sum = 0;
        for (int edge = offsets[row]; edge < offsets[row + 1]; edge++) {
            sum += values[ids[edge]];
        }
        return weighted(sum, row);
    }

    private double weighted(double sum, int row) {
        int degree = offsets[row + 1] - offsets[row];
        return standardized && degree > 0 ? sum / degree : sum;
    }

    private double moran(double... values) {
        double sum = 0;
        for (int row = 0; row < n; row++) {
            sum += values[row] * lag(values, row);
        }
        return n / weight * sum / squares;
    }

    private double geary(double... values) {
        double sum = 0;
        for (int row = 0; row < n; row++) {
            double own = 0;
            for (int edge = offsets[row]; edge < offsets[row + 1]; edge++) {
                double difference = values[row] - values[ids[edge]];
                own += difference * difference;
            }
            sum += weighted(own, row);
        }
        return (n - 1) / (2 * weight) * sum / squares;
    }
}
