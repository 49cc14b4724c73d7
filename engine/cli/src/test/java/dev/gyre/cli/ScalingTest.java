package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.cli.Scaling.Normalization;
import dev.gyre.engine.data.Points;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingTest {

    @ParameterizedTest
    @CsvSource({"1,0,1", "2,1e9,1", "3,-5,1e-150", "4,1,1e140"})
    void shouldGiveMeanZeroAndDeviationOne(long seed, double shift, double spread) {
        int n = 10_000;
        double[] rows =
                new Random(seed).doubles(n).map(x -> (shift + x) * spread).toArray();
        Points points = Points.of(rows, 1);
        Points scaled = Scaling.of(points, Normalization.ZSCORE).apply(points);
        double sum = 0;
        double squares = 0;
        for (int row = 0; row < n; row++) {
            sum += scaled.coordinate(row, 0);
            squares += scaled.coordinate(row, 0) * scaled.coordinate(row, 0);
        }
        assertEquals(0, sum / n, 1e-6, "seed=" + seed);
        assertEquals(1, squares / n, 1e-6, "seed=" + seed);
    }

    @Test
    void shouldBringColumnsToOneScale() {
        Points points = Points.of(new double[] {-4, 7, 0, 7, 4, 7}, 2);
        double[] expected = {0, 0, 0.5, 0, 1, 0};
        assertArrayEquals(
                expected, Scaling.of(points, Normalization.MINMAX).apply(points).toRowMajor());
        double unit = Math.sqrt(1.5);
        assertArrayEquals(
                new double[] {-unit, 0, 0, 0, unit, 0},
                Scaling.of(points, Normalization.ZSCORE).apply(points).toRowMajor(),
                1e-15);
    }

    @Test
    void shouldShiftAColumnOfEqualNumbersAndNotDivideIt() {
        Points points = Points.of(new double[] {7, 7, 7}, 1);
        Points others = Points.of(new double[] {9}, 1);
        for (Normalization normalization : Normalization.values()) {
            assertArrayEquals(
                    new double[] {2},
                    Scaling.of(points, normalization).apply(others).toRowMajor());
        }
    }

    @Test
    void shouldTakeNoPoints() {
        Points none = Points.of(new double[0], 2);
        assertEquals(0, Scaling.of(none, Normalization.ZSCORE).apply(none).size());
    }

    @Test
    void shouldMultiplyByWeights() {
        Points points = Points.of(new double[] {1, 2, 3, 4}, 2);
        assertArrayEquals(
                new double[] {10, 0, 30, 0},
                Scaling.none(2).weighted(10, 0).apply(points).toRowMajor());
    }
}
