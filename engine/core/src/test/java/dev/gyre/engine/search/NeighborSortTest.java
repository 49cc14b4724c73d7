package dev.gyre.engine.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeighborSortTest {

    private final NeighborSort sort = new NeighborSort();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 12, 13, 14, 60, 1_000, 20_000})
    void shouldSortByKeyThenId(int size) {
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            double[] keys = random.doubles(size, -1, 1).toArray();
            check("uniform, seed=" + seed, keys, random);
            check("few, seed=" + seed, random.ints(size, 0, 4).asDoubleStream().toArray(), random);
            // Keys that differ in their lower halves alone.
            check(
                    "near, seed=" + seed,
                    random.ints(size, 0, 9).mapToDouble(i -> 1 + i * 0x1p-52).toArray(),
                    random);
        }
    }

    @Test
    void shouldTakeExtremeKeysAndEqualZeros() {
        double[] keys = {
            0.0,
            -0.0,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            1,
            -1,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            0.0,
            1e-310,
            -1e-310,
            0.0,
            -0.0
        };
        check("extremes", keys, new Random(3));
    }

    private void check(String what, double[] keys, Random random) {
        int[] ids =
                random.ints(0, Integer.MAX_VALUE).distinct().limit(keys.length).toArray();
        double[] expectedKeys = keys.clone();
        int[] expectedIds = ids.clone();
        NeighborOrder.sort(expectedKeys, expectedIds, keys.length);
        sort.sort(keys.clone(), ids, keys.length);
        assertArrayEquals(expectedIds, Arrays.copyOf(sort.ids(), ids.length), what);
        assertArrayEquals(expectedKeys, Arrays.copyOf(sort.keys(), keys.length), what);
    }
}
