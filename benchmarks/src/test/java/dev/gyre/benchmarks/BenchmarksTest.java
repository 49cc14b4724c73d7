package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.data.SplitInts;
import dev.gyre.engine.data.SplitSegments;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.PartitionOracle;
import dev.gyre.engine.verify.SelectionOracle;
import dev.gyre.engine.verify.SortOracle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark measures work that gives the right answer. */
class BenchmarksTest {

    private static final int N = 200;

    @ParameterizedTest
    @CsvSource({"UNIFORM, 3, jvm-1", "DUPLICATES, 3, jvm", "CITIES, 2, jvm"})
    void shouldJoin(String shape, int dims, String backend) {
        KnnJoinBenchmark benchmark = new KnnJoinBenchmark();
        benchmark.n = N;
        benchmark.k = 5;
        benchmark.dims = dims;
        benchmark.shape = shape;
        benchmark.method = JoinMethod.AUTOMATIC;
        benchmark.backend = backend;
        benchmark.open();
        try {
            Neighbors actual = benchmark.join();
            Points points = BenchmarkData.points(shape, N, dims);
            assertEquals(Optional.empty(), KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, actual));
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"3, FUSED", "16, FUSED", "3, TWO_STAGE", "70, TWO_STAGE"})
    void shouldSearchOnTheDevice(int dims, JoinMethod method) {
        ResidentKnnBenchmark benchmark = new ResidentKnnBenchmark();
        benchmark.n = N;
        benchmark.queries = 50;
        benchmark.k = 8;
        benchmark.dims = dims;
        benchmark.method = method;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            int[] first = ((int[]) benchmark.withTransfers().get(0)).clone();
            benchmark.resident();
            assertArrayEquals(first, (int[]) benchmark.withTransfers().get(0));
            assertSameNeighbors(benchmark.points(), N, benchmark.k, first);
        } finally {
            benchmark.close();
        }
    }

    /** As sets: a search leaves its answers unordered. */
    private static void assertSameNeighbors(Points all, int n, int k, int[] actual) {
        for (int query = 0; query < all.size() - n; query++) {
            double[] center = all.point(n + query);
            int[] expected = IntStream.range(0, n)
                    .boxed()
                    .sorted(Comparator.comparingDouble(id -> distanceSq(center, all.point(id))))
                    .limit(k)
                    .mapToInt(Integer::intValue)
                    .sorted()
                    .toArray();
            int[] found = Arrays.copyOfRange(actual, query * k, (query + 1) * k);
            Arrays.sort(found);
            assertArrayEquals(expected, found, "query=" + query);
        }
    }

    private static double distanceSq(double[] a, double[] b) {
        return IntStream.range(0, a.length)
                .mapToDouble(dim -> (a[dim] - b[dim]) * (a[dim] - b[dim]))
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"AUTOMATIC, UNIFORM, jvm-1", "RADIX_SELECT, FEW, jvm", "SAMPLE_SELECT, FEW, jvm", "SORT, ZEROS, jvm"})
    void shouldSelect(SelectionMethod method, RowData distribution, String backend) {
        SelectionBenchmark benchmark = new SelectionBenchmark();
        benchmark.rows = 3;
        benchmark.n = N;
        benchmark.k = 7;
        benchmark.distribution = distribution;
        benchmark.method = method;
        benchmark.backend = backend;
        benchmark.open();
        try {
            assertEquals(
                    Optional.empty(),
                    SelectionOracle.difference(benchmark.values(), Order.ASCENDING, true, benchmark.selectSmallest()));
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSelectOnTheDevice(RowData distribution) {
        ResidentSelectionBenchmark benchmark = new ResidentSelectionBenchmark();
        benchmark.rows = 3;
        benchmark.n = N;
        benchmark.k = 7;
        benchmark.distribution = distribution;
        benchmark.backend = "jvm";
        benchmark.parts = 2;
        benchmark.open();
        try {
            benchmark.resident();
            float[] values = distribution.rows(3, N);
            try (Engine engine = Backends.open("jvm")) {
                assertArrayEquals(engine.selection().smallest(values, 3, 7).toIdArray(), benchmark.fetchedIds());
            }
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Arrays.sort", "Arrays.parallelSort"})
    void shouldSortRows(String peer) {
        RowSortBenchmark benchmark = new RowSortBenchmark();
        benchmark.rows = 2;
        benchmark.n = N;
        benchmark.distribution = RowData.UNIFORM;
        benchmark.peer = peer;
        benchmark.open();
        float[] expected = RowData.UNIFORM.rows(2, N);
        Arrays.sort(expected, 0, N);
        Arrays.sort(expected, N, 2 * N);
        assertArrayEquals(expected, benchmark.sortRows());
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM, float", "EXPONENTIAL, int", "DUPLICATES, float"})
    void shouldSortIntoBlocks(String shape, String type) {
        BlockSortBenchmark benchmark = new BlockSortBenchmark();
        benchmark.n = 30_000;
        benchmark.blockSize = 3_000;
        benchmark.digits = 2;
        benchmark.shape = shape;
        benchmark.type = type;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            int[] offsets = {0, benchmark.n};
            int[] full = benchmark.fullSort();
            assertArrayEquals(full, benchmark.fetchedFull());
            assertEquals(
                    Optional.empty(),
                    SortOracle.blockDifference("blocks", full, offsets, benchmark.blockSize, benchmark.blocks()));
            if (shape.equals("UNIFORM")) {
                assertEquals(
                        Optional.empty(),
                        SortOracle.blockDifference(
                                "on the device", full, offsets, benchmark.blockSize, benchmark.fetchedBlocks()));
            }
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50})
    void shouldLaunchEveryStage(int stages) {
        LaunchOverheadBenchmark benchmark = new LaunchOverheadBenchmark();
        benchmark.stages = stages;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            int before = benchmark.fetched()[1023];
            benchmark.launchPhase();
            benchmark.launchPhase();
            // The phase that fetches adds one too.
            assertEquals(before + 2 * stages + 1, benchmark.fetched()[1023]);
        } finally {
            benchmark.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPartitionOnTheDevice(PartitionOperation operation) {
        PartitionBenchmark benchmark = new PartitionBenchmark();
        PartitionBenchmark.Moved moved = new PartitionBenchmark.Moved();
        benchmark.n = N;
        benchmark.operation = operation.name();
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            benchmark.resident(moved);
            benchmark.withTransfers(moved);
            PartitionOperation.Work work = benchmark.work();
            assertEquals(2 * work.bytes(), moved.bytes);
            assertPartitioned(operation, work.inputs(), work.outputs());
        } finally {
            benchmark.close();
        }
    }

    private static void assertPartitioned(PartitionOperation operation, List<Object> inputs, List<Object> outputs) {
        int[] first = (int[]) inputs.get(0);
        switch (operation) {
            case SCAN -> assertArrayEquals(PartitionOracle.scan(first, false), (int[]) outputs.get(0));
            case REDUCE -> assertEquals(IntStream.of(first).sum(), ((long[]) outputs.get(0))[0]);
            case COMPACTION, TWO_WAY_PARTITION -> {
                SplitInts expected = PartitionOracle.partition(first);
                int[] values = (int[]) inputs.get(1);
                int count = operation == PartitionOperation.COMPACTION ? expected.split() : N;
                assertEquals(expected.split(), ((int[]) outputs.get(1))[0]);
                assertArrayEquals(
                        IntStream.range(0, count)
                                .map(i -> values[expected.values()[i]])
                                .toArray(),
                        Arrays.copyOf((int[]) outputs.get(0), count));
            }
            case SEGMENTED_PARTITION -> {
                SplitSegments expected = PartitionOracle.segmentedPartition(
                        first, (int[]) inputs.get(1), (int[]) inputs.get(2), (int[]) inputs.get(3));
                assertArrayEquals(expected.keys(), (int[]) outputs.get(0));
                assertArrayEquals(expected.payload(), (int[]) outputs.get(1));
                assertArrayEquals(expected.splits(), (int[]) outputs.get(2));
            }
            case HISTOGRAM_256, HISTOGRAM_65536 -> {
                int[] counts = (int[]) outputs.get(0);
                assertArrayEquals(PartitionOracle.histogram(first, counts.length), counts);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm-1", "jvm"})
    void shouldCopyAll(String backend) {
        CopyBenchmark benchmark = new CopyBenchmark();
        PartitionBenchmark.Moved moved = new PartitionBenchmark.Moved();
        benchmark.n = 100_000;
        benchmark.backend = backend;
        benchmark.open();
        try {
            assertArrayEquals(IntStream.range(0, 100_000).toArray(), benchmark.copy(moved));
            assertEquals(800_000, moved.bytes);
        } finally {
            benchmark.close();
        }
    }

    /** A chain of 16 multiply-adds with 0.75 and 0.25 brings a value nearer to 1 by the 16th power of 0.75. */
    @ParameterizedTest
    @ValueSource(strings = {"jvm-1", "jvm"})
    void shouldMultiplyAndAdd(String backend) {
        MultiplyAddBenchmark benchmark = new MultiplyAddBenchmark();
        MultiplyAddBenchmark.Done done = new MultiplyAddBenchmark.Done();
        benchmark.passes = 1;
        benchmark.backend = backend;
        benchmark.open();
        try {
            float[][] values = benchmark.fusedMultiplyAdd(done);
            double nearer = Math.pow(0.75, 16);
            for (float[] some : values) {
                for (int i = 0; i < some.length; i++) {
                    assertEquals(1 + i * 0x1p-12 * nearer, some[i], 1e-6, "i=" + i);
                }
            }
            assertEquals(32L * 2_048 * Backends.threads(backend), done.flops);
            values = benchmark.multiplyThenAdd(done);
            assertEquals(1 + 2_047 * 0x1p-12 * nearer * nearer, values[0][2_047], 1e-6);
            assertEquals(64L * 2_048 * Backends.threads(backend), done.flops);
        } finally {
            benchmark.close();
        }
    }

    @Test
    void shouldCopyBothWaysAndCountBytes() {
        TransferBenchmark benchmark = new TransferBenchmark();
        TransferBenchmark.Copied copied = new TransferBenchmark.Copied();
        benchmark.mebibytes = 1;
        benchmark.backend = "jvm";
        benchmark.open();
        try {
            benchmark.values()[0] = 40;
            benchmark.upload(copied);
            benchmark.download(copied);
            assertEquals(42, benchmark.values()[0]);
            assertEquals(2L << 20, copied.bytes);
        } finally {
            benchmark.close();
        }
    }
}
