package dev.gyre.tasks.distance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The output of a nearest-neighbor kernel, a row per item; rows that it did not write keep a mark. */
final class KnnRows {

    private static final float UNTOUCHED_KEY = -1f;
    private static final int UNTOUCHED_ID = -7;

    private final int capacity;
    private final float[] keys;
    private final int[] ids;

    KnnRows(int items, int capacity) {
        this.capacity = capacity;
        keys = new float[items * capacity];
        ids = new int[items * capacity];
        Arrays.fill(keys, UNTOUCHED_KEY);
        Arrays.fill(ids, UNTOUCHED_ID);
    }

    void run(KnnKernel kernel, KnnCase input, int begin, int end) {
        kernel.nearest(
                begin, end, input.points(), input.queries(), input.parameters(), keys, ids, input.norm(), input.dims());
    }

    float key(int slot) {
        return keys[slot];
    }

    int id(int slot) {
        return ids[slot];
    }

    /** Asserts that a row holds the nearest points, in any order. */
    void assertNearest(KnnCase input, int item) {
        List<Pair> expected = IntStream.range(0, input.n())
                .mapToObj(point -> new Pair(input.key(item, point), point))
                .sorted(Pair.ORDER)
                .limit(capacity)
                .toList();
        List<Pair> actual = IntStream.range(item * capacity, (item + 1) * capacity)
                .mapToObj(slot -> new Pair(keys[slot], ids[slot]))
                .sorted(Pair.ORDER)
                .toList();
        assertEquals(expected, actual, () -> input + ", item=" + item);
    }

    void assertUntouched(KnnCase input, int item) {
        for (int slot = item * capacity; slot < (item + 1) * capacity; slot++) {
            assertTrue(
                    keys[slot] == UNTOUCHED_KEY && ids[slot] == UNTOUCHED_ID,
                    () -> input + ", item=" + item + " was written");
        }
    }

    /** Asserts equal bits in equal slots. */
    void assertSame(KnnRows other, KnnCase input) {
        assertArrayEquals(ids, other.ids, () -> "ids, " + input);
        assertArrayEquals(bits(keys), bits(other.keys), () -> "keys, " + input);
    }

    /** Asserts that the sorted keys of each row differ by at most a share of them, and that each key is that of its id. */
    void assertNear(KnnRows other, KnnCase input, double share) {
        for (int from = 0; from < keys.length; from += capacity) {
            float[] row = Arrays.copyOfRange(keys, from, from + capacity);
            float[] otherRow = Arrays.copyOfRange(other.keys, from, from + capacity);
            Arrays.sort(row);
            Arrays.sort(otherRow);
            for (int rank = 0; rank < capacity; rank++) {
                float key = input.key(from / capacity, ids[from + rank]);
                String where = input + ", item=" + from / capacity + ", rank=" + rank;
                assertEquals(otherRow[rank], row[rank], share * otherRow[rank], where);
                assertEquals(key, keys[from + rank], share * key, where);
            }
        }
    }

    private static int[] bits(float[] values) {
        return IntStream.range(0, values.length)
                .map(i -> Float.floatToRawIntBits(values[i]))
                .toArray();
    }

    private record Pair(float key, int id) {

        static final Comparator<Pair> ORDER =
                Comparator.comparingDouble(Pair::key).thenComparingInt(Pair::id);
    }
}
