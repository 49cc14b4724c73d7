package dev.gyre.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The kernels of a radix select one after the other, as a program runs them, against a row sorted whole. */
class RadixSelectTest {

    private static final int TILE = 4096;

    @ParameterizedTest
    @EnumSource
    void shouldSelectAnyNumberOfKeysOfEveryShape(KeyShape shape) {
        for (int columns : new int[] {1, 2, TILE - 1, TILE, TILE + 1, 3 * TILE + 5}) {
            for (int k : new int[] {1, 2, columns / 2, columns - 1, columns}) {
                if (k >= 1 && k <= columns) {
                    assertSelected(shape, 2, columns, k);
                }
            }
        }
    }

    private static void assertSelected(KeyShape shape, int rows, int columns, int k) {
        float[] floats = shape.floats(rows * columns, new Random(k));
        int[] keys = new int[floats.length];
        OrderedKeys.toKeys(0, keys.length, floats, new int[1], SelectionParameters.FLOATS, keys);
        int tiles = Math.ceilDiv(columns, TILE);
        int items = rows * tiles;
        int[] kth = {77, 77, 77, 77};
        int[] counts = new int[items * RadixParameters.DIGITS];
        int[] parameters = null;
        for (int shift = 24; shift >= 0; shift -= 8) {
            parameters = new int[] {columns, k, TILE, tiles, shift, (int) (-1L << (shift + 8))};
            DigitCounts.countDigits(0, items, keys, kth, parameters, counts);
            DigitChoice.chooseDigit(0, rows, counts, new int[] {tiles, 0}, parameters, kth);
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
