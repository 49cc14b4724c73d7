package dev.gyre.benchmarks;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.SelectionMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The experiments of Hanák, "Meeting the challenges of k-nearest neighbor search implementation for GPU accelerators" (Charles
 * University, 2023), chapter 5: what is varied over which sizes. The sizes are those of the scripts that go with the thesis,
 * as far as they were published.
 */
enum KnnFigure {
    /** Selection of few in a single pass. */
    FIGURE_5_6(
            "single-pass selection of the rows of a matrix that is there",
            List.of(SelectionMethod.SINGLE_PASS),
            new View(Axis.K, Axis.N),
            new View(Axis.N, Axis.K)) {
        @Override
        List<KnnCase.Size> sizes(Scale scale) {
            return selections(scale, n -> powers(5, 11));
        }
    },
    /** Fused search against two stages, by dimensions and k. */
    FIGURE_5_8(
            "fused and two-stage search by k and dimensions",
            KnnWork.METHODS,
            new View(Axis.K, Axis.DIMS),
            new View(Axis.DIMS, Axis.K)) {
        @Override
        List<KnnCase.Size> sizes(Scale scale) {
            return searches(scale.queries(13), scale.points(19), scale.some(8, 16, 32, 64), scale.some(powers(2, 7)));
        }
    },
    /** Fused search against two stages, by the number of queries for as many pairs. */
    FIGURE_5_9(
            "fused and two-stage search by the number of queries, with as many fewer points",
            KnnWork.METHODS,
            new View(Axis.Q, null)) {
        @Override
        List<KnnCase.Size> sizes(Scale scale) {
            return scale.some(powers(10, 15)).stream()
                    .map(q -> Integer.numberOfTrailingZeros(q))
                    .map(q -> new KnnCase.Size(scale.queries(q), scale.points(PAIRS - q), 16, scale.quick() ? 4 : 32))
                    .toList();
        }
    },
    /** Selection of many in several passes. */
    FIGURE_5_11(
            "multi-pass selection of the rows of a matrix that is there",
            List.of(SelectionMethod.RADIX_SELECT, SelectionMethod.SAMPLE_SELECT),
            new View(Axis.K, Axis.N)) {
        @Override
        List<KnnCase.Size> sizes(Scale scale) {
            return selections(
                    scale,
                    n -> IntStream.iterate(1 << 11, k -> k <= n / 2, k -> 4 * k).toArray());
        }
    },
    /** Whole searches by k, up to half of the points. */
    FIGURE_5_12("whole searches by k and dimensions", KnnWork.METHODS, new View(Axis.K, Axis.DIMS)) {
        @Override
        List<KnnCase.Size> sizes(Scale scale) {
            int n = scale.points(17);
            int mostBits = Integer.numberOfTrailingZeros(n) - 1;
            return searches(scale.queries(13), n, scale.some(16, 32, 64, 128), scale.some(powers(2, mostBits)));
        }
    };

    /** Logarithm of the pairs of the searches by the number of queries. */
    private static final int PAIRS = 32;

    /** Logarithm of the values of a matrix. */
    private static final int VALUES = 30;

    /** What can be on the axis of a plot. */
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
     * @param over what is on the axis
     * @param by what tells lines of one method apart, or null
     */
    record View(Axis over, Axis by) {}

    /**
     * How large cases are.
     *
     * @param shift logarithm of how many times fewer pairs there are than in the thesis
     * @param quick tiny cases, which show that all works
     */
    record Scale(int shift, boolean quick) {

        private static final int QUICK_BITS = 6;

        /** A number of queries, of which there are fewer on a slower device. */
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
    private final List<View> views;

    KnnFigure(String title, List<? extends Enum<?>> methods, View... views) {
        this.title = title;
        this.methods = methods;
        this.views = List.of(views);
    }

    /** The sizes, those that differ by k alone together and by ascending k. */
    abstract List<KnnCase.Size> sizes(Scale scale);

    String title() {
        return title;
    }

    /** Its number in the thesis, such as 5.6. */
    String number() {
        return name().replaceFirst("FIGURE_", "").replace('_', '.');
    }

    /** The methods: {@link SelectionMethod}s of a selection, else {@link JoinMethod}s. */
    List<? extends Enum<?>> methods() {
        return methods;
    }

    List<View> views() {
        return views;
    }

    boolean isSelection() {
        return methods.get(0) instanceof SelectionMethod;
    }

    /** Bytes of the matrix that each of its values moves; not a number where there is no matrix. */
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

    private static List<KnnCase.Size> searches(int q, int n, List<Integer> dims, List<Integer> neighbors) {
        List<KnnCase.Size> cases = new ArrayList<>();
        for (int dim : dims) {
            for (int k : neighbors) {
                cases.add(new KnnCase.Size(q, n, dim, k));
            }
        }
        return cases;
    }

    /** Kept values by the number of columns. */
    private interface Kept {
        int[] of(int columns);
    }

    private static List<KnnCase.Size> selections(Scale scale, Kept kept) {
        List<KnnCase.Size> cases = new ArrayList<>();
        for (int n : scale.quick() ? new int[] {1 << 12, 1 << 13} : powers(15, 20)) {
            for (int k : scale.some(kept.of(n))) {
                cases.add(new KnnCase.Size(scale.rows(n), n, 0, k));
            }
        }
        return cases;
    }
}
