package dev.gyre.tasks.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloatOrderTest {

    private static final int EXPONENTS = 255;
    private static final int MANTISSAS = 200;

    @ParameterizedTest
    @ValueSource(
            floats = {
                0f,
                1f,
                0.99999994f,
                1.0000001f,
                Float.MIN_VALUE,
                Float.MIN_NORMAL,
                0x0.fffffep-126f,
                Float.MAX_VALUE,
                Float.POSITIVE_INFINITY
            })
    void shouldGiveTheKeysOfExtremesOfBothSigns(float x) {
        assertKey(x);
        assertKey(-x);
    }

    @Test
    void shouldGiveTheKeysOfAllExponents() {
        Random random = new Random(1);
        for (int exponent = 0; exponent < EXPONENTS; exponent++) {
            assertKey(Float.intBitsToFloat(exponent << 23));
            assertKey(Float.intBitsToFloat(exponent << 23 | 0x7fffff));
            for (int i = 0; i < MANTISSAS; i++) {
                int bits = exponent << 23 | random.nextInt(1 << 23);
                assertKey(Float.intBitsToFloat(bits));
                assertKey(-Float.intBitsToFloat(bits));
            }
        }
    }

    @Test
    void shouldGiveTheKeysOfDenormalFloatsOfEveryLength() {
        for (int bit = 0; bit < 23; bit++) {
            assertKey(Float.intBitsToFloat(1 << bit));
            assertKey(Float.intBitsToFloat((1 << bit) + 1));
            assertKey(-Float.intBitsToFloat((2 << bit) - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 0x7f800001, 0x7f800000})
    void shouldTakeKeysBeyondAllNumbersForInfinity(int key) {
        assertEquals(Float.POSITIVE_INFINITY, FloatOrder.value(key));
        assertEquals(Float.NEGATIVE_INFINITY, FloatOrder.value(~key));
    }

    private static void assertKey(float x) {
        int bits = Float.floatToIntBits(x);
        int key = bits ^ ((bits >> 31) & 0x7fffffff);
        assertEquals(key, FloatOrder.key(x), () -> "key of " + Float.toHexString(x));
        assertEquals(bits, Float.floatToIntBits(FloatOrder.value(key)), () -> "value of key of " + x);
    }
}
