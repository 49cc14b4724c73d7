package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KdCutsTest {

    private static final int ROOT_BITS = 20;

    private interface Column {
        double value(int row, Random random);
    }

    private static int[] splits(int rows, Column... columns) {
        Random random = new Random(rows);
        double[] coordinates = new double[columns.length * rows];
        for (int row = 0; row < rows; row++) {
            for (int dim = 0; dim < columns.length; dim++) {
                coordinates[row * columns.length + dim] = columns[dim].value(row, random);
            }
        }
        int[] splits = KdCuts.of(coordinates, rows, columns.length).splits(ROOT_BITS);
        assertEquals(Integer.SIZE, splits.length);
        return splits;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10, 2048, 5000})
    void shouldTakeTurnsWhereAllSpreadAlike(int rows) {
        Column same = (row, random) -> row / 10.0;
        int[] splits = splits(rows, same, same, same);
        for (int bits = ROOT_BITS; bits >= 0; bits--) {
            assertEquals((ROOT_BITS - bits) % 3, splits[bits], "bits=" + bits);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 40, 2048, 9000})
    void shouldNeverSplitConstantDimensionsUnlessAllAre(int rows) {
        Column constant = (row, random) -> 0.25;
        Column spread = (row, random) -> row * 1e-6;
        int[] splits = splits(rows, constant, spread, constant);
        for (int bits = ROOT_BITS; bits >= 0; bits--) {
            assertEquals(1, splits[bits], "bits=" + bits);
        }
        for (int split : splits(rows, constant, constant)) {
            assertEquals(0, split);
        }
    }

    /** Even if most of its values are equal. */
    @Test
    void shouldSplitTheOneThatIsNotConstant() {
        int[] splits = splits(2000, (row, random) -> -1, (row, random) -> row % 500 == 499 ? 1e-5 : 0);
        for (int bits = ROOT_BITS; bits >= 0; bits--) {
            assertEquals(1, splits[bits], "bits=" + bits);
        }
    }

    @Test
    void shouldTellWhetherManyShareTheirFirstCoordinate() {
        assertFalse(hasManyTies(5000, row -> row));
        assertFalse(hasManyTies(5000, row -> row % 20 == 0 ? 0 : row), "a twentieth are equal");
        assertTrue(hasManyTies(5000, row -> row % 10 == 0 ? 0 : row), "a tenth are equal");
        assertTrue(hasManyTies(5000, row -> row % 2 == 0 ? 0.0 : -0.0), "zeros of both signs");
        assertTrue(hasManyTies(1000, row -> row / 2), "pairs");
        assertFalse(hasManyTies(1, row -> row));
    }

    /** Adds a second coordinate that is the same for all rows. */
    private static boolean hasManyTies(int rows, IntToDoubleFunction first) {
        double[] coordinates = new double[2 * rows];
        Arrays.setAll(coordinates, i -> i % 2 == 0 ? first.applyAsDouble(i / 2) : 1);
        return KdCuts.of(coordinates, rows, 2).hasManyTies();
    }

    @Test
    void shouldSplitTheWidestUntilItIsNoWiderThanTheOthers() {
        int[] splits =
                splits(4000, (row, random) -> random.nextDouble() / 8, (row, random) -> random.nextDouble() * 1.2);
        int first = 0;
        for (int bits = ROOT_BITS; splits[bits] == 1; bits--) {
            first++;
        }
        assertEquals(4, first);
        for (int bits = ROOT_BITS - first; bits > 0; bits--) {
            assertNotEquals(splits[bits], splits[bits - 1], "bits=" + bits);
        }
    }

    /** Two splits leave windows of about one of five values. */
    @Test
    void shouldSplitNoMoreOftenThanThereAreValues() {
        int[] splits = splits(4000, (row, random) -> random.nextDouble(), (row, random) -> 1e9 * random.nextInt(5));
        for (int bits = ROOT_BITS; bits >= 0; bits--) {
            assertEquals(bits > ROOT_BITS - 2 ? 1 : 0, splits[bits], "bits=" + bits);
        }
    }

    @Test
    void shouldTakeTurnsAgainOnceAllValuesAreUsedUp() {
        Column pair = (row, random) -> random.nextInt(2);
        int[] splits = splits(4000, pair, (row, random) -> 0, pair);
        int[] counts = new int[3];
        for (int bits = ROOT_BITS; bits >= 0; bits--) {
            counts[splits[bits]]++;
        }
        assertEquals(0, counts[1]);
        assertTrue(Math.abs(counts[0] - counts[2]) <= 1, Arrays.toString(counts));
    }

    @Test
    void shouldNotBeMisledByOutliers() {
        int[] splits = splits(
                3000,
                (row, random) -> row % 300 == 0 ? 1 : random.nextDouble() * 1e-3,
                (row, random) -> random.nextDouble() * 0.1);
        assertEquals(1, splits[ROOT_BITS]);
    }

    @Test
    void shouldTakeOneRowAndOneDimension() {
        assertEquals(0, splits(1, (row, random) -> 5, (row, random) -> 6)[ROOT_BITS]);
        assertTrue(Arrays.stream(splits(700, (row, random) -> row)).allMatch(split -> split == 0));
    }

    private static double[] cuts(double... coordinates) {
        double[] cuts = new double[CoordinateKeys.CUTS];
        KdCuts.of(coordinates, coordinates.length, 1).write(cuts);
        return cuts;
    }

    /** Also next to outliers, in far clusters, and if all are equal. */
    @Test
    void shouldMakeKeysInTheOrderOfCoordinates() {
        long seed = 31;
        Random random = new Random(seed);
        double[][] samples = {
            random.doubles(3000).toArray(),
            random.doubles(3000).map(x -> x < 0.01 ? x * 1e150 : x).toArray(),
            random.doubles(3000).map(x -> x < 0.5 ? x : 1e100 + x * 1e90).toArray(),
            random.doubles(3000).map(x -> Math.rint(x * 3)).toArray(),
            {5, 5, 5},
            {-0.0},
            {Points.MAX_MAGNITUDE, -Points.MAX_MAGNITUDE, 0, Double.MIN_VALUE}
        };
        for (double[] sample : samples) {
            double[] cuts = cuts(sample);
            double[] sorted = DoubleStream.concat(
                            Arrays.stream(sample), random.doubles(1000).map(x -> (x - 0.5) * 1e10))
                    .sorted()
                    .toArray();
            for (int i = 1; i < sorted.length; i++) {
                int before = CoordinateKeys.key(sorted[i - 1], cuts, 0);
                assertTrue(before <= CoordinateKeys.key(sorted[i], cuts, 0), "seed=" + seed + ", i=" + i);
            }
        }
    }

    @Test
    void shouldTellPointsApartWhereTheyAreDenseWhateverIsFarAway() {
        long seed = 32;
        double[] dense = new Random(seed).doubles(20_000).toArray();
        dense[7] = 1e10;
        dense[8] = -1e300;
        double[] cuts = cuts(Arrays.copyOf(dense, 20_000));
        long keys = Arrays.stream(dense)
                .mapToInt(x -> CoordinateKeys.key(x, cuts, 0))
                .distinct()
                .count();
        assertTrue(keys > 19_900, "seed=" + seed + ", keys=" + keys);
    }

    @Test
    void shouldRankCoordinates() {
        try (Workers workers = new Workers(2)) {
            double[] ranks = KdCuts.ranks(new double[] {3, 0.0, -1, 5, 3, -0.0}, 3, 2, workers);
            assertArrayEquals(new double[] {1, 0, 0, 1, 1, 0}, ranks);
        }
        double[] cuts = new double[CoordinateKeys.CUTS];
        KdCuts.writeOfRanks(cuts);
        for (int rank : new int[] {
            0, 1, 2, CoordinateKeys.KEYS - 1, CoordinateKeys.KEYS, CoordinateKeys.KEYS + 1, TreeLayout.MAX_SIZE
        }) {
            assertEquals(Integer.MIN_VALUE + rank, CoordinateKeys.key(rank, cuts, 0));
        }
    }

    /** In parts that threads sort and merge; with sizes around those at which the number of parts grows. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4096, 4097, 8193, 40_001})
    void shouldRankManyCoordinatesByAllThreads(int rows) {
        Random random = new Random(rows);
        double[] coordinates = random.doubles(2L * rows, -1, 1)
                .map(x -> x < 0 ? Math.rint(x * 50) : x * 1e100)
                .toArray();
        double[][] distinct = new double[2][];
        for (int dim = 0; dim < 2; dim++) {
            int column = dim;
            distinct[dim] = IntStream.range(0, rows)
                    .mapToDouble(row -> coordinates[2 * row + column] + 0.0)
                    .sorted()
                    .distinct()
                    .toArray();
        }
        for (int threads : new int[] {1, 3, 8}) {
            try (Workers workers = new Workers(threads)) {
                double[] ranks = KdCuts.ranks(coordinates, rows, 2, workers);
                for (int i = 0; i < ranks.length; i++) {
                    int at = i;
                    assertEquals(
                            Arrays.binarySearch(distinct[i % 2], coordinates[i] + 0.0),
                            ranks[i],
                            () -> "rows=" + rows + ", threads=" + threads + ", i=" + at);
                }
            }
        }
    }

    /** Other work on the rows sees each once, and the cuts are those of one thread. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 4096, 4097, 40_001})
    void shouldPassEachRowOnWhileItReadsThem(int rows) {
        double[] coordinates = new Random(rows).doubles(3L * rows, -1, 1).toArray();
        double[] expected = new double[3 * CoordinateKeys.CUTS];
        KdCuts.of(coordinates, rows, 3).write(expected);
        for (int threads : new int[] {1, 3}) {
            try (Workers workers = new Workers(threads)) {
                int[] seen = new int[rows];
                KdCuts cuts = new KdCuts(coordinates, rows, 3, workers, (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        seen[row]++;
                    }
                });
                double[] written = new double[3 * CoordinateKeys.CUTS];
                cuts.write(written);
                assertArrayEquals(expected, written, "rows=" + rows + ", threads=" + threads);
                assertEquals(
                        rows, Arrays.stream(seen).filter(times -> times == 1).count());
            }
        }
    }
}
