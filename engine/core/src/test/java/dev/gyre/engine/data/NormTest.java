package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.tasks.common.Norms;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormTest {

    private static final List<Norm> OF_DIFFERENCES = List.of(
            Norm.EUCLIDEAN, Norm.MANHATTAN, Norm.CHEBYSHEV, Norm.lp(1.1f), Norm.lp(3), Norm.lp(17.25f), Norm.lp(64));

    private static List<Norm> ofDifferences() {
        return OF_DIFFERENCES;
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 169", "manhattan, 19", "chebyshev, 12"})
    void shouldAddDimensions(Metric metric, double expected) {
        Norm norm = metric.norm();
        assertEquals(expected, norm.add(norm.add(norm.add(0, -3), 12), -4));
        assertEquals(expected, key(norm, -3, 12, -4));
    }

    private static double key(Norm norm, double... differences) {
        return norm.key(differences, 0, new double[differences.length], 0, differences.length);
    }

    @ParameterizedTest
    @MethodSource("ofDifferences")
    void shouldNotTellSignsApart(Norm norm) {
        assertEquals(norm.add(1, 5), norm.add(1, -5));
        assertEquals(0.0, norm.add(0, -0.0));
        assertEquals(0.0, norm.add(0, 0.0));
        assertEquals(key(norm, 3, -5, 7), key(norm, -3, 5, 7));
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 9, Infinity", "manhattan, 3, 1e200", "chebyshev, 3, 1e200", "lp:5, 3, 1e200"})
    void shouldTurnDistancesIntoKeys(Metric metric, double three, double large) {
        Norm norm = metric.norm();
        assertEquals(three, norm.key(3));
        assertEquals(3, norm.distance(three));
        assertEquals(large, norm.key(1e200));
        assertEquals(0, norm.key(0));
        assertEquals(Double.POSITIVE_INFINITY, norm.key(Double.POSITIVE_INFINITY));
        assertEquals(Double.POSITIVE_INFINITY, norm.distance(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @MethodSource("ofDifferences")
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
    @MethodSource("ofDifferences")
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
        assertEquals(Norms.INNER_PRODUCT, Norm.INNER_PRODUCT.code());
        assertEquals(Norms.HAMMING, Norm.HAMMING.code());
        assertEquals(3 * Norms.ONE, Norm.lp(3).code());
        assertEquals(64 * Norms.ONE, Norm.lp(64).code());
        assertEquals(Norms.ONE + 2, Norm.lp(Math.nextUp(1f)).code());
        assertEquals(Math.nextUp(1f), Norm.lp(Math.nextUp(1f)).exponent());
    }

    @Test
    void shouldBeEqualByItsCode() {
        assertEquals(Norm.lp(2.5f), Norm.lp(2.5f));
        assertEquals(Norm.lp(2.5f).hashCode(), Norm.lp(2.5f).hashCode());
        assertNotEquals(Norm.lp(2.5f), Norm.lp(Math.nextUp(2.5f)));
        assertSame(Norm.MANHATTAN, Norm.lp(1));
        assertSame(Norm.EUCLIDEAN, Norm.lp(2));
        assertSame(Norm.CHEBYSHEV, Norm.lp(Float.POSITIVE_INFINITY));
        assertEquals("lp:2.5", Norm.lp(2.5f).toString());
        assertEquals("inner-product", Norm.INNER_PRODUCT.toString());
    }

    @ParameterizedTest
    @ValueSource(floats = {0, 0.99999994f, -1, 64.00001f, 1e30f, Float.NaN, Float.NEGATIVE_INFINITY})
    void shouldRefuseExponentsOfNoNorm(float p) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Norm.lp(p));
        assertEquals("the exponent of a norm must be in 1..64 or infinite: p=" + p, e.getMessage());
    }

    @Test
    void shouldSayWhatIsANormOfDifferences() {
        OF_DIFFERENCES.forEach(norm -> assertTrue(norm.isOfDifferences(), norm::toString));
        assertFalse(Norm.INNER_PRODUCT.isOfDifferences());
        assertFalse(Norm.HAMMING.isOfDifferences());
        assertThrows(IllegalStateException.class, () -> Norm.HAMMING.add(1, 1));
        assertThrows(IllegalStateException.class, () -> Norm.HAMMING.exponent());
    }

    @ParameterizedTest
    @ValueSource(floats = {1.1f, 1.5f, 2.5f, 3, 17, 64})
    void shouldGiveTheRootOfTheSumOfPowers(float p) {
        Norm norm = Norm.lp(p);
        Random random = new Random(5);
        for (int i = 0; i < 3000; i++) {
            double[] differences =
                    random.doubles(1 + random.nextInt(6), -4, 4).map(Math::rint).toArray();
            double plain = Math.pow(
                    DoubleStream.of(differences)
                            .map(x -> Math.pow(Math.abs(x), p))
                            .sum(),
                    1 / (double) p);
            assertEquals(plain, key(norm, differences), 1e-14 * plain);
            double added = 0;
            for (double difference : differences) {
                added = norm.add(added, difference);
            }
            assertEquals(plain, added, 1e-13 * plain);
        }
    }

    /** For such distances, the powers themselves would all be infinite or 0. */
    @ParameterizedTest
    @ValueSource(floats = {1.1f, 3, 64})
    void shouldScaleDistancesOfPowers(float p) {
        Norm norm = Norm.lp(p);
        double ofOnes = key(norm, 1, 1, 1);
        assertEquals(Math.pow(3, 1 / (double) p), ofOnes, 1e-15);
        for (int exponent : new int[] {501, 400, 17, -17, -400, -501, -900, -1000}) {
            double unit = Math.scalb(1.0, exponent);
            assertEquals(ofOnes * unit, key(norm, unit, -unit, unit), "2^" + exponent);
            assertEquals(unit, key(norm, 0, unit), "2^" + exponent);
            assertEquals(1.1 * unit, key(norm, 1.1 * unit, 1.1 * unit * 0x1p-60), "2^" + exponent);
        }
        assertEquals(Double.MIN_VALUE, key(norm, 0, Double.MIN_VALUE));
        assertEquals(0, key(norm, 0, -0.0));
        assertEquals(0x1p501, norm.add(0x1p501, Double.MIN_VALUE));
        assertEquals(Double.POSITIVE_INFINITY, norm.add(Double.POSITIVE_INFINITY, 3));
    }

    @Test
    void shouldNegateInnerProducts() {
        assertEquals(-11, Norm.INNER_PRODUCT.key(new double[] {1, 2}, 0, new double[] {3, 4}, 0, 2));
        // Not -0, which some comparisons treat as less than 0.
        assertEquals(0.0, Norm.INNER_PRODUCT.key(new double[] {0, 1, -1}, 0, new double[] {5, 0, 0}, 0, 3));
        assertEquals(-7, Norm.INNER_PRODUCT.distance(-7));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Norm.INNER_PRODUCT.key(1));
        assertEquals("an inner product has no radius: distance=1.0", e.getMessage());
    }

    @Test
    void shouldCountBits() {
        assertEquals(24 + 1, Norm.HAMMING.key(new double[] {0, 5}, 0, new double[] {Norm.MAX_WORD, 4}, 0, 2));
        assertEquals(3, Norm.HAMMING.distance(Norm.HAMMING.key(3)));
    }
}
