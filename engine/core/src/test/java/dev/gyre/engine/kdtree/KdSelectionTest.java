package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares selection with sorting. */
class KdSelectionTest {

    private static final int[] SIZES = {2, 3, 24, 25, 127, 128, 4095, 4096, 4097, 30_000};

    @Test
    void shouldFindWhatTheSmallestPairsAreBelow() {
        for (int size : SIZES) {
            for (int shape = 0; shape < 6; shape++) {
                Random random = new Random(size + shape);
                long[] pairs = pairs(size, shape, random);
                long[] before = pairs.clone();
                int low = random.nextInt(size / 2);
                int high = size - random.nextInt(size / 4 + 1);
                int at = low + random.nextInt(high - low);
                long bound = KdSelection.bound(pairs, low, high, at);
                String name = "size=" + size + ", shape=" + shape + ", low=" + low + ", high=" + high + ", at=" + at;
                assertBound(before, low, high, at, bound, name);
                assertArrayEquals(Arrays.copyOf(before, low), Arrays.copyOf(pairs, low), name);
                assertArrayEquals(sorted(before, low, high), sorted(pairs, low, high), name);
                assertArrayEquals(sorted(before, 0, size), sorted(pairs, 0, size), name);
            }
        }
    }

    @Test
    void shouldEncloseARankInTheMiddleOfASample() {
        for (int size : new int[] {1, 2, 100, 10_000}) {
            long[] sample = pairs(size, 0, new Random(size));
            long[] ascending = sorted(sample, 0, size);
            KdSelection.Range range = KdSelection.range(sample, 0.5);
            String name = "size=" + size + ", range=" + range;
            assertTrue(range.min() <= ascending[size / 2] && ascending[size / 2] < range.beyond(), name);
            long inside = Arrays.stream(ascending)
                    .filter(pair -> pair >= range.min() && pair < range.beyond())
                    .count();
            assertTrue(inside <= 5 * Math.sqrt(size) + 4, name);
        }
    }

    private static long[] pairs(int size, int shape, Random random) {
        long[] pairs = new long[size];
        for (int slot = 0; slot < size; slot++) {
            int key = switch (shape) {
                case 0 -> random.nextInt();
                case 1 -> 3;
                case 2 -> slot;
                case 3 -> -slot;
                case 4 -> random.nextInt(3);
                default -> slot % 32 == 0 ? Integer.MIN_VALUE : slot % 17;
            };
            pairs[slot] = pair(key, slot);
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

    private static long pair(int key, int slot) {
        return (long) key << 32 | slot;
    }

    private static void assertBound(long[] pairs, int low, int high, int at, long bound, String name) {
        assertEquals(
                at - low,
                Arrays.stream(pairs, low, high).filter(pair -> pair < bound).count(),
                name);
    }

    private static long[] sorted(long[] pairs, int low, int high) {
        long[] sorted = Arrays.copyOfRange(pairs, low, high);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Keys for which every pivot is among the smallest: selection gives up and sorts. */
    @Test
    void shouldSortWhereSelectionTakesTooManyRounds() {
        for (int size : new int[] {512, 2048, 2000}) {
            int[] keys = adversary(size);
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
            assertTrue(roundsOfSelection(keys) > 2 * bits + 2, "rounds for size=" + size);
            long[] pairs = IntStream.range(0, size)
                    .mapToLong(slot -> pair(keys[slot], slot))
                    .toArray();
            long bound = KdSelection.bound(pairs, 0, size, size / 2);
            assertBound(pairs, 0, size, size / 2, bound, "size=" + size);
        }
    }

    /**
     * Keys made while selecting (McIlroy, "A Killer Adversary for Quicksort", 1999, by knowing the pivots): of the keys whose median, or
     * median of medians, is the pivot, two thirds get the smallest keys that are left.
     */
    private static int[] adversary(int size) {
        int[] keys = new int[size];
        Arrays.fill(keys, Integer.MAX_VALUE);
        int[] places = IntStream.range(0, size).toArray();
        int next = 0;
        int first = 0;
        while (size - first > 2) {
            int[] sampled = sampled(first, size);
            for (int at : Arrays.copyOf(sampled, 2 * sampled.length / 3)) {
                if (keys[places[at]] == Integer.MAX_VALUE) {
                    keys[places[at]] = next++;
                }
            }
            first = partition(places, keys, first);
        }
        for (int slot : places) {
            keys[slot] = keys[slot] == Integer.MAX_VALUE ? next++ : keys[slot];
        }
        return keys;
    }

    /** Runs a round of the kernel's selection for the upper half, by keys and places. Returns the begin of the rest. */
    private static int partition(int[] places, int[] keys, int first) {
        int stop = places.length;
        long[] pairs = Arrays.stream(sampled(first, stop))
                .mapToLong(at -> pair(keys[places[at]], places[at]))
                .toArray();
        while (pairs.length > 1) {
            long[] all = pairs;
            pairs = IntStream.range(0, all.length / 3)
                    .mapToLong(group -> median(all[3 * group], all[3 * group + 1], all[3 * group + 2]))
                    .toArray();
        }
        long pivot = pairs[0];
        int middle = first;
        for (int i = first; i < stop; i++) {
            int slot = places[i];
            places[i] = places[middle];
            places[middle] = slot;
            middle += pair(keys[slot], slot) < pivot ? 1 : 0;
        }
        return middle;
    }

    private static int[] sampled(int first, int stop) {
        int step = (stop - first) / 9;
        return stop - first < 128
                ? new int[] {first, first + (stop - first) / 2, stop - 1}
                : IntStream.range(0, 9).map(i -> first + i * step).toArray();
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private static int roundsOfSelection(int[] keys) {
        int[] places = IntStream.range(0, keys.length).toArray();
        int rounds = 0;
        int first = 0;
        while (first < keys.length / 2) {
            first = partition(places, keys, first);
            rounds++;
        }
        return rounds;
    }
}
