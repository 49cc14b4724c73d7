package dev.gyre.engine.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.jvm.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionInputTest {

    private static int[] keys(float[] values, Order order, int threads) {
        try (Workers workers = new Workers(threads)) {
            int[] keys = new int[values.length];
            new SelectionInput(values, values.length, order, true, workers).writeKeys(0, 1, keys);
            return keys;
        }
    }

    /** Floats of all kinds: any bits but those of NaN. */
    private static float[] floats(int count, long seed) {
        Random random = new Random(seed);
        float[] special = {
            0f,
            -0f,
            Float.MIN_VALUE,
            -Float.MIN_VALUE,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY
        };
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            values[i] = Float.isNaN(value) ? special[random.nextInt(special.length)] : value;
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4095, 4096, 4097, 50_000})
    void shouldOrderKeysAsFloats(int count) {
        float[] values = floats(count, count);
        for (int threads : new int[] {1, 3}) {
            int[] ascending = keys(values, Order.ASCENDING, threads);
            int[] descending = keys(values, Order.DESCENDING, threads);
            for (int i = 0; i < count; i++) {
                int next = (i + 1) % count;
                int expected = Float.compare(values[i], values[next]);
                assertEquals(expected, Integer.compare(ascending[i], ascending[next]), "seed=" + count + ", i=" + i);
                assertEquals(~ascending[i], descending[i], "seed=" + count + ", i=" + i);
            }
        }
    }

    @Test
    void shouldRefuseEachNaNAndTakeInfinity() {
        for (int bits : new int[] {0x7f800001, 0x7fc00000, 0x7fffffff, 0xff800001, 0xffc00000, 0xffffffff}) {
            for (int at : new int[] {0, 4095, 4096, 9999}) {
                float[] values = new float[10_000];
                values[at] = Float.intBitsToFloat(bits);
                assertTrue(Float.isNaN(values[at]));
                assertThrows(SelectionInput.NotANumber.class, () -> keys(values, Order.ASCENDING, 2), "at=" + at);
            }
        }
        float[] infinite = {Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
        assertArrayEquals(new int[] {0x7f800000, 0x807fffff}, keys(infinite, Order.ASCENDING, 1));
    }
}
