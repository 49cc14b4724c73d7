package dev.gyre.engine.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Engine;
import dev.gyre.engine.OneCard;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionOptions;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Floats of all kinds, which an imitated device gets as bits and orders itself. */
class FloatBitsTest {

    private static final long SEED = 20_261_128;

    private static Engine card;
    private static Engine jvm;

    @BeforeAll
    static void open() {
        card = OneCard.open(Settings.DEFAULT.withDevice(OneCard.ID).withStrict(true));
        jvm = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1));
    }

    @AfterAll
    static void close() {
        card.close();
        jvm.close();
    }

    /** Any bits but those of NaN: denormal floats, both zeros and infinities. */
    private static float[] floats(int count, Random random) {
        float[] some = {0f, -0f, Float.MIN_VALUE, -Float.MIN_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            values[i] = Float.isNaN(value) || random.nextInt(4) == 0 ? some[random.nextInt(some.length)] : value;
        }
        return values;
    }

    @ParameterizedTest
    @EnumSource(
            value = SelectionOptions.Method.class,
            names = {"SINGLE_PASS", "RADIX_SELECT", "SAMPLE_SELECT"})
    void shouldBeOrderedAsByTheJvm(SelectionOptions.Method method) {
        Random random = new Random(SEED);
        for (int columns : new int[] {1, 7, 300, 5000}) {
            for (int rows : new int[] {1, 3}) {
                float[] values = floats(rows * columns, random);
                for (Order order : Order.values()) {
                    int k = Math.min(columns, 20);
                    SelectionOptions options =
                            SelectionOptions.DEFAULT.withOrder(order).withMethod(method);
                    assertArrayEquals(
                            jvm.selection().of(values, rows, k, options).toIdArray(),
                            card.selection().of(values, rows, k, options).toIdArray(),
                            method + ", columns=" + columns + ", rows=" + rows + ", " + order + ", seed=" + SEED);
                }
            }
        }
    }

    /** At the first and the last value, of both signs, and for an order in which it would not be among the best. */
    @Test
    void shouldRefuseNaN() {
        for (int bits : new int[] {0x7f800001, 0x7fc00000, 0xff800001, 0xffffffff}) {
            for (int size : new int[] {1, 16_383, 16_384, 40_000}) {
                for (int at : new int[] {0, size / 2, size - 1}) {
                    float[] values = new float[size];
                    values[at] = Float.intBitsToFloat(bits);
                    IllegalArgumentException refused = assertThrows(
                            IllegalArgumentException.class,
                            () -> card.selection().smallest(values, 1),
                            "size=" + size + ", at=" + at + ", bits=" + bits);
                    assertEquals(
                            assertThrows(
                                            IllegalArgumentException.class,
                                            () -> jvm.selection().smallest(values, 1))
                                    .getMessage(),
                            refused.getMessage());
                }
            }
        }
    }

    /** A shorter batch after one with NaN has none: what the longer one left behind does not count. */
    @Test
    void shouldForgetTheNaNOfACallBefore() {
        float[] values = new float[30_000];
        values[29_999] = Float.NaN;
        assertThrows(IllegalArgumentException.class, () -> card.selection().smallest(values, 3, 5));
        float[] fewer = new float[20_000];
        assertEquals(2, card.selection().smallest(fewer, 2, 5).toIdArray().length / 5);
    }
}
