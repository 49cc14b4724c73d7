package dev.gyre.tasks.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares both kernels that order windows with sorting, on keys that are bad for selection. */
class KdWindowsTest {

    private static final int[] SIZES = {1, 2, 8, 9, 24, 25, 26, 63, 64, 65, 1000, 2048, 2049, 8191, 8192};

    /** Distributions of the keys of the places. */
    private enum Keys {
        UNIFORM,
        ALL_EQUAL,
        SORTED,
        REVERSED,
        ORGAN_PIPE,
        TWO_VALUES,
        ONE_DIFFERS,
        SAWTOOTH,
        INTERLEAVED,
        ENDS_OF_THE_RANGE;

        int key(int i, int n, Random random) {
            return switch (this) {
                case UNIFORM -> random.nextInt();
                case ALL_EQUAL -> -5;
                case SORTED -> i;
                case REVERSED -> -i;
                case ORGAN_PIPE -> Math.min(i, n - 1 - i);
                case TWO_VALUES -> random.nextInt(2);
                case ONE_DIFFERS -> i == n / 2 ? -1 : 1;
                case SAWTOOTH -> i % 7;
                case INTERLEAVED -> i % 2 == 0 ? i / 2 : n / 2 + i / 2;
                case ENDS_OF_THE_RANGE -> random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE - 1;
            };
        }
    }

    /** Windows of one or more columns of keys. */
    private record Windows(int size, int windowBits, int leafBits, int stride, int[] columns, int[] splits) {

        private interface Kernel {
            void orderWindows(
                    int begin,
                    int end,
                    int[] orders,
                    int[] columns,
                    int[] splits,
                    int[] parameters,
                    int[] tree,
                    int[] scratch);
        }

        int count() {
            return Math.ceilDiv(size, 1 << windowBits);
        }

        int[] run(Kernel kernel) {
            int[] parameters = new int[KdParameters.LENGTH];
            parameters[KdParameters.SIZE] = size;
            parameters[KdParameters.STRIDE] = stride;
            parameters[KdParameters.WINDOW_BITS] = windowBits;
            parameters[KdParameters.LEAF_BITS] = leafBits;
            int[] tree = new int[size + 1];
            tree[size] = -9;
            kernel.orderWindows(
                    0, count(), IntStream.range(0, size).toArray(), columns, splits, parameters, tree, new int[size]);
            assertEquals(-9, tree[size], "beyond the windows");
            return Arrays.copyOf(tree, size);
        }

        /** Orders by sorting: the smallest by (key, place) to the left, leaves ascending. */
        int[] expected() {
            int[] tree = IntStream.range(0, size).toArray();
            for (int bits = windowBits; bits > leafBits; bits--) {
                int start = splits[bits] * stride;
                for (int low = 0; low < size; low += 1 << bits) {
                    sort(
                            tree,
                            low,
                            Math.min(size, low + (1 << bits)),
                            Comparator.comparingInt((Integer place) -> columns[start + place])
                                    .thenComparingInt(place -> place));
                }
            }
            for (int low = 0; low < size; low += 1 << leafBits) {
                Arrays.sort(tree, low, Math.min(size, low + (1 << leafBits)));
            }
            return tree;
        }

        private static void sort(int[] tree, int low, int high, Comparator<Integer> order) {
            int[] sorted = Arrays.stream(tree, low, high)
                    .boxed()
                    .sorted(order)
                    .mapToInt(Integer::intValue)
                    .toArray();
            System.arraycopy(sorted, 0, tree, low, sorted.length);
        }
    }

    private static int bits(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldOrderWindowsByEitherWay(Keys keys) {
        for (int size : SIZES) {
            for (int dims = 1; dims <= 2; dims++) {
                Random random = new Random(size + dims);
                int stride = size + random.nextInt(4);
                int[] columns = new int[dims * stride];
                for (int i = 0; i < columns.length; i++) {
                    columns[i] = keys.key(i % stride, size, random);
                }
                int columnCount = dims;
                int[] splits = IntStream.range(0, Integer.SIZE)
                        .map(bits -> bits % columnCount)
                        .toArray();
                int windowBits = Math.max(0, bits(size) - random.nextInt(3));
                int leafBits = Math.min(windowBits, random.nextInt(5));
                assertOrders(new Windows(size, windowBits, leafBits, stride, columns, splits), keys + ", size=" + size);
            }
        }
    }

    private static void assertOrders(Windows windows, String name) {
        int[] expected = windows.expected();
        assertArrayEquals(expected, windows.run(KdWindows::orderWindows), name + ", by bisection");
        assertArrayEquals(expected, windows.run(KdWindowsJvm::orderWindows), name + ", by selection");
    }

    /** Keys for which every pivot is among the smallest: selection gives up and sorts. */
    @Test
    void shouldSortWhereSelectionTakesTooManyRounds() {
        for (int size : new int[] {512, 2048, 2000}) {
            int[] keys = adversary(size);
            assertTrue(roundsOfSelection(keys) > 2 * bits(size) + 2, "rounds for size=" + size);
            int[] splits = new int[Integer.SIZE];
            assertOrders(new Windows(size, bits(size), bits(size) - 1, size, keys, splits), "size=" + size);
            assertOrders(new Windows(size, bits(size), 3, size, keys, splits), "size=" + size);
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
        for (int place : places) {
            keys[place] = keys[place] == Integer.MAX_VALUE ? next++ : keys[place];
        }
        return keys;
    }

    /** Runs a round of the kernel's selection for the upper half, by keys and places. Returns the begin of the rest. */
    private static int partition(int[] places, int[] keys, int first) {
        int stop = places.length;
        long[] pairs = Arrays.stream(sampled(first, stop))
                .mapToLong(at -> pair(keys, places[at]))
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
            int place = places[i];
            places[i] = places[middle];
            places[middle] = place;
            middle += pair(keys, place) < pivot ? 1 : 0;
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

    private static long pair(int[] keys, int place) {
        return ((long) keys[place] << 32) | place;
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
