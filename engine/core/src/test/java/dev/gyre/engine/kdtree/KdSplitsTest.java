package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KdSplitsTest {

    private static final int ROOT_BITS = 20;

    private interface Column {
        double value(int row, Random random);
    }

    /** The splits of columns with a gap of rows between them, which must not count. */
    private static int[] splits(int rows, Column... columns) {
        Random random = new Random(rows);
        int stride = rows + 3;
        float[] image = new float[columns.length * stride];
        for (int dim = 0; dim < columns.length; dim++) {
            for (int row = 0; row < stride; row++) {
                image[dim * stride + row] = row < rows ? (float) columns[dim].value(row, random) : 1000 * (row % 2);
            }
        }
        int[] splits = KdSplits.choose(image, stride, rows, columns.length, ROOT_BITS);
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

    /** Even where most of its values are the same. */
    @Test
    void shouldSplitTheOneThatIsNotConstant() {
        int[] splits = splits(2000, (row, random) -> -1, (row, random) -> row % 500 == 499 ? 1e-5 : 0);
        for (int bits = ROOT_BITS; bits >= 0; bits--) {
            assertEquals(1, splits[bits], "bits=" + bits);
        }
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
}
