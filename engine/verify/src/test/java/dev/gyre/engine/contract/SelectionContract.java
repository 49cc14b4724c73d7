package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.TopK;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.RowValues;
import dev.gyre.engine.select.SinglePass;
import dev.gyre.engine.verify.SelectionOracle;
import dev.gyre.engine.verify.Shape;
import dev.gyre.tasks.select.SelectionParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What selection must do on every device. A backend extends this class and sets the device. */
public abstract class SelectionContract extends EngineContract {

    private static final int[] SIZES = {1, 2, 255, 256, 257, 2049, 9000};

    /** Bytes of the sizes of a single pass, and of the stand-ins for arrays that it does not read. */
    private static final int SMALL_ARRAYS = 4 * SelectionParameters.LENGTH + 8;

    /** Returns the number of values in the longest list. */
    private int largeSize() {
        return compiles() ? 200_000 : 3_000_000;
    }

    /** One selection. */
    record Case(Shape shape, int rows, int n, int k, SelectionOptions options) {

        float[] floats() {
            double[] values = values();
            float[] floats = new float[values.length];
            for (int i = 0; i < floats.length; i++) {
                floats[i] = (float) values[i];
            }
            return floats;
        }

        int[] ints() {
            return Arrays.stream(values())
                    .mapToInt(value -> (int) (value * 1000))
                    .toArray();
        }

        private double[] values() {
            return shape.rows(rows * n, 1, new Random(31L * n + rows));
        }
    }

