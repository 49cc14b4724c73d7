package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.Cuts;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a build derives from a sample of its points: the cuts of each dimension into ranges with about equal numbers of points
 * ({@link CoordinateKeys}), and the dimension by which each level is split. Both depend on the coordinates only. Immutable.
 */
final class KdCuts {

    /** The spread is measured between these shares of the sample, so that outliers do not count. */
    private static final double LOW = 0.1;

    private static final double HIGH = 0.9;

    /** Rows of a slice, and rows that are read together: those of few dimensions fit the cache of a thread. */
    private static final int MIN_SLICE = 1 << 12;

    /** Ties are many if more than 1 in this number is tied: sorting them then costs as much as sorting by all dimensions. */
    private static final int MANY_TIES = 16;

    /** Makes a spread narrower than that of any dimension whose values are not used up, but wider than that of a constant one. */
    private static final double SPLIT_ENOUGH = 0x1p100;

    /** The sampled coordinates of each dimension, ascending. */
    private final double[][] sample;

    /** The bounds of all points. */
    private final double[] min;

    private final double[] max;

    /**
     * Computes the cuts of points: O(d n).
     *
     * @param coordinates rows x dims coordinates, row-major
     * @param rows number of rows, 1 or more
     */
    KdCuts(double[] coordinates, int rows, int dims, Workers workers) {
        this(coordinates, rows, dims, workers, (begin, end) -> {});
    }

    /**
     * Computes the cuts of points: O(d n).
     *
     * @param coordinates rows x dims coordinates, row-major
     * @param rows number of rows, 1 or more
     * @param also reads some rows too, while they are in the cache of a thread; several threads call it at once
     */
    KdCuts(double[] coordinates, int rows, int dims, Workers workers, SliceWork also) {
        this(dims);
        workers.forEach(dims, dim -> sample(coordinates, rows, dim));
        workers.forEachSlice(
                rows,
                MIN_SLICE,
                (begin, end) -> {
                    for (int from = begin; from < end; from += MIN_SLICE) {
                        int to = Math.min(end, from + MIN_SLICE);
                        cover(coordinates, from, to, dims);
                        also.run(from, to);
                    }
                },
                Progress.NONE);
    }

    private KdCuts(int dims) {
        min = new double[dims];
        max = new double[dims];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        sample = new double[dims][];
    }

    /** The same cuts by one thread. */
    static KdCuts of(double[] coordinates, int rows, int dims) {
        KdCuts cuts = new KdCuts(dims);
        for (int dim = 0; dim < dims; dim++) {
            cuts.sample(coordinates, rows, dim);
        }
        cuts.cover(coordinates, 0, rows, dims);
        return cuts;
    }

    /** Writes cuts that give each whole number from 0 a distinct key. */
    static void writeOfRanks(double[] cuts) {
        for (int i = 0; i < cuts.length; i++) {
            int range = i % CoordinateKeys.CUTS;
            cuts[i] = range < CoordinateKeys.RANGES ? (double) range * CoordinateKeys.KEYS : 1;
        }
    }

    /** Writes dims x {@link CoordinateKeys#CUTS} numbers. */
    void write(double[] cuts) {
        for (int dim = 0; dim < sample.length; dim++) {
            Cuts.write(sample[dim], min[dim], max[dim], dim, cuts);
        }
    }

    private void sample(double[] coordinates, int rows, int dim) {
        int dims = sample.length;
        sample[dim] = Cuts.sample(rows, row -> coordinates[row * dims + dim]);
    }

