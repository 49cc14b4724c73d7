package dev.gyre.tasks.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.tasks.common.PackedHeap;
import dev.gyre.tasks.scan.RowScan;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the kernels of radix select and sample select in sequence, as a program does, and compares with a sorted row. */
class RadixSelectTest {

    private static final int TILE = 4096;

    @ParameterizedTest
    @EnumSource
    void shouldSelectAnyNumberOfKeysOfEveryShape(KeyShape shape) {
        for (int columns : new int[] {1, 2, TILE - 1, TILE, TILE + 1, 3 * TILE + 5}) {
            for (int k : new int[] {1, 2, columns / 2, columns - 1, columns}) {
                if (k >= 1 && k <= columns) {
                    assertSelected(shape, 2, columns, k, null);
                }
            }
        }
    }

    /** Tests splitters around the k-th key, far from it, equal to each other, and none. */
    @ParameterizedTest
    @EnumSource
    void shouldSelectFromTheBucketOfTheKthKeyWhereverTheSplittersAre(KeyShape shape) {
        for (int columns : new int[] {1, 2, 300, TILE, 3 * TILE + 5}) {
            int size = Integer.highestOneBit(Math.max(1, columns / 8));
            for (int k : new int[] {1, columns / 2, columns}) {
                int expected = (int) ((long) k * size / columns);
                for (int[] ranks : new int[][] {
                    {expected - 9, expected + 9},
                    {0, 0},
                    {size - 1, size - 1},
                    {-1, size},
                    {-1, size / 2},
                    {size / 2, size}
                }) {
                    if (k > 0) {
                        int upper = Math.max(0, ranks[1]);
                        int lower = Math.min(ranks[0], Math.min(upper, size - 1));
                        assertSelected(shape, 2, columns, k, new int[] {columns, size, lower, upper});
                    }
                }
            }
        }
    }

    @Test
    void shouldSampleAKeyOfEachStratum() {
        for (int stratum : new int[] {1, 2, 16, 1000, 1 << 20}) {
            for (int place = 0; place < SampleParameters.MAX_SIZE - 1; place++) {
                assertEquals(place, SampleParameters.column(place, stratum) / stratum);
            }
        }
    }

    @Test
    void shouldTakeTheKeysOfTheSortedSample() {
        int size = 64;
        int[] keys = new Random(3).ints(2 * size).toArray();
        int[] bracket = new int[4];
        SampleBracket.chooseBracket(0, 2, keys, new int[] {size, size, 5, 60}, new int[2 * size], bracket);
        for (int row = 0; row < 2; row++) {
            int[] sorted = Arrays.copyOfRange(keys, row * size, (row + 1) * size);
            Arrays.sort(sorted);
            assertEquals(sorted[5], bracket[2 * row]);
            assertEquals(sorted[60], bracket[2 * row + 1]);
        }
    }

    private static void assertSelected(KeyShape shape, int rows, int columns, int k, int[] sample) {
        float[] floats = shape.floats(rows * columns, new Random(k));
        int[] keys = new int[floats.length];
        OrderedKeys.toKeys(0, keys.length, floats, new int[1], SelectionParameters.FLOATS, keys);
        int tiles = Math.ceilDiv(columns, TILE);
        int items = rows * tiles;
        int[] kth = {77, 77, 77, 77};
        int[] lengths = {columns, columns};
        int[] parameters = {columns, k, TILE, tiles, 0, 0, rows};
        if (sample == null) {
            findKth(keys, lengths, k, kth, parameters);
        } else {
            findKth(keysOfBucket(keys, sample, kth, lengths, parameters), lengths, 0, kth, parameters);
        }
        int[] before = new int[2 * items];
        SelectedCounts.countSelected(0, items, keys, kth, parameters, before);
        RowScan.scanRows(0, 2 * rows, before, new int[] {tiles}, new int[2 * rows]);
        int[] bestKeys = new int[rows * k];
        int[] bestIds = new int[rows * k];
        SelectedWrite.writeSelected(0, items, keys, kth, parameters, before, bestKeys, bestIds);
        for (int row = 0; row < rows; row++) {
            int first = row * columns;
            String name = shape + ", columns=" + columns + ", k=" + k + ", row=" + row;
            long[] sorted = IntStream.range(0, columns)
                    .mapToLong(column -> PackedHeap.pack(keys[first + column], column))
                    .sorted()
                    .limit(k)
                    .toArray();
            assertEquals(PackedHeap.key(sorted[k - 1]), kth[2 * row], name);
            int[] expected =
                    Arrays.stream(sorted).mapToInt(PackedHeap::id).sorted().toArray();
            assertArrayEquals(expected, Arrays.copyOfRange(bestIds, row * k, row * k + k), name);
            for (int slot = row * k; slot < row * k + k; slot++) {
                assertEquals(keys[first + bestIds[slot]], bestKeys[slot], name);
            }
        }
    }

    /** Returns the keys that remain to be searched; sets their number and what is known of the k-th key. */
    private static int[] keysOfBucket(int[] keys, int[] sample, int[] kth, int[] lengths, int[] parameters) {
        int rows = lengths.length;
        int tiles = parameters[RadixParameters.TILES];
        int[] bracket = new int[2 * rows];
        int[] before = new int[BracketCounts.BUCKETS * rows * tiles];
        int[] totals = new int[BracketCounts.BUCKETS * rows];
        int[] ranges = new int[BracketChoice.RANGE * rows];
        int[] found = new int[keys.length];
        int room = rows * sample[SampleParameters.SIZE];
        SampleBracket.chooseBracket(0, rows, keys, sample, new int[room], bracket);
        BracketCounts.countBuckets(0, rows * tiles, keys, bracket, parameters, before);
        RowScan.scanRows(0, totals.length, before, new int[] {tiles}, totals);
        BracketChoice.chooseBucket(0, rows, totals, bracket, parameters, kth, ranges, lengths);
        RangeWrite.writeRange(0, rows * tiles, keys, ranges, parameters, before, found);
        return found;
    }

    private static void findKth(int[] keys, int[] lengths, int k, int[] kth, int[] sizes) {
        int rows = lengths.length;
        int tiles = sizes[RadixParameters.TILES];
        int[] counts = new int[rows * tiles * RadixParameters.DIGITS];
        for (int shift = 24; shift >= 0; shift -= 8) {
            int[] parameters =
                    new int[] {sizes[RadixParameters.COLUMNS], k, TILE, tiles, shift, (int) (-1L << (shift + 8)), rows};
            PrefixCounts.countDigits(0, rows * tiles, keys, lengths, kth, parameters, counts);
            DigitChoice.chooseDigit(0, rows, counts, new int[] {tiles, 0}, parameters, kth);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "64, 1", "65, 2", "300, 5"})
    void shouldAddUpTiles(int tiles, int sumTiles) {
        int rows = 2;
        int[] counts = new Random(tiles)
                .ints((long) rows * tiles * RadixParameters.DIGITS, 0, 1000)
                .toArray();
        int[] sums = new int[rows * sumTiles * RadixParameters.DIGITS];
        DigitSums.addTiles(0, rows * sumTiles, counts, new int[] {tiles, sumTiles}, sums);
        int[] expected = new int[sums.length];
        for (int i = 0; i < counts.length; i++) {
            int row = i / (tiles * RadixParameters.DIGITS);
            int tile = i / RadixParameters.DIGITS % tiles;
            int digit = i % RadixParameters.DIGITS;
            expected[(row * sumTiles + tile / DigitSums.FAN_IN) * RadixParameters.DIGITS + digit] += counts[i];
        }
        assertArrayEquals(expected, sums);
    }
}