    /**
     * Returns cases of every method with both orders, sorted and not; k at the ends, in the middle, and around the limits of a single pass.
     */
    Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int n : SIZES) {
                int[] ks = IntStream.of(1, 2, 100, 511, 512, 513, SinglePass.MAX_K, SinglePass.MAX_K + 1, n - 1, n)
                        .filter(k -> k >= 1 && k <= n)
                        .distinct()
                        .toArray();
                for (int k : ks) {
                    for (SelectionOptions.Method method : SelectionOptions.Method.values()) {
                        if (method != SelectionOptions.Method.SINGLE_PASS || k <= SinglePass.MAX_K) {
                            int number = cases.size();
                            Order order = Order.values()[number / 5 % 2];
                            cases.add(new Case(
                                    shape, 1 + number % 3, n, k, new SelectionOptions(order, number % 4 != 0, method)));
                        }
                    }
                }
            }
        }
        return thinned(cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSelectFloatsAsTheOracle(Case input) {
        assertRight(input, input.floats(), engine().selection());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSelectIntsAsTheOracle(Case input) {
        int[] values = input.ints();
        TopK.Ints selected = engine().selection().of(values, input.rows(), input.k(), input.options());
        assertNone(
                SelectionOracle.difference(
                        values, input.options().order(), input.options().sorted(), selected),
                input::toString);
    }

    private static void assertRight(Case input, float[] values, Selection selection) {
        TopK.Floats selected = selection.of(values, input.rows(), input.k(), input.options());
        assertNone(
                SelectionOracle.difference(
                        values, input.options().order(), input.options().sorted(), selected),
                input::toString);
        assertEquals(input.rows(), selected.rows());
        assertEquals(input.k(), selected.k());
        SelectionOptions.Method wanted = input.options().method();
        if (wanted != SelectionOptions.Method.AUTOMATIC) {
            assertEquals(wanted, selected.method());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SelectionOptions.Method.class,
            names = {"SINGLE_PASS", "RADIX_SELECT", "SAMPLE_SELECT"})
    void shouldSelectFromALongListThatIsCutIntoParts(SelectionOptions.Method method) {
        int size = largeSize();
        float[] values = once("values of " + size, () -> {
            float[] drawn = new float[size];
            Random random = new Random(5);
            for (int i = 0; i < size; i++) {
                drawn[i] = random.nextFloat() - 0.5f;
            }
            return drawn;
        });
        float[] sorted = once("order of " + size, () -> {
            float[] copy = values.clone();
            Arrays.sort(copy);
            return copy;
        });
        for (int k : new int[] {1, 100, 2048}) {
            TopK.Floats selected = engine().selection().of(values, 1, k, SelectionOptions.DEFAULT.withMethod(method));
            assertArrayEquals(Arrays.copyOf(sorted, k), selected.toValueArray(), () -> method + ", k=" + k);
            for (int rank = 0; rank < k; rank++) {
                assertEquals(values[selected.id(0, rank)], selected.value(0, rank));
            }
        }
    }

    /** The values in a sample must not change the result. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 20})
    void shouldSelectWhereValuesAtEqualDistancesAreTheSmallest(int stride) {
        int n = 2048 * stride;
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = i % stride == 0 ? Integer.MIN_VALUE : n - i;
        }
        SelectionOptions options = SelectionOptions.DEFAULT.withMethod(SelectionOptions.Method.SINGLE_PASS);
        TopK.Ints selected = engine().selection().of(values, 1, SinglePass.MAX_K, options);
        assertNone(SelectionOracle.difference(values, Order.ASCENDING, true, selected));
    }

    @Test
    void shouldSettleTiesByAscendingIdAtBothEnds() {
        int[] values = {5, 7, 5, 7, 5};
        assertArrayEquals(
                new int[] {0, 2, 4, 1}, engine().selection().smallest(values, 4).toIdArray());
        assertArrayEquals(
                new int[] {1, 3, 0, 2}, engine().selection().largest(values, 4).toIdArray());
    }

    @Test
    void shouldKeepTheTotalOrderOfFloats() {
        float inf = Float.POSITIVE_INFINITY;
        float[] values = {0f, inf, -0f, -inf, Float.MIN_VALUE, -Float.MIN_VALUE, 0f, -0f};
        int[] ascending = {3, 5, 2, 7, 0, 6, 4, 1};
        int[] descending = {1, 4, 0, 6, 2, 7, 5, 3};
        for (SelectionOptions.Method method : SelectionOptions.Method.values()) {
            SelectionOptions options = SelectionOptions.DEFAULT.withMethod(method);
            for (int k = 1; k <= values.length; k++) {
                String name = method + ", k=" + k;
                assertArrayEquals(
                        Arrays.copyOf(ascending, k),
                        engine().selection().of(values, 1, k, options).toIdArray(),
                        name);
                assertArrayEquals(
                        Arrays.copyOf(descending, k),
                        engine().selection()
                                .of(values, 1, k, options.withOrder(Order.DESCENDING))
                                .toIdArray(),
                        name);
            }
        }
    }

    @Test
    void shouldSelectFromEachRow() {
        float[] matrix = {3, 1, 2, 9, 9, 8};
        TopK.Floats smallest = engine().selection().smallest(matrix, 2, 2);
        assertArrayEquals(new int[] {1, 2}, smallest.ids(0));
        assertArrayEquals(new int[] {2, 0}, smallest.ids(1));
        assertArrayEquals(new float[] {1, 2, 8, 9}, smallest.toValueArray());
        TopK.Floats largest = engine().selection().largest(matrix, 2, 1);
        assertArrayEquals(new int[] {0, 0}, largest.toIdArray());
        assertEquals(9f, largest.value(1, 0));
        int[] ints = {4, 6, 5, 1};
        assertArrayEquals(
                new int[] {0, 1}, engine().selection().smallest(ints, 2, 1).toIdArray());
        assertArrayEquals(
                new int[] {6, 5}, engine().selection().largest(ints, 2, 1).toValueArray());
    }

    @Test
    void shouldAnswerNoRowsWithAnEmptyResult() {
        TopK none = engine().selection().smallest(new float[0], 0, 3);
        assertEquals(0, none.rows());
        assertEquals(3, none.k());
        assertEquals(0, none.toIdArray().length);
        assertEquals(0, engine().selection().largest(new int[0], 0, 1).toValueArray().length);
    }

    @Test
    void shouldNotChangeItsInput() {
        Case input = new Case(Shape.CLUSTERED, 2, 5000, 3000, SelectionOptions.DEFAULT);
        float[] values = input.floats();
        for (SelectionOptions.Method method : List.of(
                SelectionOptions.Method.RADIX_SELECT,
                SelectionOptions.Method.SAMPLE_SELECT,
                SelectionOptions.Method.SORT)) {
            engine().selection().of(values, 2, 3000, SelectionOptions.DEFAULT.withMethod(method));
            assertArrayEquals(input.floats(), values);
        }
        engine().selection().smallest(values, 2, 7);
        assertArrayEquals(input.floats(), values);
    }

    @ParameterizedTest
    @EnumSource(
            value = SelectionOptions.Method.class,
            names = {"SINGLE_PASS", "RADIX_SELECT", "SAMPLE_SELECT"})
    void shouldGiveTheSameAnswerInBatches(SelectionOptions.Method method) {
        Case input = new Case(Shape.DUPLICATES, 7, 3000, 40, SelectionOptions.DEFAULT.withMethod(method));
        int row = 4 * 3000 + 8 * 40;
        int more = method == SelectionOptions.Method.SINGLE_PASS ? SMALL_ARRAYS : 4 * 3000 + 6000;
        more += method == SelectionOptions.Method.SAMPLE_SELECT ? 4 * 3000 + 1000 : 0;
        more += looksForNaN(3000);
        for (int batch : new int[] {1, 2, 3, 7}) {
            try (Engine limited = open(settings().withMemoryLimit((long) batch * (row + more)))) {
                assertRight(input, input.floats(), limited.selection());
            }
        }
    }

    /** Bytes of a row where a device looks for NaN: two sizes, and a mark for 64 values. */
    private int looksForNaN(int n) {
        return engine().device().type() == Device.Type.JVM ? 0 : 8 + 4 * Math.max(1, n / 64);
    }

    @Test
    void shouldRefuseARowThatDoesNotFitTheMemory() {
        try (Engine limited = open(settings().withMemoryLimit(1000))) {
            assertRefused(
                    "a row of the selection does not fit the memory of " + limited.device()
                            + ": needed=" + (4008 + SMALL_ARRAYS + looksForNaN(1000))
                            + " bytes, limit=1000, largest array=4000, limit of an array="
                            + limited.device().maxArrayBytes() + ", n=1000, k=1",
                    () -> limited.selection().smallest(new float[1000], 1));
        }
    }

    @Test
    void shouldRefuseKOutOfRange() {
        assertRefused("k must be in 1..n: k=0, n=3", () -> engine().selection().smallest(new float[3], 0));
        assertRefused("k must be in 1..n: k=4, n=3", () -> engine().selection().largest(new int[3], 4));
        assertRefused("k must be in 1..n: k=-1, n=2", () -> engine().selection().smallest(new int[4], 2, -1));
        assertRefused("k must be in 1..n: k=1, n=0", () -> engine().selection().smallest(new float[0], 1));
        assertRefused("k must be in 1..n: k=0, n=1", () -> engine().selection().smallest(new float[0], 0, 0));
        assertRefused(
                "k must be in 1..n: k=8, n=7", () -> engine().selection().explain(2, 7, 8, SelectionOptions.DEFAULT));
    }

    @Test
    void shouldRefuseMoreThanASinglePassTakes() {
        SelectionOptions options = SelectionOptions.DEFAULT.withMethod(SelectionOptions.Method.SINGLE_PASS);
        assertRefused(
                "k must be in 1..2048 for a single pass: k=2049",
                () -> engine().selection().of(new int[3000], 1, 2049, options));
    }

    @Test
    void shouldRefuseAMatrixThatIsNotOfWholeRows() {
        assertRefused(
                "values must be rows x n: values=7, rows=2",
                () -> engine().selection().smallest(new float[7], 2, 1));
        assertRefused(
                "values must be rows x n: values=7, rows=0",
                () -> engine().selection().smallest(new int[7], 0, 1));
        assertRefused(
                "rows must be 0 or more: rows=-2", () -> engine().selection().smallest(new int[7], -2, 1));
    }

    @Test
    void shouldNameThePlaceOfTheFirstNaN() {
        float[] matrix = new float[30_000];
        matrix[29_999] = Float.NaN;
        matrix[20_005] = Float.NaN;
        assertRefused(
                "values must be numbers: NaN at row=2, column=5",
                () -> engine().selection().smallest(matrix, 3, 1));
    }

    @Test
    void shouldTellWhatWasChosenAndWhy() {
        String small = engine().selection().smallest(new float[500], 5).explain();
        assertTrue(small.startsWith("SINGLE_PASS"), small);
        assertTrue(
                small.contains("1 rows of 500 values, k=5")
                        && small.contains(engine().device().id()),
                small);
        assertTrue(small.endsWith("estimated to be the fastest"), small);
        SelectionOptions asked = SelectionOptions.DEFAULT.withMethod(SelectionOptions.Method.RADIX_SELECT);
        String radix = engine().selection().explain(1, 100_000, 5000, asked);
        assertTrue(radix.startsWith("RADIX_SELECT") && radix.contains(": asked for\n"), radix);
        String sample =
                engine().selection().explain(1, 100_000, 5000, asked.withMethod(SelectionOptions.Method.SAMPLE_SELECT));
        assertTrue(sample.startsWith("SAMPLE_SELECT") && sample.contains(": asked for\n"), sample);
    }

    @ParameterizedTest
    @EnumSource(
            value = SelectionOptions.Method.class,
            names = {"AUTOMATIC", "RADIX_SELECT", "SAMPLE_SELECT"})
    void shouldSelectAgainWhenTheValuesChangeOnTheDevice(SelectionOptions.Method method) {
        int rows = 3;
        int n = 20_000;
        int k = 17;
        int[] values = new int[rows * n];
        RowSelection selection = RowSelection.of(
                RowValues.of(values, rows, n, Order.DESCENDING), k, method, Layout.on(engine().device()));
        Phase.Builder select = Phase.named("select").upload(values);
        selection.stages().forEach(select::stage);
        Program program = Program.of(
                "test",
                Phase.named("load").upload(selection.uploads()).build(),
                select.download(selection.keys(), selection.ids()).build());
        try (Execution execution = engine().prepare(program)) {
            execution.run("load", Progress.NONE);
            for (int run = 0; run < 3; run++) {
                Random random = new Random(run);
                for (int i = 0; i < values.length; i++) {
                    values[i] = random.nextInt(1000);
                }
                execution.run("select", Progress.NONE);
                int[] ids = engine().selection().largest(values, rows, k).toIdArray();
                int[] found = selection.ids();
                for (int row = 0; row < rows; row++) {
                    int[] expected = Arrays.copyOfRange(ids, row * k, row * k + k);
                    int[] actual = Arrays.copyOfRange(found, row * k, row * k + k);
                    if (!selection.isSorted()) {
                        Arrays.sort(expected);
                    }
                    assertArrayEquals(expected, actual, "run=" + run + ", row=" + row);
                    assertEquals(
                            ~values[row * n + actual[0]], selection.keys()[row * k], "keys of the largest are turned");
                }
            }
        }
    }

    /** A number and size of parts for which a GPU merges them in two steps. */
    @ParameterizedTest
    @EnumSource(Order.class)
    void shouldMergePartsThatAreCutByHand(Order order) {
        int n = 38_400;
        int k = 512;
        float[] values = new Case(Shape.GRID, 1, n, k, SelectionOptions.DEFAULT).floats();
        SinglePass shape = SinglePass.of(k).withParts(64);
        Layout layout = Layout.on(engine().device());
        RowSelection selection = RowSelection.singlePass(RowValues.of(values, 1, n, order), k, shape, layout);
        long temporary = layout.bytes() - 4L * n - 8L * k;
        assertTrue(temporary >= 8L * 64 * k, () -> "temporary bytes " + temporary);
        Phase.Builder phase = Phase.named("select").upload(values).upload(selection.uploads());
        selection.stages().forEach(phase::stage);
        phase.download(selection.keys(), selection.ids());
        try (Execution execution = engine().prepare(Program.of("test", phase.build()))) {
            execution.run("select", Progress.NONE);
        }
        assertArrayEquals(
                engine().selection()
                        .of(values, 1, k, SelectionOptions.DEFAULT.withOrder(order))
                        .toIdArray(),
                selection.ids());
    }

    @Test
    void shouldRefuseStagesForWhatIsNotThere() {
        assertRefused(
                "values must be rows x columns, 1 or more each: values=5, rows=70000, columns=70000",
                () -> RowSelection.of(
                        RowValues.of(new int[5], 70_000, 70_000, Order.ASCENDING),
                        1,
                        SelectionOptions.Method.AUTOMATIC,
                        Layout.on(engine().device())));
        assertRefused(
                "k must be in 1..n: k=6, n=5",
                () -> RowSelection.of(
                        RowValues.of(new float[5], 1, 5, Order.ASCENDING),
                        6,
                        SelectionOptions.Method.AUTOMATIC,
                        Layout.on(engine().device())));
        assertRefused(
                "rows are not sorted whole by stages: method=SORT",
                () -> RowSelection.of(
                        RowValues.of(new float[5], 1, 5, Order.ASCENDING),
                        5,
                        SelectionOptions.Method.SORT,
                        Layout.on(engine().device())));
        SinglePass shape = new SinglePass(2, 1024, 16);
        assertRefused(
                "k must be below the capacity and not above the length of a part: k=3, " + shape,
                () -> RowSelection.singlePass(
                        RowValues.of(new float[5], 1, 5, Order.ASCENDING), 3, shape, Layout.on(engine().device())));
    }

    /** All methods that run on a device, with lists, and with matrices of rows of nearly the same length, k from 1 to n. */
    @Test
    void shouldServeMixedSizesWithProgramsThatAreKept() {
        reuse(8500, (n, random, what) -> {
            int rows = random.nextBoolean() ? 1 : 1 + random.nextInt(20);
            int columns = rows == 1 ? Math.max(1, n) : 1 + Math.min(600, n) + random.nextInt(40);
            int k = random.nextBoolean() ? 1 + random.nextInt(Math.min(columns, 100)) : 1 + random.nextInt(columns);
            SelectionOptions.Method[] methods = {
                SelectionOptions.Method.AUTOMATIC,
                SelectionOptions.Method.RADIX_SELECT,
                SelectionOptions.Method.SAMPLE_SELECT
            };
            SelectionOptions options = SelectionOptions.DEFAULT
                    .withMethod(methods[random.nextInt(5) / 2])
                    .withOrder(Order.values()[random.nextInt(2)]);
            String sizes = what + ", rows=" + rows + ", columns=" + columns + ", k=" + k + ", " + options;
            int[] ints = random.ints((long) rows * columns, -5000, 5000).toArray();
            if (random.nextBoolean()) {
                TopK.Ints selected = engine().selection().of(ints, rows, k, options);
                assertNone(SelectionOracle.difference(ints, options.order(), true, selected), sizes);
            } else {
                float[] floats = new float[ints.length];
                for (int i = 0; i < ints.length; i++) {
                    floats[i] = ints[i] / 7f;
                }
                TopK.Floats selected = engine().selection().of(floats, rows, k, options);
                assertNone(SelectionOracle.difference(floats, options.order(), true, selected), sizes);
            }
        });
    }
}
