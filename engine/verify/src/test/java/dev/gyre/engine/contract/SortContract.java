package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.partition.DigitPasses;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.engine.verify.Offsets;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.engine.verify.SortOracle;
import dev.gyre.engine.verify.TypedKeys;
import dev.gyre.tasks.partition.DigitParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What sorting must do on every device. A backend extends this class and sets the device. */
public abstract class SortContract extends EngineContract {

    /** Small and large sizes, and sizes around the blocks, windows and tiles of the kernels. */
    private static final int[] SIZES = {0, 1, 2, 31, 255, 257, 2047, 2048, 2049, 4095, 4096, 4097, 6200};

    private static final SortOptions.Method[] METHODS = SortOptions.Method.values();
    private static final int CAPACITY = 10_000;

    /** Returns the number of random cases of each kind for one prepared program. */
    private int preparedCases() {
        return compiles() ? 150 : isThorough() ? 3_000 : 1_000;
    }

    /** Returns the number of elements in the largest sorts. */
    private int largeSize() {
        return compiles() ? 100_000 : 1_500_000;
    }

    /** One case: the data, and the options of the sort. */
    record Case(Sample sample, SortOptions options) {}

    Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int size : SIZES) {
                for (Order order : Order.values()) {
                    for (SortOptions.Method method : METHODS) {
                        long seed = 31L * size + 7L * shape.ordinal() + 3L * method.ordinal() + order.ordinal();
                        cases.add(new Case(new Sample(shape, size, 3, seed), new SortOptions(order, method)));
                    }
                }
            }
        }
        return thinned(cases);
    }

    private Sorting sorting() {
        return engine().sorting();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSortKeysOfEveryType(Case test) {
        for (int type = 0; type < TypedKeys.TYPES; type++) {
            Random random = test.sample.random();
            TypedKeys keys = new TypedKeys(type, test.sample.shape().rows(test.sample.size(), 1, random), random);
            assertNone(keys.difference(sorting(), test.options, random), test::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSortPointsBySuperKey(Case test) {
        Random random = test.sample.random();
        double[] rows = test.sample.rows(random);
        if (random.nextBoolean()) {
            Arrays.setAll(rows, i -> (float) Math.clamp(rows[i], -1e30, 1e30));
        }
        Points points = Points.of(rows, test.sample.dims());
        int first = random.nextInt(test.sample.dims());
        assertArrayEquals(
                SortOracle.superKeyOrder(points, first, test.options.order()),
                sorting().superKeyOrder(points, first, test.options),
                () -> test + ", first=" + first);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSortSegmentsEachForItself(Case test) {
        Random random = test.sample.random();
        double[] values = test.sample.shape().rows(test.sample.size(), 1, random);
        TypedKeys typed = new TypedKeys(random.nextInt(TypedKeys.TYPES), values, random);
        int[] offsets = Offsets.drawAny(values.length, random);
        int[] expected = typed.orderOfSegments(offsets, test.options.order());
        assertArrayEquals(expected, sorting().argsortSegments(typed.keys(), offsets, test.options), test::toString);
        int[] payload = IntStream.range(0, values.length).map(row -> row * 3).toArray();
        sorting().sortSegmentsInPlace(typed.keys(), payload, offsets, test.options);
        assertArrayEquals(Arrays.stream(expected).map(row -> row * 3).toArray(), payload, test::toString);
    }

    @Test
    void shouldSortMany() {
        int n = largeSize();
        int[] keys = new Random(12).ints(n, 0, n / 3).toArray();
        int[] order = sorting().argsort(Keys.of(keys));
        boolean[] seen = new boolean[n];
        for (int i = 0; i < n; i++) {
            seen[order[i]] = true;
            int slot = i;
            assertTrue(
                    i == 0
                            || keys[order[i - 1]] < keys[order[i]]
                            || (keys[order[i - 1]] == keys[order[i]] && order[i - 1] < order[i]),
                    () -> "place=" + slot);
        }
        assertEquals(n, IntStream.range(0, n).filter(row -> seen[row]).count());
    }

    /** The first segment holds nearly everything, so that it is too long for a work-group. */
    @Test
    void shouldSortASegmentWithNearlyEverything() {
        int n = largeSize() / 10;
        float[] keys = new float[n];
        Random random = new Random(13);
        for (int i = 0; i < n; i++) {
            keys[i] = random.nextInt(1000);
        }
        int[] offsets = {0, n - 20, n - 20, n - 3, n};
        int[] order = sorting().argsortSegments(Keys.of(keys), offsets, SortOptions.DEFAULT);
        for (int segment = 0; segment < 4; segment++) {
            for (int i = offsets[segment] + 1; i < offsets[segment + 1]; i++) {
                int a = order[i - 1];
                int b = order[i];
                int slot = i;
                assertTrue(keys[a] < keys[b] || (keys[a] == keys[b] && a < b), () -> "place=" + slot);
                assertTrue(b >= offsets[segment] && b < offsets[segment + 1], () -> "place=" + slot);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SortOptions.Method.class,
            names = {"RADIX", "MERGE"})
    void shouldSortRandomCasesWithOnePreparedProgram(SortOptions.Method method) {
        sortPrepared(method, preparedCases());
    }

    @ParameterizedTest
    @EnumSource(
            value = SortOptions.Method.class,
            names = {"RADIX", "MERGE"})
    @Tag("thorough")
    void shouldSortThousandsOfRandomCasesWithOnePreparedProgram(SortOptions.Method method) {
        sortPrepared(method, 10 * preparedCases());
    }

    private void sortPrepared(SortOptions.Method method, int cases) {
        int[] keys;
        int[] payload;
        SortSteps sorted;
        IntConsumer size;
        if (method == SortOptions.Method.RADIX) {
            RadixSort sort = new RadixSort(CAPACITY, Layout.on(engine().device()));
            keys = sort.keys();
            payload = sort.payload();
            sorted = sort.pairs();
            size = sort::setSize;
        } else {
            MergeSort sort = new MergeSort(CAPACITY, KeyColumns.of(new int[1], 1, 1, 0), Layout.on(engine().device()));
            keys = sort.keys();
            payload = sort.payload();
            sorted = sort.pairs();
            size = sort::setSize;
        }
        Phase.Builder phase = Phase.named("sort").upload(keys, payload).steps(sorted);
        Program program = Program.of(
                "prepared " + method,
                phase.download(sorted.keys(), sorted.payload()).build());
        try (Execution execution = engine().prepare(program)) {
            for (int i = 0; i < cases; i++) {
                long seed = 1000 + i;
                Random random = new Random(seed);
                int n = random.nextInt(1 + random.nextInt(random.nextInt(8) == 0 ? CAPACITY : 600));
                int[] drawn = drawKeys(n, random);
                System.arraycopy(drawn, 0, keys, 0, n);
                long[] expected = new long[n];
                for (int row = 0; row < n; row++) {
                    payload[row] = row;
                    expected[row] = (long) drawn[row] << 32 | row;
                }
                Arrays.sort(expected);
                size.accept(n);
                execution.run("sort", Progress.NONE);
                for (int row = 0; row < n; row++) {
                    int slot = row;
                    assertEquals(
                            expected[row],
                            (long) sorted.keys()[row] << 32 | sorted.payload()[row],
                            () -> "seed=" + seed + ", n=" + n + ", place=" + slot);
                }
            }
        }
    }

    /** Work-groups handle a tile in chunks of some thousand elements: a tile may be one element, or several chunks and a part. */
    @Test
    void shouldPartitionByADigitInTilesOfAnySize() {
        int tiles = 4;
        int[] keys = new int[CAPACITY];
        int[] payload = new int[CAPACITY];
        int[] keysOut = new int[CAPACITY];
        int[] payloadOut = new int[CAPACITY];
        int[] counts = new int[DigitParameters.DIGITS * tiles];
        int[] totals = new int[DigitParameters.DIGITS];
        int[] parameters = new int[DigitParameters.LENGTH];
        Phase phase = Phase.named("partition")
                .upload(keys, payload, parameters)
                .stage(DigitPasses.COUNT.stage(tiles, keys, parameters, counts))
                .stage(Scan.ROW_SCAN.stage(DigitParameters.DIGITS, counts, parameters, totals))
                .stage(DigitPasses.SCATTER.stage(tiles, keys, payload, counts, totals, parameters, keysOut, payloadOut))
                .download(keysOut, payloadOut)
                .build();
        int[] tileSizes = {1, 63, 64, 65, 2_048, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193, CAPACITY};
        try (Execution execution = engine().prepare(Program.of("partition by a digit", phase))) {
            for (int i = 0; i < preparedCases(); i++) {
                long seed = 3000 + i;
                Random random = new Random(seed);
                int tile = tileSizes[i % tileSizes.length];
                int most = Math.min(CAPACITY, tiles * tile);
                int n = Math.clamp(tile * random.nextInt(tiles + 1) + random.nextInt(-1, 2), 0, most);
                n = random.nextBoolean() ? n : random.nextInt(most + 1);
                System.arraycopy(drawKeys(n, random), 0, keys, 0, n);
                int shift = 8 * random.nextInt(4);
                int flip = random.nextBoolean() ? 128 : 0;
                parameters[DigitParameters.TILES] = tiles;
                parameters[DigitParameters.SIZE] = n;
                parameters[DigitParameters.TILE] = tile;
                parameters[DigitParameters.SHIFT] = shift;
                parameters[DigitParameters.FLIP] = flip;
                long[] expected = new long[n];
                for (int row = 0; row < n; row++) {
                    payload[row] = row;
                    expected[row] = (long) ((keys[row] >>> shift & 255) ^ flip) << 32 | row;
                }
                Arrays.sort(expected);
                execution.run("partition", Progress.NONE);
                String what = "seed=" + seed + ", n=" + n + ", tile=" + tile;
                for (int place = 0; place < n; place++) {
                    int slot = place;
                    assertEquals((int) expected[place], payloadOut[place], () -> what + ", place=" + slot);
                    assertEquals(keys[payloadOut[place]], keysOut[place], () -> what + ", place=" + slot);
                }
            }
        }
    }

    @Test
    void shouldSortRandomSegmentsWithOnePreparedProgram() {
        sortPreparedSegments(preparedCases());
    }

    @Test
    @Tag("thorough")
    void shouldSortThousandsOfRandomSegmentsWithOnePreparedProgram() {
        sortPreparedSegments(10 * preparedCases());
    }

    private void sortPreparedSegments(int cases) {
        int[] keys = new int[CAPACITY];
        int[] rows = new int[CAPACITY];
        int[] offsets = new int[CAPACITY + 1];
        SegmentedSort sort =
                new SegmentedSort(CAPACITY, offsets, KeyColumns.of(new int[1], 1, 1, 0), Layout.on(engine().device()));
        SortSteps sorted = sort.sort(keys, rows);
        Phase.Builder phase = Phase.named("sort").upload(keys, rows, offsets).steps(sorted);
        Program program = Program.of(
                "prepared segments",
                phase.download(sorted.keys(), sorted.payload(), sort.skipped()).build());
        try (Execution execution = engine().prepare(program)) {
            for (int i = 0; i < cases; i++) {
                long seed = 2000 + i;
                Random random = new Random(seed);
                int n = random.nextInt(1 + random.nextInt(random.nextInt(8) == 0 ? CAPACITY : 600));
                int[] drawn = drawKeys(n, random);
                int[] drawnOffsets = Offsets.drawAny(n, random);
                System.arraycopy(drawn, 0, keys, 0, n);
                System.arraycopy(drawnOffsets, 0, offsets, 0, drawnOffsets.length);
                for (int row = 0; row < n; row++) {
                    rows[row] = row;
                }
                sort.setSegments(n, drawnOffsets.length - 1);
                execution.run("sort", Progress.NONE);
                int tooLong = 0;
                for (int segment = 0; segment + 1 < drawnOffsets.length; segment++) {
                    int begin = drawnOffsets[segment];
                    int end = drawnOffsets[segment + 1];
                    if (end - begin > sort.limit()) {
                        tooLong++;
                        continue;
                    }
                    long[] expected = IntStream.range(begin, end)
                            .mapToLong(row -> (long) drawn[row] << 32 | row)
                            .sorted()
                            .toArray();
                    long[] actual = IntStream.range(begin, end)
                            .mapToLong(slot -> (long) sorted.keys()[slot] << 32 | sorted.payload()[slot])
                            .toArray();
                    assertArrayEquals(expected, actual, () -> "seed=" + seed + ", n=" + n + ", begin=" + begin);
                }
                assertEquals(tooLong, Arrays.stream(sort.skipped()).sum(), "skipped, seed=" + seed);
            }
        }
    }

    @Test
    void shouldRefuseBadInput() {
        Keys keys = Keys.of(new int[] {3, 1, 2});
        SortOptions options = SortOptions.DEFAULT;
        assertRefused(
                "keys and payload must have the same length: keys=3, payload=2",
                () -> sorting().sortInPlace(keys, new int[2], options));
        assertRefused(
                "keys and payload must have the same length: keys=3, payload=4",
                () -> sorting().sortSegmentsInPlace(keys, new int[4], new int[] {0, 3}, options));
        assertRefused(
                "offsets must begin with 0 and end with n: length=0, n=3",
                () -> sorting().argsortSegments(keys, new int[0], options));
        assertRefused(
                "offsets must begin with 0 and end with n: first=1, last=3, n=3",
                () -> sorting().argsortSegments(keys, new int[] {1, 3}, options));
        assertRefused(
                "offsets must begin with 0 and end with n: first=0, last=2, n=3",
                () -> sorting().argsortSegments(keys, new int[] {0, 2}, options));
        assertRefused(
                "offsets must ascend: offsets[1]=2, offsets[2]=1",
                () -> sorting().argsortSegments(keys, new int[] {0, 2, 1, 3}, options));
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        assertRefused(
                "first must be in 0..dims-1: first=2, dims=2", () -> sorting().superKeyOrder(points, 2, options));
        assertRefused(
                "first must be in 0..dims-1: first=-1, dims=2", () -> sorting().superKeyOrder(points, -1, options));
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheMemoryLimit() {
        try (Engine small = open(settings().withMemoryLimit(1 << 21))) {
            float[] keys = new float[1 << 18];
            assertRefusedWith(
                    "the sort does not fit the memory of", () -> small.sorting().argsort(Keys.of(keys)));
            assertRefusedWith(
                    "the sort does not fit the memory of",
                    () -> small.sorting().sortInPlace(Keys.of(keys), new int[keys.length], SortOptions.DEFAULT));
        }
    }

    /** Draws keys that are difficult for sorts: ties, few bits, sorted keys, the ends of the range. */
    private static int[] drawKeys(int n, Random random) {
        int kind = random.nextInt(7);
        int[] keys = new int[n];
        for (int i = 0; i < n; i++) {
            keys[i] = switch (kind) {
                case 0 -> random.nextInt();
                case 1 -> random.nextInt(5) - 2;
                case 2 -> i;
                case 3 -> -i;
                case 4 -> 42;
                case 5 -> random.nextInt(256) << 24;
                default -> random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE;
            };
        }
        return keys;
    }

    @Test
    void shouldServeMixedSizesWithProgramsThatAreKept() {
        reuse(5200, (n, random, what) -> {
            SortOptions options = SortOptions.DEFAULT
                    .withOrder(Order.values()[random.nextInt(2)])
                    .withMethod(random.nextInt(3) == 0 ? SortOptions.Method.RADIX : SortOptions.Method.AUTOMATIC);
            double[] keys = random.doubles(n).map(key -> Math.rint(key * n)).toArray();
            float[] floats = new float[n];
            for (int i = 0; i < n; i++) {
                floats[i] = (float) keys[i];
            }
            int[] expected = SortOracle.order(0, n, SortOracle.doubleOrder(keys, options.order()));
            switch (random.nextInt(5)) {
                case 0 -> assertArrayEquals(expected, sorting().argsort(Keys.of(keys), options), what);
                case 1 -> assertArrayEquals(expected, sorting().argsort(Keys.of(floats), options), what);
                case 2 -> {
                    int[] payload = IntStream.range(0, n).toArray();
                    sorting().sortInPlace(Keys.of(floats), payload, options);
                    assertArrayEquals(expected, payload, what);
                }
                case 3 -> {
                    Points points = Points.of(keys, 1);
                    assertArrayEquals(expected, sorting().superKeyOrder(points, 0, options), what);
                }
                default -> {
                    int cut = n / 3;
                    int[] offsets = {0, cut, cut, n};
                    int[] actual = sorting().argsortSegments(Keys.of(floats), offsets, options);
                    int[] wanted = IntStream.concat(
                                    IntStream.of(expected).filter(row -> row < cut),
                                    IntStream.of(expected).filter(row -> row >= cut))
                            .toArray();
                    assertArrayEquals(wanted, actual, what);
                }
            }
        });
    }
}