    private void cover(double[] coordinates, int begin, int end, int dims) {
        for (int dim = 0; dim < dims; dim++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int i = begin * dims + dim; i < end * dims; i += dims) {
                double coordinate = coordinates[i];
                // Branches, which are seldom taken: a minimum would have to wait for the one before.
                if (coordinate < low) {
                    low = coordinate;
                }
                if (coordinate > high) {
                    high = coordinate;
                }
            }
            synchronized (min) {
                min[dim] = Math.min(min[dim], low);
                max[dim] = Math.max(max[dim], high);
            }
        }
    }

    /**
     * The dimension by which each level of a tree is split: the one of the largest spread, assuming that a split halves it, until it has been
     * split as often as it has values. If all spreads are equal, the dimensions take turns, as in Brown 2015.
     *
     * @param rootBits binary logarithm of the root's window
     * @return the dimensions, indexed by the binary logarithm of the size of the windows that are split
     */
    int[] splits(int rootBits) {
        double[] spreads = Arrays.stream(sample).mapToDouble(KdCuts::spread).toArray();
        int[] left = Arrays.stream(sample).mapToInt(KdCuts::mostSplits).toArray();
        int[] splits = new int[Integer.SIZE];
        for (int bits = rootBits; bits >= 0; bits--) {
            int widest = 0;
            for (int dim = 1; dim < spreads.length; dim++) {
                widest = spreads[dim] > spreads[widest] ? dim : widest;
            }
            splits[bits] = widest;
            spreads[widest] /= --left[widest] == 0 ? SPLIT_ENOUGH : 2;
        }
        return splits;
    }

    /**
     * The most splits of a dimension: where it has few values, windows of a single one are left after them, whose rows a further split would part
     * by the first dimension once more. With a dimension of 5 groups, the 8 nearest of a million points of the plane took 1.4 times the processor
     * time of those without groups, instead of 2.0 to 2.2; with two splits more 1.55.
     */
    private static int mostSplits(double[] values) {
        int distinct = Cuts.distinct(values.clone()).length;
        return distinct > values.length / 2 ? Integer.MAX_VALUE : Math.max(1, Math.getExponent((double) distinct));
    }

    /** Whether many points of the sample have the same first coordinate as another one. */
    boolean hasManyTies() {
        double[] first = sample[0];
        long ties = IntStream.range(1, first.length)
                .filter(i -> first[i] == first[i - 1])
                .count();
        return ties > first.length / MANY_TIES;
    }

    private static double spread(double[] values) {
        int last = values.length - 1;
        double spread = values[(int) (HIGH * last)] - values[(int) (LOW * last)];
        // If most values are equal: an estimate from the others.
        return spread > 0 ? spread : (values[last] - values[0]) / values.length;
    }

    /**
     * Ranks each coordinate among the distinct ones of its dimension. O(d n log n).
     *
     * @param coordinates rows x dims coordinates, row-major
     * @return the rank of each coordinate, from 0
     */
    static double[] ranks(double[] coordinates, int rows, int dims, Workers workers) {
        double[] ranks = new double[rows * dims];
        double[][] columns = ascending(coordinates, rows, dims, workers);
        workers.forEachSlice(
                rows,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin * dims; i < end * dims; i++) {
                        // Adding 0 changes -0 to 0.
                        ranks[i] = Arrays.binarySearch(columns[i % dims], coordinates[i] + 0.0);
                    }
                },
                Progress.NONE);
        return ranks;
    }

    /** The distinct coordinates of each dimension, ascending: all threads sort parts, then merge them in pairs. */
    private static double[][] ascending(double[] coordinates, int rows, int dims, Workers workers) {
        int parts = 1;
        while (parts < workers.threads() && rows / parts > MIN_SLICE) {
            parts *= 2;
        }
        double[][] columns = new double[dims][rows];
        double[][] merged = new double[dims][parts > 1 ? rows : 0];
        int count = parts;
        workers.forEach(dims * count, item -> {
            double[] column = columns[item / count];
            int from = start(item % count, count, rows);
            int to = start(item % count + 1, count, rows);
            for (int row = from; row < to; row++) {
                column[row] = coordinates[row * dims + item / count] + 0.0;
            }
            Arrays.sort(column, from, to);
        });
        for (int width = 1; width < parts; width *= 2) {
            int pairs = parts / (2 * width);
            int joined = width;
            workers.forEach(dims * pairs, item -> {
                int first = item % pairs * 2 * joined;
                int from = start(first, count, rows);
                int middle = start(first + joined, count, rows);
                int to = start(first + 2 * joined, count, rows);
                merge(columns[item / pairs], from, middle, to, merged[item / pairs]);
            });
            for (int dim = 0; dim < dims; dim++) {
                double[] swapped = columns[dim];
                columns[dim] = merged[dim];
                merged[dim] = swapped;
            }
        }
        workers.forEach(dims, dim -> columns[dim] = Cuts.distinct(columns[dim]));
        return columns;
    }

    private static int start(int part, int parts, int rows) {
        return (int) ((long) part * rows / parts);
    }

    private static void merge(double[] from, int first, int middle, int end, double[] to) {
        int left = first;
        int right = middle;
        for (int at = first; at < end; at++) {
            boolean takesLeft = right == end || (left < middle && from[left] <= from[right]);
            to[at] = takesLeft ? from[left++] : from[right++];
        }
    }
}
