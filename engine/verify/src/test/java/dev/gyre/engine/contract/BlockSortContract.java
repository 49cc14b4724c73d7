package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.BlockSort;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.verify.Offsets;
import dev.gyre.engine.verify.SortOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.list.primitive.MutableIntList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What block sort must do on every device. */
public abstract class BlockSortContract extends EngineContract {

    private static final int CAPACITY = 20_000;
    private static final int MAX_BLOCKS = 2_000;

    /** Number of random cases for the prepared programs. */
    private int preparedCases() {
        return compiles() ? 240 : isThorough() ? 3_000 : 1_000;
    }

    /** Rows of the largest cases: enough to make the device sort by blocks. */
    private static final int MAX_ROWS = 40_000;

    /** How keys are spread. */
    enum Spread {
        UNIFORM {
            @Override
            double draw(int row, Random random) {
                return random.nextDouble() - 0.5;
            }
        },
        ALL_EQUAL {
            @Override
            double draw(int row, Random random) {
                return 12.5;
            }
        },
        SORTED {
            @Override
            double draw(int row, Random random) {
                return row;
            }
        },
        REVERSED {
            @Override
            double draw(int row, Random random) {
                return -row;
            }
        },
        FEW_DISTINCT {
            @Override
            double draw(int row, Random random) {
                return random.nextInt(7) * 0.1 - 0.2;
            }
        },
        EXPONENTIAL {
            @Override
            double draw(int row, Random random) {
                return Math.exp(random.nextGaussian() * 20);
            }
        },
        SIGNED_ZEROS {
            @Override
            double draw(int row, Random random) {
                return random.nextBoolean() ? -0.0 : 0.0;
            }
        },
        EXTREMES {
            @Override
            double draw(int row, Random random) {
                double[] ends = {
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    Double.NEGATIVE_INFINITY,
                    Double.MAX_VALUE,
                    -Double.MAX_VALUE,
                    Double.MIN_VALUE,
                    -0.0,
                    0.0
                };
                return random.nextInt(3) == 0 ? ends[random.nextInt(ends.length)] : random.nextGaussian();
            }
        },
        NEARLY_ALL_NAN {
            @Override
            double draw(int row, Random random) {
                return random.nextInt(50) == 0 ? random.nextGaussian() : Double.NaN;
            }
        };

        abstract double draw(int row, Random random);

        double[] rows(int n, Random random) {
            return IntStream.range(0, n).mapToDouble(row -> draw(row, random)).toArray();
        }
    }

    /** One case: number of rows, rows of a block, and order. */
    record Case(Spread spread, int n, int blockSize, Order order) {

