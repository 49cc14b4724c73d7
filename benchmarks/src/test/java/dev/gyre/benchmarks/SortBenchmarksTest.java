package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.verify.SortOracle;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark of sorting measures work that gives the right answer, each time. */
class SortBenchmarksTest extends CommandTest {

    private static final int N = 5_000;

    @ParameterizedTest
    @EnumSource
    void shouldSortFromHostToHost(KeyDistribution distribution) {
        assertArrayEquals(
                order(distribution.keys(N), 0, N),
                BenchmarksTest.call(
                        HostCall.SORT_IN_PLACE, "n=" + N + ",distribution=" + distribution, "jvm-1", int[].class));
    }

    @ParameterizedTest
    @EnumSource(names = {"ARGSORT_FLOAT", "ARGSORT_DOUBLE"})
    void shouldFindTheOrderOfFloatingPointKeys(HostCall operation) {
        assertArrayEquals(
                order(KeyDistribution.FEW.keys(N), 0, N),
                BenchmarksTest.call(operation, "n=" + N + ",distribution=FEW", "jvm", int[].class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm-1", "jvm"})
    void shouldSortPackedKeys(String backend) {
        long[] packed = BenchmarksTest.call(HostCall.JDK_SORT_PACKED, "n=" + N, backend, long[].class);
        int[] rows = IntStream.range(0, N).map(i -> (int) packed[i]).toArray();
        assertArrayEquals(order(KeyDistribution.RANDOM.keys(N), 0, N), rows);
    }

    @ParameterizedTest
    @CsvSource({"RADIX, RANDOM", "RADIX, REVERSED", "MERGE, ONE_BYTE", "MERGE, SORTED", "AUTOMATIC, EQUAL"})
    void shouldSortOnTheDevice(SortOptions.Method method, KeyDistribution distribution) {
        String sizes = "n=" + N + ",method=" + method.name() + ",distribution=" + distribution;
        assertArrayEquals(order(distribution.keys(N), 0, N), (int[])
                BenchmarksTest.found(DeviceWork.SORT, sizes).get(0));
    }

    @Test
    void shouldSortSegmentsOnTheDevice() {
        int[] keys = KeyDistribution.RANDOM.keys(N);
        int[] offsets = SortWork.offsets(N);
        int[] expected = IntStream.range(0, offsets.length - 1)
                .flatMap(segment -> IntStream.of(order(keys, offsets[segment], offsets[segment + 1])))
                .toArray();
        assertArrayEquals(expected, (int[])
                BenchmarksTest.found(DeviceWork.SEGMENTED_SORT, "n=" + N).get(0));
    }

    /** The many ties are more than one thread of the JVM sorts in one stage. */
    @ParameterizedTest
    @CsvSource({"RADIX, 1", "RADIX_THEN_TIES, 1", "RADIX_THEN_TIES, 16", "RADIX_THEN_TIES, 40000", "MERGE, 16"})
    void shouldFindTheOrderOfPoints(SortOptions.Method method, int ties) {
        int n = 40_000;
        int dims = 3;
        List<Object> found = BenchmarksTest.found(
                DeviceWork.SUPER_KEY_ORDER, "n=" + n + ",dims=" + dims + ",ties=" + ties + ",method=" + method.name());
        boolean sortedAgain =
                found.size() > 1 && IntStream.of((int[]) found.get(1)).sum() > 0;
        assertEquals(ties == n, sortedAgain);
        assertArrayEquals(SortOracle.superKeyOrder(points(n, dims, ties), 0, Order.ASCENDING), (int[])
                found.get(sortedAgain ? 2 : 0));
    }

    private static Points points(int n, int dims, int ties) {
        int[] values = SortWork.columns(n, dims, ties);
        float[] coordinates = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            coordinates[i % n * dims + i / n] = Float.intBitsToFloat(values[i]);
        }
        return Points.of(coordinates, dims);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sort", "resident-sort", "partition", "selection", "block-sort"})
    void shouldWriteAReport(String set) throws Exception {
        assertEquals(0, run(set, "--quick", "--device", "jvm"));
        String report = report();
        assertTrue(report.contains("| Gyre, jvm | "), report);
        assertFalse(report.contains("failed"), report);
        assertEquals(set.equals("sort") || set.equals("selection"), report.contains("Arrays.parallelSort, "), report);
    }

    /** Returns the rows of a range of keys in order, equal keys by row. */
    private static int[] order(int[] keys, int begin, int end) {
        return IntStream.range(begin, end)
                .boxed()
                .sorted(Comparator.comparingInt(row -> keys[row]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
