package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KdSmallMediansTest {

    private static final int LEAF_BITS = 2;
    private static final int BITS = 7;
    private static final int FIRST = 5;

    /** Windows of 1 to 128 places, whole and not, of few and of many different keys. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "1, 128, 3",
        "1, 128, 2147483647",
        "2, 97, 2",
        "2, 128, 2147483647",
        "2, 65, 1000",
        "0, 100, 1"
    })
    void shouldSplitAsSortsOfEachWindowDo(int dims, int size, int range) {
        long seed = 17L * size + dims;
        Random random = new Random(seed);
        int stride = 1000;
        int[] columns = new int[dims * stride];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = random.nextInt(range) - range / 2;
        }
        int[] places = random.ints(0, stride).distinct().limit(size).sorted().toArray();
        long[] window = new long[FIRST + size];
        for (int i = 0; i < size; i++) {
            long key = dims == 1 ? columns[places[i]] : random.nextInt();
            window[FIRST + i] = key << Integer.SIZE | places[i];
        }
        int[] orderOf = IntStream.rangeClosed(0, BITS)
                .map(level -> (level + 1) % (dims + 1))
                .toArray();
        int[] starts = IntStream.rangeClosed(0, dims)
                .map(order -> (order - 1) * stride)
                .toArray();
        int[] bySlot = new int[columns.length];
        for (int i = 0; i < dims * size; i++) {
            int start = i / size * stride;
            bySlot[start + FIRST + i % size] = columns[start + places[i % size]];
        }
        int[] tree = new int[FIRST + size];
        KdSmallMedians medians = new KdSmallMedians(1 << BITS, dims);
        // The second split finds what the first one left in the room.
        for (int round = 0; round < 2; round++) {
            medians.split(
                    window, FIRST, FIRST + size, BITS, LEAF_BITS, orderOf, dims == 1 ? null : bySlot, starts, tree);
        }
        Integer[] expected = Arrays.stream(places).boxed().toArray(Integer[]::new);
        for (int level = BITS; level > LEAF_BITS; level--) {
            int start = starts[orderOf[level]];
            Comparator<Integer> byPlace = Comparator.naturalOrder();
            Comparator<Integer> order = orderOf[level] == 0
                    ? byPlace
                    : Comparator.<Integer>comparingInt(place -> columns[start + place])
                            .thenComparing(byPlace);
            sortWindows(expected, level, order);
        }
        sortWindows(expected, LEAF_BITS, Comparator.naturalOrder());
        assertArrayEquals(
                Arrays.stream(expected).mapToInt(place -> place).toArray(),
                Arrays.copyOfRange(tree, FIRST, FIRST + size),
                "seed=" + seed);
    }

    private static void sortWindows(Integer[] places, int bits, Comparator<Integer> order) {
        for (int low = 0; low < places.length; low += 1 << bits) {
            Arrays.sort(places, low, Math.min(low + (1 << bits), places.length), order);
        }
    }
}
