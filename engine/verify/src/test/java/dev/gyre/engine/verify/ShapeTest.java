package dev.gyre.engine.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeTest {

    private static final int SIZE = 1000;
    private static final int DIMS = 3;

    private static double[] rows(Shape shape) {
        return shape.rows(SIZE, DIMS, new Random(7));
    }

    private static DoubleStream values(Shape shape) {
        return Arrays.stream(rows(shape));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRepeatItselfForASeed(Shape shape) {
        assertArrayEquals(rows(shape), rows(shape));
        assertEquals(SIZE * DIMS, rows(shape).length);
        assertEquals(0, shape.rows(0, DIMS, new Random(7)).length);
    }

    @ParameterizedTest
    @EnumSource(names = "SORTED", mode = EnumSource.Mode.EXCLUDE)
    void shouldDifferForAnotherSeed(Shape shape) {
        assertFalse(Arrays.equals(rows(shape), shape.rows(SIZE, DIMS, new Random(8))));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeAcceptedAsPoints(Shape shape) {
        assertEquals(SIZE, Points.of(rows(shape), DIMS).size());
    }

    @Test
    void shouldSpreadUniformValuesOverTheUnitInterval() {
        assertTrue(values(Shape.UNIFORM).allMatch(value -> value >= 0 && value < 1));
        assertEquals(0.5, values(Shape.UNIFORM).average().orElseThrow(), 0.03);
    }

    @Test
    void shouldCrowdExponentialValuesNearTheOrigin() {
        assertTrue(values(Shape.EXPONENTIAL).allMatch(value -> value >= 0));
        assertEquals(1 / 40.0, values(Shape.EXPONENTIAL).average().orElseThrow(), 0.002);
    }

    @Test
    void shouldPutClusteredRowsIntoFewSmallClouds() {
        Set<Long> cells = values(Shape.CLUSTERED).mapToObj(Math::round).collect(Collectors.toSet());
        assertTrue(cells.size() <= 2 * 8 * DIMS, () -> cells.size() + " cells");
        assertTrue(values(Shape.CLUSTERED).distinct().count() > SIZE);
        assertTrue(values(Shape.CLUSTERED).allMatch(value -> Math.abs(value) < 181));
    }

    @Test
    void shouldRepeatOnePlaceThatFloatsCannotHold() {
        double[] rows = rows(Shape.ALL_EQUAL);
        for (int i = 0; i < rows.length; i++) {
            assertEquals(rows[i % DIMS], rows[i]);
            assertFalse((float) rows[i] == rows[i]);
        }
    }

    @Test
    void shouldPutCollinearRowsOnOneLine() {
        double[] rows = rows(Shape.COLLINEAR);
        for (int i = 0; i < rows.length; i++) {
            assertEquals(rows[i / DIMS * DIMS] * (i % DIMS + 1), rows[i]);
        }
        assertTrue(Arrays.stream(rows).distinct().count() > SIZE);
    }

    @Test
    void shouldSpaceSortedRowsEvenly() {
        double[] rows = rows(Shape.SORTED);
        for (int i = 0; i < rows.length; i++) {
            assertEquals(i / DIMS, rows[i]);
        }
    }

    @Test
    void shouldRepeatFewDuplicates() {
        double[] rows = rows(Shape.DUPLICATES);
        Set<List<Double>> places = IntStream.range(0, SIZE)
                .mapToObj(row -> List.of(rows[row * DIMS], rows[row * DIMS + 1], rows[row * DIMS + 2]))
                .collect(Collectors.toSet());
        assertEquals(27, places.size());
    }

    @Test
    void shouldMixBothZeros() {
        assertEquals(
                Set.of(Double.doubleToRawLongBits(-0.0), 0L),
                values(Shape.SIGNED_ZEROS).mapToObj(Double::doubleToRawLongBits).collect(Collectors.toSet()));
    }

    @Test
    void shouldUseEveryIntegerOfTheGrid() {
        assertEquals(33, values(Shape.GRID).distinct().count());
        assertTrue(values(Shape.GRID).allMatch(value -> value == Math.rint(value) && Math.abs(value) <= 16));
    }

    @Test
    void shouldReachBothEndsOfTheRange() {
        Set<Double> magnitudes = values(Shape.EXTREMES).map(Math::abs).boxed().collect(Collectors.toSet());
        assertTrue(magnitudes.containsAll(Set.of(0.0, Double.MIN_VALUE, Points.MAX_MAGNITUDE)));
        assertTrue(values(Shape.EXTREMES).anyMatch(value -> value < 0));
        assertTrue(values(Shape.EXTREMES).anyMatch(value -> value > 0));
    }

    @Test
    void shouldHideSmallDifferencesBehindAnOffset() {
        assertTrue(values(Shape.OFFSET).allMatch(value -> value >= 1e9 && value < 1e9 + 1));
        assertEquals(
                1, values(Shape.OFFSET).map(value -> (float) value).distinct().count());
        assertTrue(values(Shape.OFFSET).distinct().count() > SIZE);
    }

    @Test
    void shouldPutFewRowsFarFromTheOthers() {
        double[] rows = rows(Shape.OUTLIERS);
        long far = values(Shape.OUTLIERS).filter(value -> Math.abs(value) > 1).count();
        assertTrue(far > DIMS * 15 && far <= DIMS * 20, () -> far + " coordinates");
        assertTrue(values(Shape.OUTLIERS).filter(value -> value == -999999).count() >= DIMS * 5);
        assertTrue(Arrays.stream(rows).map(Math::abs).max().orElse(0) > 1e50);
        assertTrue(Arrays.stream(Shape.OUTLIERS.rows(1, 2, new Random(7))).allMatch(value -> Math.abs(value) > 1));
    }

    @Test
    void shouldDrawDistancesAndSquaresBelowTheNormalNumbers() {
        assertTrue(values(Shape.SUBNORMALS).allMatch(value -> Math.abs(value) < Double.MIN_NORMAL));
        assertTrue(values(Shape.SUBNORMALS).distinct().count() >= 60);
        assertTrue(values(Shape.SUBNORMAL_SQUARES).allMatch(value -> value * value < Double.MIN_NORMAL));
        assertTrue(values(Shape.SUBNORMAL_SQUARES).anyMatch(value -> value * value > 0));
        assertTrue(
                values(Shape.SUBNORMAL_SQUARES).allMatch(value -> value == 0 || Math.abs(value) > Double.MIN_NORMAL));
    }

    @Test
    void shouldPutUpToThreeRowsFarAway() {
        long far = values(Shape.FAR_ROWS).filter(value -> Math.abs(value) > 1).count();
        assertTrue(far >= 1 && far <= 3, () -> far + " coordinates");
        assertEquals(0, Shape.FAR_ROWS.rows(0, 2, new Random(7)).length);
    }

    @Test
    void shouldGoThroughAllShapesAndRepeatASeriesForASeed() {
        int cases = 6 * Shape.values().length;
        List<Sample> samples = Sample.series(cases, 5);
        assertEquals(samples, Sample.series(cases, 5));
        assertFalse(samples.equals(Sample.series(cases, 6)));
        for (Shape shape : Shape.values()) {
            assertEquals(
                    6,
                    samples.stream().filter(sample -> sample.shape() == shape).count(),
                    shape::name);
        }
        assertTrue(samples.stream().mapToInt(Sample::size).distinct().count() > 8);
        assertTrue(samples.stream().mapToInt(Sample::dims).distinct().count() > 4);
        assertEquals(cases, samples.stream().map(Sample::seed).distinct().count());
        assertEquals(
                1500,
                samples.stream()
                        .max(Comparator.comparingInt(Sample::size))
                        .orElseThrow()
                        .size());
    }

    @Test
    void shouldDrawTheSameRowsFromTheSameSample() {
        Sample sample = new Sample(Shape.UNIFORM, 10, 4, 9);
        assertArrayEquals(sample.rows(sample.random()), sample.rows(sample.random()));
        assertEquals(40, sample.rows(sample.random()).length);
    }

    @Test
    void shouldRefuseMoreRowsThanAnArrayHolds() {
        assertThrows(ArithmeticException.class, () -> Shape.GRID.rows(1 << 30, 4, new Random(1)));
    }
}
