package dev.gyre.engine.select;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SinglePassTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 511, 512, 513, 1024, 1025, 2048})
    void shouldHaveRoomForMoreThanK(int k) {
        assertTrue(SinglePass.of(k).capacity() > k);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCutRowsIntoPartsOfAtLeastKValuesThatFitAnArrayTogether(Device.Type type) {
        for (int rows : new int[] {1, 2, 7, 1000, 2000}) {
            for (int k : new int[] {1, 100, 2048}) {
                for (long n : new long[] {k, k + 1, 10_000, 1_000_000, Integer.MAX_VALUE - 8}) {
                    if (rows * n <= Integer.MAX_VALUE && k <= n) {
                        int parts = SelectionStrategies.singlePass(rows, (int) n, k, type)
                                .parts();
                        String name = "rows=" + rows + ", n=" + n + ", k=" + k + ", parts=" + parts;
                        assertTrue(parts >= 1 && n / parts >= k, name);
                        assertTrue((long) rows * parts * k <= Integer.MAX_VALUE, name);
                        assertTrue(n / parts <= 1 << 30, name);
                    }
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatNoWorkGroupTakes() {
        assertRefused("parts must be 1 or more: parts=0", () -> new SinglePass(0, 1024, 16));
        assertRefused("capacity must be a power of two above 1: capacity=1000", () -> new SinglePass(1, 1000, 16));
        assertRefused("slots must be more than 8: slots=8", () -> new SinglePass(1, 1024, 8));
        assertRefused(
                "local memory must be 49152 bytes at most: capacity=4096, slots=16", () -> new SinglePass(1, 4096, 16));
        assertRefused("k must be in 1..2048 for a single pass: k=0", () -> SinglePass.of(0));
    }
}
