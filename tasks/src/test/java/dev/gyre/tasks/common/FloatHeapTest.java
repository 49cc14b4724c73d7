package dev.gyre.tasks.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatHeapTest {

    private static final int OFFSET = 5;
    private static final int MARGIN = 4;
    private static final float OUTSIDE_KEY = -3f;
    private static final int OUTSIDE_ID = -9;

    private record Pair(float key, int id) {

        static final Comparator<Pair> ORDER =
                Comparator.comparingDouble(Pair::key).thenComparingInt(Pair::id);
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 1", "2, 100, 2", "3, 2, 3", "7, 200, 4", "8, 200, 5", "9, 9, 6", "64, 1000, 7", "70, 50, 8"})
    void shouldKeepTheSmallestPairsWithTiesByIdAndTheWorstAtItsOffset(int capacity, int pairs, long seed) {
        Random random = new Random(seed);
        Row row = new Row(capacity);
        List<Pair> seen = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            // Few distinct keys and ids in no order, so that ties are decided by ids on both sides.
            Pair pair = new Pair(random.nextInt(12) / 4f, random.nextInt(1000) * 1000 + i);
            seen.add(pair);
            row.offer(pair);
            List<Pair> expected =
                    seen.stream().sorted(Pair.ORDER).limit(capacity).toList();
            List<Pair> actual = row.filled();
            assertEquals(expected, actual, () -> "seed=" + seed + ", after " + seen);
            Pair worst = seen.size() < capacity ? row.empty() : expected.get(capacity - 1);
            assertEquals(worst, row.worst(), () -> "worst, seed=" + seed + ", after " + seen);
        }
        row.assertNothingOutside();
    }

    @Test
    void shouldBeEmptyAfterClear() {
        Row row = new Row(6);
        row.offer(new Pair(1, 1));
        FloatHeap.clear(row.keys, row.ids, OFFSET, 6);
        assertEquals(List.of(), row.filled());
        assertEquals(row.empty(), row.worst());
        row.assertNothingOutside();
    }

    /** A heap in the middle of two arrays. */
    private static final class Row {

        private final int capacity;
        private final float[] keys;
        private final int[] ids;

        Row(int capacity) {
            this.capacity = capacity;
            keys = new float[OFFSET + capacity + MARGIN];
            ids = new int[keys.length];
            Arrays.fill(keys, OUTSIDE_KEY);
            Arrays.fill(ids, OUTSIDE_ID);
            FloatHeap.clear(keys, ids, OFFSET, capacity);
        }

        Pair empty() {
            return new Pair(FloatHeap.EMPTY_KEY, FloatHeap.EMPTY_ID);
        }

        Pair worst() {
            return new Pair(keys[OFFSET], ids[OFFSET]);
        }

        void offer(Pair pair) {
            if (Pair.ORDER.compare(pair, worst()) < 0) {
                FloatHeap.replaceWorst(keys, ids, OFFSET, capacity, pair.key(), pair.id());
            }
        }

        List<Pair> filled() {
            List<Pair> pairs = new ArrayList<>();
            for (int slot = OFFSET; slot < OFFSET + capacity; slot++) {
                if (ids[slot] != FloatHeap.EMPTY_ID) {
                    pairs.add(new Pair(keys[slot], ids[slot]));
                }
            }
            pairs.sort(Pair.ORDER);
            return pairs;
        }

        void assertNothingOutside() {
            for (int i = 0; i < keys.length; i++) {
                if (i < OFFSET || i >= OFFSET + capacity) {
                    assertEquals(OUTSIDE_KEY, keys[i], "key " + i);
                    assertEquals(OUTSIDE_ID, ids[i], "id " + i);
                }
            }
        }
    }
}
