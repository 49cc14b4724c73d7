package dev.gyre.tasks.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Compares selection with sorting. */
class KdSelectionTest {

    private static final int[] SIZES = {2, 3, 24, 25, 127, 128, 4095, 4096, 4097, 30_000};

    @Test
    void shouldMoveTheSmallestPairsToTheFront() {
        for (int size : SIZES) {
            for (int shape = 0; shape < 6; shape++) {
                for (int shift : new int[] {KdSelection.BY_KEY, KdSelection.BY_PLACE}) {
                    Random random = new Random(size + shape);
                    long[] pairs = pairs(size, shape, random);
                    long[] before = pairs.clone();
                    int low = random.nextInt(size / 2);
                    int high = size - random.nextInt(size / 4 + 1);
                    int at = low + random.nextInt(high - low + 1);
                    KdSelection.select(pairs, low, high, at, shift);
                    String name = "size=" + size + ", shape=" + shape + ", shift=" + shift + ", low=" + low + ", high="
                            + high + ", at=" + at;
                    assertSplit(pairs, low, high, at, shift, name);
                    assertArrayEquals(Arrays.copyOf(before, low), Arrays.copyOf(pairs, low), name);
                    assertArrayEquals(sorted(before, 0, size), sorted(pairs, 0, size), name);
                }
            }
        }
    }

    /** Values that are wanted where the sample does not look: the selection ends as a sort. */
    @Test
    void shouldSelectWhereTheSampleSaysNothing() {
        int size = 1 << 14;
        long[] pairs = new long[size];
        for (int i = 0; i < size; i++) {
            // Each sampled pair is small, all others are large.
            pairs[i] = KdSelectionTest.pair(i % 32 == 0 ? i : Integer.MAX_VALUE - i, i);
        }
        KdSelection.select(pairs, 0, size, size / 2, KdSelection.BY_KEY);
        assertSplit(pairs, 0, size, size / 2, KdSelection.BY_KEY, "not sampled");
    }

    private static long[] pairs(int size, int shape, Random random) {
        long[] pairs = new long[size];
        for (int place = 0; place < size; place++) {
            int key = switch (shape) {
                case 0 -> random.nextInt();
                case 1 -> 3;
                case 2 -> place;
                case 3 -> -place;
                case 4 -> random.nextInt(3);
                default -> place % 32 == 0 ? Integer.MIN_VALUE : place % 17;
            };
            pairs[place] = pair(key, place);
        }
        if (shape != 2) {
            for (int i = size - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                long pair = pairs[i];
                pairs[i] = pairs[other];
                pairs[other] = pair;
            }
        }
        return pairs;
    }

    private static long pair(int key, int place) {
        return (long) key << 32 | place;
    }

    private static void assertSplit(long[] pairs, int low, int high, int at, int shift, String name) {
        long least =
                Arrays.stream(pairs, at, high).map(pair -> pair << shift).min().orElse(Long.MAX_VALUE);
        LongPredicate isBelow = pair -> pair << shift < least;
        assertTrue(Arrays.stream(pairs, low, at).allMatch(isBelow), name);
    }

    private static long[] sorted(long[] pairs, int low, int high) {
        long[] sorted = Arrays.copyOfRange(pairs, low, high);
        Arrays.sort(sorted);
        return sorted;
    }
}
