package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.data.Split;
import dev.gyre.engine.op.TopK;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.PartitionOracle;
import dev.gyre.engine.verify.SelectionOracle;
import dev.gyre.engine.verify.SortOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each benchmark measures work that gives the right answer. */
class BenchmarksTest {

    private static final int N = 200;

    /** Returns the answer of the second of two calls. */
    static <T> T call(HostCall operation, String sizes, String backend, Class<T> type) {
        return type.cast(run(SetBenchmark.CALL, operation.name(), sizes, backend));
    }

    private static Object run(String what, String operation, String sizes, String backend) {
        SetBenchmark benchmark = new SetBenchmark();
        benchmark.what = what;
        benchmark.operation = operation;
        benchmark.sizes = sizes;
        benchmark.backend = backend;
        benchmark.open();
        try {
            benchmark.restore();
            benchmark.run();
            benchmark.restore();
            return benchmark.run();
        } finally {
            benchmark.close();
        }
    }

    /** Runs work over data on a device twice, then passes it on. */
    private static void resident(DeviceWork work, String sizes, Consumer<PreparedWork> then) {
        try (Engine engine = Backends.open("jvm");
                PreparedWork prepared = work.prepare(Sizes.of(sizes), engine)) {
            HostCall.Ready ready = prepared.ready(false);
            for (int run = 0; run < 2; run++) {
                ready.restore().run();
                ready.call().get();
            }
            then.accept(prepared);
        }
    }

    /** Returns the outputs of the second of two runs over data on the device. */
    static List<Object> found(DeviceWork work, String sizes) {
        List<Object> found = new ArrayList<>();
        resident(work, sizes, prepared -> found.addAll(prepared.fetch()));
        return found;
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM, 3, jvm-1", "DUPLICATES, 3, jvm", "CITIES, 2, jvm"})
    void shouldJoin(String shape, int dims, String backend) {
        Neighbors actual =
                call(HostCall.JOIN, "n=" + N + ",k=5,dims=" + dims + ",shape=" + shape, backend, Neighbors.class);
        Points points = BenchmarkData.points(shape, N, dims);
        assertEquals(Optional.empty(), KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, actual));
    }

    @ParameterizedTest
    @CsvSource({"3, FUSED", "16, FUSED", "3, TWO_STAGE", "70, TWO_STAGE"})
    void shouldSearchOnTheDevice(int dims, JoinMethod method) {
        String sizes = "n=" + N + ",queries=50,k=8,dims=" + dims + ",method=" + method.name();
        int[] found = (int[]) found(DeviceWork.SEARCH, sizes).get(0);
        assertSameNeighbors(BenchmarkData.floatPoints(N + 50, dims), N, 8, found);
        List<?> copied = (List<?>) run(SetBenchmark.WITH_TRANSFERS, "SEARCH", sizes, "jvm");
        assertArrayEquals(found, (int[]) copied.get(0));
    }

