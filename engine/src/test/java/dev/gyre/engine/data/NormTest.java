package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.tasks.Norms;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NormTest {

    @ParameterizedTest
    @CsvSource({"EUCLIDEAN, 169", "MANHATTAN, 19", "CHEBYSHEV, 12"})
    void shouldAddDimensions(Norm norm, double expected) {
        assertEquals(expected, norm.add(norm.add(norm.add(0, -3), 12), -4));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTellSignsApart(Norm norm) {
        assertEquals(norm.add(1, 5), norm.add(1, -5));
        assertEquals(0.0, norm.add(0, -0.0));
        assertEquals(0.0, norm.add(0, 0.0));
    }

    @ParameterizedTest
    @CsvSource({"EUCLIDEAN, 9, Infinity", "MANHATTAN, 3, 1e200", "CHEBYSHEV, 3, 1e200"})
    void shouldTurnDistancesIntoKeys(Norm norm, double three, double large) {
        assertEquals(three, norm.key(3));
        assertEquals(3, norm.distance(three));
        assertEquals(large, norm.key(1e200));
        assertEquals(0, norm.key(0));
        assertEquals(Double.POSITIVE_INFINITY, norm.key(Double.POSITIVE_INFINITY));
        assertEquals(Double.POSITIVE_INFINITY, norm.distance(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTurnKeysBackIntoTheVeryDistance(Norm norm) {
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            double distance = Math.scalb(1 + random.nextDouble(), random.nextInt(1019) - 510);
            assertEquals(distance, norm.distance(norm.key(distance)));
            double next = Math.nextUp(distance);
            assertTrue(norm.key(next) >= norm.key(distance), () -> norm + " of " + distance);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseDistancesBelowZeroAndNaN(Norm norm) {
        for (double distance : new double[] {-1, -Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.NaN}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> norm.key(distance));
            assertEquals("distance must be 0 or more: distance=" + distance, e.getMessage());
        }
    }

    @Test
    void shouldBeKnownToKernelsByItsCode() {
        assertEquals(Norms.EUCLIDEAN, Norm.EUCLIDEAN.code());
        assertEquals(Norms.MANHATTAN, Norm.MANHATTAN.code());
        assertEquals(Norms.CHEBYSHEV, Norm.CHEBYSHEV.code());
    }
}
