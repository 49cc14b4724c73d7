package dev.gyre.tasks.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the kernel that orders windows with sorting. */
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
    void shouldOrderWindows(Keys keys) {
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
        assertArrayEquals(expected, windows.run(KdWindows::orderWindows), name);
    }
}
