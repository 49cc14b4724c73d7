package dev.gyre.engine.data;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointsTest {

    private static final double[] ROWS = {1, 2, 3, 4, 5, 6};

    @Test
    void shouldReadRows() {
        Points points = Points.of(ROWS, 2);
        assertEquals(3, points.size());
        assertEquals(2, points.dims());
        assertEquals(4, points.coordinate(1, 1));
        assertArrayEquals(new double[] {5, 6}, points.point(2));
        assertArrayEquals(ROWS, points.toRowMajor());
    }

    @Test
    void shouldWidenFloats() {
        Points points = Points.of(new float[] {0.1f, -2f, Float.MAX_VALUE}, 3);
        assertArrayEquals(new double[] {0.1f, -2, Float.MAX_VALUE}, points.point(0));
    }

    @Test
    void shouldTransposeColumns() {
        Points points = Points.ofColumns(new double[] {1, 3, 5}, new double[] {2, 4, 6});
        assertArrayEquals(ROWS, points.toRowMajor());
        assertEquals(2, points.dims());
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "5, 8", "1048577, 3", "1048577, 4", "1200000, 64"})
    void shouldCopyAnArrayByAnyNumberOfThreads(int length, int threads) {
        double[] from = new Random(length).doubles(length).toArray();
        double[] to = BufferCopy.copyOf(from, threads);
        assertNotSame(from, to);
        assertArrayEquals(from, to);
    }

    @Test
    void shouldCopyWhatItTakesAndWhatItGives() {
        double[] rows = ROWS.clone();
        float[] floats = {1, 2};
        double[] column = {1, 2};
        Points ofRows = Points.of(rows, 2);
        Points ofFloats = Points.of(floats, 2);
        Points ofColumns = Points.ofColumns(column);
        rows[0] = 99;
        floats[0] = 99;
        column[0] = 99;
        for (Points points : new Points[] {ofRows, ofFloats, ofColumns}) {
            assertEquals(1, points.coordinate(0, 0));
            points.toRowMajor()[0] = 99;
            points.point(0)[0] = 99;
            assertEquals(1, points.coordinate(0, 0));
        }
    }

    @Test
    void shouldTakeNoPoints() {
        assertEquals(0, Points.of(new double[0], 3).size());
        assertEquals(3, Points.of(new double[0], 3).dims());
        assertEquals(0, Points.of(new float[0], 1).size());
        assertEquals(0, Points.ofColumns(new double[0], new double[0]).size());
    }

    @Test
    void shouldKeepTheSignOfZeroAndTheLargestMagnitude() {
        double[] rows = {-0.0, Points.MAX_MAGNITUDE, -Points.MAX_MAGNITUDE, Double.MIN_VALUE};
        assertArrayEquals(rows, Points.of(rows, 1).toRowMajor());
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0x1.0000000000001p500, -1e200})
    void shouldRefuseWhatIsNotFiniteOrTooLargeWithRowAndColumn(double bad) {
        String message = "coordinates must be finite and of magnitude 2^500 at most: row=1, column=2, value=" + bad;
        double[] rows = {1, 2, 3, 4, 5, bad, 7, 8, 9};
        assertRefused(message, () -> Points.of(rows, 3));
        assertRefused(
                message,
                () -> Points.ofColumns(new double[] {1, 4, 7}, new double[] {2, 5, 8}, new double[] {3, bad, 9}));
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void shouldRefuseFloatsThatAreNotFiniteWithRowAndColumn(float bad) {
        assertRefused(
                "coordinates must be finite and of magnitude 2^500 at most: row=1, column=0, value=" + (double) bad,
                () -> Points.of(new float[] {1, 2, bad, 4}, 2));
    }

    @Test
    void shouldRefuseALengthThatIsNoMultipleOfDims() {
        String message = "the number of coordinates must be a multiple of dims: length=6, dims=4";
        assertRefused(message, () -> Points.of(ROWS, 4));
        assertRefused(message, () -> Points.of(new float[6], 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4097, Integer.MIN_VALUE})
    void shouldRefuseDimsOutOfRange(int dims) {
        assertRefused("dims must be in 1..4096: dims=" + dims, () -> Points.of(ROWS, dims));
        assertRefused("dims must be in 1..4096: dims=" + dims, () -> Points.of(new float[6], dims));
    }

    @Test
    void shouldTakeAsManyDimensionsAsItSaysAndNoMore() {
        assertEquals(
                1,
                Points.of(new double[Points.MAX_DIMENSIONS], Points.MAX_DIMENSIONS)
                        .size());
        double[][] columns = new double[Points.MAX_DIMENSIONS + 1][1];
        assertRefused("dims must be in 1..4096: dims=4097", () -> Points.ofColumns(columns));
        assertRefused("dims must be in 1..4096: dims=0", () -> Points.ofColumns(new double[0][]));
    }

    @Test
    void shouldRefuseColumnsOfDifferentLengths() {
        assertRefused(
                "columns must be of one length: column 0 has 2, column 1 has 3",
                () -> Points.ofColumns(new double[2], new double[3]));
        assertRefused(
                "columns must be of one length: column 0 has 2, column 2 has 1",
                () -> Points.ofColumns(new double[2], new double[2], new double[1]));
    }

    @Test
    void shouldRefuseMoreCoordinatesThanAnArrayHolds() {
        double[][] columns = new double[Points.MAX_DIMENSIONS][];
        Arrays.fill(columns, new double[1 << 20]);
        assertRefused("size x dims must be below 2^31 - 8: size=1048576, dims=4096", () -> Points.ofColumns(columns));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 1 << 30, 1 << 31, Integer.MAX_VALUE})
    void shouldRefuseRowsThatThereAreNot(int row) {
        Points points = Points.of(new double[12], 4);
        assertThrows(IndexOutOfBoundsException.class, () -> points.coordinate(row, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> points.point(row));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, Integer.MAX_VALUE})
    void shouldRefuseDimensionsThatThereAreNot(int dim) {
        Points points = Points.of(new double[12], 4);
        assertThrows(IndexOutOfBoundsException.class, () -> points.coordinate(1, dim));
    }

    /** Adds (a-b)² from the first dimension to the last: another order would not lose the small squares. */
    @Test
    void shouldSumSquaredDifferencesFromTheFirstDimensionToTheLast() {
        Points first = Points.of(new double[] {7, 7, 7, 1e8, 1, 1}, 3);
        Points second = Points.of(new double[] {0, 0, 0}, 3);
        assertEquals(1e16, first.distanceSq(1, second, 0));
        assertEquals(147, second.distanceSq(0, first, 0));
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 26, 50", "manhattan, 6, 10", "chebyshev, 5, 5", "inner-product, 0, -38"})
    void shouldGiveTheKeyOfANorm(Metric metric, double first, double second) {
        Norm norm = metric.norm();
        Points points = Points.of(new double[] {2, -3, 3, 2}, 2);
        Points others = Points.of(new double[] {8, 7}, 2);
        assertEquals(first, points.key(0, points, 1, norm));
        assertEquals(first, points.key(1, points, 0, norm));
        assertEquals(second, points.key(1, others, 0, norm));
        assertEquals(norm == Norm.INNER_PRODUCT ? -13 : 0, points.key(1, points, 1, norm));
    }

    @Test
    void shouldPackBits() {
        Random random = new Random(11);
        for (int bits : new int[] {1, 23, 24, 25, 48, 63, 64, 65, 72, 128, 130, 192, 1000}) {
            int words = Math.ceilDiv(bits, 64);
            long[] packed = random.longs(3L * words).toArray();
            for (int row = 0; row < 3 && bits % 64 > 0; row++) {
                packed[row * words + words - 1] &= (1L << bits % 64) - 1;
            }
            Points points = Points.ofBits(packed, bits);
            assertEquals(3, points.size());
            assertEquals(Math.ceilDiv(bits, 24), points.dims());
            for (int row = 0; row < 3; row++) {
                for (int bit = 0; bit < bits; bit++) {
                    long expected = packed[row * words + bit / 64] >>> bit % 64 & 1;
                    long actual = (long) points.coordinate(row, bit / 24) >>> bit % 24 & 1;
                    assertEquals(expected, actual, "bits=" + bits + ", row=" + row + ", bit=" + bit);
                }
                int at = row * words;
                int distance = 0;
                for (int word = 0; word < words; word++) {
                    distance += Long.bitCount(packed[word] ^ packed[at + word]);
                }
                assertEquals(distance, points.key(0, points, row, Norm.HAMMING));
            }
        }
        assertEquals(0, Points.ofBits(new long[0], 65).size());
    }

    @Test
    void shouldRefuseBitsThatAreNoRows() {
        assertRefused("bitsPerRow must be in 1..98304: bitsPerRow=0", () -> Points.ofBits(new long[1], 0));
        assertRefused("bitsPerRow must be in 1..98304: bitsPerRow=98305", () -> Points.ofBits(new long[1], 98305));
        assertRefused(
                "the number of words must be a multiple of those of a row: length=3, wordsPerRow=2",
                () -> Points.ofBits(new long[3], 65));
        assertRefused(
                "bits beyond those of a row must be 0: row=1, bitsPerRow=7",
                () -> Points.ofBits(new long[] {127, 128}, 7));
        assertEquals(
                64, Points.ofBits(new long[] {-1, 0}, 64).key(0, Points.ofBits(new long[] {0}, 64), 0, Norm.HAMMING));
    }

    /** Another order would not lose the ones. */
    @Test
    void shouldSumMagnitudesFromTheFirstDimensionToTheLast() {
        Points points = Points.of(new double[] {1e16, -1, 1, 0, 0, 0}, 3);
        assertEquals(1e16, points.key(0, points, 1, Norm.MANHATTAN));
    }

    @Test
    void shouldKeepKeysOfTheLargestCoordinatesFinite() {
        double[] rows = new double[2 * Points.MAX_DIMENSIONS];
        Arrays.fill(rows, 0, Points.MAX_DIMENSIONS, Points.MAX_MAGNITUDE);
        Arrays.fill(rows, Points.MAX_DIMENSIONS, rows.length, -Points.MAX_MAGNITUDE);
        Points corners = Points.of(rows, Points.MAX_DIMENSIONS);
        assertEquals(0x1p1014, corners.key(0, corners, 1, Norm.EUCLIDEAN));
        assertEquals(0x1p513, corners.key(0, corners, 1, Norm.MANHATTAN));
        assertEquals(0x1p501, corners.key(0, corners, 1, Norm.CHEBYSHEV));
    }

    @Test
    void shouldRefuseADistanceBetweenOtherDimensionsOrRowsThatAreNotThere() {
        Points plane = Points.of(new double[] {1, 2, 3, 4}, 2);
        Points line = Points.of(new double[] {1, 2, 3, 4}, 1);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> plane.distanceSq(0, line, 0));
        assertEquals("points must have the same dimensions: dims=2, other=1", e.getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> plane.distanceSq(2, plane, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> plane.distanceSq(0, plane, -1));
    }
}
