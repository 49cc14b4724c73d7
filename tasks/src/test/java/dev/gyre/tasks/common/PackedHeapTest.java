package dev.gyre.tasks.common;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackedHeapTest {

    @ParameterizedTest
    @CsvSource({"1, 100, 1", "2, 100, 2", "3, 2, 3", "7, 200, 4", "8, 200, 5", "9, 9, 6", "64, 1000, 7", "70, 50, 8"})
    void shouldKeepTheSmallestPairsAndTheWorstOfThemFirst(int capacity, int pairs, long seed) {
        Random random = new Random(seed);
        long[] heap = new long[capacity + 1];
        heap[capacity] = -1;
        PackedHeap.clear(heap, capacity);
        long[] seen = new long[Math.max(pairs, capacity)];
        Arrays.fill(seen, PackedHeap.EMPTY);
        for (int i = 0; i < pairs; i++) {
            long pair = PackedHeap.pack(random.nextInt(12) - 6, i);
            seen[i] = pair;
            if (pair < heap[0]) {
                PackedHeap.replaceWorst(heap, capacity, pair);
            }
            long[] sorted = seen.clone();
            Arrays.sort(sorted);
            assertEquals(sorted[capacity - 1], heap[0], () -> "seed=" + seed);
        }
        PackedHeap.arrange(heap, capacity);
        Arrays.sort(seen);
        assertArrayEquals(Arrays.copyOf(seen, capacity), Arrays.copyOf(heap, capacity), () -> "seed=" + seed);
        assertEquals(-1, heap[capacity], "beyond the capacity");
    }

    @Test
    void shouldUnpackKeysOfBothSigns() {
        for (int key : new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}) {
            assertEquals(key, PackedHeap.key(PackedHeap.pack(key, 7)));
            assertEquals(Integer.MAX_VALUE - 8, PackedHeap.id(PackedHeap.pack(key, Integer.MAX_VALUE - 8)));
        }
    }
}