    /** Compares sets, because a search leaves its answers unordered. */
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
    void shouldSelect(SelectionOptions.Method method, RowData distribution, String backend) {
        TopK.Floats actual = call(
                HostCall.SELECT_SMALLEST,
                "rows=3,n=" + N + ",k=7,distribution=" + distribution + ",method=" + method.name(),
                backend,
                TopK.Floats.class);
        assertEquals(
                Optional.empty(), SelectionOracle.difference(distribution.rows(3, N), Order.ASCENDING, true, actual));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSelectOnTheDevice(RowData distribution) {
        float[] values = distribution.rows(3, N);
        try (Engine engine = Backends.open("jvm")) {
            int[] expected = engine.selection().smallest(values, 3, 7).toIdArray();
            String sizes = "rows=3,n=" + N + ",k=7,distribution=" + distribution;
            assertArrayEquals(expected, (int[])
                    found(DeviceWork.SINGLE_PASS, sizes + ",parts=2").get(0));
            assertArrayEquals(
                    expected, (int[]) found(DeviceWork.SELECTION, sizes).get(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm-1", "jvm"})
    void shouldSortRows(String backend) {
        float[] expected = RowData.UNIFORM.rows(2, N);
        Arrays.sort(expected, 0, N);
        Arrays.sort(expected, N, 2 * N);
        assertArrayEquals(expected, call(HostCall.JDK_SORT_ROWS, "rows=2,n=" + N, backend, float[].class));
    }

    @ParameterizedTest
    @CsvSource({"UNIFORM, float", "EXPONENTIAL, int", "DUPLICATES, float"})
    void shouldSortIntoBlocks(String shape, String type) {
        int n = 30_000;
        int blockSize = 3_000;
        String sizes = "n=" + n + ",shape=" + shape + ",type=" + type;
        int[] offsets = {0, n};
        int[] full = call(HostCall.FULL_SORT, sizes, "jvm", int[].class);
        assertArrayEquals(full, (int[]) found(DeviceWork.FULL_ORDER, sizes).get(0));
        sizes += ",blockSize=" + blockSize;
        assertEquals(
                Optional.empty(),
                SortOracle.blockDifference(
                        "blocks", full, offsets, blockSize, call(HostCall.BLOCKS, sizes, "jvm", int[].class)));
        if (shape.equals("UNIFORM")) {
            int[] found = (int[]) found(DeviceWork.BLOCK_ORDER, sizes).get(0);
            assertEquals(
                    Optional.empty(), SortOracle.blockDifference("on the device", full, offsets, blockSize, found));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50})
    void shouldLaunchEveryStage(int stages) {
        resident(DeviceWork.LAUNCH, "stages=" + stages, prepared -> {
            int before = ((int[]) prepared.fetch().get(0))[1023];
            prepared.run();
            prepared.run();
            assertEquals(before + 2 * stages, ((int[]) prepared.fetch().get(0))[1023]);
        });
    }

    static List<DeviceWork> partitions() {
        return DeviceWork.PARTITIONS;
    }

    @ParameterizedTest
    @MethodSource("partitions")
    void shouldPartitionOnTheDevice(DeviceWork operation) {
        resident(operation, "n=" + N, prepared -> {
            List<Object> inputs = prepared.work().inputs();
            assertPartitioned(operation, inputs, prepared.fetch());
            prepared.copyAndRun();
            assertPartitioned(operation, inputs, prepared.work().outputs());
        });
    }

    private static void assertPartitioned(DeviceWork operation, List<Object> inputs, List<Object> outputs) {
        int[] first = (int[]) inputs.get(0);
        switch (operation) {
            case SCAN -> assertArrayEquals(PartitionOracle.scan(first, false), (int[]) outputs.get(0));
            case REDUCE -> assertEquals(IntStream.of(first).sum(), ((long[]) outputs.get(0))[0]);
            case COMPACTION, TWO_WAY_PARTITION -> {
                Split<int[]> expected = PartitionOracle.partition(first);
                int[] values = (int[]) inputs.get(1);
                int count = operation == DeviceWork.COMPACTION ? expected.split() : N;
                assertEquals(expected.split(), ((int[]) outputs.get(1))[0]);
                assertArrayEquals(
                        IntStream.range(0, count)
                                .map(i -> values[expected.values()[i]])
                                .toArray(),
                        Arrays.copyOf((int[]) outputs.get(0), count));
            }
            case SEGMENTED_PARTITION -> {
                Split.Segments expected = PartitionOracle.segmentedPartition(
                        first, (int[]) inputs.get(1), (int[]) inputs.get(2), (int[]) inputs.get(3));
                assertArrayEquals(expected.keys(), (int[]) outputs.get(0));
                assertArrayEquals(expected.payload(), (int[]) outputs.get(1));
                assertArrayEquals(expected.splits(), (int[]) outputs.get(2));
            }
            case HISTOGRAM_256, HISTOGRAM_65536 -> {
                int[] counts = (int[]) outputs.get(0);
                assertArrayEquals(PartitionOracle.histogram(first, counts.length), counts);
            }
            default -> fail("no oracle for " + operation);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm-1", "jvm"})
    void shouldCopyAll(String backend) {
        assertArrayEquals(IntStream.range(0, 100_000).toArray(), call(HostCall.COPY, "n=100000", backend, int[].class));
    }

    /** Two chains of 16 multiply-adds with 0.75 and 0.25 bring a value nearer to 1 by the 32nd power of 0.75. */
    @ParameterizedTest
    @CsvSource({"FUSED_MULTIPLY_ADD, jvm-1", "FUSED_MULTIPLY_ADD, jvm", "MULTIPLY_THEN_ADD, jvm"})
    void shouldMultiplyAndAdd(HostCall operation, String backend) {
        float[][] values = call(operation, "passes=1", backend, float[][].class);
        assertEquals(Backends.threads(backend), values.length);
        for (float[] some : values) {
            for (int i = 0; i < some.length; i++) {
                assertEquals(1 + i * 0x1p-12 * Math.pow(0.75, 32), some[i], 1e-6, "i=" + i);
            }
        }
    }

    /** Each of four runs adds one to the first value: an upload and a download to prepare, then two calls. */
    @ParameterizedTest
    @EnumSource(names = {"UPLOAD", "DOWNLOAD"})
    void shouldCopyBetweenHostAndDevice(HostCall operation) {
        int[] values = call(operation, "mebibytes=1", "jvm", int[].class);
        assertEquals(1 << 18, values.length);
        assertEquals(4, values[0]);
        assertEquals(0, values[1]);
    }

    @Test
    void shouldExchangeByDevicesTogether() {
        Settings settings = Settings.load();
        try (JointWork two = new JointWork(2, settings.backend(), "jvm", "jvm")) {
            List<int[]> arrays = two.prepareExchange(10);
            two.exchange("down");
            arrays.forEach(array -> assertEquals(2, array[0]));
        }
        call(HostCall.EXCHANGE_UP, "n=100,dims=4", "jvm", JointWork.class);
        assertThrows(IllegalArgumentException.class, () -> new JointWork(1, settings.backend(), "jvm", "cuda:77"));
    }

    @Test
    void shouldCountBytesAndOperations() {
        Map<String, String> scan = Map.of("what", "resident", "operation", "SCAN", "n", "1073741824", "backend", "jvm");
        assertEquals(16, Rate.BYTES.of(new Measurement(scan, 500, 0, 0, "ms/op")));
        Map<String, String> copy = Map.of("operation", "COPY", "n", "1073741824", "backend", "jvm");
        assertEquals(8, Rate.BYTES.of(new Measurement(copy, 1000, 0, 0, "ms/op")));
        Map<String, String> upload = Map.of("operation", "UPLOAD", "mebibytes", "1024", "backend", "ptx:0");
        assertEquals(2, Rate.BYTES.of(new Measurement(upload, 500, 0, 0, "ms/op")));
        Map<String, String> add = Map.of("operation", "MULTIPLY_THEN_ADD", "passes", "1000", "backend", "jvm-1");
        assertEquals(32e-6 * 2_048 * 1000 / 500, Rate.FLOPS.of(new Measurement(add, 0.5, 0, 0, "ms/op")) / 1000, 1e-9);
    }

    @Test
    void shouldReadSizes() {
        Sizes sizes = Sizes.of("n=1000,method=RADIX");
        assertEquals(1_000, sizes.number("n"));
        assertEquals(SortOptions.Method.RADIX, sizes.choice("method", SortOptions.Method.MERGE));
        assertEquals(8, sizes.number("k", 8));
        assertEquals("n=1000,method=RADIX", sizes.toString());
        assertThrows(IllegalArgumentException.class, () -> sizes.number("k"));
        assertThrows(IllegalArgumentException.class, () -> Sizes.of("n"));
    }
}