        long seed() {
            return 31L * blockSize + 7L * spread.ordinal() + order.ordinal() + n;
        }
    }

    Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Spread spread : Spread.values()) {
            for (int n : new int[] {1, 2, 300, MAX_ROWS}) {
                for (int blockSize : new int[] {1, 2, 31, n - 1, n, n + 1, n / 3, n / 40, Integer.MAX_VALUE}) {
                    for (Order order : Order.values()) {
                        if (blockSize > 0) {
                            cases.add(new Case(spread, n, blockSize, order));
                        }
                    }
                }
            }
        }
        return thinned(cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSortFloatsIntoBlocks(Case test) {
        double[] values = test.spread.rows(test.n, new Random(test.seed()));
        float[] keys = new float[test.n];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (float) values[i];
        }
        float[] before = keys.clone();
        SortOptions options = SortOptions.DEFAULT.withOrder(test.order);
        assertBlocks(test, Keys.of(keys), options, new int[] {0, test.n});
        assertArrayEquals(before, keys, "the input was changed");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSortDoublesIntoBlocksOfSegments(Case test) {
        Random random = new Random(test.seed());
        double[] keys = test.spread.rows(test.n, random);
        int[] offsets = random.nextInt(3) == 0
                ? Offsets.drawAny(test.n, random)
                : new int[] {0, 0, test.n / 5, test.n / 2, Math.min(test.n, test.n / 2 + 1), test.n};
        assertBlocks(test, Keys.of(keys), SortOptions.DEFAULT.withOrder(test.order), offsets);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSortWholeNumbersIntoBlocks(Case test) {
        Random random = new Random(test.seed());
        double[] values = test.spread.rows(test.n, random);
        SortOptions options = SortOptions.DEFAULT.withOrder(test.order);
        int[] ints =
                Arrays.stream(values).mapToInt(value -> (int) (value * 1e9)).toArray();
        assertBlocks(test, Keys.of(ints), options, new int[] {0, test.n});
        long[] longs =
                Arrays.stream(values).mapToLong(value -> (long) (value * 1e17)).toArray();
        assertBlocks(test, Keys.of(longs), options, new int[] {0, test.n});
    }

    /** Compares with the full order, which another contract compares with an oracle. */
    private void assertBlocks(Case test, Keys keys, SortOptions options, int[] offsets) {
        int[] full = engine().sorting().argsortSegments(keys, offsets, options);
        int[] actual = offsets.length == 2
                ? engine().sorting().blockOrder(keys, test.blockSize, options)
                : engine().sorting().blockOrderSegments(keys, offsets, test.blockSize, options);
        assertNone(
                SortOracle.blockDifference("blocks", full, offsets, test.blockSize, actual),
                () -> test + ", offsets=" + (offsets.length < 10 ? Arrays.toString(offsets) : offsets.length - 1));
    }

    /** More segments than labels can have, all of them cut into blocks or none of them. */
    @Test
    void shouldSortManySegmentsIntoBlocks() {
        int n = 3_000;
        int[] keys = new Random(5).ints(n, 0, 500).toArray();
        int[] offsets = IntStream.rangeClosed(0, n / 10).map(i -> 10 * i).toArray();
        for (int blockSize : new int[] {1, 4, 9, 10, 11}) {
            Case test = new Case(Spread.UNIFORM, n, blockSize, Order.ASCENDING);
            assertBlocks(test, Keys.of(keys), SortOptions.DEFAULT, offsets);
        }
    }

    /** So many rows that every device sorts them by blocks; a few infinite keys make the others almost equal after normalization. */
    @ParameterizedTest
    @ValueSource(ints = {700, 40_000, 300_000})
    void shouldSortManyIntoBlocks(int blockSize) {
        int n = 600_000;
        Random random = new Random(blockSize);
        float[] floats = new float[n];
        double[] doubles = new double[n];
        for (int i = 0; i < n; i++) {
            doubles[i] = random.nextInt(100_000) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian();
            floats[i] = (float) doubles[i];
        }
        Case test = new Case(Spread.UNIFORM, n, blockSize, Order.DESCENDING);
        SortOptions options = SortOptions.DEFAULT.withOrder(Order.DESCENDING);
        assertBlocks(test, Keys.of(floats), options, new int[] {0, n});
        assertBlocks(test, Keys.of(doubles), options, new int[] {0, 200_000, 200_100, n});
    }

    /** Sorts by every method of a full sort. */
    @Test
    void shouldTakeEveryMethod() {
        int[] keys = new Random(6).ints(500, 0, 50).toArray();
        for (SortOptions.Method method : SortOptions.Method.values()) {
            assertBlocks(
                    new Case(Spread.UNIFORM, keys.length, 7, Order.ASCENDING),
                    Keys.of(keys),
                    SortOptions.DEFAULT.withMethod(method),
                    new int[] {0, keys.length});
        }
    }

    /** Cases with labels, one or two columns of keys, short and long runs, in one program for all sizes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSortRandomCasesWithOnePreparedProgram(int digits) {
        for (int columns = 1; columns <= 2; columns++) {
            for (int labelBits = 0; labelBits <= (digits == 0 ? 0 : 10); labelBits += 5) {
                prepared(digits, columns, labelBits);
            }
        }
    }

    private void prepared(int digits, int keyColumns, int labelBits) {
        int labels = labelBits > 0 ? 1 : 0;
        int[] values = new int[CAPACITY * (labels + keyColumns)];
        KeyColumns columns =
                new KeyColumns(values, CAPACITY, labels + keyColumns, 0, labels > 0 ? labelBits : Integer.SIZE);
        BlockSort sort = new BlockSort(CAPACITY, MAX_BLOCKS, columns, digits, Layout.on(engine().device()));
        List<Phase> phases = new ArrayList<>();
        phases.add(Phase.named("load").upload(values).build());
        phases.addAll(sort.phases());
        phases.add(Phase.named("fetch").download(sort.rows()).build());
        int done = 0;
        try (Execution execution = engine().prepare(new Program("prepared block sort", phases))) {
            for (int i = 0; i < preparedCases() / 12; i++) {
                long seed = 3000 + i;
                Random random = new Random(seed);
                int n = 1 + random.nextInt(1 + random.nextInt(random.nextInt(4) == 0 ? CAPACITY : 600));
                int[] offsets = labels == 0 ? new int[] {0, n} : segments(n, 1 << labelBits, random);
                int blockSize = Math.max(n / (MAX_BLOCKS / 2) + 1, 1 + random.nextInt(n));
                for (int segment = 0; labels > 0 && segment + 1 < offsets.length; segment++) {
                    Arrays.fill(values, offsets[segment], offsets[segment + 1], segment);
                }
                for (int column = labels; column < labels + keyColumns; column++) {
                    fill(values, column * CAPACITY, n, random);
                }
                int[] starts = starts(offsets, blockSize);
                if (digits == 0) {
                    offsets = IntStream.concat(IntStream.of(starts), IntStream.of(n))
                            .toArray();
                }
                sort.setBlocks(n, starts);
                execution.run("load", Progress.NONE);
                if (sort.run(execution)) {
                    done++;
                    execution.run("fetch", Progress.NONE);
                    int[] full = full(columns, offsets);
                    assertNone(SortOracle.blockDifference(
                            "seed=" + seed + ", n=" + n + ", columns=" + keyColumns + ", labels=" + labelBits,
                            full,
                            offsets,
                            blockSize,
                            Arrays.copyOf(sort.rows(), n)));
                }
            }
        }
        assertTrue(done > preparedCases() / 24, "gave up too often: done=" + done);
    }

    private static int[] starts(int[] offsets, int blockSize) {
        MutableIntList starts = IntLists.mutable.empty();
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            for (int start = offsets[segment]; start < offsets[segment + 1]; start += blockSize) {
                starts.add(start);
            }
        }
        return starts.toArray();
    }

    private static int[] segments(int n, int max, Random random) {
        int count = 1 + random.nextInt(Math.min(max, Math.min(n, MAX_BLOCKS / 2)));
        return IntStream.concat(IntStream.of(0, n), random.ints(count - 1, 0, n + 1))
                .sorted()
                .toArray();
    }

    private static void fill(int[] values, int from, int n, Random random) {
        int kind = random.nextInt(6);
        for (int i = 0; i < n; i++) {
            values[from + i] = switch (kind) {
                case 0 -> random.nextInt();
                case 1 -> random.nextInt(5) - 2;
                case 2 -> -i;
                case 3 -> 42;
                case 4 -> (int) Math.exp(random.nextDouble() * 21);
                default -> random.nextBoolean() ? Integer.MIN_VALUE + i : Integer.MAX_VALUE;
            };
        }
    }

    private static int[] full(KeyColumns columns, int[] offsets) {
        int[] rows = new int[offsets[offsets.length - 1]];
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int[] order = SortOracle.order(offsets[segment], offsets[segment + 1], (a, b) -> {
                for (int column = 0; column < columns.count(); column++) {
                    int keyA = columns.values()[column * columns.stride() + a];
                    int keyB = columns.values()[column * columns.stride() + b];
                    if (keyA != keyB) {
                        return Integer.compare(keyA, keyB);
                    }
                }
                return 0;
            });
            System.arraycopy(order, 0, rows, offsets[segment], order.length);
        }
        return rows;
    }

    @Test
    void shouldSayThatItGivesUpWhereTooManyKeysAgreeInTheirHighestBits() {
        int[] values = new int[CAPACITY];
        for (int row = 0; row < values.length; row++) {
            values[row] = row % 5000;
        }
        values[0] = Integer.MIN_VALUE;
        BlockSort sort = new BlockSort(
                CAPACITY, MAX_BLOCKS, KeyColumns.of(values, CAPACITY, 1, 0), 2, Layout.on(engine().device()));
        List<Phase> phases = new ArrayList<>();
        phases.add(Phase.named("load").upload(values).build());
        phases.addAll(sort.phases());
        sort.setBlocks(CAPACITY, new int[] {0, CAPACITY / 2});
        try (Execution execution = engine().prepare(new Program("block sort", phases))) {
            execution.run("load", Progress.NONE);
            assertFalse(sort.run(execution));
        }
    }

    @Test
    void shouldGiveNothingForNothing() {
        assertEquals(0, engine().sorting().blockOrder(Keys.of(new float[0]), 1, SortOptions.DEFAULT).length);
        assertEquals(
                0,
                engine().sorting()
                        .blockOrderSegments(Keys.of(new int[0]), new int[] {0, 0, 0}, 5, SortOptions.DEFAULT)
                        .length);
    }

    @Test
    void shouldExplainItsChoice() {
        assertTrue(engine().sorting().explainBlocks(1 << 24, 1 << 24, 1).startsWith("the best row for"));
        assertTrue(engine().sorting().explainBlocks(1 << 24, 1 << 23, 1).startsWith("one digit for"));
        assertTrue(engine().sorting().explainBlocks(1 << 24, 1 << 14, 2).startsWith("two digits for"));
        assertTrue(engine().sorting().explainBlocks(1 << 24, 2, 1).startsWith("the whole order for"));
        assertTrue(engine().sorting().explainBlocks(1 << 10, 16, 1).startsWith("the whole order for"));
    }

    @Test
    void shouldRefuseBadInput() {
        Keys keys = Keys.of(new int[] {3, 1, 2});
        SortOptions options = SortOptions.DEFAULT;
        assertRefused(
                "blockSize must be 1 or more: blockSize=0",
                () -> engine().sorting().blockOrder(keys, 0, options));
        assertRefused(
                "blockSize must be 1 or more: blockSize=-1",
                () -> engine().sorting().blockOrderSegments(keys, new int[] {0, 3}, -1, options));
        assertRefused(
                "blockSize must be 1 or more: blockSize=0",
                () -> engine().sorting().explainBlocks(10, 0, 1));
        assertRefused(
                "offsets must begin with 0 and end with n: first=0, last=2, n=3",
                () -> engine().sorting().blockOrderSegments(keys, new int[] {0, 2}, 2, options));
        assertRefused(
                "offsets must ascend: offsets[1]=2, offsets[2]=1",
                () -> engine().sorting().blockOrderSegments(keys, new int[] {0, 2, 1, 3}, 2, options));
        KeyColumns columns = KeyColumns.of(new int[3], 3, 1, 0);
        assertRefused(
                "digits must be in 0..2: digits=3",
                () -> new BlockSort(3, 1, columns, 3, Layout.on(engine().device())));
        BlockSort sort = new BlockSort(3, 1, columns, 1, Layout.on(engine().device()));
        assertRefused(
                "rows and blocks must fit: n=4, capacity=3, blocks=1, most blocks=1",
                () -> sort.setBlocks(4, new int[1]));
        assertRefused(
                "rows and blocks must fit: n=3, capacity=3, blocks=2, most blocks=1",
                () -> sort.setBlocks(3, new int[] {0, 1}));
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheMemoryLimit() {
        try (Engine small = open(settings().withMemoryLimit(1 << 21))) {
            float[] keys = new float[1 << 18];
            for (int blockSize : new int[] {1 << 16, 1 << 18}) {
                assertRefusedWith(
                        "the sort does not fit the memory of",
                        () -> small.sorting().blockOrder(Keys.of(keys), blockSize, SortOptions.DEFAULT));
            }
        }
    }

    @Test
    void shouldServeMixedSizesWithProgramsThatAreKept() {
        reuse(6300, (n, random, what) -> {
            int[] keys = random.ints(n).toArray();
            int blockSize = Math.max(1, n / 5 + random.nextInt(3));
            int[] full = engine().sorting().argsort(Keys.of(keys));
            int[] blocks = engine().sorting().blockOrder(Keys.of(keys), blockSize, SortOptions.DEFAULT);
            assertNone(SortOracle.blockDifference(what, full, new int[] {0, n}, blockSize, blocks), what);
        });
    }
}
