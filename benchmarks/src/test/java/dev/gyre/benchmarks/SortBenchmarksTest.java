package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.verify.SortOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark of sorting measures work that gives the right answer, each time. */
class SortBenchmarksTest {

    private static final int N = 5_000;

    @ParameterizedTest
    @EnumSource
    void shouldSortFromHostToHost(KeyDistribution distribution) {
        SortBenchmark benchmark = new SortBenchmark();
        benchmark.n = N;
        benchmark.distribution = distribution;
        benchmark.method = SortMethod.AUTOMATIC;
        benchmark.backend = "jvm-1";
        benchmark.open();
        try {
            for (int run = 0; run < 2; run++) {
                benchmark.restore();
                assertArrayEquals(order(distribution.keys(N), 0, N), benchmark.sortInPlace());
            }
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheOrderOfFloatingPointKeys(ArgsortBenchmark.Type type) {
        ArgsortBenchmark benchmark = new ArgsortBenchmark();
        benchmark.n = N;
        benchmark.distribution = KeyDistribution.FEW;
        benchmark.type = type;
        benchmark.method = SortMethod.AUTOMATIC;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            assertArrayEquals(order(KeyDistribution.FEW.keys(N), 0, N), benchmark.argsort());
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PackedSortBenchmark.SORT, PackedSortBenchmark.PARALLEL_SORT})
    void shouldSortPackedKeys(String peer) {
        PackedSortBenchmark benchmark = new PackedSortBenchmark();
        benchmark.n = N;
        benchmark.distribution = KeyDistribution.RANDOM;
        benchmark.peer = peer;
        benchmark.open();
        for (int run = 0; run < 2; run++) {
            benchmark.restore();
            long[] packed = benchmark.sortPacked();
            int[] rows = IntStream.range(0, N).map(i -> (int) packed[i]).toArray();
            assertArrayEquals(order(KeyDistribution.RANDOM.keys(N), 0, N), rows);
        }
    }

    @ParameterizedTest
    @CsvSource({"RADIX, RANDOM", "RADIX, REVERSED", "MERGE, ONE_BYTE", "MERGE, SORTED", "AUTOMATIC, EQUAL"})
    void shouldSortOnTheDevice(SortMethod method, KeyDistribution distribution) {
        ResidentSortBenchmark benchmark = new ResidentSortBenchmark();
        benchmark.n = N;
        benchmark.distribution = distribution;
        benchmark.method = method;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            for (int run = 0; run < 2; run++) {
                benchmark.load();
                benchmark.resident();
                assertArrayEquals(order(distribution.keys(N), 0, N), benchmark.fetchedPayload());
            }
        } finally {
            benchmark.close();
        }
    }

    @Test
    void shouldSortSegmentsOnTheDevice() {
        ResidentSegmentSortBenchmark benchmark = new ResidentSegmentSortBenchmark();
        benchmark.n = N;
        benchmark.backend = "jvm";
        int[] keys = KeyDistribution.RANDOM.keys(N);
        int[] offsets = ResidentSegmentSortBenchmark.offsets(N);
        int[] expected = IntStream.range(0, offsets.length - 1)
                .flatMap(segment -> IntStream.of(order(keys, offsets[segment], offsets[segment + 1])))
                .toArray();
        assertEquals(N / ResidentSegmentSortBenchmark.MEAN_LENGTH, offsets.length - 1);
        benchmark.open();
        try {
            benchmark.load();
            benchmark.segments();
            assertArrayEquals(expected, benchmark.fetchedPayload());
        } finally {
            benchmark.close();
        }
    }

    /** The many ties are more than one thread of the JVM sorts in one stage. */
    @ParameterizedTest
    @CsvSource({"RADIX, 1", "RADIX_THEN_TIES, 1", "RADIX_THEN_TIES, 16", "RADIX_THEN_TIES, 40000", "MERGE, 16"})
    void shouldFindTheOrderOfPoints(SortMethod method, int ties) {
        ResidentSuperKeyBenchmark benchmark = new ResidentSuperKeyBenchmark();
        benchmark.n = 40_000;
        benchmark.dims = 3;
        benchmark.ties = ties;
        benchmark.method = method;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            benchmark.superKeyOrder();
            int[] expected = SortOracle.superKeyOrder(points(benchmark), 0, Order.ASCENDING);
            assertArrayEquals(expected, benchmark.fetchedRows());
        } finally {
            benchmark.close();
        }
    }

    private static Points points(ResidentSuperKeyBenchmark benchmark) {
        int[] values = ResidentSuperKeyBenchmark.values(benchmark.n, benchmark.dims, benchmark.ties);
        float[] coordinates = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            coordinates[i % benchmark.n * benchmark.dims + i / benchmark.n] = Float.intBitsToFloat(values[i]);
        }
        return Points.of(coordinates, benchmark.dims);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sort", "resident-sort"})
    void shouldWriteAReport(String set, @TempDir Path directory) throws Exception {
        assertEquals(0, Report.run(set, "--quick", "--device", "jvm", "--output", directory.toString()));
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> reports =
                    files.filter(file -> file.toString().endsWith(".md")).toList();
            assertEquals(1, reports.size());
            String report = Files.readString(reports.get(0));
            List.of("ns/row", "ONE_BYTE", "Gyre, jvm").forEach(part -> assertTrue(report.contains(part), part));
        }
    }

    /** The rows of a range of keys in order, equal keys by row. */
    private static int[] order(int[] keys, int begin, int end) {
        return IntStream.range(begin, end)
                .boxed()
                .sorted(Comparator.comparingInt(row -> keys[row]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
