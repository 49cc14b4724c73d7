package dev.gyre.engine.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.engine.jvm.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultOrderTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldArrangeTheFirstRowsByKeyThenId(int threads) {
        int[] keys = {3, -1, 3, Integer.MIN_VALUE, 0, Integer.MAX_VALUE, 9, 8, 7};
        int[] ids = {4, 1, 2, 5, Integer.MAX_VALUE - 8, 0, 1, 2, 3};
        try (Workers workers = new Workers(threads)) {
            new ResultOrder(workers).arrange(keys, ids, 2, 3);
        }
        assertArrayEquals(new int[] {-1, 3, 3, Integer.MIN_VALUE, 0, Integer.MAX_VALUE, 9, 8, 7}, keys);
        assertArrayEquals(new int[] {1, 2, 4, 5, Integer.MAX_VALUE - 8, 0, 1, 2, 3}, ids);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldArrangeASingleRow(int threads) {
        int n = 20_000;
        int[] keys = new int[n];
        int[] ids = new int[n];
        int[] expectedKeys = new int[n];
        int[] expectedIds = new int[n];
        for (int i = 0; i < n; i++) {
            // Each key occurs twice, the second time with the smaller id.
            keys[i] = (n - 1 - i) / 2 - n / 4;
            ids[i] = n - 1 - i;
            expectedKeys[i] = i / 2 - n / 4;
            expectedIds[i] = i;
        }
        try (Workers workers = new Workers(threads)) {
            new ResultOrder(workers).arrange(keys, ids, 1, n);
        }
        assertArrayEquals(expectedKeys, keys);
        assertArrayEquals(expectedIds, ids);
    }
}
