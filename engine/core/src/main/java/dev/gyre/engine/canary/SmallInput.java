package dev.gyre.engine.canary;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.tasks.common.Norms;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Seeded input of a {@link Rehearsal}.
 *
 * <p>Points and boxes lie on a lattice: multiples of 1/16 in [-1, 1], on which float arithmetic is exact up to 511 dimensions, so that all
 * devices give equal bits. Other values are any.
 */
public final class SmallInput {

    /** Draws {@code rows x dims} numbers of any size. */
    @FunctionalInterface
    public interface Numbers {

        double[] rows(int rows, int dims, Random random);
    }

    /** The most coordinates of all pairs of rows. */
    private static final int COORDINATES = 1 << 21;

    private static final int MIN_ROWS = 40;
    private static final int MAX_ROWS = 300;

    /** Times that large inputs are larger: they have several tiles of most kernels. */
    private static final int LARGE = 16;

    private static final int DIMENSIONS = 3;
    private static final int MAX_EXACT_DIMS = 511;
    private static final double STEPS = 16;
    private static final int INT_SCALE = 1000;
    private static final long SEED = 7;

    private final Numbers numbers;
    private final Random random;
    private final int size;
    private final int dims;
    private final Metric metric;
    private final boolean complete;

    /**
     * An input for one of many cases: some parts of a rehearsal are left out, at random.
     *
     * @param numbers draws numbers
     * @param size number of rows or elements, 0 or more
     * @param dims dimensions of the space in which points are compared
     * @param norm code of the norm by which points are compared; another one if its arithmetic is not exact
     */
    public SmallInput(Numbers numbers, int size, int dims, int norm, long seed) {
        this(numbers, size, dims, norm, seed, false);
    }

    private SmallInput(Numbers numbers, int size, int dims, int norm, long seed, boolean complete) {
        this.numbers = numbers;
        this.random = new Random(seed);
        this.size = size;
        this.dims = Math.min(dims, MAX_EXACT_DIMS);
        this.metric = metric(norm);
        this.complete = complete;
    }

    /** Returns an input for which programs are compiled as for some stages: with the same number of dimensions and the same norm. */
    public static SmallInput of(Collection<Stage> stages) {
        int dims = scalar(stages, "dims").orElse(DIMENSIONS);
        int rows = (int) Math.sqrt(COORDINATES / (double) Math.max(1, dims));
        return new SmallInput(
                (n, columns, random) ->
                        random.doubles((long) n * columns, -Math.PI, Math.PI).toArray(),
                Math.clamp(rows, MIN_ROWS, MAX_ROWS),
                dims,
                scalar(stages, "norm").orElse(Norms.EUCLIDEAN),
                SEED,
                true);
    }

    /** The scalar of that name of the first stage that has one. */
    private static OptionalInt scalar(Collection<Stage> stages, String name) {
        for (Stage stage : stages) {
            Parameter[] parameters = stage.kernel().loop().getParameters();
            int before = parameters.length - stage.arguments().size();
            for (int i = 0; i < stage.arguments().size(); i++) {
                if (parameters[before + i].getName().equals(name)
                        && stage.arguments().get(i) instanceof Integer scalar) {
                    return OptionalInt.of(scalar);
                }
            }
        }
        return OptionalInt.empty();
    }

    private static Metric metric(int norm) {
        return switch (norm) {
            case Norms.MANHATTAN -> Metric.MANHATTAN;
            case Norms.CHEBYSHEV -> Metric.CHEBYSHEV;
            case Norms.INNER_PRODUCT -> Metric.INNER_PRODUCT;
            case Norms.HAMMING -> Metric.HAMMING;
            case 3 * Norms.ONE -> Metric.lp(3);
            default -> Metric.EUCLIDEAN;
        };
    }

    int size() {
        return size;
    }

    int dims() {
        return dims;
    }

    /** The metric of the norm. */
    Metric metric() {
        return metric;
    }

