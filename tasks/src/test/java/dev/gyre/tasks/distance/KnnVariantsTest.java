package dev.gyre.tasks.distance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.tasks.common.Norms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the variant for the JVM with the variant for devices: bit by bit, except for squares that are rounded before they are added. */
class KnnVariantsTest {

    private static final int SECOND_TILE = 512;

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.distance.KnnCases#exact")
    void shouldAgreeOnExactData(KnnCase input) {
        input.run(BruteForceKnnJvm::nearest).assertSame(input.run(BruteForceKnn::nearest), input);
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.distance.KnnCases#rounded")
    void shouldAgreeOnRoundedData(KnnCase input) {
        KnnRows rows = input.run(BruteForceKnnJvm::nearest);
        KnnRows expected = input.run(BruteForceKnn::nearest);
        if (input.norm() == Norms.EUCLIDEAN && input.dims() > 3) {
            // One of two kernels may round squares before it adds them.
            rows.assertNear(expected, input, 2 * (input.dims() + 2) * 0x1p-24);
        } else {
            rows.assertSame(expected, input);
        }
    }

    /** The one difference that BruteForceKnnJvm documents: gaps between keys below 2^-126 may be overlooked. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldDifferByLessThanTheSmallestNormalFloatOnDenormalData(long seed) {
        KnnCase input = KnnCase.scaled(0x1p-62, 2000, 40, 2, 1, seed);
        KnnRows tiles = input.run(BruteForceKnnJvm::nearest);
        KnnRows scan = input.run(BruteForceKnn::nearest);
        for (int slot = 0; slot < 40; slot++) {
            float gap = Math.abs(tiles.key(slot) - scan.key(slot));
            assertTrue(gap < Float.MIN_NORMAL, input + ", slot=" + slot + ", gap=" + gap);
        }
    }

    /** A point of the second tile is nearer by one unit in the last place than the point kept from the first tile. */
    @ParameterizedTest
    @ValueSource(ints = {-51, -40, -20, 0, 20, 60})
    void shouldSeeAnImprovementOfOneUnitInTheLastPlace(int exponent) {
        float far = Math.scalb(1f, exponent);
        KnnCase input = KnnCase.allEqual(SECOND_TILE + 8, 1, 1, 1);
        for (int point = 0; point < input.n(); point++) {
            input.points()[point] = 2 * far;
        }
        input.queries()[0] = 0;
        input.points()[3] = far;
        input.points()[SECOND_TILE + 5] = Math.nextDown(far);
        KnnCases.ofEveryNorm(input).forEach(each -> {
            assertEquals(SECOND_TILE + 5, each.run(BruteForceKnn::nearest).id(0), each::toString);
            assertEquals(SECOND_TILE + 5, each.run(BruteForceKnnJvm::nearest).id(0), each::toString);
        });
    }
}
