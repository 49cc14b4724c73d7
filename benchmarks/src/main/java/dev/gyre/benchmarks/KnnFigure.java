package dev.gyre.benchmarks;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.SelectionOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The experiments of Hanák, "Meeting the challenges of k-nearest neighbor search implementation for GPU accelerators" (Charles
 * University, 2023), chapter 5: the parameters that vary, and their sizes. The sizes are those of the scripts that go with the thesis, as
 * far as they were published.
 */
enum KnnFigure {
    /** Selection of few in a single pass. */
    FIGURE_5_6(
            "single-pass selection of the rows of a matrix that is there",
            List.of(SelectionOptions.Method.SINGLE_PASS),
            scale -> selections(scale, n -> powers(5, 11)),
            new View(Axis.K, Axis.N),
            new View(Axis.N, Axis.K)),
    /** Fused search against two stages, by dimensions and k. */
    FIGURE_5_8(
            "fused and two-stage search by k and dimensions",
            KnnWork.METHODS,
            scale -> searches(scale.queries(13), scale.points(19), scale.some(8, 16, 32, 64), scale.some(powers(2, 7))),
            new View(Axis.K, Axis.DIMS),
            new View(Axis.DIMS, Axis.K)),
    /** Fused search against two stages, by the number of queries for the same number of pairs: 2^32. */
    FIGURE_5_9(
            "fused and two-stage search by the number of queries, with as many fewer points",
            KnnWork.METHODS,
            scale -> scale.some(10, 11, 12, 13, 14, 15).stream()
                    .map(bits -> sizes(scale.queries(bits), scale.points(32 - bits), 16, scale.quick() ? 4 : 32))
                    .toList(),
            new View(Axis.Q, null)),
    /** Selection of many in several passes. */
    FIGURE_5_11(
            "multi-pass selection of the rows of a matrix that is there",
            List.of(SelectionOptions.Method.RADIX_SELECT, SelectionOptions.Method.SAMPLE_SELECT),
            scale -> selections(
                    scale,
                    n -> IntStream.iterate(1 << 11, k -> k <= n / 2, k -> 4 * k).toArray()),
            new View(Axis.K, Axis.N)),
    /** Whole searches by k, up to half of the points. */
    FIGURE_5_12(
            "whole searches by k and dimensions",
            KnnWork.METHODS,
            scale -> {
                int n = scale.points(17);
                int mostBits = Integer.numberOfTrailingZeros(n) - 1;
                return searches(scale.queries(13), n, scale.some(16, 32, 64, 128), scale.some(powers(2, mostBits)));
            },
            new View(Axis.K, Axis.DIMS));

    /** Binary logarithm of the number of values of a matrix. */
    private static final int VALUES = 30;

    /** The quantities that can be on the axis of a plot. */
    enum Axis {
        Q("queries q"),
        N("points n"),
        DIMS("dimensions d"),
        K("neighbors k");

        private final String title;

        Axis(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        int of(Row row) {
            return row.integer(name().toLowerCase(Locale.ROOT));
        }

        @Override
        public String toString() {
            return this == DIMS ? "d" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A table and a plot.
     *
     * @param over the quantity on the axis
     * @param by the quantity that distinguishes lines of one method, or null
     */
    record View(Axis over, Axis by) {}

    /**
     * The scale of cases.
     *
     * @param shift binary logarithm of the factor by which there are fewer pairs than in the thesis
     * @param quick tiny cases, which show that everything works
     */
    record Scale(int shift, boolean quick) {

        private static final int QUICK_BITS = 6;

        /** Returns a number of queries, which is smaller on a slower device. */
        int queries(int bits) {
            return quick ? 1 << bits % QUICK_BITS : 1 << Math.max(0, bits - (shift + 1) / 2);
        }

        /** A number of points. */
        int points(int bits) {
            return quick ? 1 << QUICK_BITS + bits % 2 : 1 << bits - shift / 2;
        }

        /** Rows of a matrix. */
        int rows(int columns) {
            return quick ? 2 : Math.max(1, (1 << VALUES - shift) / columns);
        }

        List<Integer> some(int... values) {
            return Arrays.stream(values)
                    .limit(quick ? 2 : values.length)
                    .boxed()
                    .toList();
        }
    }

    private final String title;
    private final List<? extends Enum<?>> methods;
    private final Function<Scale, List<Sizes>> sizes;
    private final List<View> views;

    KnnFigure(String title, List<? extends Enum<?>> methods, Function<Scale, List<Sizes>> sizes, View... views) {
        this.title = title;
        this.methods = methods;
        this.sizes = sizes;
        this.views = List.of(views);
    }

    /**
     * Returns the sizes; those that differ only by k are together, by ascending k: {@code q} queries, or rows of the matrix; {@code n}
     * points, or its columns; {@code dims}, 0 for a selection; {@code k} neighbors of each query, or values kept of each row.
     */
    List<Sizes> sizes(Scale scale) {
        return sizes.apply(scale);
    }

    String title() {
        return title;
    }

    /** Returns its number in the thesis, such as 5.6. */
    String number() {
        return name().replaceFirst("FIGURE_", "").replace('_', '.');
    }

    /** The methods: {@link SelectionOptions.Method}s of a selection, else {@link JoinMethod}s. */
    List<? extends Enum<?>> methods() {
        return methods;
    }

    List<View> views() {
        return views;
    }

    boolean isSelection() {
        return methods.get(0) instanceof SelectionOptions.Method;
    }

    /** Returns the bytes that each value of the matrix moves; not a number if there is no matrix. */
    double matrixBytes(String method) {
        if (isSelection()) {
            return Float.BYTES;
        }
        return method.equals(Sizes.title(JoinMethod.TWO_STAGE)) ? 2 * Float.BYTES : Double.NaN;
    }

    @Override
    public String toString() {
        return number();
    }

    static KnnFigure named(String number) {
        return Arrays.stream(values())
                .filter(figure -> figure.number().equals(number))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown figure \"" + number + "\"; known: " + Arrays.toString(values())));
    }

    private static int[] powers(int first, int last) {
        return IntStream.rangeClosed(first, last).map(bits -> 1 << bits).toArray();
    }

    private static Sizes sizes(int q, int n, int dims, int k) {
        return Sizes.of("q=" + q + ",n=" + n + ",dims=" + dims + ",k=" + k);
    }

    private static List<Sizes> searches(int q, int n, List<Integer> dims, List<Integer> neighbors) {
        return dims.stream()
                .flatMap(dim -> neighbors.stream().map(k -> sizes(q, n, dim, k)))
                .toList();
    }

    /** Returns selections of some numbers of values, which depend on the number of columns. */
    private static List<Sizes> selections(Scale scale, IntFunction<int[]> kept) {
        return IntStream.of(scale.quick() ? new int[] {1 << 12, 1 << 13} : powers(15, 20))
                .boxed()
                .flatMap(n -> scale.some(kept.apply(n)).stream().map(k -> sizes(scale.rows(n), n, 0, k)))
                .toList();
    }
}