    /** The metric of the norm if it is one of boxes. */
    Metric metricOfBoxes() {
        return metric == Metric.MANHATTAN || metric == Metric.CHEBYSHEV ? metric : Metric.EUCLIDEAN;
    }

    /** The metric of the norm if it is one of differences, which trees and grids need. */
    Metric metricOfTrees() {
        return metric.norm().isOfDifferences() ? metric : Metric.EUCLIDEAN;
    }

    /** Whether to do what is done in one of several cases only. */
    boolean rarely(int cases) {
        return random.nextInt(cases) == 0 || complete;
    }

    /** The number of queries: in a complete input as many as rows, so that they fill the arrays of a program. */
    int queries() {
        return complete ? size : 1 + size / 4;
    }

    /** The number of elements for kernels over arrays: as many as rows, or in some cases several tiles. */
    int elements() {
        return rarely(3) ? LARGE * size : size;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Points in the space of a metric. */
    Points points(int n, int dimensions, Metric of) {
        double[] rows = numbers.rows(n, dimensions, random);
        boolean words = of.norm().code() == Norms.HAMMING;
        Arrays.setAll(rows, i -> {
            double wave = Math.sin(rows[i]);
            return words ? Math.rint(Math.abs(wave) * Norm.MAX_WORD) : Math.rint(wave * STEPS) / STEPS;
        });
        return Points.wrap(rows, dimensions);
    }

    Points points(int n, Metric of) {
        return points(n, dims, of);
    }

    /** Points in groups, whose differences are too small for keys of few bits. */
    Points closePoints(int dimensions) {
        double[] rows = new double[size * dimensions];
        Arrays.setAll(rows, i -> random.nextInt(size) * 1e3 + random.nextInt(3) * 0x1p-30);
        for (int row = 1; row < size; row += 2) {
            for (int dim = 0; dim < dimensions; dim++) {
                rows[row * dimensions + dim] = rows[(row - 1) * dimensions + dim] + (dim == 0 ? 0x1p-30 : 0);
            }
        }
        return Points.wrap(rows, dimensions);
    }

    /** Boxes with sides of up to 1/4, many of which are flat. */
    Boxes boxes(int n, int dimensions) {
        double[] lower = points(n, dimensions, Metric.EUCLIDEAN).toRowMajor();
        double[] bounds = new double[2 * lower.length];
        for (int i = 0; i < lower.length; i++) {
            int at = i / dimensions * 2 * dimensions + i % dimensions;
            bounds[at] = lower[i];
            bounds[at + dimensions] = lower[i] + random.nextInt(5) / STEPS;
        }
        return Boxes.wrap(bounds, dimensions);
    }

    /** Any numbers. */
    double[] doubles(int n) {
        return numbers.rows(n, 1, random);
    }

    int[] ints(int n) {
        return Arrays.stream(doubles(n))
                .mapToInt(value -> (int) (value * INT_SCALE))
                .toArray();
    }

    /** Numbers from 0 to a bound, which they do not reach. */
    int[] ints(int n, int bound) {
        return random.ints(n, 0, bound).toArray();
    }

    float[] floats(int n) {
        double[] values = doubles(n);
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            floats[i] = (float) Math.clamp(values[i], -Float.MAX_VALUE, Float.MAX_VALUE);
        }
        return floats;
    }

    /** Flags, half of which are set. */
    int[] flags(int n) {
        return random.ints(n).map(value -> value < 0 ? value : 0).toArray();
    }

    int[] permutation(int n) {
        int[] order = IntStream.range(0, n).toArray();
        for (int i = n - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int row = order[i];
            order[i] = order[other];
            order[other] = row;
        }
        return order;
    }

    /** Offsets of segments of any length, some of which are empty. */
    int[] offsets(int n) {
        int[] inner = random.ints(1 + random.nextInt(12), 0, n + 1).sorted().toArray();
        int[] offsets = new int[inner.length + 2];
        System.arraycopy(inner, 0, offsets, 1, inner.length);
        offsets[offsets.length - 1] = n;
        return offsets;
    }
}
